/** Compares what two schemas say of a single value: whether it may be null, its types, its listed values, its limits. */
import type { Direction } from "../json-schema/model-schemas.js";
import { LIMITS } from "../json-schema/plan.js";
import type { Effect, ReportEffect } from "./effects.js";
import type { Shape } from "./shape.js";
import type { Sides } from "./types.js";

/** Reports that a value is deprecated, or is no longer. */
export function compareDeprecation(
  { before, after }: Sides<Pick<Shape, "isDeprecated">>,
  report: ReportEffect,
): void {
  if (before.isDeprecated !== after.isDeprecated)
    report(after.isDeprecated ? "is deprecated" : "is no longer deprecated");
}

/** Reports that a value may be null, or never is. */
export function compareNull(
  { before, after }: Sides<Pick<Shape, "isNullable">>,
  report: ReportEffect,
): void {
  if (before.isNullable !== after.isNullable)
    report(after.isNullable ? "may be null now" : "is never null now");
}

/** @returns `undefined` if the types are the same. */
export function compareTypes({ before, after }: Sides<Shape>): Effect | undefined {
  const [one, other] = [before.types.join(), after.types.join()];
  if (one === other) return undefined;
  if (one === "integer" && other === "number") return "may have fractions now";
  if (one === "number" && other === "integer") return "is a whole number now";
  return "has another type";
}

/** Compares listed values. One of the sides has some. */
export function compareValues({ before, after }: Sides<Shape>, report: ReportEffect): void {
  const [one, other] = [before.values, after.values];
  if (one === undefined) {
    report("has a list of values now");
    return;
  }
  if (other === undefined) {
    report(one.isOpen ? "has an open list of values no more" : "has no list of values any more");
    return;
  }
  if (!one.isOpen && other.isOpen) report("may have values that are not listed");
  const [olds, news] = [one.listed.map(printValue), other.listed.map(printValue)];
  const gone = olds.filter((value) => !news.includes(value));
  const added = news.filter((value) => !olds.includes(value));
  if (gone.length > 0)
    report(other.isOpen ? "lacks values of an open list" : "lacks values", {
      before: gone.join(", "),
    });
  if (added.length > 0)
    report(one.isOpen ? "has new values that programs expect" : "has new values", {
      after: added.join(", "),
    });
}

function printValue(value: unknown): string {
  return JSON.stringify(value);
}

// ---- Limits

/** Compares the limits of texts, numbers and lists. */
export function compareLimits(
  before: Shape,
  after: Shape,
  direction: Direction,
  report: ReportEffect,
): void {
  for (const bound of BOUNDS) compareBounds(bound, before, after, report);
  for (const key of LIMITS) {
    const [one, other] = [before.limits[key], after.limits[key]];
    if (one === other || BOUND_KEYS.has(key)) continue;
    const detail = { before: describeLimit(key, one), after: describeLimit(key, other) };
    // A time may be sent as a `Date`; without the format, it no longer may.
    const losesDate = key === "format" && one === "date-time" && direction === "sent";
    report(losesDate || isStricter(key, one, other) ? "is stricter" : "is less strict", detail);
  }
}

function describeLimit(key: string, value: string | number | boolean | undefined): string {
  return value === undefined ? `no ${key}` : `${key}: ${value}`;
}

function isStricter(key: string, before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  if (before === undefined || typeof before !== "number" || typeof after !== "number") return true;
  // Each multiple of 4 is one of 2.
  if (key === "multipleOf") return !Number.isInteger(before / after);
  return UPPER_LIMITS.has(key) ? after < before : after > before;
}

/** Limits where a greater number allows more; for the others it allows less. */
const UPPER_LIMITS = new Set(["maxLength", "maxItems", "maxProperties"]);

// ---- Bounds

/** The two forms of a bound, and the sign that makes the greater of two numbers the stricter one. */
const BOUNDS = [
  { inclusive: "minimum", exclusive: "exclusiveMinimum", sign: 1 },
  { inclusive: "maximum", exclusive: "exclusiveMaximum", sign: -1 },
] as const;

const BOUND_KEYS: ReadonlySet<string> = new Set(
  BOUNDS.flatMap(({ inclusive, exclusive }) => [inclusive, exclusive]),
);

/** Compares the numbers that are allowed, whichever of the two forms says so: for integers, `> 0` is `>= 1`. */
function compareBounds(keys: BoundKeys, before: Shape, after: Shape, report: ReportEffect): void {
  const [one, other] = [readBound(keys, before), readBound(keys, after)];
  const order = compareStrictness(one, other, keys.sign);
  if (order === 0) return;
  // A side without a bound has none of the form that the other side has.
  const none = describeLimit((one ?? other)?.key ?? keys.inclusive, undefined);
  const detail = { before: one?.text ?? none, after: other?.text ?? none };
  report(order < 0 ? "is stricter" : "is less strict", detail);
}

/** Reads the stricter one of the two forms. */
function readBound({ inclusive, exclusive, sign }: BoundKeys, shape: Shape): Bound | undefined {
  const isWhole = shape.types.length === 1 && shape.types[0] === "integer";
  const bounds = [inclusive, exclusive].flatMap((key) => {
    const limit = shape.limits[key];
    if (limit === undefined) return [];
    const text = describeLimit(key, limit);
    const bound = { key, limit, isExclusive: key === exclusive, text };
    return [isWhole ? toWholeBound(bound, sign) : bound];
  });
  return bounds.sort((a, b) => compareStrictness(b, a, sign))[0];
}

/** The inclusive bound that allows the same integers: `>= 3` for `> 2` and for `> 2.5`. */
function toWholeBound(bound: Bound, sign: 1 | -1): Bound {
  // Multiplied by the sign, an upper bound is rounded as a lower one.
  const limit = sign * bound.limit;
  const least = bound.isExclusive ? Math.floor(limit) + 1 : Math.ceil(limit);
  return { ...bound, limit: sign * least, isExclusive: false };
}

/** Negative if the other bound is stricter, positive if it allows more. */
function compareStrictness(one: Bound | undefined, other: Bound | undefined, sign: 1 | -1): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  const difference = sign * (one.limit - other.limit);
  return difference === 0 ? Number(one.isExclusive) - Number(other.isExclusive) : difference;
}

// ---- Types

type BoundKeys = (typeof BOUNDS)[number];

/** The least or the greatest number that a schema allows. */
interface Bound {
  /** The keyword of the schema. */
  readonly key: string;
  readonly limit: number;
  /** The number itself is not allowed. */
  readonly isExclusive: boolean;
  /** The keyword with its number, as the schema has them. */
  readonly text: string;
}
