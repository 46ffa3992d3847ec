/**
 * Products of tables (each position with each value) have hundreds of cases that differ little. `npm
 * test` draws some of each row; `npm run test:all`, which CI runs, takes them whole. Never sampled:
 * official vectors, the contract suite, and cases that were picked by hand.
 */
import { createRandom } from "./random.js";

/** Fixed, so that every run of `npm test` draws the same cases. */
const SEED = 20_261_121;

/** Set by vitest.config.ts from `--mode all`. */
export const isWhole = process.env["TYPEWIRE_TEST_MODE"] === "all";

/**
 * Some of the cases, in their order: those that must never be missing, and others drawn up to a
 * number in all. The row is a part of the seed, so that each row of a product draws others.
 */
export function sample<Case>(
  row: string,
  cases: readonly Case[],
  most: number,
  isCorner: (value: Case) => boolean = () => false,
): readonly Case[] {
  if (isWhole || cases.length <= most) return cases;
  const random = createRandom(SEED + hash(row));
  const corners = cases.filter(isCorner);
  const others = cases.filter((value) => !isCorner(value));
  const drawn = others
    .map((value) => ({ value, order: random() }))
    .sort((left, right) => left.order - right.order)
    .slice(0, Math.max(0, most - corners.length))
    .map(({ value }) => value);
  const chosen = new Set([...corners, ...drawn]);
  return cases.filter((value) => chosen.has(value));
}

/** How often something is repeated: a fifth of the whole in `npm test`. */
export function repetitions(whole: number): number {
  return isWhole ? whole : whole / 5;
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (Math.imul(value, 31) + character.charCodeAt(0)) >>> 0;
  return value;
}
