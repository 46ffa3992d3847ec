import { readBaseUrl } from "./address.js";
import { JSON_TYPE } from "./body.js";
import { copyHeaders, mergeHeaders, type HeaderRecord } from "./headers.js";
import {
  copyParameters,
  mergeMediaType,
  mergeOptions,
  pickParameters,
  readObject,
  readOptions,
  type Merged,
  type Parameters,
} from "./options.js";
import { readOwn } from "./plain-object.js";

/** What every call of a builder starts from. */
export interface Defaults extends Merged {
  /** The base address without trailing slashes; `undefined` before it is asked for. */
  origin: string | undefined;
  /** The headers of a call that sends JSON and gives none of its own. */
  readonly jsonHeaders: HeaderRecord;
  /** How the parameters get into a call. */
  readonly kind: "none" | "scalar" | "nested";
}

export function createDefaults({ options, headers, mediaType, parameters }: Merged): Defaults {
  const values = Object.values(parameters);
  const isNested = values.some((value) => typeof value === "object" && value !== null);
  return {
    options,
    headers,
    mediaType,
    parameters,
    origin: undefined,
    jsonHeaders: setContentType(copyHeaders(headers), JSON_TYPE),
    kind: values.length === 0 ? "none" : isNested ? "nested" : "scalar",
  };
}

/**
 * What relative routes follow.
 * @throws EndpointError `INVALID_OPTION` for a base address that is none.
 */
export function findOrigin(defaults: Defaults, baseUrl: unknown, route: string): string {
  if (baseUrl !== defaults.options.baseUrl) return readBaseUrl(baseUrl, route);
  return (defaults.origin ??= readBaseUrl(baseUrl, route));
}

/** What was passed, over copies of the parameters that have defaults. Nothing is changed. */
export function overlayParameters(
  { parameters, kind }: Defaults,
  given: Parameters = {},
): Parameters {
  if (kind === "none") return given;
  return Object.assign({}, kind === "scalar" ? parameters : copyParameters(parameters), given);
}

/**
 * Puts given options and parameters over defaults. Only own properties count; the result shares
 * nothing with the defaults but `data`, `request` and objects with a class of their own, which are
 * handed on as they are.
 * @param isRoute Whether a route string stands beside them.
 * @throws EndpointError `INVALID_OPTION` or `INVALID_HEADER`.
 */
export function overlay(
  defaults: Defaults,
  given: unknown,
  route: string,
  isRoute: boolean,
): Merged {
  const own = readObject(given, "options", route) ?? {};
  const found = readOptions((name) => readOwn(own, name));
  return {
    options: mergeOptions(defaults.options, found, route, isRoute),
    headers: mergeHeaders(defaults.headers, found.headers, route),
    mediaType: mergeMediaType(defaults.mediaType, found.mediaType),
    parameters: pickParameters(overlayParameters(defaults, own)),
  };
}

/** As `overlay`; later changes to what was given do not reach the result. */
export function overlayDefaults(defaults: Defaults, given: unknown): Defaults {
  const { options, headers, mediaType, parameters } = overlay(defaults, given, "defaults", false);
  return createDefaults({ options, headers, mediaType, parameters: copyParameters(parameters) });
}

/** A request's own headers, where its call gave none. */
export function createHeaders(
  { headers, jsonHeaders }: Defaults,
  contentType: string | undefined,
): HeaderRecord {
  if (contentType === JSON_TYPE) return { ...jsonHeaders };
  if (contentType === undefined) return { ...headers };
  return setContentType(copyHeaders(headers), contentType);
}

/** Sets the type of a request's own headers, unless these have one. */
export function setContentType(
  headers: HeaderRecord,
  contentType: string | undefined,
): HeaderRecord {
  if (contentType !== undefined && !Object.hasOwn(headers, "content-type"))
    headers["content-type"] = contentType;
  return headers;
}
