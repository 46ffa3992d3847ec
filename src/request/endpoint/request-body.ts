/** Bodies of requests. A method without a body needs none of this. */
import { explain } from "../../base/explain.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import { checkJson, invalidBody, isRawBody, notText, rawTypeOf, toJsonValue } from "./body.js";
import { loneSurrogate } from "./errors.js";
import type { BodyWriter } from "./extensions.js";
import { JSON_IN_UTF8 } from "./headers.js";
import { nameRequest } from "./explain-request.js";
import type { BodyDefaults, PlannedCall } from "./route/placement.js";
import type { RequestOptions } from "./types.js";
import { readOwn } from "./values.js";

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

/**
 * Serializes a body for `fetch`: anything but text and raw bodies as JSON.
 * @throws EndpointError `INVALID_PARAMETER` for a body that JSON cannot express.
 */
export function serializeBody(
  body: unknown,
  options: RequestOptions,
): NonNullable<RequestInit["body"]> {
  let cause: unknown;
  try {
    if (isRawBody(body, "")) return body;
    const contentType = readOwn(options.headers, "content-type") ?? "";
    if (typeof body === "string" && !isJsonType(contentType)) return body;
    // Functions and symbols give `undefined`, which the type of the standard library leaves out.
    const text = JSON.stringify(body) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  const detail = explain(() => "is not JSON; remove cycles, bigints and functions");
  // Named only here, because the name costs as much as a small body.
  throw Object.assign(invalidBody(detail, nameRequest(options)), { cause });
}
