/** Draws a sample of mutants in which each folder has its share. */
import { createRandom } from "../../test/random.js";
import type { Mutant } from "./places.js";

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
  const random = createRandom(seed);
  const keyed = mutants.map((mutant) => ({ mutant, key: random() }));
  if (count === undefined) {
    for (const mutant of mutants) if (compiles(mutant)) yield mutant;
    return;
  }
  const folders = groupBy(
    keyed.sort((a, b) => a.key - b.key).map(({ mutant }) => mutant),
    ({ path }) => folderOf(path),
  );
  for (const [, ofFolder] of [...folders].sort()) {
    let left = Math.max(LEAST, Math.round((count * ofFolder.length) / mutants.length));
    for (const mutant of ofFolder) {
      if (left === 0) break;
      if (!compiles(mutant)) continue;
      left--;
      yield mutant;
    }
  }
}

/** Of each folder, however small. */
const LEAST = 3;

/** The folder that the report counts by: `src/request/client`, or `src` for a file in it. */
export const folderOf = (path: string): string =>
  /^[^/]+(?:\/[^/]+(?=\/)){0,2}/.exec(path)?.[0] ?? path;

export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
