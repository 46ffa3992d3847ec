/** Tries mutants: each on the tests that reach it, the nearest and shortest first, until one fails. */
import { join, relative } from "node:path";
import type { Compiler } from "./compiler.js";
import { EXPLAINED } from "./explained.js";
import { type Distances, Imports } from "./imports.js";
import type { Mutant } from "./places.js";
import { hashOf, orderTests, type Reach, ReachMeter } from "./reach.js";
import { describe, printLine, type Tried } from "./report.js";
import { drawMutants } from "./sample.js";
import type { Worker } from "./workers.js";

/** Tries mutants of some files, and prints each when it has been tried. */
export async function tryMutants(
  paths: readonly string[],
  sources: ReadonlyMap<string, Source>,
  compiler: Compiler,
  workers: readonly Worker[],
  settings: TrialSettings,
): Promise<readonly Tried[]> {
  const { root, isWanted, sample, seed } = settings;
  const imports = new Imports(root);
  const distances = await measureDistances(imports, workers, settings);
  const reaches = await measureReaches(paths, sources, imports, distances, workers, root);
  const tests = { distances, reaches };
  const drawn = drawMutants(
    paths.flatMap((path) => sources.get(path)?.mutants.filter(isWanted) ?? []),
    sample,
    seed,
    (mutant) =>
      compiler.compiles(mutant.path, applyMutant(sources.get(mutant.path)?.text ?? "", mutant)),
  );
  const tried: Tried[] = [];
  // All workers take mutants from one generator.
  await Promise.all(
    workers.map(async (worker) => {
      for (const mutant of drawn) {
        const source = sources.get(mutant.path);
        if (source === undefined) continue;
        const result = await tryMutant(mutant, source, tests, worker, settings);
        tried.push(result);
        printLine(describe(result));
      }
    }),
  );
  return tried;
}

/** The distances from each file of tests, without those that are skipped. */
async function measureDistances(
  imports: Imports,
  workers: readonly Worker[],
  { root, skippedFolders }: TrialSettings,
): Promise<ReadonlyMap<string, Distances>> {
  const [tests = []] = await Promise.all(workers.map((worker) => worker.start()));
  const isSkipped = (test: string): boolean =>
    skippedFolders.some((folder) => test.startsWith(`${folder}/`));
  return new Map(
    tests
      .map((path) => relative(root, path))
      .filter((test) => !isSkipped(test))
      .map((test) => [test, imports.measure(test)]),
  );
}

/** Measures which mutants the tests reach that may load one of the files. */
async function measureReaches(
  paths: readonly string[],
  sources: ReadonlyMap<string, Source>,
  imports: Imports,
  distances: ReadonlyMap<string, Distances>,
  workers: readonly Worker[],
  root: string,
): Promise<ReadonlyMap<string, Reach>> {
  const related = [...distances].flatMap(([test, toFiles]) =>
    imports.isOpen(test) || paths.some((path) => toFiles.has(path)) ? [test] : [],
  );
  const hashes = new Map(
    [...sources].map(([path, { instrumented }]) => [path, hashOf(instrumented)]),
  );
  const reaches = await new ReachMeter(root, imports, hashes).measure(
    related,
    new Set(paths),
    workers,
    printLine,
  );
  for (const [test, { problem }] of reaches)
    if (problem !== undefined) printLine(`leaves out ${test}: ${problem}`);
  return reaches;
}

/** Runs the tests that reach a mutant, until one fails or the budget is spent. The first one is always run. */
async function tryMutant(
  mutant: Mutant,
  source: Source,
  { distances, reaches }: MeasuredTests,
  worker: Worker,
  { root, budget }: TrialSettings,
): Promise<Tried> {
  const { path } = mutant;
  const index = source.mutants.indexOf(mutant);
  const reaching = [...reaches].filter(
    ([, { problem, files }]) => problem === undefined && files[path]?.indices.includes(index),
  );
  const place = describePlace(mutant, source.text);
  const facts = { ...place, reason: findReason(place) };
  let remaining = budget;
  let count = 0;
  for (const test of orderTests(path, reaching, (each) => distances.get(each) ?? new Map())) {
    const duration = reaches.get(test)?.milliseconds ?? 0;
    if (count > 0 && remaining < duration) continue;
    remaining -= duration;
    count++;
    const run = await worker.run(
      { test: join(root, test), active: { path, index }, record: undefined },
      MAX_SLOWDOWN * duration,
    );
    if (run.kind === "hung") return { ...facts, state: "hung", by: test };
    if (!run.answer.passed)
      return { ...facts, state: "caught", by: `${test}: ${run.answer.failure}` };
  }
  const by = `${count} of ${reaching.length} files of tests`;
  return { ...facts, state: reaching.length === 0 ? "unreached" : "survived", by };
}

/** A mutant hangs if a file of tests takes so many times as long as without it. */
const MAX_SLOWDOWN = 4;

function findReason({ path, text, mutation }: MutantPlace): string | undefined {
  return EXPLAINED.find(
    (explanation) =>
      explanation.path === path && explanation.line === text && explanation.mutation === mutation,
  )?.reason;
}

function applyMutant(text: string, { start, end, form, replacement }: Mutant): string {
  // A property leaves its comma, which would be one too many.
  const tail = form === "property" ? text.slice(end).replace(/^\s*,/, "") : text.slice(end);
  return text.slice(0, start) + (form === "statement" ? "{}" : replacement) + tail;
}

/** The line of a mutant, and the mutation, by which it is found again. */
export function describePlace({ path, start, end, operator }: Mutant, text: string): MutantPlace {
  const before = text.slice(0, start).split("\n");
  const line = text.split("\n")[before.length - 1]?.trim() ?? "";
  const mutation = `${operator}: ${shorten(text.slice(start, end))}`;
  return { path, line: before.length, text: line, mutation };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

// ---- Types

export type MutantPlace = Pick<Tried, "path" | "line" | "text" | "mutation">;

/** Files of tests: their distances from the sources, and the mutants that they reach. */
interface MeasuredTests {
  readonly distances: ReadonlyMap<string, Distances>;
  readonly reaches: ReadonlyMap<string, Reach>;
}

/** A source file with all its mutants. */
export interface Source {
  readonly text: string;
  readonly mutants: readonly Mutant[];
  /** The text in which a switch chooses a mutant. */
  readonly instrumented: string;
}

export interface TrialSettings {
  /** The folder of the repository. */
  readonly root: string;
  readonly isWanted: (mutant: Mutant) => boolean;
  /** Folders of tests that are left out. */
  readonly skippedFolders: readonly string[];
  /** The number of mutants to draw; without one, all are tried. */
  readonly sample: number | undefined;
  readonly seed: number;
  /** Milliseconds of tests for a mutant, after the first one. */
  readonly budget: number;
}
