/** Filters of deliveries, as callers give them to an inbox. */
import {
  copyOwn,
  expectInteger,
  expectObject,
  expectOneOf,
  expectString,
  expectTime,
  unexpected,
} from "../base/expect.js";
import { checkOptionNames } from "../base/nearest.js";
import type { DeliveryState, StoreFilter } from "./store.js";
import { toStorable } from "./store-rules/values.js";
import type { InboxFilter } from "./types.js";

export const DELIVERY_STATES: readonly DeliveryState[] = ["waiting", "running", "done", "dead"];

/**
 * Checks a filter. Keys without a value are left out, so that defaults are not overwritten.
 * @throws TypeError for a filter or a value of the wrong type, and for an unknown key.
 * @throws RangeError for a limit out of range.
 */
export function readFilter(filter: InboxFilter): StoreFilter {
  expectObject(filter, "The filter", "an object");
  expectKnownKeys(filter);
  const given = copyOwn(filter);
  const present = KEYS.filter((key) => given[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, CHECKS[key](given[key], `\`${key}\``)]));
}

/** Refuses every unknown key, not only one that resembles another: without it, the filter would match more. */
function expectKnownKeys(filter: InboxFilter): void {
  checkOptionNames(filter, CHECKS); // says which key a misspelt one was probably meant to be
  const unknown = Object.keys(filter).find((key) => !Object.hasOwn(CHECKS, key));
  if (unknown === undefined) return;
  throw new TypeError(`The filter has the key ${unknown}; expected one of ${KEYS.join(", ")}.`);
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

const KEYS = /* @__PURE__ */ Object.keys(CHECKS) as readonly (keyof InboxFilter)[]; // its type says so

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

/** Function for each key, which checks a value and returns it as a store takes it. */
type FilterChecks = {
  readonly [Key in keyof InboxFilter]-?: (
    value: unknown,
    what: string,
  ) => NonNullable<StoreFilter[Key]>;
};
