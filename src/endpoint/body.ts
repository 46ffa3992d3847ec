import { describe, invalidParameter, loneSurrogate } from "./errors.js";
import { isPlainObject, isWellFormed, refuseInfinite, refuseRevoked, toIsoText } from "./values.js";

export const JSON_TYPE = "application/json; charset=utf-8";
const BINARY_TYPE = "application/octet-stream";

/** The default `content-type` of `data`; `undefined` if the HTTP client sets it (contract A.9). */
export function defaultContentType(data: unknown): string | undefined {
  if (!isRawBody(data)) return JSON_TYPE;
  if (data instanceof FormData || data instanceof URLSearchParams) return undefined;
  return (data instanceof Blob && data.type) || BINARY_TYPE;
}

/** Whether a body is handed to the HTTP client as it is, whatever its `content-type`. */
export function isRawBody(body: unknown): body is BodyInit {
  if (!isObject(body) || isPlainObject(body)) return false;
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
  return isObject(value) && value instanceof Date ? toIsoText(value, name, route) : value;
}

function checkJson(value: unknown, name: string, route: string): void {
  if (isObject(value)) checkObject(value, name, route);
  else checkScalar(value, name, route);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const NO_JSON = "which JSON cannot express";

function checkScalar(value: unknown, name: string, route: string): void {
  if (typeof value === "string" && !isWellFormed(value)) throw loneSurrogate(name, route);
  if (typeof value === "number") refuseInfinite(value, name, route);
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    throw invalidParameter(name, `holds ${describe(value)}, ${NO_JSON}`, route);
  }
}

/** Far deeper than `JSON.stringify` can go; a getter that always makes a new object has no end. */
const DEEPEST = 200_000;

/** Most bodies hold fewer objects. To remember these would take longer than all other checks. */
const SMALL = 16;

/** An object that is being checked, and the objects in it that are still to be checked. */
interface Ancestor {
  readonly value: object;
  readonly children: object[];
}

/** Whether an object is an ancestor of the one that is being checked, or was checked before. */
type Progress = Map<object, "open" | "done">;

/**
 * Checks an object and everything in it, depth first. Input may be nested deeper than the call stack,
 * so it keeps a stack of its own. It remembers objects once there are many, so that cycles end and
 * shared objects are not checked again and again.
 */
function checkObject(root: object, name: string, route: string): void {
  const ancestors: Ancestor[] = [];
  let progress: Progress | undefined;
  let count = 0;
  let value: object | undefined = root;
  for (; value !== undefined; value = nextChild(ancestors, progress)) {
    const state = progress?.get(value);
    if (state === "done") continue;
    if (state === "open") throw invalidParameter(name, `contains itself, ${NO_JSON}`, route);
    progress?.set(value, "open");
    const depth = ancestors.push({ value, children: readChildren(value, name, route) });
    if (depth > DEEPEST) throw invalidParameter(name, "is nested without an end", route);
    if (++count === SMALL) progress = new Map();
  }
}

function nextChild(ancestors: Ancestor[], progress: Progress | undefined): object | undefined {
  for (let last = ancestors.at(-1); last !== undefined; last = ancestors.at(-1)) {
    const child = last.children.pop();
    if (child !== undefined) return child;
    progress?.set(last.value, "done");
    ancestors.pop();
  }
  return undefined;
}

/** Checks what JSON would take of an object, and returns the objects in it. */
function readChildren(value: object, name: string, route: string): object[] {
  refuseRevoked(value, name, route);
  if (value instanceof Date) toIsoText(value, name, route);
  if ("toJSON" in value && typeof value.toJSON === "function") return [];
  if (ArrayBuffer.isView(value) && Object.hasOwn(value, 0)) {
    // What has indexes is a typed array. Its numbers may be infinite, or bigints.
    for (const item of value as Uint8Array) checkScalar(item, name, route);
    return [];
  }
  if (!Array.isArray(value)) checkKeys(value, name, route);
  const children: object[] = [];
  for (const child of Object.values(value) as readonly unknown[]) {
    if (isObject(child)) children.push(child);
    else checkScalar(child, name, route);
  }
  return children;
}

/** JSON would send `{}` for a Map, a Blob, an error or a promise: none has keys of its own. */
function checkKeys(value: object, name: string, route: string): void {
  const keys = Object.keys(value);
  for (const key of keys) if (!isWellFormed(key)) throw loneSurrogate(name, route);
  if (keys.length > 0 || isPlainObject(value)) return;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  throw invalidParameter(name, `holds an object without keys (${kind}), ${NO_JSON}`, route);
}
