/** The options of a call: finds them among its parameters, and merges them over the defaults. */
import { explain } from "../../base/explain.js";
import { createError, invalidOption, listNames, type EndpointError } from "./errors.js";
import { copyHeaders, mergeHeaders, type HeaderRecord } from "./headers.js";
import { copyPlain, readOwn, type UnknownRecord } from "./values.js";

// ---- The table of options

/** All options of a call (contract A.10). */
const OPTIONS: { readonly [Name in keyof Options]: Merge<Options[Name]> } = {
  baseUrl: replace,
  method: replace,
  url: replace,
  headers: mergeHeaders,
  /** Keys other than the format have no effect; they are kept for the caller. */
  mediaType: mergeMediaType,
  /** Merges one level deep, if both sides have one; otherwise keeps the reference. */
  request: mergeRequest,
  data: (value, option) => (option === undefined ? value : option),
};

function replace(value: unknown, option: unknown): unknown {
  return option ?? value;
}

function mergeMediaType(
  value: Options["mediaType"],
  option: unknown,
  route: string,
): Options["mediaType"] {
  const mediaType = readObject(option, "mediaType", route);
  if (mediaType === undefined) return value;
  if (readOwn(mediaType, "previews") !== undefined) {
    const name = "mediaType.previews";
    const detail = explain(() => `is not supported; put its media type into "headers.accept"`);
    throw createError("INVALID_OPTION", `Option "${name}"`, detail, route, [name]);
  }
  const mergedType: Record<string, unknown> = { ...value, ...mediaType };
  for (const key of Object.keys(mergedType))
    if (isAbsent(key, mergedType[key])) Reflect.deleteProperty(mergedType, key);
  return Object.keys(mergedType).length === 0 ? undefined : mergedType;
}

function isAbsent(key: string, value: unknown): boolean {
  if (value === undefined || key === "__proto__") return true;
  return key === "format" && (value === null || value === "");
}

function mergeRequest(
  value: Options["request"],
  option: unknown,
  route: string,
): Options["request"] {
  const requestOption = readObject(option, "request", route);
  if (value === undefined || requestOption === undefined) return requestOption ?? value;
  const mergedRequest = { ...value, ...requestOption };
  Reflect.deleteProperty(mergedRequest, "__proto__");
  return mergedRequest;
}

/**
 * Reads an option that is an object; `undefined` also for `null`.
 * @throws EndpointError for anything else, also for a list.
 */
export function readObject(value: unknown, name: string, route: string): UnknownRecord | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value as UnknownRecord; // any object
  const expected = explain(() => "an object");
  throw invalidOption(name, value, expected, route);
}

/** Every option without a value. */
export const NO_OPTIONS: Options = {
  baseUrl: undefined,
  method: undefined,
  url: undefined,
  headers: {},
  mediaType: undefined,
  request: undefined,
  data: undefined,
};

// ---- Options and parameters of a call

/** Finds the options among the keys of a call. */
export function findOptions(keys: readonly string[]): readonly OptionOfCall[] {
  const options: OptionOfCall[] = [];
  keys.forEach((name, index) => {
    const merge = OPTIONS_BY_NAME.get(name);
    if (merge !== undefined) options.push({ name, merge, index });
  });
  return options;
}

const OPTIONS_BY_NAME = /* @__PURE__ */ new Map(
  Object.entries(OPTIONS) as [string, Merge<unknown>][], // each gets values of its own option alone
);

/** Tells whether a key is a parameter. `__proto__` is neither a parameter nor an option (contract A.12). */
export function isParameterName(key: string): boolean {
  return !OPTIONS_BY_NAME.has(key) && key !== "__proto__";
}

/**
 * Checks the names of default parameters. One that differs from an option in case alone, such as `baseURL`, is
 * a misspelt option. Services have parameters such as `Url`, so names that begin otherwise are accepted.
 * @throws EndpointError for a misspelt option.
 */
