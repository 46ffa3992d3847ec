/** The options of the class: those of each request, and the others as the class of `createSdk` takes them. */
import type { OptionNames } from "../base/nearest.js";
import type { SdkCatalog } from "../catalog/sdk.js";
import type { RequestPolicy } from "../request/client/call.js";
import { MAX_DELAY } from "../request/client/waiting.js";
import type { UnknownRecord } from "../request/endpoint/values.js";
import { readEnv } from "../request/sdk/options.js";
import { addToQueries } from "../request/sdk/sent-values.js";
import type { SdkOptions } from "../request/sdk/types.js";
import { readHeaders, writeQuery } from "./headers-and-query.js";
import { createPolicy } from "./policy.js";
import type { LogLevel, StainlessOptions } from "./types.js";

/** Time until the response of an attempt must begin, in milliseconds. */
export const DEFAULT_TIMEOUT = 60_000;

/** Largest number of retries that a client takes: its numbers have one limit. */
export const MAX_RETRIES = MAX_DELAY;

/** Names of the options that the class of `createSdk` does not have, or takes with another meaning. */
export const STAINLESS_OPTIONS: OptionNames<
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

/** Reads the settings of the requests of a client. */
export function readRequestSettings(
  catalog: SdkCatalog,
  options: UnknownRecord & StainlessOptions,
): RequestSettings {
  const { maxRetries = 2, timeout = DEFAULT_TIMEOUT, logger = console } = options;
  expectCount("maxRetries", maxRetries);
  expectCount("timeout", timeout);
  const level = options.logLevel ?? readEnv(`${toPrefix(catalog.name)}_LOG`);
  const logLevel = LOG_LEVELS.find((known) => known === level) ?? "warn";
  const loggedLevels = LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(logLevel) + 1);
  const policy = createPolicy(timeout, (messageLevel, message, details) => {
    if (loggedLevels.includes(messageLevel)) logger[messageLevel](message, details);
  });
  return { maxRetries, timeout, logLevel, policy };
}

/** From the level that logs least. */
const LOG_LEVELS: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/**
 * Converts the options of the class to those of the class that `createSdk` makes.
 * @throws TypeError if both an address and an environment are given.
 */
export function toSdkOptions(
  catalog: SdkCatalog,
  options: UnknownRecord & StainlessOptions & Pick<SdkOptions, "onRequest" | "defaults">,
  { maxRetries, policy }: RequestSettings,
): SdkOptions {
  const { baseURL, defaultHeaders, defaultQuery, fetchOptions, onRequest } = options;
  const variable = `${toPrefix(catalog.name)}_BASE_URL`;
  const address = baseURL === undefined ? readEnv(variable)?.trim() : baseURL;
  if (address && options["environment"])
    throw new TypeError(
      `The address is given twice, by "baseURL" (or ${variable}) and by "environment"; to use the environment, pass \`baseURL: null\`.`,
    );
  const sdkOptions = { ...options };
  for (const name of Object.keys(STAINLESS_OPTIONS)) Reflect.deleteProperty(sdkOptions, name);
  const query = writeQuery(defaultQuery ?? {});
  return {
    ...sdkOptions,
    ...(address && { baseUrl: address.replace(/\/+$/, "") }),
    headers: { ...readHeaders(options["headers"]), ...readHeaders(defaultHeaders) },
    ...(fetchOptions && { defaults: addFetchOptions(options.defaults, fetchOptions) }),
    retry: limitRetries(maxRetries),
    policy,
    ...addToQueries(query, onRequest),
  } as SdkOptions;
}

/** Adds options for `fetch` to the defaults of every request. */
function addFetchOptions(defaults: object = {}, fetchOptions: object): object {
  const { request } = defaults as { readonly request?: object };
  return { ...defaults, request: { ...request, ...fetchOptions } };
}

/** The prefix of environment variables: `IMAGE_KIT` for `ImageKit`. */
function toPrefix(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$&_").toUpperCase();
}

/** Limits the option `maxRetries`, which may be infinite, to what a client takes. */
export function limitRetries(maxRetries: number): number {
  return Math.min(maxRetries, MAX_RETRIES);
}

/** @throws TypeError for anything but a number from 0. */
export function expectCount(name: string, value: unknown): number {
  if (typeof value === "number" && value >= 0) return value;
  throw new TypeError(`Option "${name}" is ${String(value)}; expected a number from 0.`);
}

/** Settings of all requests of a client. */
export interface RequestSettings {
  readonly maxRetries: number;
  readonly timeout: number;
  readonly logLevel: LogLevel;
  readonly policy: RequestPolicy;
}
