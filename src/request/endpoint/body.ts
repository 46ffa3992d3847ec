/** Adds bodies to requests, and checks what is sent as JSON. A method without a body needs none of this. */
import { explain } from "../../base/explain.js";
import { describeKind, isObject } from "../../base/values.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import { createError, invalidParameter, loneSurrogate, type EndpointError } from "./errors.js";
import type { BodyWriter } from "./extensions.js";
import { JSON_IN_UTF8 } from "./options.js";
import type { BodyDefaults, PlannedCall } from "./route/placement.js";
import type { RequestOptions } from "./types.js";
import { isList, isPlainObject, readOwn, refuseInfinite, toIsoText } from "./values.js";

// ---- Adding a body

/** Adds the body, if there is one, and its content type (contract A.8, A.9, A.30). */
export function addBody(
  request: RequestOptions,
  call: PlannedCall,
  data: unknown,
  { shared, defaults }: BodyDefaults,
  bodies: readonly BodyWriter[] = [],
): void {
  const { contentType, name, exception } = call.route;
  // The content type: a header of the call or the defaults, or else the declared one.
  const isRaw = isRawBody(data, name);
  const defaultType = isRaw ? rawTypeOf(data, contentType) : (contentType ?? JSON_IN_UTF8);
  const headerType = readOwn(request.headers, "content-type");
  const type = headerType ?? defaultType;
  const isJson = type === undefined || type === JSON_IN_UTF8 || isJsonType(type);
  const writer = isJson ? undefined : bodies.find((each) => each.matches(type));

  // The body: `data`, or else the remaining parameters.
  const values = isJson && !isRaw ? shared.values : undefined;
  const isChecked = writer === undefined && !values; // both check the values themselves
  const collected = data === undefined ? collectBody(call, isChecked) : data;
  const hasProperties = isJson || writer !== undefined;
  const body = collected === undefined && hasProperties && exception.emptyBody ? {} : collected;
  if (body === undefined) return;

  // The request: its content type, and the body as it is sent.
  if (type !== undefined && headerType === undefined) addContentType(request, type, defaults);
  const isText =
    !isJson &&
    writer === undefined &&
    (contentType !== undefined || URLENCODED.test(type) || MULTIPART.test(type));
  if (isText && !isRaw && typeof body !== "string") throw notText(body, type, name);
  if (isJson && !isRaw && !values && data !== undefined) checkJson(data, "data", name);
  request.body = values?.toBody(body, data !== undefined, name) ?? body;
  if (writer !== undefined) {
    request.headers = { ...request.headers }; // a copy, which the writer may change
    request.body = writer.write(body, call.route, request.headers);
  }
}

/** Adds the content type to headers that have none. */
function addContentType(
  request: RequestOptions,
  type: string,
  defaults: BodyDefaults["defaults"],
): void {
  request.headers =
    request.headers === defaults.options.headers && type === JSON_IN_UTF8
      ? { ...defaults.jsonHeaders }
      : { "content-type": type, ...request.headers };
}

/**
 * Collects the remaining parameters for a body; `undefined` if there are none (contract A.8).
 * @param isChecked Set to check and convert the values as JSON.
 */
function collectBody({ route, plan, values }: PlannedCall, isChecked: boolean): unknown {
  let body: Record<string, unknown> | undefined;
  for (const { name, index, key } of plan.remaining) {
    const value = values[index];
    if (value === undefined) continue;
    if (key === undefined) throw loneSurrogate(name, route.name);
    body ??= {};
    body[name] = isChecked ? toJsonValue(value, name, route.name) : value;
  }
  return body;
}

// ---- Raw bodies

/** Tells whether a body is passed to the HTTP client unchanged, with any `content-type`. */
export function isRawBody(body: unknown, route: string): body is BodyInit {
  if (!isObject(body) || isList(body, "data", route)) return false;
  const types = [ArrayBuffer, ReadableStream, Blob, FormData, URLSearchParams];
  return ArrayBuffer.isView(body) || types.some((type) => body instanceof type);
}

/** The content type of a raw body; `undefined` if the HTTP client sets it. */
export function rawTypeOf(body: BodyInit, declared: string | undefined): string | undefined {
  if (body instanceof FormData || body instanceof URLSearchParams) return undefined;
  return (body instanceof Blob && body.type) || (declared ?? "application/octet-stream");
}

/** The error for a body that is neither text nor raw. */
function notText(body: unknown, type: string, route: string): EndpointError {
  const detail = explain(
    () =>
      `is ${describeKind(body)}; expected text, bytes, a stream, URLSearchParams or FormData for "${type}"`,
  );
  return invalidBody(detail, route);
}

/** The error for a body that cannot be sent. */
export function invalidBody(detail: string | undefined, route: string): EndpointError {
  return createError("INVALID_PARAMETER", "The body", detail, route, ["data"]);
}

// ---- JSON

/**
 * The value of a parameter in a JSON body: a `Date` becomes its ISO 8601 text, everything else is
 * checked and returned unchanged.
 */
export function toJsonValue(value: unknown, name: string, route: string): unknown {
  checkJson(value, name, route);
  return value instanceof Date ? toIsoText(value, name, route) : value;
}

/** Checks that JSON can express a value. */
function checkJson(value: unknown, name: string, route: string): void {
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
