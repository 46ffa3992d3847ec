/** Type-checks a project that has installed a package, by every supported compiler and module resolution. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { COMPILERS, LEAST_COMPILER, NEWEST_COMPILER } from "../compilers.js";
import { report, run } from "./run.js";

const ALL_COMPILERS = [LEAST_COMPILER, ...COMPILERS];

const RESOLUTIONS = ["node16", "nodenext", "bundler"];

/** Libraries of types without Node's. */
const PLATFORMS = ["dom,dom.iterable", "webworker,webworker.iterable"];

/** Folders of `test/` whose types are checked. */
const CONSUMERS = ["runtime-consumer", "consumer", "types-consumer", "inspector-consumer"];

/**
 * Type-checks a consumer by every supported compiler. The newest one is quick and takes every module resolution; each
 * older one takes one of them, because what they differ in does not depend on the version of TypeScript. Optional
 * properties are read both ways, in turn. From one consumer to the next all change places, so that each compiler meets
 * every choice.
 */
export function typeCheck(folder: string): void {
  const consumer = CONSUMERS.indexOf(basename(folder));
  for (const [index, compiler] of ALL_COMPILERS.entries()) {
    const turn = index + consumer;
    const resolutions =
      compiler === NEWEST_COMPILER ? RESOLUTIONS : [takeInTurn(RESOLUTIONS, turn)];
    for (const [each, resolution] of resolutions.entries()) {
      const isExact = (turn + each) % 2 === 0;
      typeCheckWith(compiler, resolution, isExact, folder);
    }
  }
}

/**
 * Type-checks as on Deno, Bun and edge platforms, whose programs have no types of Node. What these lack does not depend
 * on the version of TypeScript, so the newest one meets them all, and the least one another with each consumer.
 */
export function typeCheckWithoutNode(folder: string): void {
  const project = join(folder, "edge", "tsconfig.json");
  const consumer = CONSUMERS.indexOf(basename(folder));
  for (const compiler of [LEAST_COMPILER, NEWEST_COMPILER]) {
    const tsc = join(compiler, "bin/tsc");
    const platforms = compiler === NEWEST_COMPILER ? PLATFORMS : [takeInTurn(PLATFORMS, consumer)];
    for (const platform of platforms) {
      run(process.execPath, [tsc, "--project", project, "--lib", `es2022,${platform}`], folder);
      report(`${readName(compiler)}, ${platform}, without the types of Node: no errors`);
    }
  }
}

/** The choice of a turn; after the last one, the first comes again. */
function takeInTurn(choices: readonly string[], turn: number): string {
  return choices[turn % choices.length] ?? "";
}

function typeCheckWith(
  compiler: string,
  resolution: string,
  isExact: boolean,
  folder: string,
): void {
  const options = [
    "--project",
    "tsconfig.json",
    "--module",
    resolution === "bundler" ? "esnext" : resolution,
    "--moduleResolution",
    resolution,
    "--exactOptionalPropertyTypes",
    String(isExact),
  ];
  run(process.execPath, [join(compiler, "bin/tsc"), ...options], folder);
  const optional = isExact ? "exact" : "loose";
  const name = readName(compiler);
  report(`${name}, ${resolution}, ${optional} optional properties: no errors`);
}

/** The name of a compiler with its version: `TypeScript 6.0.3`. */
function readName(compiler: string): string {
  const { version } = JSON.parse(readFileSync(join(compiler, "package.json"), "utf8")) as {
    version: string; // npm demands it
  };
  return `TypeScript ${version}`;
}
