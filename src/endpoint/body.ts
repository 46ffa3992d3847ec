import { describe, invalidParameter, loneSurrogate, type EndpointError } from "./errors.js";
import { isPlainObject, isList, isWellFormed, refuseInfinite, toIsoText } from "./values.js";

export const JSON_TYPE = "application/json; charset=utf-8";

/** The default `content-type` of `data`; `undefined` if the HTTP client sets it (contract A.9). */
export function defaultContentType(data: unknown, route: string): string | undefined {
  if (isList(data, "data", route) || !isRawBody(data)) return JSON_TYPE;
  if (data instanceof FormData || data instanceof URLSearchParams) return undefined;
  return (data instanceof Blob && data.type) || "application/octet-stream";
}

/** Whether a body is handed to the HTTP client as it is, whatever its `content-type`. */
export function isRawBody(body: unknown): body is BodyInit {
  const types = [ArrayBuffer, ReadableStream, Blob, FormData, URLSearchParams];
  return ArrayBuffer.isView(body) || types.some((type) => body instanceof type);
}

/** Whether a media type is `application/json`, or has the suffix `+json` (RFC 6839, section 3.1). */
export function isJsonType(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/**
 * Checks `data` that will be sent as JSON, as `toJsonValue` checks a parameter. Under another
 * content type it is the caller's own business.
 */
export function checkData(data: unknown, contentType: string | undefined, route: string): void {
  if (contentType === undefined || !isJsonType(contentType) || isRawBody(data)) return;
  checkJson(data, "data", route);
}

/**
 * The value of a parameter in a JSON body: a `Date` becomes its ISO 8601 text, everything else is
 * checked and returned as it is.
 */
export function toJsonValue(value: unknown, name: string, route: string): unknown {
  checkJson(value, name, route);
  return value instanceof Date ? toIsoText(value, name, route) : value;
}

function checkJson(value: unknown, name: string, route: string): void {
  if (isObject(value)) checkObject(value, name, route);
  else checkScalar(value, name, route);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function checkScalar(value: unknown, name: string, route: string): void {
  if (typeof value === "string" && !isWellFormed(value)) throw loneSurrogate(name, route);
  if (typeof value === "number") refuseInfinite(value, name, route);
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    throw notJson(name, `holds ${describe(value)}`, route);
  }
}

/** Far deeper than `JSON.stringify` can go; a getter that always makes a new object has no end. */
const DEEPEST = 200_000;

/**
 * Checks an object and everything in it, depth first. Input may be nested deeper than the call stack,
 * so it keeps a stack of its own, in which `undefined` ends the content of the last ancestor.
 */
function checkObject(root: object, name: string, route: string): void {
  const stack: (object | undefined)[] = [root];
  const ancestors: object[] = [];
  const states = new Map<object | undefined, "open" | "done">();
  while (stack.length > 0) {
    const value = stack.pop();
    if (value === undefined) {
      states.set(ancestors.pop(), "done");
      continue;
    }
    const state = states.get(value);
    if (state === "open") throw notJson(name, "contains itself", route);
    if (state === "done") continue;
    states.set(value, "open");
    const depth = ancestors.push(value);
    if (depth > DEEPEST) throw notJson(name, "is nested without an end", route);
    stack.push(undefined);
    checkChildren(value, stack, name, route);
  }
}

/** Checks what JSON would take of an object, and puts the objects in it on the stack. */
function checkChildren(
  value: object,
  stack: (object | undefined)[],
  name: string,
  route: string,
): void {
  const isArray = isList(value, name, route);
  if (value instanceof Date) toIsoText(value, name, route);
  if ("toJSON" in value && typeof value.toJSON === "function") return;
  // What has indexes is a typed array. Its numbers may be infinite, or bigints.
  const isTyped = ArrayBuffer.isView(value) && Object.hasOwn(value, 0);
  if (!isArray && !isTyped) checkKeys(value, name, route);
  for (const child of isTyped ? (value as Uint8Array) : Object.values(value)) {
    if (isObject(child)) stack.push(child);
    else checkScalar(child, name, route);
  }
}

/** JSON would send `{}` for a Map, a Blob, an error or a promise: none has keys of its own. */
function checkKeys(value: object, name: string, route: string): void {
  const keys = Object.keys(value);
  for (const key of keys) if (!isWellFormed(key)) throw loneSurrogate(name, route);
  if (keys.length > 0 || isPlainObject(value)) return;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  throw notJson(name, `holds an object without keys (${kind})`, route);
}

function notJson(name: string, problem: string, route: string): EndpointError {
  return invalidParameter(name, `${problem}; expected what JSON can express`, route);
}
