/** Tests, reads and copies values that a caller passed in, and encodes them for a URL. */
import { explain } from "../../base/explain.js";
import { describeKind, isObject } from "../../base/values.js";
import { invalidParameter } from "./errors.js";

/** An object that a caller passed in. Only its own properties are read. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object without a class; it may be of another realm. */
export function isPlainObject(value: unknown): value is UnknownRecord {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Reads an own property; an inherited one does not exist for a request (contract A.12). */
export function readOwn<Value>(
  record: { readonly [key: string]: Value },
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** `Array.isArray`, but the error for a revoked proxy names the parameter. */
export function isList(value: unknown, name: string, route: string): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    const detail = explain(() => "is or holds a revoked proxy; expected a live one");
    throw invalidParameter(name, detail, route);
  }
}

/**
 * Copies arrays, plain objects and dates to any depth. An object that occurs twice, or contains
 * itself, does so in the copy. Objects with a class (streams, signals, bytes) are not copied.
 * @param isFrozen Freezes the copies; the originals are never frozen.
 */
export function copyPlain<Value>(root: Value, isFrozen = false): Value {
  const copies = new Map<UnknownRecord, Record<string, unknown>>();
  const copyOf = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const source = value as UnknownRecord; // any object can be read by its keys
    const known = copies.get(source);
    if (known !== undefined) return known;
    const copy = createEmpty(source) as Record<string, unknown>;
    if (copy !== source) copies.set(source, copy);
    return copy;
  };
  const result = copyOf(root) as Value; // a copy is of the same kind
  // A loop, because values may be nested deeper than the call stack. It ends when no copy is added
  // any more: iterating over a map includes entries that are added meanwhile.
  for (const [source, copy] of copies) {
    for (const key of Object.keys(source)) if (key !== "__proto__") copy[key] = copyOf(source[key]);
    if (isFrozen) Object.freeze(copy);
  }
  return result;
}

/** Creates an empty object of the same kind; returns the value itself if it is not copied. */
function createEmpty(value: object): object {
  if (value instanceof Date) return new Date(value);
  return Array.isArray(value) ? [] : isPlainObject(value) ? {} : value;
}

// ---- Texts

/** The text of a value that needs no encoding in a URL; `undefined` for every other value. */
export function literalTextOf(value: unknown): string | undefined {
  if (typeof value === "string") return isUnreserved(value) ? value : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * The text of a single value in a URL: dates in ISO 8601, numbers, bigints and booleans as
 * JavaScript writes them (contract A.7).
 */
export function toText(value: unknown, name: string, route: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") refuseInfinite(value, name, route);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  if (!isList(value, name, route) && value instanceof Date) return toIsoText(value, name, route);
  const detail = explain(
    () => `is ${describeKind(value)}; expected a string, number, bigint, boolean or Date`,
  );
  throw invalidParameter(name, detail, route);
}

/** @throws EndpointError for a number that is not finite. */
export function refuseInfinite(value: number, name: string, route: string): void {
  if (Number.isFinite(value)) return;
  const detail = explain(() => `is or holds ${value}; expected a finite number`);
  throw invalidParameter(name, detail, route);
}

/** @throws EndpointError for an invalid date. */
export function toIsoText(date: Date, name: string, route: string): string {
  try {
    return date.toISOString();
  } catch {
    // An invalid date, or an object that only inherits from `Date.prototype`.
    const detail = explain(() => "is an invalid Date; expected a valid one");
    throw invalidParameter(name, detail, route);
  }
}

// ---- Encoding

/** Tells whether a text has only unreserved characters, which are never encoded (RFC 3986, section 2.3). */
function isUnreserved(text: string): boolean {
  // A loop is faster than a pattern for short texts, and nearly all are short.
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const lowercase = code | 0x20;
    const isLetter = lowercase >= 0x61 && lowercase <= 0x7a;
    const isDigitOrMark = code >= 0x2d && code <= 0x39 && code !== 0x2f; // - . and digits
    if (!isLetter && !isDigitOrMark && code !== 0x5f && code !== 0x7e) return false; // _ ~
  }
  return true;
}

/** Tells whether a text has only unreserved characters and slashes. */
export function isPlainPath(text: string): boolean {
  return /^[\w./~-]*$/.test(text);
}

/** Reserved characters that `encodeURIComponent` does not encode. */
const NOT_ENCODED = /[!'()*]/g;

/** Encodes everything but unreserved characters ("U" in RFC 6570, section 3.2.1). */
export function encodeUnreserved(text: string): string {
  if (isUnreserved(text)) return text;
  const encoded = encodeURIComponent(text);
  return encoded.replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Encodes everything but unreserved characters, reserved ones, and percent-encoded text ("U+R" in
 * RFC 6570, section 3.2.1).
 */
export function encodeReserved(text: string): string {
  // `encodeURI` also encodes brackets, and the percent signs of encoded text.
  return encodeURI(text)
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]")
    .replace(/%25([0-9A-F]{2})/gi, "%$1");
}

/** Encodes each segment of a path, and keeps the slashes between them. */
export function encodeSegments(text: string): string {
  return isPlainPath(text) ? text : text.split("/").map(encodeUnreserved).join("/");
}
