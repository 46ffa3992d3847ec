import { EndpointError } from "../endpoint-error.js";
import { copyPlain } from "./copy-plain.js";
import type { HeaderRecord } from "./headers.js";
import { invalidOption } from "./mistakes.js";
import type { DefaultOptions, MergedOptions } from "./types.js";

/** The options of a builder, or of a call over these; headers and parameters stand beside them. */
export interface Options {
  readonly baseUrl: unknown;
  readonly format: unknown;
  readonly request: object | undefined;
  readonly data: unknown;
  readonly method: unknown;
  readonly url: unknown;
}

export const noOptions: Options = {
  baseUrl: undefined,
  format: undefined,
  request: undefined,
  data: undefined,
  method: undefined,
  url: undefined,
};

/** All that can be given, merged. */
export interface Merged {
  readonly options: Options;
  readonly headers: HeaderRecord;
  /** What `mediaType` holds beside the format: kept for the caller, and without effect. */
  readonly mediaType: Parameters;
  /** Every other key; none is `undefined`. */
  readonly parameters: Parameters;
}

export type Parameters = Readonly<Record<string, unknown>>;

/** The keys that are not parameters. */
type OptionName = "baseUrl" | "headers" | "mediaType" | "request" | "data" | "method" | "url";

/** Something of each option. */
export type OfOptions<Value> = Readonly<Record<OptionName, Value>>;

export function readOptions<Value>(read: (name: OptionName) => Value): OfOptions<Value> {
  return {
    baseUrl: read("baseUrl"),
    headers: read("headers"),
    mediaType: read("mediaType"),
    request: read("request"),
    data: read("data"),
    method: read("method"),
    url: read("url"),
  };
}

const reserved: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...Object.values(readOptions<string>((name) => name)),
  "__proto__",
]);

/** `__proto__` is none of anything. */
export function isOptionName(key: string): boolean {
  return reserved.has(key);
}

/**
 * Puts given options over defaults (specification, section A, `merge()`); neither side is changed.
 * @param isRoute Whether a route string stands beside them, which alone decides method and URL.
 * @throws EndpointError `INVALID_OPTION`.
 */
export function mergeOptions(
  defaults: Options,
  { baseUrl, mediaType, request, data, method, url }: OfOptions<unknown>,
  route: string,
  isRoute: boolean,
): Options {
  if (isRoute && (method !== undefined || url !== undefined)) throw besideRoute(method, url, route);
  return {
    baseUrl: baseUrl ?? defaults.baseUrl,
    format: mergeFormat(defaults.format, mediaType, route),
    request: mergeRequest(defaults.request, request, route),
    data: data === undefined ? defaults.data : data,
    method: method ?? defaults.method,
    url: url ?? defaults.url,
  };
}

function besideRoute(method: unknown, url: unknown, route: string): EndpointError {
  const found = [method === undefined ? [] : "method", url === undefined ? [] : "url"].flat();
  const message = `Option ${found.join(" and ")} beside "${route}", which decides both; to send a body field of that name, use the option "data".`;
  return new EndpointError("INVALID_OPTION", message, route, found);
}

/** All that is no option and has a value. */
export function pickParameters(options: Parameters): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const key of Object.keys(options)) {
    const value = options[key];
    if (!isOptionName(key) && value !== undefined) parameters[key] = value;
  }
  return parameters;
}

/** Copies parameters, so that no change to what they hold reaches the others. */
export function copyParameters(
  parameters: Parameters,
  isFrozen?: boolean,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(parameters)) copy[key] = copyPlain(parameters[key], isFrozen);
  return copy;
}

/** As most calls are: nothing but parameters, and every one of them has a value. */
export function holdsParametersOnly(options: Parameters): boolean {
  // What is inherited is met too, and can only lead to the longer way.
  for (const key in options) if (isOptionName(key) || options[key] === undefined) return false;
  return true;
}

/** What `merge()` returns: the options as one object again. */
export function toMergedOptions(
  { options, headers, mediaType, parameters }: Merged,
  method: unknown,
  url: unknown,
): MergedOptions {
  const { baseUrl, format, request, data } = options;
  // Only a caller's own mistake makes any of them something else, and `parse()` reports that.
  const merged = (
    url === undefined ? { baseUrl, method, headers } : { baseUrl, method, url, headers }
  ) as MergedOptions;
  const shown = toMediaType(format, mediaType);
  if (shown !== undefined) merged.mediaType = shown;
  if (request !== undefined) merged.request = request;
  if (data !== undefined) merged.data = data;
  return Object.assign(merged, parameters);
}

function toMediaType(format: unknown, mediaType: Parameters): MergedOptions["mediaType"] {
  if (format === undefined && Object.keys(mediaType).length === 0) return undefined;
  const copy = copyParameters(mediaType);
  if (format !== undefined) copy["format"] = format;
  return copy;
}

/** What `DEFAULTS` shows: frozen copies, so that no one can reach the defaults through it. */
export function toDefaultOptions({
  options,
  headers,
  mediaType,
  parameters,
}: Merged): DefaultOptions {
  const { baseUrl, format, method, url } = options;
  const request = copyPlain(options.request, true) as object | undefined; // a copy is of the same kind
  const data = copyPlain(options.data, true);
  const frozen = {
    options: { baseUrl, format, request, data, method, url },
    // Not by spread: what `assign` made is frozen in a third of the time.
    headers: Object.freeze(Object.assign({}, headers)),
    mediaType,
    parameters: copyParameters(parameters, true),
  };
  const shown = toMergedOptions(frozen, method, url);
  if (Object.hasOwn(shown, "mediaType"))
    shown.mediaType = copyPlain(shown.mediaType, true) as { [key: string]: unknown }; // as above
  return Object.freeze(shown);
}

function mergeFormat(format: unknown, mediaType: unknown, route: string): unknown {
  const given = readObject(mediaType, "mediaType", route);
  if (given === undefined || !Object.hasOwn(given, "format")) return format;
  return given["format"] === "" ? undefined : (given["format"] ?? undefined);
}

/** All but the format; `undefined` takes a default away. */
export function mergeMediaType(defaults: Parameters, mediaType: unknown): Parameters {
  const given = Object.entries(mediaType ?? {}).filter(([key]) => isKept(key));
  if (given.length === 0) return defaults;
  const merged = copyParameters({ ...defaults, ...Object.fromEntries(given) });
  for (const [key, value] of given) if (value === undefined) Reflect.deleteProperty(merged, key);
  return merged;
}

/** `__proto__` is none of anything here, either. */
function isKept(key: string): boolean {
  return key !== "format" && key !== "__proto__";
}

function mergeRequest(
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

/** @throws EndpointError `INVALID_OPTION` for what is neither an object nor left out. */
export function readObject(value: unknown, name: string, route: string): Parameters | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value as Parameters; // any object
  throw invalidOption(name, value, "an object", route);
}
