/** Tests, reads and copies values that a caller passed in, and gives single ones as text. */
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
    const copy = createEmpty(source) as Record<string, unknown> | undefined;
    if (copy === undefined) return source;
    copies.set(source, copy);
    return copy;
  };
  const result = copyOf(root) as Value; // a copy is of the same kind
  // `copyOf` makes an empty copy, and this loop fills it. What it holds is added to the map, whose iteration
  // includes entries that are added meanwhile. Values may be nested deeper than the call stack.
  for (const [source, copy] of copies) {
    for (const key of Object.keys(source)) if (key !== "__proto__") copy[key] = copyOf(source[key]);
    if (isFrozen) Object.freeze(copy);
  }
  return result;
}

/** Creates a copy without content; `undefined` for a value that is not copied. */
function createEmpty(value: object): object | undefined {
  if (value instanceof Date) return new Date(value);
  return Array.isArray(value) ? [] : isPlainObject(value) ? {} : undefined;
}

// ---- Texts

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
