/** Sample numbers, chosen by the name of the property, and as near to that as the limits allow. */
import { isMultiple, type Limits } from "../../json-schema/plan.js";

/** A number that respects the limits: `1` for an `id`, a time for `created_at`, else `0` or what is next to it. */
export function sampleNumber(name: string, limits: Limits): number {
  const { least, most } = boundsOf(limits);
  const near = Math.min(Math.max(numberByName(name), least), most);
  return toMultiple(near, most, limits.multipleOf);
}

function numberByName(name: string): number {
  if (name.endsWith("_at")) return TIMESTAMP;
  return /(^|_)(id|number)$/.test(name) ? 1 : 0;
}

/** 2026-01-01T00:00:00Z in seconds, for numeric timestamps. */
const TIMESTAMP = 1_767_225_600;

/** The next multiple, or the last one before a greatest number. */
function toMultiple(number: number, most: number, step: number | undefined): number {
  if (step === undefined || isMultiple(number, step)) return number;
  const next = Math.ceil(number / step) * step;
  return next <= most ? next : Math.floor(number / step) * step;
}

/** Tests whether an example is a number that a sample may be. */
export function isFittingNumber(value: unknown, limits: Limits): value is number {
  if (typeof value !== "number") return false;
  const { least, most } = boundsOf(limits);
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = limits;
  const isInside = value > exclusiveMinimum && value < exclusiveMaximum;
  // The bounds can be the exclusive limits themselves, if there is no number between them.
  if (!isInside || value < least || value > most) return false;
  return multipleOf === undefined || isMultiple(value, multipleOf);
}

/**
 * The bounds of samples. A sample keeps a distance of 1 from an exclusive limit, and half of the room where there is
 * less: numbers above 0 begin at 1, and between 0 and 1 there is 0.5.
 */
function boundsOf({
  minimum = -Infinity,
  maximum = Infinity,
  exclusiveMinimum: above = -Infinity,
  exclusiveMaximum: below = Infinity,
}: Limits): Bounds {
  const room = Math.min(below, maximum) - Math.max(above, minimum);
  const distance = Math.min(1, room / 2);
  return { least: Math.max(minimum, above + distance), most: Math.min(maximum, below - distance) };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}
