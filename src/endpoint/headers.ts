import type { EndpointError } from "../endpoint-error.js";
import { memoize } from "./memoize.js";
import { detach } from "./detach.js";
import { describe, invalidHeader, invalidOption } from "./mistakes.js";
import { readOwn } from "./plain-object.js";
import { isWellFormed } from "./well-formed.js";

/** Header names in lowercase, with their values. */
export type HeaderRecord = { [name: string]: string };

/** A token (RFC 9110, section 5.6.2). */
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Of the names in the cases that callers write them in; `undefined` for what is no name. */
const lowercaseOf = /* @__PURE__ */ memoize(64, (name) =>
  tokenPattern.test(name) ? detach(name).toLowerCase() : undefined,
);

/** A copy to add to. Not by spread: engines add to what `assign` made seven times as fast. */
export function copyHeaders(headers: Readonly<HeaderRecord>): HeaderRecord {
  return Object.assign({}, headers);
}

/**
 * Copies defaults and puts headers over them, names lowercased; `undefined` takes a default away.
 * @param given A `Headers`, an iterable of pairs, or an object; names that occur twice in pairs
 * are joined by a comma, as `Headers` does (RFC 9110, section 5.3).
 * @throws EndpointError `INVALID_HEADER` naming the header, `INVALID_OPTION` for anything else.
 */
export function mergeHeaders(
  defaults: Readonly<HeaderRecord>,
  given: unknown,
  route: string,
): HeaderRecord {
  const merged = copyHeaders(defaults);
  if (given === undefined || given === null) return merged;
  if (typeof given !== "object") throw invalidHeaders(given, route);
  if (isIterable(given)) {
    const seen = new Set<string>();
    for (const pair of given) {
      if (!isPair(pair)) throw invalidHeaders(given, route);
      setHeader(merged, pair[0], pair[1], route, seen);
    }
    return merged;
  }
  const record = given as Readonly<Record<string, unknown>>; // any object may be read by its keys
  for (const key of Object.keys(record)) setHeader(merged, key, record[key], route);
  return merged;
}

/** @param seen The names that were set before, whose values are added to. */
function setHeader(
  headers: HeaderRecord,
  key: string,
  value: unknown,
  route: string,
  seen?: Set<string>,
): void {
  const name = lowercaseOf(key);
  if (name === undefined) throw invalidHeader(key, "has a name that is not a token", route);
  if (name === "__proto__") return;
  if (value === undefined) {
    Reflect.deleteProperty(headers, name);
    return;
  }
  const text = readValue(value, name, route);
  const before = seen?.has(name) ? readOwn(headers, name) : undefined;
  headers[name] = before === undefined ? text : `${before}, ${text}`;
  seen?.add(name);
}

function readValue(value: unknown, name: string, route: string): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text === "string" && !/[\r\n\0]/.test(text) && isWellFormed(text)) return text;
  const expected = "a finite number, or a text without line breaks, NUL and lone surrogates";
  throw invalidHeader(name, `is ${describe(value)}; expected ${expected}`, route);
}

function isIterable(value: Partial<Iterable<unknown>>): value is Iterable<unknown> {
  return typeof value[Symbol.iterator] === "function";
}

function isPair(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string";
}

function invalidHeaders(given: unknown, route: string): EndpointError {
  return invalidOption("headers", given, "a Headers, pairs, or an object", route);
}
