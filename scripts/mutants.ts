/**
 * Makes small faults in the sources, one at a time, and lists those that no test sees. A fault is made in
 * the tree of TypeScript: see `OPERATORS` in `mutants/places.ts`. Types, comments and texts with a space
 * (messages, SQL) stay as they are. A fault that TypeScript refuses does not count.
 *
 * All faults of a file are compiled into it once, behind a switch, and a Vite plugin serves it in place of
 * the source: no file of the repository changes. A first run of the tests records which of them reach which
 * fault, and how long they take; then each fault meets these tests alone, the nearest and shortest first,
 * until one fails. Programs that tests spawn, and bundles that they build, have no faults.
 * Stryker makes such a switch, too, but runs in a copy of the repository, where tests that read its files
 * and start its programs would have to be made to work first.
 *
 * Usage: npx tsx scripts/mutants.ts [--base REF | --files PATH… | --again FILE] [--sample N] [--seed N]
 *          [--workers N] [--budget SECONDS] [--skip FOLDER-OF-TESTS…] [--json FILE]
 * `--again FILE` tries the survivors of an earlier run once more. FILE is what its `--json` wrote.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { Compiler } from "./mutants/compiler.js";
import { instrument } from "./mutants/instrument.js";
import { describePlace, type Mutant, type Source } from "./mutants/mutant.js";
import { findMutants } from "./mutants/places.js";
import { isCaught, isGoodEnough, printReport, type Tried } from "./mutants/report.js";
import { tryMutants } from "./mutants/trials.js";
import { Worker } from "./mutants/workers.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: "string" },
    files: { type: "string", multiple: true },
    again: { type: "string" },
    skip: { type: "string", multiple: true, default: [] },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    budget: { type: "string", default: "90" },
    json: { type: "string" },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const survivors = readSurvivors(args.again);
  const chosen = chooseFiles(survivors ?? []);
  if (chosen.length === 0) {
    console.log("No file of src/, codegen/ or cli/ has changed.");
    return 0;
  }
  const paths = listNeighbours(chosen);
  const compiler = new Compiler(ROOT, paths);
  const sources = new Map(paths.map((path) => [path, readSource(compiler, path)]));
  const { workers, end } = createWorkers(sources);
  const tried = await tryMutants(chosen, sources, compiler, workers, {
    root: ROOT,
    isWanted: (mutant) => survivors === undefined || isAmong(survivors, mutant, sources),
    skippedFolders: args.skip,
    sample: args.sample === undefined ? undefined : Number(args.sample),
    seed: Number(args.seed),
    budget: Number(args.budget) * 1000,
  });
  if (args.json !== undefined) writeFileSync(args.json, JSON.stringify(tried, undefined, 1));
  printReport(tried);
  end();
  return isGoodEnough(tried) ? 0 : 1;
}

function readSource(compiler: Compiler, path: string): Source {
  const file = compiler.read(path);
  const mutants = findMutants(path, file);
  return { text: file.text, mutants, instrumented: instrument(path, file.text, mutants) };
}

// ---- Workers

/** Writes the sources with their mutants, and creates workers that load them. Returns also how to end these. */
function createWorkers(sources: ReadonlyMap<string, Source>): {
  readonly workers: readonly Worker[];
  readonly end: () => void;
} {
  const folder = join(ROOT, ".cache/mutants", String(process.pid));
  const workers = Array.from({ length: Number(args.workers) }, () => new Worker(folder));
  const end = (): void => {
    for (const worker of workers) worker.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", end);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
  writeInstrumented(folder, sources);
  return { workers, end };
}

function writeInstrumented(folder: string, sources: ReadonlyMap<string, Source>): void {
  for (const [path, { instrumented }] of sources) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), instrumented);
  }
}

// ---- Survivors of an earlier run

function readSurvivors(path: string | undefined): readonly Tried[] | undefined {
  if (path === undefined) return undefined;
  const tried = JSON.parse(readFileSync(path, "utf8")) as readonly Tried[];
  return tried.filter((mutant) => !isCaught(mutant));
}

/** Tells whether a mutant is among those of an earlier run, whose lines may have had other numbers. */
function isAmong(
  survivors: readonly Tried[],
  mutant: Mutant,
  sources: ReadonlyMap<string, Source>,
): boolean {
  const { path, text, mutation } = describePlace(mutant, sources.get(mutant.path)?.text ?? "");
  return survivors.some(
    (survivor) =>
      survivor.path === path && survivor.text === text && survivor.mutation === mutation,
  );
}

// ---- Files

/** Chooses the files whose mutants are tried: those that were asked for, or those of a change. */
function chooseFiles(survivors: readonly Tried[]): readonly string[] {
  const ofSurvivors = new Set(survivors.map(({ path }) => path));
  const patterns = [...(args.files ?? []), ...positionals, ...ofSurvivors];
  return patterns.length > 0 ? listSources(patterns) : listChanged();
}

/**
 * Lists all files in the top folders of the chosen ones. They get mutants as well, so that what is measured
 * of them can be used by a later run, which chooses other files.
 */
function listNeighbours(chosen: readonly string[]): readonly string[] {
  const topFolders = new Set(chosen.map((path) => path.split("/")[0] ?? ""));
  return listSources([...topFolders].map((folder) => `${folder}/**/*.ts`));
}

function listChanged(): readonly string[] {
  const base = args.base ?? findBase();
  const changed = git("diff", "--name-only", "--diff-filter=d", base).split("\n");
  const sources = new Set(listSources(["src/**/*.ts", "codegen/**/*.ts", "cli/**/*.ts"]));
  return changed.filter((path) => sources.has(path));
}

/** The commit that a branch began with, or the one before on `main`. */
function findBase(): string {
  try {
    const base = git("merge-base", "main", "HEAD");
    return base === git("rev-parse", "HEAD") ? "HEAD~1" : base;
  } catch {
    return "HEAD~1"; // There is no branch `main`.
  }
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();
}

/** Declarations have no faults; a page of the inspector is seen in a browser alone. */
function listSources(patterns: readonly string[]): readonly string[] {
  const exclude = ["**/node_modules/**", "**/dist/**", "src/inspector/page/**", "**/*.d.ts"];
  const paths = ts.sys.readDirectory(ROOT, [".ts"], exclude, patterns);
  return paths.map((path) => relative(ROOT, path).replaceAll("\\", "/")).sort();
}
