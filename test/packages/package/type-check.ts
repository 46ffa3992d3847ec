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
 * older one takes one of them, because what they differ in does not depend on the version of TypeScript. Both ways to
 * read optional properties are taken in turn. The next consumer begins with the next choice:
 *
 *     consumer  least version    last of 5        last of 6        newest (node16, nodenext, bundler)
 *     0         node16 exact     nodenext loose   bundler exact    loose, exact, loose
 *     1         nodenext loose   bundler exact    node16 loose     exact, loose, exact
 *     2         bundler exact    node16 loose     nodenext exact   loose, exact, loose
 *     3         node16 loose     nodenext exact   bundler loose    exact, loose, exact
 */
export function typeCheck(folder: string): void {
  const consumer = CONSUMERS.indexOf(basename(folder)); // the row of the table
  for (const [index, compiler] of ALL_COMPILERS.entries()) {
    const turn = index + consumer; // one more with each column, and with each row
    const resolutions =
      compiler === NEWEST_COMPILER ? RESOLUTIONS : [takeInTurn(RESOLUTIONS, turn)];
    for (const [each, resolution] of resolutions.entries()) {
      const isExact = isEven(turn + each);
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

function isEven(turn: number): boolean {
  return turn % 2 === 0;
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
