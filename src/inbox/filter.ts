/** Filters of deliveries, as callers give them to an inbox. */
import {
  expectInteger,
  expectOneOf,
  expectSignal,
  readOptions,
  unexpected,
} from "../base/expect.js";
import type { OptionNames } from "../base/nearest.js";
import type { DeliveryState, StoreFilter } from "./store.js";
import { toStorable } from "./store-rules.js";
import type { InboxFilter } from "./types.js";

export const DELIVERY_STATES: readonly DeliveryState[] = ["waiting", "running", "done", "dead"];
const TEXT_KEYS = ["id", "name", "before", "text"] as const;
const TIME_KEYS = ["since", "until"] as const;
const FILTER_KEYS: OptionNames<InboxFilter> = {
  id: true,
  name: true,
  before: true,
  text: true,
  since: true,
  until: true,
  state: true,
  limit: true,
  keys: true,
  signal: true,
};

/**
 * Checks a filter. An unknown key is refused: a misspelt one would match every delivery.
 * @throws TypeError for a filter or a value of the wrong type.
 * @throws RangeError for a limit out of range.
 */
export function readFilter(filter: InboxFilter): StoreFilter {
  const checked = readOptions(filter, "The filter", "an object", FILTER_KEYS);
  const unknown = Object.keys(checked).find((key) => !Object.hasOwn(FILTER_KEYS, key));
  if (unknown !== undefined) {
    const names = Object.keys(FILTER_KEYS).join(", ");
    throw new TypeError(`The filter has the key ${unknown}; expected one of ${names}.`);
  }
  expectSignal(checked.signal);
  const storeFilter: Record<string, string | number | readonly string[] | AbortSignal> = {};
  for (const key of TEXT_KEYS) {
    if (checked[key] !== undefined)
      storeFilter[key] = toStorable(expectString(checked[key], `\`${key}\``));
  }
  for (const key of TIME_KEYS) {
    if (checked[key] !== undefined) storeFilter[key] = expectTime(checked[key], `\`${key}\``);
  }
  const { state, limit, keys, signal } = checked;
  if (state !== undefined) storeFilter["state"] = expectOneOf(state, "`state`", DELIVERY_STATES);
  if (limit !== undefined) storeFilter["limit"] = expectInteger(limit, "`limit`");
  if (keys !== undefined) storeFilter["keys"] = expectKeyList(keys);
  if (signal !== undefined) storeFilter["signal"] = signal;
  return storeFilter;
}

function expectKeyList(keys: unknown): readonly string[] {
  if (!Array.isArray(keys)) throw unexpected(keys, "`keys`", "an array of strings");
  return keys.map((key) => expectString(key, "An element of `keys`"));
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
