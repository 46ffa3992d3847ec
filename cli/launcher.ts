#!/usr/bin/env node
/**
 * The command `typewire` of the package `typewire`, which has no command line of its own. It runs the
 * `typewire-cli` of the same version: one that is installed nearby, or else one that the package manager
 * fetches.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const PACKAGE = "typewire-cli";

/** Set for a package manager, which would otherwise run this command again if it finds no other. */
const GUARD = "TYPEWIRE_LAUNCHER";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The nearest of the folders above, which is the one of the sources, or two above the built command. */
const MANIFEST = ["../package.json", "../../package.json"]
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

if (MANIFEST === undefined)
  throw new Error("package.json is missing; expected the one of typewire.");
await launch(readVersion(MANIFEST), process.argv.slice(2));

async function launch(version: string, argv: readonly string[]): Promise<void> {
  const installed = findInstalled(version);
  if (installed !== undefined) await import(pathToFileURL(installed).href);
  else if (process.env[GUARD] === undefined) fetchAndRun(version, argv);
  else fail(`The package manager found no ${PACKAGE}@${version}.`, version);
}

/** Finds the command of that version in the project, or beside this package. */
function findInstalled(version: string): string | undefined {
  const places = [join(process.cwd(), "package.json"), fileURLToPath(import.meta.url)];
  for (const place of places) {
    try {
      const manifest = createRequire(place).resolve(`${PACKAGE}/package.json`);
      if (readVersion(manifest) === version) return join(dirname(manifest), "dist", "bin.js");
    } catch {
      // It is not installed there.
    }
  }
  return undefined;
}

function readVersion(manifest: string | URL): string {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }; // of a package
  return version;
}

/** Runs the command by the package manager that started this one, with its exit code and its signals. */
function fetchAndRun(version: string, argv: readonly string[]): void {
  const manager = process.env["npm_execpath"] ?? "";
  const { file, fileArguments, shell } = chooseCommand(manager, `${PACKAGE}@${version}`, argv);
  const child = spawn(file, fileArguments, {
    stdio: "inherit",
    env: { ...process.env, [GUARD]: version },
    shell,
  });
  forwardSignals(child);
  child.on("error", (error) => fail(`${file} cannot be started (${error.message}).`, version));
  child.on("exit", endAs);
}

/**
 * Chooses the script of npm or pnpm, for this Node, or else the `npm` of the system.
 * @param manager The file that started this one, such as `/usr/lib/node_modules/npm/bin/npx-cli.js`. It may be a
 * program, or the script of another manager, such as `/opt/yarn/bin/yarn.js`; it is empty without any.
 */
function chooseCommand(manager: string, wanted: string, argv: readonly string[]): Command {
  const isScript = /\.[cm]?js$/.test(manager);
  if (isScript && /\bpnpm\b/.test(manager)) {
    const pnpmArguments = [`--package=${wanted}`, "dlx", "typewire", ...argv];
    return { file: process.execPath, fileArguments: [manager, ...pnpmArguments], shell: false };
  }
  const npmArguments = ["exec", "--yes", `--package=${wanted}`, "--", "typewire", ...argv];
  // Matches npm-cli.js, npx-cli.js and pnpx.cjs.
  if (isScript && /\bp?np[mx]\b/.test(manager)) {
    // The script of `npx` would take `exec` for a package. That of `npm` is beside it.
    const script = manager.replace(/npx-cli\.js$/, "npm-cli.js");
    return { file: process.execPath, fileArguments: [script, ...npmArguments], shell: false };
  }
  const isWindows = process.platform === "win32";
  // Windows starts a batch file by a shell alone.
  return {
    file: isWindows ? "npm.cmd" : "npm",
    fileArguments: npmArguments,
    shell: isWindows,
  };
}

interface Command {
  readonly file: string;
  readonly fileArguments: readonly string[];
  readonly shell: boolean;
}

/** Passes the signals that this process gets on to the other, which ends by them as it likes. */
function forwardSignals(child: ChildProcess): void {
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // A terminal sends an interrupt to both.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
}

/** Ends this process as the other has ended: with its exit code, or by the signal that ended it. */
function endAs(code: number | null, signal: NodeJS.Signals | null): void {
  if (signal === null) process.exitCode = code ?? 1;
  else {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
}

function fail(what: string, version: string): void {
  process.stderr.write(`${what} To install the command: npm install -D ${PACKAGE}@${version}\n`);
  process.exitCode = 1;
}
