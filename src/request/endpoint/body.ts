/** Adds bodies to requests. A method without a body needs none of this. */
import { explain } from "../../base/explain.js";
import { describeKind, isObject } from "../../base/values.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import { createError, loneSurrogate, type EndpointError } from "./errors.js";
import type { BodyWriter } from "./extensions.js";
import { checkJson, toJsonValue } from "./json.js";
import { JSON_IN_UTF8 } from "./options.js";
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
