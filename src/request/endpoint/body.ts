/** Adds bodies to requests. A method without a body needs none of this. */
import { explain } from "../../base/explain.js";
import { describeKind, isObject } from "../../base/values.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import { createError, loneSurrogate, type EndpointError } from "./errors.js";
import type { BodyWriter, SentValues } from "./extensions.js";
import { checkJson, toJsonValue } from "./json.js";
import { JSON_IN_UTF8 } from "./headers.js";
import type { BodyDefaults, PlannedCall } from "./route/placement.js";
import type { RequestOptions } from "./types.js";
import { isList, readOwn } from "./values.js";

// ---- Adding a body

/** Adds the body, if there is one, and its content type (contract A.8, A.9, A.30). */
export function addBody(
  request: RequestOptions,
  call: PlannedCall,
  data: unknown,
  { shared, defaults }: BodyDefaults,
  bodies: readonly BodyWriter[] = [],
): void {
  const { route } = call;
  const isRaw = isRawBody(data, route.name);
  const headerType = readOwn(request.headers, "content-type");
  const defaultType = isRaw
    ? rawTypeOf(data, route.contentType)
    : (route.contentType ?? JSON_IN_UTF8);
  const type = headerType ?? defaultType;
  const isJson = type === undefined || type === JSON_IN_UTF8 || isJsonType(type);
  const writer = isJson ? undefined : bodies.find((each) => each.matches(type));

  let body = data;
  if (!isRaw) {
    if (isJson) body = toJsonBody(call, data, shared.values);
    else if (writer === undefined) body = toTextBody(call, data, type);
    else body = toWrittenBody(call, data);
  }
  if (body === undefined) return;

  if (type !== undefined && headerType === undefined) addContentType(request, type, defaults);
  if (writer === undefined) {
    request.body = body;
    return;
  }
  request.headers = { ...request.headers }; // a copy, which the writer may change
  request.body = writer.write(body, route, request.headers);
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

// ---- The body that is sent: `data`, or else the remaining parameters

/** JSON, checked and converted as it is, or by the types of a description's values. */
function toJsonBody(call: PlannedCall, data: unknown, values: SentValues | undefined): unknown {
  const { name } = call.route;
  if (values === undefined) {
    if (data === undefined) return collectBody(call, toJsonValue) ?? emptyBodyOf(call);
    checkJson(data, "data", name);
    return data;
  }
  const body = toWrittenBody(call, data);
  return body === undefined ? undefined : (values.toBody(body, data !== undefined, name) ?? body);
}

/** The body of a writer, which checks and converts its values. */
function toWrittenBody(call: PlannedCall, data: unknown): unknown {
  return data === undefined ? (collectBody(call) ?? emptyBodyOf(call)) : data;
}

/** Any other content type: a body of a declared type, or of a form without its writer, has to be text. */
function toTextBody(call: PlannedCall, data: unknown, type: string): unknown {
  const { name, contentType } = call.route;
  const body = data === undefined ? collectBody(call, toJsonValue) : data;
  const isText = contentType !== undefined || URLENCODED.test(type) || MULTIPART.test(type);
  if (isText && body !== undefined && typeof body !== "string") throw notText(body, type, name);
  return body;
}

/**
 * Collects the remaining parameters; `undefined` if there are none (contract A.8).
 * @param convert Checks and converts a value.
 */
function collectBody({ route, plan, values }: PlannedCall, convert?: typeof toJsonValue): unknown {
  let body: Record<string, unknown> | undefined;
  for (const { name, index, key } of plan.remaining) {
    const value = values[index];
    if (value === undefined) continue;
    if (key === undefined) throw loneSurrogate(name, route.name);
    body ??= {};
    body[name] = convert === undefined ? value : convert(value, name, route.name);
  }
  return body;
}

/** `{}` for a route that sends a body without parameters as well. */
function emptyBodyOf({ route }: PlannedCall): unknown {
  return route.exception.emptyBody ? {} : undefined;
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
