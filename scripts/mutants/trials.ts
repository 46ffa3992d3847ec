/** Tries mutants: each on the tests that reach it, the nearest and shortest first, until one fails. */
import { join, relative } from "node:path";
import { chooseTests, type MeasuredTests } from "./chosen-tests.js";
import type { Compiler } from "./compiler.js";
import { EXPLAINED } from "./explained.js";
import { type Distances, Imports } from "./imports.js";
import {
  applyMutant,
  describePlace,
  type Mutant,
  type MutantPlace,
  type Source,
} from "./mutant.js";
import { hashOf, ReachMeter } from "./reach.js";
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
  const { isWanted, sample, seed } = settings;
  const tests = await measureTests(paths, sources, workers, settings);
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

// ---- The tests

/** Measures how far the tests are from the sources, and which mutants they reach. */
async function measureTests(
  paths: readonly string[],
  sources: ReadonlyMap<string, Source>,
  workers: readonly Worker[],
  { root, skippedFolders }: TrialSettings,
): Promise<MeasuredTests> {
  const imports = new Imports(root);
  const distances = measureDistances(await listTests(workers, root), imports, skippedFolders);
  const hashes = [...sources].map(
    ([path, { instrumented }]) => [path, hashOf(instrumented)] as const,
  );
  const meter = new ReachMeter(root, imports, new Map(hashes));
  const related = findRelated(paths, distances, imports);
  const reaches = await meter.measure(related, new Set(paths), workers, printLine);
  for (const [test, { problem }] of reaches)
    if (problem !== undefined) printLine(`leaves out ${test}: ${problem}`);
  return { distances, reaches };
}

/** Starts the workers, each of which lists all files of tests. */
async function listTests(workers: readonly Worker[], root: string): Promise<readonly string[]> {
  const [tests = []] = await Promise.all(workers.map((worker) => worker.start()));
  return tests.map((path) => relative(root, path));
}

/** The distances from each file of tests, without those that are skipped. */
function measureDistances(
  tests: readonly string[],
  imports: Imports,
  skippedFolders: readonly string[],
): ReadonlyMap<string, Distances> {
  const isSkipped = (test: string): boolean =>
    skippedFolders.some((folder) => test.startsWith(`${folder}/`));
  const chosen = tests.filter((test) => !isSkipped(test));
  return new Map(chosen.map((test) => [test, imports.measure(test)]));
}

/** Finds the tests that may load one of the files. */
function findRelated(
  paths: readonly string[],
  distances: ReadonlyMap<string, Distances>,
  imports: Imports,
): readonly string[] {
  return [...distances].flatMap(([test, toFiles]) =>
    imports.isOpen(test) || paths.some((path) => toFiles.has(path)) ? [test] : [],
  );
}

// ---- A mutant

/** Runs the tests that reach a mutant, until one fails or the budget is spent. The first one is always run. */
async function tryMutant(
  mutant: Mutant,
  source: Source,
  tests: MeasuredTests,
  worker: Worker,
  { root, budget }: TrialSettings,
): Promise<Tried> {
  const { path } = mutant;
  const index = source.mutants.indexOf(mutant);
  const place = describePlace(mutant, source.text);
  const facts = { ...place, reason: findReason(place) };
  const reaching = chooseTests(path, index, tests);
  let remaining = budget;
  let count = 0;
  for (const { test, milliseconds } of reaching) {
    if (count > 0 && remaining < milliseconds) continue;
    remaining -= milliseconds;
    count++;
    const run = await worker.run(
      { test: join(root, test), active: { path, index }, record: undefined },
      MAX_SLOWDOWN * milliseconds,
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

// ---- Types

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
