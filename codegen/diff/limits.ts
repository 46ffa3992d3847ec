/** Compares the limits of texts, numbers and lists. */
import type { Direction } from "../json-schema/model-schemas.js";
import { LIMITS } from "../json-schema/plan.js";
import type { Shape } from "./shape.js";

/** Adds a change of a limit. */
type SayLimit = (
  effect: "is stricter" | "is less strict",
  detail: { readonly before: string; readonly after: string },
) => void;

/** Limits where a greater number allows more; for the others it allows less. */
const UPPER = new Set(["maxLength", "maxItems", "maxProperties"]);

/** The two forms of a bound, and the sign that makes the greater of two numbers the stricter one. */
const BOUNDS = [
  { inclusive: "minimum", exclusive: "exclusiveMinimum", sign: 1 },
  { inclusive: "maximum", exclusive: "exclusiveMaximum", sign: -1 },
] as const;

type BoundKeys = (typeof BOUNDS)[number];

const BOUND_KEYS: ReadonlySet<string> = new Set(
  BOUNDS.flatMap(({ inclusive, exclusive }) => [inclusive, exclusive]),
);

export function compareLimits(
  before: Shape,
  after: Shape,
  direction: Direction,
  say: SayLimit,
): void {
  for (const bound of BOUNDS) compareBounds(bound, before, after, say);
  for (const key of LIMITS) {
    const [one, other] = [before.limits[key], after.limits[key]];
    if (one === other || BOUND_KEYS.has(key)) continue;
    const detail = { before: describeLimit(key, one), after: describeLimit(key, other) };
    // A time may be sent as a `Date`; without the format, it no longer may.
    const losesDate = key === "format" && one === "date-time" && direction === "sent";
    say(losesDate || isStricter(key, one, other) ? "is stricter" : "is less strict", detail);
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
  return UPPER.has(key) ? after < before : after > before;
}

// ---- Bounds

/** The least or the greatest number, in the form that the schema gives it. */
interface Bound {
  readonly limit: number;
  /** The number itself is not allowed. */
  readonly isExclusive: boolean;
  readonly text: string;
}

/** Compares the numbers that are allowed, whichever of the two forms says so: for integers, `> 0` is `>= 1`. */
function compareBounds(keys: BoundKeys, before: Shape, after: Shape, say: SayLimit): void {
  const [one, other] = [readBound(keys, before), readBound(keys, after)];
  const order = compareStrictness(one, other, keys.sign);
  if (order === 0) return;
  const none = `no ${(one ?? other)?.text.split(":")[0] ?? keys.inclusive}`;
  const detail = { before: one?.text ?? none, after: other?.text ?? none };
  say(order < 0 ? "is stricter" : "is less strict", detail);
}

/** Reads the stricter one of the two forms. */
function readBound({ inclusive, exclusive, sign }: BoundKeys, shape: Shape): Bound | undefined {
  const isWhole = shape.types.length === 1 && shape.types[0] === "integer";
  const found = [inclusive, exclusive].flatMap((key) => {
    const limit = shape.limits[key];
    if (limit === undefined) return [];
    const bound = { limit, isExclusive: key === exclusive, text: `${key}: ${limit}` };
    return [isWhole ? toWholeBound(bound, sign) : bound];
  });
  return found.sort((a, b) => compareStrictness(b, a, sign))[0];
}

function toWholeBound({ limit, isExclusive, text }: Bound, sign: 1 | -1): Bound {
  const up = sign * limit;
  const least = isExclusive ? Math.floor(up) + 1 : Math.ceil(up);
  return { limit: sign * least, isExclusive: false, text };
}

/** Negative if the other bound is stricter, positive if it allows more. */
function compareStrictness(one: Bound | undefined, other: Bound | undefined, sign: 1 | -1): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  const difference = sign * (one.limit - other.limit);
  return difference === 0 ? Number(one.isExclusive) - Number(other.isExclusive) : difference;
}
