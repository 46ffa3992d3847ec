import { expectInteger, expectOneOf, readOptions, unexpected } from "../expect.js";
import type { DeliveryState, StoreFilter } from "./store.js";
import { toStorable } from "./stored-text.js";

/** Everything that is given must match. */
export interface InboxFilter {
  readonly id?: string | undefined;
  /** Of the event, without an action. */
  readonly name?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Received then or later: a `Date`, or milliseconds since 1970. */
  readonly since?: Date | number | undefined;
  /** Received before then. */
  readonly until?: Date | number | undefined;
  /** The `key` of the last delivery of the page before. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

const STATES: readonly DeliveryState[] = ["waiting", "running", "done", "dead"];
const TEXTS = ["id", "name", "before"] as const;
const TIMES = ["since", "until"] as const;

/**
 * Checks a filter. An unknown key is refused: a misspelt one would match every delivery.
 * @throws TypeError for a filter or a value of the wrong type.
 * @throws RangeError for a limit out of range.
 */
export function readFilter(filter: InboxFilter): StoreFilter {
  const given = readOptions(filter, "The filter", "an object");
  const known = new Set<string>([...TEXTS, ...TIMES, "state", "limit"]);
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown !== undefined) {
    const names = [...known].join(", ");
    throw new TypeError(`The filter has the key ${unknown}; expected one of ${names}.`);
  }
  const read: Record<string, string | number> = {};
  for (const key of TEXTS) {
    if (given[key] !== undefined) read[key] = toStorable(expectString(given[key], `\`${key}\``));
  }
  for (const key of TIMES) {
    if (given[key] !== undefined) read[key] = expectTime(given[key], `\`${key}\``);
  }
  if (given.state !== undefined) read["state"] = expectOneOf(given.state, "`state`", STATES);
  if (given.limit !== undefined) read["limit"] = expectInteger(given.limit, "`limit`");
  return read;
}

function expectString(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw unexpected(value, what, "a string");
}

function expectTime(value: unknown, what: string): number {
  const time = value instanceof Date ? value.getTime() : value;
  if (typeof time === "number" && Number.isFinite(time)) return time;
  throw unexpected(value, what, "a Date, or milliseconds since 1970");
}
