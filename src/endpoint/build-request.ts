import { readBaseUrl } from "./address.js";
import { defaultContentType, JSON_TYPE, refuseData, toBodyValue } from "./body.js";
import type { CallShape } from "./call-shape.js";
import { createHeaders, setContentType, type CallOptions, type Defaults } from "./defaults.js";
import { appendLiterals, expandParts } from "./expand-template.js";
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

/**
 * Places the parameters of a call into its compiled route.
 * @param mediaTypePrefix What the media types begin with that a format rewrites.
 */
export function buildRequest(call: Call, mediaTypePrefix: string): RequestOptions {
  const { method } = call.plan;
  const options = readOptions(call);
  const url = writeUrl(call, options.baseUrl, options.data);
  const hasData = options.data !== undefined;
  const body = method.place === "query" ? undefined : hasData ? options.data : writeBody(call);
  const type = body === undefined ? undefined : hasData ? defaultContentType(body) : JSON_TYPE;
  const headers = writeHeaders(call, options, type, mediaTypePrefix);
  const request: RequestOptions = { method: method.lowercase, url, headers };
  if (body !== undefined) request.body = body;
  if (options.request !== undefined) request.request = options.request;
  return request;
}

function readOptions({ plan, shape, defaults, values }: Call): CallOptions {
  const at = shape.options;
  if (at === undefined) return defaults.callOptions;
  const { name } = plan;
  const { headers, format, request, data } = defaults.options;
  const own = at.data < 0 ? undefined : values[at.data];
  return {
    baseUrl: at.baseUrl < 0 ? undefined : (values[at.baseUrl] ?? undefined),
    headers: at.headers < 0 ? undefined : mergeHeaders(headers, values[at.headers], name),
    format: at.mediaType < 0 ? format : mergeFormat(format, values[at.mediaType], name),
    request: at.request < 0 ? request : mergeRequest(request, values[at.request], name),
    data: own === undefined ? data : own,
  };
}

/** A path without surprises needs no check, and its query begins where it ends. */
function writeUrl(call: Call, baseUrl: unknown, data: unknown): string {
  const { plan, shape, options, values } = call;
  const origin = plan.origin ?? originOf(call, baseUrl);
  const plain = plan.isOrdinary
    ? appendLiterals(origin, plan.parts, options, values, shape.positions)
    : undefined;
  const url = plain ?? origin + expandPath(call);
  if (plan.method.place === "body") return url;
  if (data !== undefined) refuseData(plan);
  const query = writeQuery(shape.placed, values, plan.name);
  return plain !== undefined && plan.isPath ? url + query : appendQuery(url, query.slice(1));
}

function originOf({ plan, defaults: { origin, options } }: Call, baseUrl: unknown): string {
  if (baseUrl === undefined && origin !== undefined) return origin;
  return readBaseUrl(baseUrl ?? options.baseUrl, plan.name);
}

function expandPath({ plan, options }: Call): string {
  const path = expandParts(plan.parts, options, plan.name);
  checkSurprises(path, plan);
  return path;
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
  contentType: string | undefined,
  mediaTypePrefix: string,
): HeaderRecord {
  const headers = given ?? createHeaders(defaults, contentType);
  if (given !== undefined && contentType !== undefined) setContentType(headers, contentType);
  if (format !== undefined) amendAccept(headers, format, mediaTypePrefix, plan.name);
  return headers;
}
