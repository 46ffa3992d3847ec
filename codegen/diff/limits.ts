/** Compares the limits that two schemas set to texts, numbers and lists. */
import type { Direction } from "../json-schema/model-schemas.js";
import { isMultiple, LIMITS } from "../json-schema/plan.js";
import type { ReportEffect } from "./effects.js";
import type { Shape } from "./shape.js";
import type { Sides } from "./types.js";

/** Reports each limit that allows less or more than before. */
export function compareLimits(
  { before, after }: Sides<Shape>,
  direction: Direction,
  report: ReportEffect,
): void {
  for (const keys of BOUNDS) compareBounds(keys, { before, after }, report);
  for (const key of LIMITS) {
    const [limitBefore, limitAfter] = [before.limits[key], after.limits[key]];
    if (limitBefore === limitAfter || BOUND_KEYS.has(key)) continue;
    // A time may be sent as a `Date`; without the format, it no longer may.
    const losesDate = key === "format" && limitBefore === "date-time" && direction === "sent";
    const isNowStricter = losesDate || isStricter(key, limitBefore, limitAfter);
    report(isNowStricter ? "is stricter" : "is less strict", {
      before: describeLimit(key, limitBefore),
      after: describeLimit(key, limitAfter),
    });
  }
}

function describeLimit(key: string, value: string | number | boolean | undefined): string {
  return value === undefined ? `no ${key}` : `${key}: ${value}`;
}

function isStricter(key: string, before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  // Texts and flags have no order: any change counts as stricter.
  if (typeof before !== "number" || typeof after !== "number") return true;
  // Each multiple of 4 is one of 2.
  if (key === "multipleOf") return !isMultiple(before, after);
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
function compareBounds(keys: BoundKeys, shapes: Sides<Shape>, report: ReportEffect): void {
  const [before, after] = [readBound(keys, shapes.before), readBound(keys, shapes.after)];
  const order = compareStrictness(before, after, keys.sign);
  if (order === 0) return;
  // A side without a bound has none of the form that the other side has.
  const none = describeLimit((before ?? after)?.key ?? keys.inclusive, undefined);
  report(order < 0 ? "is stricter" : "is less strict", {
    before: before?.text ?? none,
    after: after?.text ?? none,
  });
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

/** Negative if the other bound is stricter, positive if it allows more; no bound allows all. */
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
