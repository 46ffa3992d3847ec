/**
 * Products of tables (each position with each value) have hundreds of cases that differ little. `npm
 * test` draws some of each row, and `npm run test:all` takes them whole. CI runs `--mode rest` after `npm test`,
 * which takes the others of a row, or as many of them as its test says. Never sampled: official vectors, the
 * contract suite, and cases that were picked by hand.
 */
import { createRandom } from "./random.js";

/** Fixed, so that every run of `npm test` draws the same cases. */
const SEED = 20_261_121;

/** Set by vitest.config.ts from `--mode`. */
const MODE = process.env["TYPEWIRE_TEST_MODE"];

export const isWhole = MODE === "all" || MODE === "rest";

/** Set in a run that follows `npm test`, and need not repeat it. */
export const isRest = MODE === "rest";

/**
 * Some of the cases, in their order: those that must never be missing, and others drawn up to a
 * number in all. The row is a part of the seed, so that each row of a product draws others.
 * @param mostOfRest Of those that `npm test` leaves out, `--mode rest` draws so many. Default: all.
 */
export function sample<Case>(
  row: string,
  cases: readonly Case[],
  most: number,
  isCorner: (value: Case) => boolean = () => false,
  mostOfRest = cases.length,
): readonly Case[] {
  if (cases.length <= most || (isWhole && !isRest)) return cases;
  const drawn = draw(row, cases, most, isCorner);
  if (!isRest) return drawn;
  const rest = cases.filter((value) => !drawn.includes(value));
  return draw(row, rest, mostOfRest, () => false);
}

function draw<Case>(
  row: string,
  cases: readonly Case[],
  most: number,
  isCorner: (value: Case) => boolean,
): readonly Case[] {
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
