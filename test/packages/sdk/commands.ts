/** Commands, installs and compilers of the checks that use packages as their users do. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { COMPILERS } from "../compilers.js";

/** A check that fails. */
export class Failure extends Error {}

/**
 * Runs a command, and returns what it prints.
 * @throws Failure with the end of that, unless it exits with 0.
 */
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

/** Runs npm without notes about funding and audits. */
export function npm(argv: readonly string[], cwd: string): string {
  return run("npm", [...argv, "--no-audit", "--no-fund"], cwd);
}

// ---- Projects

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

/** Compiles the files of a project into its folder `out`, by each version of TypeScript in turn. */
export function compile(folder: string): void {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
  for (const compiler of COMPILERS)
    run(process.execPath, [join(compiler, "bin/tsc"), "--project", folder], folder);
}

// ---- Packages from tarballs

/**
 * Finds the packages that a made package needs.
 * @throws Failure unless the folder has one tarball of each.
 */
export function findTarballs(folder: string): Tarballs {
  const names = readdirSync(folder);
  const find = (name: string): string => {
    const files = names.filter((each) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(each));
    const [file] = files;
    if (file !== undefined && files.length === 1) return resolve(folder, file);
    throw new Failure(`${folder} has ${files.length} tarballs of ${name}; expected one.`);
  };
  return { cli: find("typewire-cli"), runtime: find("typewire-runtime") };
}

/** Installs the command line from its tarball, in a folder of its own. */
export function installCommandLine(folder: string, { cli, runtime }: Tarballs): CommandLine {
  installInto(folder, [cli, runtime]);
  const bin = join(folder, "node_modules/typewire-cli/dist/bin.js");
  return {
    run: (argv, cwd) => run(process.execPath, [bin, ...argv], cwd),
    tryToRun: (argv, cwd) => tryToRun(process.execPath, [bin, ...argv], cwd),
  };
}

// ---- Expectations

/** @throws Failure with the whole text, unless it matches. */
export function expectText(actual: string, pattern: RegExp): void {
  if (!pattern.test(actual)) throw new Failure(`Expected ${String(pattern)} in:\n${actual}`);
}

/** The bytes that the README promises for the runtime, which is all that a client depends on. */
export function readPromisedSize(): number {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, kilobytes] = /no dependencies\s+and takes less than (\d+) kB/.exec(readme) ?? [];
  if (kilobytes === undefined) throw new Failure("The README promises no size of the runtime.");
  return Number(kilobytes) * 1000;
}

// ---- Types

/** The packages of the project that a made package needs, as files. */
export interface Tarballs {
  readonly cli: string;
  readonly runtime: string;
}

/** The command line, installed from its tarball in a folder of its own. */
export interface CommandLine {
  /** @throws Failure unless it exits with 0. */
  readonly run: (argv: readonly string[], cwd: string) => string;
  readonly tryToRun: (argv: readonly string[], cwd: string) => ReturnType<typeof tryToRun>;
}
