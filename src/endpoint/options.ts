import { EndpointError } from "../endpoint-error.js";
import { copyFrozen, copyPlain } from "./copy-plain.js";
import { mergeHeaders, type HeaderRecord } from "./headers.js";
import { readOwn } from "./plain-object.js";
import type { DefaultOptions, MergedOptions } from "./types.js";

/** The options of a call or of a builder, taken apart. */
export interface Options {
  readonly method: unknown;
  readonly url: unknown;
  readonly baseUrl: unknown;
  readonly headers: HeaderRecord;
  readonly format: unknown;
  readonly request: object | undefined;
  readonly data: unknown;
  /** Every other key; none is `undefined`. Only to be read: it may be the caller's own object. */
  readonly parameters: Parameters;
}

export type Parameters = Readonly<Record<string, unknown>>;

/** The keys that are not parameters. */
export type OptionName =
  "method" | "url" | "baseUrl" | "headers" | "mediaType" | "request" | "data";

/** `__proto__` is none of anything. Keys are the engine's own texts: each comparison is one of addresses. */
export function isOptionName(key: string): boolean {
  switch (key) {
    case "method":
    case "url":
    case "baseUrl":
    case "headers":
    case "mediaType":
    case "request":
    case "data":
    case "__proto__":
      return true;
    default:
      return false;
  }
}

export const noOptions: Options = Object.freeze({
  method: undefined,
  url: undefined,
  baseUrl: undefined,
  headers: {},
  format: undefined,
  request: undefined,
  data: undefined,
  parameters: {},
});

/**
 * Puts given options over defaults (specification, section A, `merge()`). Only own properties
 * count; neither side is changed, and the result shares nothing with the defaults but `data`,
 * `request` and objects with a class of their own, which are handed on as they are.
 * @throws EndpointError `INVALID_OPTION` or `INVALID_HEADER`.
 */
export function mergeOptions(defaults: Options, given: unknown, route: string): Options {
  const options = readObject(given, "options", route) ?? {};
  const data = readOwn(options, "data");
  return {
    method: readOwn(options, "method") ?? defaults.method,
    url: readOwn(options, "url") ?? defaults.url,
    baseUrl: readOwn(options, "baseUrl") ?? defaults.baseUrl,
    headers: mergeHeaders(defaults.headers, readOwn(options, "headers"), route),
    format: mergeFormat(defaults.format, readOwn(options, "mediaType"), route),
    request: mergeRequest(defaults.request, readOwn(options, "request"), route),
    data: data === undefined ? defaults.data : data,
    parameters: mergeParameters(defaults.parameters, options),
  };
}

/** As most calls are: nothing but parameters, and every one of them has a value. */
export function holdsParametersOnly(options: Parameters): boolean {
  // What is inherited is met too, and can only lead to the longer way.
  for (const key in options) if (isOptionName(key) || options[key] === undefined) return false;
  return true;
}

/** As `mergeOptions`; later changes to what was given do not reach the result. */
export function mergeDefaults(defaults: Options, given: unknown): Options {
  const merged = mergeOptions(defaults, given, "defaults");
  return Object.assign(merged, { parameters: copyParameters(merged.parameters) });
}

/** What `merge()` returns: the options as one object again. */
export function toMergedOptions(
  { baseUrl, headers: ownHeaders, format, request, data, parameters: ownParameters }: Options,
  method: unknown,
  url: unknown,
  headers: HeaderRecord = ownHeaders,
  parameters: Parameters = ownParameters,
): MergedOptions {
  // Only a caller's own mistake makes any of them something else, and `parse()` reports that.
  const merged = { baseUrl, method, url, headers } as MergedOptions;
  if (format !== undefined) merged.mediaType = { format: format as string }; // as above
  if (request !== undefined) merged.request = request;
  if (data !== undefined) merged.data = data;
  return Object.assign(merged, parameters);
}

/** What `DEFAULTS` shows: frozen copies, so that no one can reach the defaults through it. */
export function toDefaultOptions(options: Options): DefaultOptions {
  const { url, ...shown } = toMergedOptions(
    options,
    options.method,
    options.url,
  ) as Partial<MergedOptions>;
  return copyFrozen(url === undefined ? shown : { ...shown, url }) as DefaultOptions; // a copy has the shape of what was copied
}

/** What errors call a route that was given as options. */
export function nameOf({ method, url }: Pick<Options, "method" | "url">): string {
  return `${textOf(method) ?? "GET"} ${textOf(url) ?? ""}`;
}

/** @throws EndpointError `INVALID_OPTION`: beside a route string, `method` and `url` mean nothing. */
export function refuseRouteOptions(given: unknown, route: string): void {
  if (typeof given !== "object" || given === null) return;
  if (!("method" in given) && !("url" in given)) return;
  const found = ["method", "url"].filter((name) => readOwn(given, name) !== undefined);
  if (found.length === 0) return;
  const list = found.map((name) => `"${name}"`).join(" and ");
  const message = `${list} beside the route "${route}": the route alone decides method and URL. To send a body field of that name, pass the body as "data".`;
  throw new EndpointError("INVALID_OPTION", message, route, found);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @throws EndpointError `INVALID_OPTION` for a media type that is not an object. */
export function mergeFormat(format: unknown, mediaType: unknown, route: string): unknown {
  const given = readObject(mediaType, "mediaType", route);
  if (given === undefined || !Object.hasOwn(given, "format")) return format;
  const own = given["format"];
  return own === "" || own === null ? undefined : own;
}

/** @throws EndpointError `INVALID_OPTION` for what is not an object. */
export function mergeRequest(
  request: object | undefined,
  option: unknown,
  route: string,
): object | undefined {
  const given = readObject(option, "request", route);
  if (request === undefined || given === undefined) return given ?? request;
  const merged = { ...request, ...given };
  Reflect.deleteProperty(merged, "__proto__");
  return merged;
}

function mergeParameters(defaults: Parameters, options: object): Record<string, unknown> {
  const parameters = copyParameters(defaults);
  for (const key of Object.keys(options)) {
    if (isOptionName(key)) continue;
    const value: unknown = Reflect.get(options, key);
    if (value === undefined) Reflect.deleteProperty(parameters, key);
    else parameters[key] = value;
  }
  return parameters;
}

/** Copies parameters, so that no change to what they hold reaches the others. */
export function copyParameters(parameters: Parameters): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(parameters)) copy[key] = copyPlain(parameters[key]);
  return copy;
}

/** @throws EndpointError `INVALID_OPTION` for what is neither an object nor left out. */
export function readObject(value: unknown, name: string, route: string): Parameters | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value as Parameters; // any object
  const got = Array.isArray(value) ? "an array" : `a ${typeof value}`;
  const message = `${name === "options" ? "The options" : `The option "${name}"`} of "${route}" must be an object, and ${name === "options" ? "are" : "is"} ${got}.`;
  throw new EndpointError("INVALID_OPTION", message, route, [name]);
}
