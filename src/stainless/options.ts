/** The options of the class, as the usual class takes them. */
import type { SdkCatalog } from "../catalog/sdk.js";
import type { RequestPolicy } from "../request/client/call.js";
import { MAX_DELAY } from "../request/client/waiting.js";
import type { UnknownRecord } from "../request/endpoint/values.js";
import { addToQueries, readEnv } from "../request/sdk/options.js";
import type { SdkOptions } from "../request/sdk/types.js";
import type { OptionNames } from "../base/option-names.js";
import { createPolicy } from "./policy.js";
import type { LogLevel, StainlessOptions } from "./types.js";

/** Time until the response of an attempt must begin, in milliseconds. */
export const DEFAULT_TIMEOUT = 60_000;

const LOG_LEVELS: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** The most retries that the client takes. */
export const MOST_RETRIES = MAX_DELAY;

/** Options for sending requests. */
export interface Sending {
  readonly maxRetries: number;
  readonly timeout: number;
  readonly logLevel: LogLevel;
  readonly policy: RequestPolicy;
}

export function readSending(
  catalog: SdkCatalog,
  options: UnknownRecord & StainlessOptions,
): Sending {
  const { maxRetries = 2, timeout = DEFAULT_TIMEOUT, logger = console } = options;
  checkCount("maxRetries", maxRetries);
  checkCount("timeout", timeout);
  const level = options.logLevel ?? readEnv(`${toPrefix(catalog.name)}_LOG`);
  const logLevel = LOG_LEVELS.find((known) => known === level) ?? "warn";
  const policy = createPolicy(timeout, (messageLevel, message, details) => {
    if (messageLevel !== "off" && LOG_LEVELS.indexOf(messageLevel) <= LOG_LEVELS.indexOf(logLevel))
      logger[messageLevel](message, details);
  });
  return { maxRetries, timeout, logLevel, policy };
}

/** @throws TypeError for anything but a number from 0. */
export function checkCount(name: string, value: unknown): void {
  if (typeof value !== "number" || !(value >= 0))
    throw new TypeError(`Option "${name}" is ${String(value)}; expected a number from 0.`);
}

/** The prefix of environment variables: `IMAGE_KIT` for `ImageKit`. */
function toPrefix(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$&_").toUpperCase();
}

/** The names of options that the usual class does not have, or takes otherwise. */
export const OWN_OPTIONS: OptionNames<
  Omit<StainlessOptions, Exclude<keyof SdkOptions, "timeout">>
> = {
  baseURL: true,
  maxRetries: true,
  timeout: true,
  defaultHeaders: true,
  defaultQuery: true,
  fetchOptions: true,
  logLevel: true,
  logger: true,
  dangerouslyAllowBrowser: true,
};

/** @throws TypeError if both an address and an environment are given. */
export function toUsualOptions(
  catalog: SdkCatalog,
  options: UnknownRecord & StainlessOptions & Pick<SdkOptions, "onRequest" | "defaults">,
  { maxRetries, policy }: Sending,
): SdkOptions {
  const { baseURL, defaultHeaders, defaultQuery, fetchOptions, onRequest } = options;
  const variable = `${toPrefix(catalog.name)}_BASE_URL`;
  const address = baseURL === undefined ? readEnv(variable)?.trim() : baseURL;
  if (address && options["environment"])
    throw new TypeError(
      `The address is given twice, by "baseURL" (or ${variable}) and by "environment"; to use the environment, pass \`baseURL: null\`.`,
    );
  const sdkOptions = { ...options };
  for (const name of Object.keys(OWN_OPTIONS)) Reflect.deleteProperty(sdkOptions, name);
  const query = writeQuery(defaultQuery ?? {});
  return {
    ...sdkOptions,
    ...(address && { baseUrl: address.replace(/\/+$/, "") }),
    headers: { ...readHeaders(options["headers"]), ...readHeaders(defaultHeaders) },
    ...(fetchOptions && { defaults: addFetchOptions(options.defaults, fetchOptions) }),
    retry: Math.min(maxRetries, MOST_RETRIES),
    policy,
    ...addToQueries(query, onRequest),
  } as SdkOptions;
}

/** Adds options for `fetch` to the defaults of every request. */
function addFetchOptions(defaults: object = {}, fetchOptions: object): object {
  const { request } = defaults as { readonly request?: object };
  return { ...defaults, request: { ...request, ...fetchOptions } };
}

/** `null` removes a default header, and becomes `undefined`; `undefined` changes nothing. */
export function readHeaders(headers: unknown): Record<string, string | undefined> {
  const source = Object(headers ?? {}) as object;
  const pairs = Symbol.iterator in source ? [...(source as Iterable<[string, unknown]>)] : null;
  const entries = (pairs ?? Object.entries(source)) as [string, unknown][];
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toLowerCase(), value === null ? undefined : asText(value)]),
  );
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : String(value); // the declared type
}

/** Writes a query, with members and items in brackets: `a[b]=1&c[]=2`. */
export function writeQuery(query: object, prefix = ""): string {
  return Object.entries(query)
    .flatMap(([key, value]: [string, unknown]) => {
      const name = prefix === "" ? key : `${prefix}[${Array.isArray(query) ? "" : key}]`;
      if (value === undefined) return [];
      if (typeof value === "object" && value !== null && !(value instanceof Date))
        return [writeQuery(value, name)];
      const text = value instanceof Date ? value.toISOString() : asText(value ?? "");
      return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
    })
    .filter((pair) => pair !== "")
    .join("&");
}
