/** Chooses the tests on which a mutant is tried. */
import type { Distances } from "./imports.js";
import type { Reach } from "./reach.js";

/**
 * Finds the tests that reach a mutant. Those that fail soonest come first: quick ones, and those near the
 * source, in its own folder or by few imports.
 * @param path The source of the mutant.
 * @param index The place of the mutant among those of the source.
 */
export function chooseTests(
  path: string,
  index: number,
  { distances, reaches }: MeasuredTests,
): readonly ChosenTest[] {
  const folders = path.split("/").slice(1, -1); // such as `receive` and `webhooks`
  const weigh = (test: string): number => {
    if (folders.some((folder) => test.startsWith(`test/${folder}/`))) return NEAR_DISTANCE;
    return distances.get(test)?.get(path) ?? UNKNOWN_DISTANCE;
  };
  return [...reaches]
    .filter(([, { problem, files }]) => {
      return problem === undefined && files[path]?.indices.includes(index);
    })
    .map(([test, { milliseconds }]) => ({ test, milliseconds, cost: milliseconds * weigh(test) }))
    .sort((one, other) => one.cost - other.cost);
}

/** Less than one import. */
const NEAR_DISTANCE = 0.2;

/** For a test that reaches a source without importing it, such as by a process of its own. */
const UNKNOWN_DISTANCE = 20;

// ---- Types

/** By path of a file of tests: its distances from the sources, and the mutants that it reaches. */
export interface MeasuredTests {
  readonly distances: ReadonlyMap<string, Distances>;
  readonly reaches: ReadonlyMap<string, Reach>;
}

export interface ChosenTest {
  /** The path of the file of tests. */
  readonly test: string;
  /** The time that it takes without a mutant. */
  readonly milliseconds: number;
}
