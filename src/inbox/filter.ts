/** Filters of deliveries, as callers give them to an inbox. */
import { copyOwn, expectInteger, expectObject, expectOneOf, unexpected } from "../base/expect.js";
import { checkOptionNames } from "../base/nearest.js";
import type { DeliveryState, StoreFilter } from "./store.js";
import { toStorable } from "./store-rules.js";
import type { InboxFilter } from "./types.js";

export const DELIVERY_STATES: readonly DeliveryState[] = ["waiting", "running", "done", "dead"];

/**
 * Checks a filter. An unknown key is refused: a misspelt one would match every delivery. Keys without a value are
 * left out, so that defaults are not overwritten.
 * @throws TypeError for a filter or a value of the wrong type.
 * @throws RangeError for a limit out of range.
 */
export function readFilter(filter: InboxFilter): StoreFilter {
  expectObject(filter, "The filter", "an object");
  checkOptionNames(filter, CHECKS);
  const given = copyOwn(filter);
  const known = Object.keys(CHECKS) as readonly (keyof InboxFilter)[]; // its type says so
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(CHECKS, key));
  if (unknown !== undefined) {
    throw new TypeError(`The filter has the key ${unknown}; expected one of ${known.join(", ")}.`);
  }
  const present = known.filter((key) => given[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, CHECKS[key](given[key], `\`${key}\``)]));
}

/** Checks of the values, by key. */
const CHECKS: FilterChecks = {
  id: expectStorable,
  name: expectStorable,
  before: expectStorable,
  text: expectStorable,
  since: expectTime,
  until: expectTime,
  state: (value, what) => expectOneOf(value, what, DELIVERY_STATES),
  limit: (value, what) => expectInteger(value, what),
  keys: expectKeyList,
  signal: expectAbortSignal,
};

function expectStorable(value: unknown, what: string): string {
  return toStorable(expectString(value, what));
}

function expectKeyList(keys: unknown, what: string): readonly string[] {
  if (!Array.isArray(keys)) throw unexpected(keys, what, "an array of strings");
  return keys.map((key) => expectString(key, `An element of ${what}`));
}

function expectAbortSignal(signal: unknown, what: string): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  throw unexpected(signal, what, "an AbortSignal");
}

export function expectString(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw unexpected(value, what, "a string");
}

export function expectTime(value: unknown, what: string): number {
  const time = value instanceof Date ? value.getTime() : value;
  if (typeof time === "number" && Number.isFinite(time)) return time;
  throw unexpected(value, what, "a Date, or milliseconds since 1970");
}

/** Function for each key, which checks a value and returns it as a store takes it. */
type FilterChecks = {
  readonly [Key in keyof InboxFilter]-?: (
    value: unknown,
    what: string,
  ) => NonNullable<StoreFilter[Key]>;
};
