/** Draws a sample of mutants in which each folder has its share. */
import { groupBy } from "../../codegen/model/group-by.js";
import { createRandom } from "../../test/random.js";
import type { Mutant } from "./mutant.js";

/**
 * Draws mutants by a seed, each folder in proportion to what it has and at least a few of it, until there
 * are `count` that compile; all that compile without a count.
 */
export function* drawMutants(
  mutants: readonly Mutant[],
  count: number | undefined,
  seed: number,
  compiles: (mutant: Mutant) => boolean,
): Generator<Mutant, void> {
  if (count === undefined) {
    for (const mutant of mutants) if (compiles(mutant)) yield mutant;
    return;
  }
  const folders = groupBy(shuffle(mutants, seed), ({ path }) => folderOf(path));
  for (const [, ofFolder] of [...folders].sort()) {
    const share = Math.round((count * ofFolder.length) / mutants.length);
    let remaining = Math.max(MIN_PER_FOLDER, share);
    for (const mutant of ofFolder) {
      if (remaining === 0) break;
      if (!compiles(mutant)) continue;
      remaining--;
      yield mutant;
    }
  }
}

const MIN_PER_FOLDER = 3;

function shuffle(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const random = createRandom(seed);
  const keyed = mutants.map((mutant) => ({ mutant, key: random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ mutant }) => mutant);
}

/** The folder that the report counts by: `src/request/client`, or `src` for a file in it. */
export const folderOf = (path: string): string =>
  /^[^/]+(?:\/[^/]+(?=\/)){0,2}/.exec(path)?.[0] ?? path;
