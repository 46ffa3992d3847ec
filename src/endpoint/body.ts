import {
  describe,
  invalidParameter,
  loneSurrogate,
  mistake,
  type EndpointError,
} from "./errors.js";
import { isPlainObject, isList, isWellFormed, refuseInfinite, toIsoText } from "./values.js";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Whether a body is handed to the HTTP client as it is, whatever its `content-type`. */
export function isRawBody(body: unknown): body is BodyInit {
  const types = [ArrayBuffer, ReadableStream, Blob, FormData, URLSearchParams];
  return ArrayBuffer.isView(body) || types.some((type) => body instanceof type);
}

/** The content type of a raw body; `undefined` if the HTTP client sets it. */
export function rawTypeOf(body: BodyInit, declared: string | undefined): string | undefined {
  if (body instanceof FormData || body instanceof URLSearchParams) return undefined;
  return (body instanceof Blob && body.type) || (declared ?? "application/octet-stream");
}

/** Media types whose bodies a platform writes. */
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** Refuses a value that neither is text nor has a writer, under a form's type or a declared one. */
export function checkText(
  body: unknown,
  type: string,
  declared: string | undefined,
  route: string,
): void {
  if (
    typeof body === "string" ||
    isRawBody(body) ||
    (declared === undefined && !FORM_TYPE.test(type))
  )
    return;
  const expected = "text, bytes, a stream, URLSearchParams or FormData";
  const problem = `is ${describe(body)}; expected ${expected} for "${type}"`;
  throw mistake("INVALID_PARAMETER", "The body", problem, route, ["data"]);
}

/** Whether a media type is `application/json`, or has the suffix `+json` (RFC 6839, section 3.1). */
export function isJsonType(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/**
 * The value of a parameter in a JSON body: a `Date` becomes its ISO 8601 text, everything else is
 * checked and returned as it is.
 */
export function toJsonValue(value: unknown, name: string, route: string): unknown {
  checkJson(value, name, route);
  return value instanceof Date ? toIsoText(value, name, route) : value;
}

/** Checks that JSON can express a value. */
export function checkJson(value: unknown, name: string, route: string): void {
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
