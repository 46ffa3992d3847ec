import { readBaseUrl } from "./address.js";
import { EndpointError } from "../endpoint-error.js";
import { defaultContentType, JSON_TYPE, toBodyValue } from "./body.js";
import type { CallShape } from "./call-shape.js";
import { createHeaders, findOrigin, setContentType, type Defaults } from "./defaults.js";
import { expandExpression, findSpans, refuseMissing } from "./expand-template.js";
import type { AmendAccept } from "./media-type.js";
import { loneSurrogate } from "./mistakes.js";
import { mergeHeaders } from "./headers.js";
import { mergeOptions, type OfOptions, type Parameters } from "./options.js";
import { checkPath } from "./path-safety.js";
import { appendQuery, writeQuery } from "./query.js";
import type { RoutePlan } from "./route-plan.js";
import type { RequestOptions } from "./types.js";
import type { Expression } from "./template-parts.js";
import { literalTextOf } from "./value-text.js";

const DOT = 0x2e;

/** A call whose route is known. */
export interface Call {
  readonly plan: RoutePlan;
  readonly shape: CallShape;
  readonly defaults: Defaults;
  /** What was passed, over the parameters that have defaults. */
  readonly options: Parameters;
  /** Those of the options, in the order of their keys. */
  readonly values: readonly unknown[];
  /** Whether the route was a string, beside which no option may set method or URL. */
  readonly isRoute: boolean;
}

/** What of a catalog every call needs. */
export interface Home {
  readonly baseUrl: string;
  readonly amendAccept: AmendAccept;
}

/** Places the parameters of a call into its compiled route. */
export function buildRequest(call: Call, home: Home): RequestOptions {
  const { plan, defaults } = call;
  const { name, method } = plan;
  const given = readGiven(call);
  const { baseUrl, format, request, data } =
    given === undefined
      ? defaults.options
      : mergeOptions(defaults.options, given, name, call.isRoute);
  if (data !== undefined && !method.hasBody) throw bodyNotAllowed(plan);
  const url = writeUrl(call, home, baseUrl);
  const body = !method.hasBody ? undefined : data === undefined ? writeBody(call) : data;
  const type =
    body === undefined ? undefined : data === undefined ? JSON_TYPE : defaultContentType(body);
  const own = given?.headers ?? undefined;
  const headers =
    own === undefined
      ? createHeaders(defaults, type)
      : setContentType(mergeHeaders(defaults.headers, own, name), type);
  if (format !== undefined) home.amendAccept(headers, format, name);
  const result: RequestOptions = { method: method.lowercase, url, headers };
  if (body !== undefined) result.body = body;
  if (request !== undefined) result.request = request;
  return result;
}

function readGiven({ shape, values }: Call): OfOptions<unknown> | undefined {
  const at = shape.options;
  return (
    at && {
      baseUrl: values[at.baseUrl],
      headers: values[at.headers],
      mediaType: values[at.mediaType],
      request: values[at.request],
      data: values[at.data],
      method: values[at.method],
      url: values[at.url],
    }
  );
}

function writeUrl(call: Call, home: Home, baseUrl: unknown): string {
  const { plan, shape, options, values } = call;
  const { parts, name } = plan;
  const origin = originOf(call, home, baseUrl);
  let missing: string[] | undefined;
  let url = origin;
  // A path without surprises needs no check.
  let { isOrdinary } = plan;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    if (typeof part === "string") {
      url += part;
      continue;
    }
    const position = shape.positions[index] ?? -1;
    let text = position < 0 ? undefined : plainTextOf(values[position]);
    if (text === undefined) {
      text = expandExpression(part, options, name, (missing ??= []));
      isOrdinary &&= isHarmless(part, text);
    }
    url += text;
  }
  if (missing !== undefined) refuseMissing(missing, name);
  if (!isOrdinary) checkUrl(call, url.slice(origin.length));
  if (plan.method.hasBody) return url;
  const query = writeQuery(shape.placed, values, name);
  // Its query begins where it ends.
  return isOrdinary && plan.isPath ? url + query : appendQuery(url, query.slice(1));
}

/** Whether what an expression became ends the path, or is a part of one segment that begins no dot segment. */
function isHarmless({ operator, variables }: Expression, text: string): boolean {
  if (operator.first === "?" && text !== "") return true;
  const isSegment = variables.length === 1 && variables[0]?.place.required === "non-empty";
  return isSegment && !/^(?:\.|%2)/.test(text);
}

function checkUrl({ plan, options }: Call, path: string): void {
  const { parts, name, literalDots, origin } = plan;
  const expanded = { path, route: name, findSpans: () => findSpans(parts, options, name) };
  checkPath(expanded, literalDots, origin !== undefined);
}

/** A base address that the caller chose comes before a server that the catalog declares: tokens go with it. */
function originOf({ plan, defaults }: Call, home: Home, baseUrl: unknown): string {
  const { name, origin, isOriginDefault } = plan;
  if (origin !== undefined && !isOriginDefault) return origin;
  const base = findOrigin(defaults, baseUrl, name);
  return origin !== undefined && base === readBaseUrl(home.baseUrl, name) ? origin : base;
}

/** Nearly all values stand as they are, and cannot begin a dot segment; `undefined` for others. */
function plainTextOf(value: unknown): string | undefined {
  const text = literalTextOf(value);
  return text === "" || text?.charCodeAt(0) === DOT ? undefined : text;
}

function writeBody({ plan, shape, values }: Call): unknown {
  let body: Record<string, unknown> | undefined;
  for (const { name, index, key } of shape.placed) {
    const value = values[index];
    if (value === undefined) continue;
    if (key === undefined) throw loneSurrogate(name, plan.name);
    body ??= {};
    body[name] = toBodyValue(value, name, plan.name);
  }
  return body;
}

function bodyNotAllowed({ method, name }: RoutePlan): EndpointError {
  const message = `Option "data" of "${name}": ${method.name} has no body; remove it, or use another method.`;
  return new EndpointError("BODY_NOT_ALLOWED", message, name, ["data"]);
}
