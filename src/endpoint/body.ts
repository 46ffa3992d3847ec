import { describe, invalidParameter, loneSurrogate } from "./mistakes.js";
import { isPlainObject } from "./plain-object.js";
import { isRevoked, refuseInfinite, refuseRevoked, toIsoText } from "./value-text.js";
import { isWellFormed } from "./well-formed.js";

export const JSON_TYPE = "application/json; charset=utf-8";
const BINARY_TYPE = "application/octet-stream";

/**
 * The `content-type` of a body whose caller named none; `undefined` where the HTTP client sets it.
 */
export function defaultContentType(body: unknown): string | undefined {
  if (!isRawBody(body)) return JSON_TYPE;
  if (body instanceof FormData || body instanceof URLSearchParams) return undefined;
  return (body instanceof Blob && body.type) || BINARY_TYPE;
}

/** Whether a body goes to the HTTP client as it is, whatever its type is said to be. */
export function isRawBody(body: unknown): body is BodyInit {
  if (typeof body !== "object" || isPlainObject(body)) return false;
  const types = [ArrayBuffer, ReadableStream, Blob, FormData, URLSearchParams];
  return ArrayBuffer.isView(body) || types.some((type) => body instanceof type);
}

/**
 * The parameter, whose name is well-formed, as a JSON body holds it. Objects and lists are checked to the end, without
 * recursion, and returned as they are; a `Date` becomes its ISO 8601 text.
 * @throws EndpointError `INVALID_PARAMETER` for what JSON would drop, change or fail at.
 */
export function toBodyValue(value: unknown, name: string, route: string): unknown {
  if (typeof value !== "object" || value === null) {
    checkScalar(value, name, route);
    return value;
  }
  refuseRevoked(value, name, route);
  if (value instanceof Date) return toIsoText(value, name, route);
  if (countSound(value, FEW) < 0) checkNested(value, name, route);
  return value;
}

/** Most bodies hold no more values than this, and need no account of what was met. */
const FEW = 100;

/**
 * Looks at a value and at all that it holds, and returns how many of the values that may be looked
 * at are left; less than 0 when these are too few, or when JSON might not take one of them as it is.
 */
function countSound(value: unknown, left: number): number {
  if (typeof value === "string") return isWellFormed(value) ? left - 1 : -1;
  if (typeof value === "number") return Number.isFinite(value) ? left - 1 : -1;
  if (typeof value === "boolean" || value === null || value === undefined) return left - 1;
  if (typeof value !== "object" || isRevoked(value) || "toJSON" in value) return -1;
  let rest = left - 1;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (let index = 0; index < items.length && rest >= 0; index++)
      rest = countSound(items[index], rest);
    return rest;
  }
  if (!isPlainObject(value)) return -1;
  for (const key of Object.keys(value)) {
    if (rest < 0 || !isWellFormed(key)) return -1;
    rest = countSound(value[key], rest);
  }
  return rest;
}

function checkScalar(value: unknown, name: string, route: string): void {
  if (typeof value === "string" && !isWellFormed(value)) throw loneSurrogate(name, route);
  if (typeof value === "number") refuseInfinite(value, name, route);
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    throw invalidParameter(name, `holds ${describe(value)}, which JSON cannot express`, route);
  }
}

/**
 * Walks lists and plain objects with a stack of its own: input may be nested deeper than calls
 * can be. Every object is entered once, so that shared ones do not multiply the cost.
 */
function checkNested(root: object, name: string, route: string): void {
  /** What was entered: whether it is still open, which all that leads to the top of the stack is. */
  const isOpen = new Map<object, boolean>();
  const stack = [root];
  for (let value = stack.at(-1); value !== undefined; value = stack.at(-1)) {
    if (isOpen.has(value)) {
      isOpen.set(value, false);
      stack.pop();
      continue;
    }
    isOpen.set(value, true);
    for (const child of childrenOf(value, name, route)) {
      if (isOpen.get(child) === true)
        throw invalidParameter(name, "contains itself, which JSON cannot express", route);
      stack.push(child);
    }
  }
}

/** Checks the values that JSON would take of an object, and returns those to look into. */
function childrenOf(value: object, name: string, route: string): object[] {
  refuseRevoked(value, name, route);
  if (value instanceof Date) toIsoText(value, name, route);
  if (typeof Reflect.get(value, "toJSON") === "function") return [];
  if (ArrayBuffer.isView(value) && Object.hasOwn(value, 0)) return [];
  if (!Array.isArray(value)) checkKeys(value, name, route);
  const children: object[] = [];
  const values: readonly unknown[] = Object.values(value);
  for (const child of values) {
    if (typeof child === "object" && child !== null) children.push(child);
    else checkScalar(child, name, route);
  }
  return children;
}

/** Of a Map, a Blob, an error, a promise all that they hold stays behind, and `{}` would be sent. */
function checkKeys(value: object, name: string, route: string): void {
  const keys = Object.keys(value);
  if (!keys.every(isWellFormed)) throw loneSurrogate(name, route);
  if (keys.length > 0 || isPlainObject(value)) return;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const problem = `holds an object without keys (${kind}), which JSON cannot express; expected a plain object or a list`;
  throw invalidParameter(name, problem, route);
}