export function checkParameterNames(parameters: UnknownRecord, route: string): void {
  for (const key of Object.keys(parameters))
    for (const name of OPTIONS_BY_NAME.keys())
      if (key[0] === name[0] && key.toLowerCase() === name.toLowerCase()) {
        const detail = explain(() => `is unknown; expected "${name}"`);
        throw createError("INVALID_OPTION", `Option "${key}"`, detail, route, [key]);
      }
}

/** The values of `record` under its own keys, in their order. */
export function readValues(record: UnknownRecord, keys: readonly string[]): readonly unknown[] {
  const values = Object.values(record);
  // A getter that deletes another key leaves fewer values than keys.
  return values.length === keys.length ? values : keys.map((key) => readOwn(record, key));
}

/**
 * Puts the options of a call over those of the defaults; neither is changed.
 * @param options The options among the keys of the call.
 * @param values The values of the call, in the order of its keys.
 * @param form With a route string, the call must not set method and URL.
 */
export function mergeOptions(
  defaults: Options,
  options: readonly OptionOfCall[],
  values: readonly unknown[],
  route: string,
  form: ArgumentForm,
): Options {
  if (options.length === 0) return defaults;
  const mergedOptions: Record<string, unknown> = { ...defaults };
  for (const { name, merge, index } of options) {
    const value = values[index];
    const isInRoute = form === "route" && (name === "method" || name === "url");
    if (isInRoute && value !== undefined) throw methodBesideRoute(options, values, route);
    mergedOptions[name] = merge(mergedOptions[name], value, route);
  }
  return mergedOptions as unknown as Options; // each option returns a value of its own type
}

/** The error for the options `method` and `url` of a call that has a route. */
function methodBesideRoute(
  options: readonly OptionOfCall[],
  values: readonly unknown[],
  route: string,
): EndpointError {
  const names = ["method", "url"].filter((option) =>
    options.some(({ name, index }) => name === option && values[index] !== undefined),
  );
  const detail = explain(
    () => `is part of the route; to send a body field of that name, use "data"`,
  );
  return createError("INVALID_OPTION", `Option ${listNames(names)}`, detail, route, names);
}

/** Options and parameters in one object, as `merge()` returns them. Undefined options are left out. */
export function showOptions({ options, parameters }: Merged): Record<string, unknown> {
  const { baseUrl, method, url, headers, mediaType, request, data } = options;
  const shown: Record<string, unknown> = { baseUrl, method };
  if (url !== undefined) shown["url"] = url;
  shown["headers"] = copyHeaders(headers);
  if (mediaType !== undefined) shown["mediaType"] = copyPlain(mediaType);
  if (request !== undefined) shown["request"] = request;
  if (data !== undefined) shown["data"] = data;
  return Object.assign(shown, parameters);
}

// ---- Types

/** The value of every option. All other keys of a call are parameters. */
export interface Options {
  /** Checked when a request is built, like `method`, `url` and the format. */
  readonly baseUrl: unknown;
  readonly method: unknown;
  readonly url: unknown;
  readonly headers: HeaderRecord;
  /** `undefined` instead of an object without keys. */
  readonly mediaType: UnknownRecord | undefined;
  readonly request: object | undefined;
  readonly data: unknown;
}

/** First argument of a call: a route string, or options that hold method and URL themselves. */
export type ArgumentForm = "route" | "options";

/** Options and parameters, over the defaults. */
export interface Merged {
  readonly options: Options;
  /** None of them is `undefined`. */
  readonly parameters?: UnknownRecord | undefined;
}

/** Validates an option of a call and puts it over its default, `value`. Neither is changed. */
type Merge<Value> = (value: Value, option: unknown, route: string) => Value;

/** An option among the keys of a call. */
export interface OptionOfCall {
  readonly name: string;
  readonly merge: Merge<unknown>;
  /** The index of its key. */
  readonly index: number;
}
