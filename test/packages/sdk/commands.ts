import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** What was checked does not hold. */
export class Failure extends Error {}

/** @throws Failure with the end of what the command printed, unless it exits with 0. */
export function run(
  command: string,
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { status, stdout, stderr } = tryToRun(command, argv, cwd, env);
  if (status === 0) return stdout;
  const end = `${stdout}${stderr}`.slice(-3000);
  throw new Failure(`${[basename(command), ...argv].join(" ")} exits with ${status}:\n${end}`);
}

/** Runs a command whose exit code is for the caller to judge. */
export function tryToRun(
  command: string,
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(command, argv, { cwd, env, encoding: "utf8", maxBuffer: 1e9 });
}

export function npm(argv: readonly string[], cwd: string): string {
  return run("npm", [...argv, "--no-audit", "--no-fund"], cwd);
}

/** The bytes that the README promises for the runtime, which is all that a client depends on. */
export function readPromisedSize(): number {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, kilobytes] = /no dependencies\s+and takes less than (\d+) kB/.exec(readme) ?? [];
  if (kilobytes === undefined) throw new Failure("The README promises no size of the runtime.");
  return Number(kilobytes) * 1000;
}

/** Installs packages in a new project. */
export function installInto(folder: string, packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(["install", ...packages], folder);
}

/** The strictest settings that a user may have. */
const CONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    types: ["node"],
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    outDir: "out",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  },
  include: ["*.ts"],
};

/** Compiles the files of a project that has TypeScript, into its folder `out`. */
export function compile(folder: string): void {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
  run(process.execPath, ["node_modules/typescript/bin/tsc"], folder);
}

export function expectText(given: string, pattern: RegExp): void {
  if (!pattern.test(given)) throw new Failure(`Expected ${String(pattern)} in:\n${given}`);
}
