import { readBaseUrl } from "./address.js";
import { defaultContentType, refuseData, toBodyValue } from "./body.js";
import type { CallShape } from "./call-shape.js";
import { createHeaders, setContentType, type Defaults } from "./defaults.js";
import { expandParts } from "./expand-template.js";
import { mergeHeaders, type HeaderRecord } from "./headers.js";
import { amendAccept } from "./media-type.js";
import { mergeFormat, mergeRequest, type Parameters } from "./options.js";
import { checkPath, checkPathAfterHost, checkRelativePath } from "./path-safety.js";
import { appendQuery, writeQuery } from "./query.js";
import type { RoutePlan } from "./route-plan.js";
import type { RequestOptions } from "./types.js";
import { loneSurrogate } from "./value-text.js";

/** A call whose route is known. */
export interface Call {
  readonly plan: RoutePlan;
  readonly shape: CallShape;
  readonly defaults: Defaults;
  /** What was passed, over the parameters that have defaults. */
  readonly options: Parameters;
  /** Those of the options, in the order of their keys. */
  readonly values: readonly unknown[];
}

/** The options of a call over their defaults. */
interface CallOptions {
  readonly baseUrl: unknown;
  /** `undefined` when the call gave none. */
  readonly headers: HeaderRecord | undefined;
  readonly format: unknown;
  readonly request: object | undefined;
  readonly data: unknown;
}

/**
 * Places the parameters of a call into its compiled route.
 * @param mediaTypePrefix What the media types begin with that a format rewrites.
 */
export function buildRequest(call: Call, mediaTypePrefix: string): RequestOptions {
  const { method } = call.plan;
  const options = readOptions(call);
  const url = writeUrl(call, options.baseUrl, options.data);
  const body =
    method.place === "body"
      ? options.data === undefined
        ? writeBody(call)
        : options.data
      : undefined;
  const headers = writeHeaders(call, options, body, mediaTypePrefix);
  const request: RequestOptions = { method: method.lowercase, url, headers };
  if (body !== undefined) request.body = body;
  if (options.request !== undefined) request.request = options.request;
  return request;
}

function readOptions({ plan, shape, defaults, options: given }: Call): CallOptions {
  const { baseUrl, headers, format, request, data } = defaults.options;
  const has = shape.options;
  if (has === undefined) return { baseUrl, headers: undefined, format, request, data };
  const { name } = plan;
  const own = has.data ? given["data"] : undefined;
  return {
    baseUrl: (has.baseUrl ? given["baseUrl"] : undefined) ?? baseUrl,
    headers: has.headers ? mergeHeaders(headers, given["headers"], name) : undefined,
    format: has.mediaType ? mergeFormat(format, given["mediaType"], name) : format,
    request: has.request ? mergeRequest(request, given["request"], name) : request,
    data: own === undefined ? data : own,
  };
}

/** A path without surprises needs no check, and its query begins where it ends. */
function writeUrl(call: Call, baseUrl: unknown, data: unknown): string {
  const { plan, shape, options, values } = call;
  const path = expandParts(plan.parts, options, plan.name, { values, positions: shape.positions });
  const isPlain = path.isLiteral && plan.isOrdinary;
  if (!isPlain) checkSurprises(path.text, plan);
  const url = (plan.origin ?? readBaseUrl(baseUrl, plan.name)) + path.text;
  if (plan.method.place === "body") return url;
  if (data !== undefined) refuseData(plan);
  const query = writeQuery(shape.placed, values, plan.name);
  return isPlain ? url + query : appendQuery(url, query.slice(1));
}

function checkSurprises(path: string, { origin, literalDots, name }: RoutePlan): void {
  checkPath(path, literalDots, name);
  if (origin === undefined) checkRelativePath(path, name);
  else checkPathAfterHost(path, name);
}

function writeBody({ plan, shape, values }: Call): unknown {
  let body: Record<string, unknown> | undefined;
  for (const { name, index, isWellFormed } of shape.placed) {
    const value = values[index];
    if (value === undefined) continue;
    if (!isWellFormed) throw loneSurrogate(name, plan.name);
    body ??= {};
    body[name] = toBodyValue(value, name, plan.name);
  }
  return body;
}

function writeHeaders(
  { plan, defaults }: Call,
  { headers: given, format }: CallOptions,
  body: unknown,
  mediaTypePrefix: string,
): HeaderRecord {
  const contentType = body === undefined ? undefined : defaultContentType(body);
  const headers = given ?? createHeaders(defaults, contentType);
  if (given !== undefined && contentType !== undefined) setContentType(headers, contentType);
  if (format !== undefined) amendAccept(headers, format, mediaTypePrefix, plan.name);
  return headers;
}
