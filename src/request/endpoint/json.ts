/** Checks that JSON can express what is sent as JSON: `JSON.stringify` would leave out, change or refuse the rest. */
import { explain } from "../../base/explain.js";
import { describeKind, isObject } from "../../base/values.js";
import { invalidParameter, loneSurrogate, type EndpointError } from "./errors.js";
import { isList, isPlainObject, refuseInfinite, toIsoText } from "./values.js";

/**
 * The value of a parameter in a JSON body: a `Date` becomes its ISO 8601 text, everything else is
 * checked and returned unchanged.
 */
export function toJsonValue(value: unknown, name: string, route: string): unknown {
  checkJson(value, name, route);
  return value instanceof Date ? toIsoText(value, name, route) : value;
}

/** @throws EndpointError for a value that JSON cannot express. */
export function checkJson(value: unknown, name: string, route: string): void {
  if (isObject(value)) checkObject(value, name, route);
  else checkScalar(value, name, route);
}

function checkScalar(value: unknown, name: string, route: string): void {
  if (typeof value === "string" && !value.isWellFormed()) throw loneSurrogate(name, route);
  if (typeof value === "number") refuseInfinite(value, name, route);
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint")
    throw notJson(name, `holds ${describeKind(value)}`, route);
}

/**
 * Checks an object and everything in it, depth first. Uses a stack of its own, because input may be
 * nested deeper than the call stack. An object stays in it below its content.
 */
function checkObject(root: object, name: string, route: string): void {
  const stack = [root];
  const states = new Map<object, "open" | "done">();
  let depth = 0;
  for (let value = stack.at(-1); value !== undefined; value = stack.at(-1)) {
    const state = states.get(value);
    if (state === undefined) {
      depth++;
      if (depth > MAX_JSON_DEPTH) throw notJson(name, "is nested without end", route);
      states.set(value, "open");
      for (const child of readJsonChildren(value, name, route)) {
        if (!isObject(child)) checkScalar(child, name, route);
        else if (states.get(child) === "open") throw notJson(name, "contains itself", route);
        else stack.push(child);
      }
      continue;
    }
    if (state === "open") depth--;
    states.set(value, "done");
    stack.pop();
  }
}

/** Deeper than `JSON.stringify` can go. A getter that always makes a new object has no end. */
const MAX_JSON_DEPTH = 200_000;

function readJsonChildren(value: object, name: string, route: string): Iterable<unknown> {
  const isArray = isList(value, name, route);
  if (value instanceof Date) toIsoText(value, name, route);
  if ("toJSON" in value && typeof value.toJSON === "function") return [];
  // A view with indexes is a typed array. Its numbers may be infinite, or bigints.
  if (ArrayBuffer.isView(value) && Object.hasOwn(value, 0)) return value as Uint8Array;
  if (!isArray) checkKeys(value, name, route);
  return Object.values(value) as unknown[];
}

/** JSON would send `{}` for a Map, a Blob, an error or a promise: none has keys of its own. */
function checkKeys(value: object, name: string, route: string): void {
  const keys = Object.keys(value);
  for (const key of keys) if (!key.isWellFormed()) throw loneSurrogate(name, route);
  if (keys.length > 0 || isPlainObject(value)) return;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  throw notJson(name, `holds an object without keys (${kind})`, route);
}

function notJson(name: string, fault: string, route: string): EndpointError {
  const detail = explain(() => `${fault}; expected what JSON can express`);
  return invalidParameter(name, detail, route);
}
