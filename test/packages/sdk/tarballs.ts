import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { Failure, installInto, run, tryToRun } from "./commands.js";

/** The packages of the project that a made package needs, as files. */
export interface Tarballs {
  readonly cli: string;
  readonly runtime: string;
}

/** @throws Failure unless the folder has both, of one version. */
export function findTarballs(folder: string): Tarballs {
  const names = readdirSync(folder);
  const find = (name: string): string => {
    const found = names.filter((each) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(each));
    if (found.length === 1) return resolve(folder, found[0] ?? "");
    throw new Failure(`${folder} has ${found.length} tarballs of ${name}; expected one.`);
  };
  return { cli: find("typewire-cli"), runtime: find("typewire-runtime") };
}

/** The command line, installed from its tarball in a folder of its own. */
export interface CommandLine {
  /** @throws Failure unless it exits with 0. */
  readonly run: (argv: readonly string[], cwd: string) => string;
  readonly tryToRun: (argv: readonly string[], cwd: string) => ReturnType<typeof tryToRun>;
}

export function installCommandLine(folder: string, { cli, runtime }: Tarballs): CommandLine {
  installInto(folder, [cli, runtime]);
  const bin = join(folder, "node_modules/typewire-cli/dist/bin.js");
  return {
    run: (argv, cwd) => run(process.execPath, [bin, ...argv], cwd),
    tryToRun: (argv, cwd) => tryToRun(process.execPath, [bin, ...argv], cwd),
  };
}
