/** The command of the package `typewire`, which runs or fetches the command line. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { transformSync } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../programs/bundle.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { version } = manifest;

describe("[N.6] the command of the package typewire", () => {
  it("runs the command line of its version that is installed", async () => {
    installCli(version);
    expect(await run(["add", "x y"], {})).toEqual({ code: 3, out: "installed add x y\n", err: "" });
  });

  const managers: readonly (readonly [name: string, argv: readonly string[]])[] = [
    ["npm-cli.js", ["exec", "--yes", `--package=typewire-cli@${version}`, "--", "typewire"]],
    ["pnpm.cjs", [`--package=typewire-cli@${version}`, "dlx", "typewire"]],
  ];
  it.each(managers)("fetches its version by %s", async (name, argv) => {
    installCli("0.0.1");
    const manager = writeManager(name, "process.exitCode = 5;");
    const { code, out } = await run(["add", "--", "a b"], { npm_execpath: manager });
    expect(code).toBe(5);
    expect(JSON.parse(out)).toEqual([...argv, "add", "--", "a b"]);
  });

  // Windows runs `npm.cmd`, which is no script of Node.
  it.skipIf(process.platform === "win32")(
    "runs npm where pnpm is a program of its own",
    async () => {
      const npm = writeManager("npm", "");
      const script = `#!${process.execPath}\n${readFileSync(npm, "utf8")}`;
      writeFileSync(npm, script);
      chmodSync(npm, 0o755);
      const env = { npm_execpath: "/usr/local/bin/pnpm", PATH: dirname(npm) };
      const { out } = await run(["add"], env);
      const options = ["exec", "--yes", `--package=typewire-cli@${version}`];
      expect(JSON.parse(out)).toEqual([...options, "--", "typewire", "add"]);
    },
  );

  it("passes a signal on, and ends as the other does", async () => {
    const manager = writeManager("npm-cli.js", "setInterval(() => undefined, 1000);");
    const { child, exit } = start(installCommand(), ["dev"], { npm_execpath: manager });
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await exit).toEqual([null, "SIGTERM"]);
  });

  it("does not call itself again", async () => {
    const { code, err } = await run([], { TYPEWIRE_LAUNCHER: version });
    expect(code).toBe(1);
    expect(err).toContain(`npm install -D typewire-cli@${version}`);
  });

  it("says what to do without a package manager", async () => {
    const { code, err } = await run([], { PATH: join(folder, "empty") });
    expect(code).toBe(1);
    expect(err).toContain("npm cannot be started");
  });
});

/** Installs the command as npm would, in a package of the present version. */
function installCommand(): string {
  const installed = join(folder, "node_modules/typewire");
  mkdirSync(join(installed, "dist/command"), { recursive: true });
  writeFileSync(join(installed, "package.json"), JSON.stringify({ type: "module", version }));
  const command = join(installed, "dist/command/launcher.js");
  const source = readFileSync(join(ROOT, "cli/launcher.ts"), "utf8");
  writeFileSync(command, transformSync(source, { loader: "ts", target: "node20" }).code);
  return command;
}

/** Installs a command line of a version, which prints its arguments. */
function installCli(cliVersion: string): void {
  const cli = "node_modules/typewire-cli";
  write(`${cli}/package.json`, JSON.stringify({ type: "module", version: cliVersion }));
  write(
    `${cli}/dist/bin.js`,
    'console.log("installed", process.argv.slice(2).join(" ")); process.exitCode = 3;\n',
  );
}

/** Writes a package manager that prints how it was called; returns its path. */
function writeManager(name: string, code: string): string {
  const text = `console.log(JSON.stringify(process.argv.slice(2)));\n${code}\n`;
  write(`manager/${name}`, text);
  return join(folder, "manager", name);
}

function start(command: string, argv: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [command, ...argv], {
    cwd: folder,
    env: { ...process.env, npm_execpath: "", ...env },
  });
  return {
    child,
    out: buffer(child.stdout),
    err: buffer(child.stderr),
    exit: once(child, "exit"),
  };
}

async function run(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const { out, err, exit } = start(installCommand(), argv, env);
  const [code] = await exit;
  return { code: code as unknown, out: String(await out), err: String(await err) };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
