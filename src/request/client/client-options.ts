/** Options of a client and of its calls: their values and their names. */
import { explain } from "../../base/explain.js";
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import { writeMessage } from "../../base/package.js";
import { describeKind } from "../../base/values.js";
import { mergeHeaders } from "../endpoint/headers.js";
import type { CallSettings, InternalSettings, Sender } from "./call.js";
import type { SentBody } from "./sent-body.js";
import type { ClientOptions, RequestSettings } from "./types.js";
import { MAX_DELAY, sleep } from "./waiting.js";

// ---- Values

export const DEFAULT_OPTIONS = {
  retry: 2,
  concurrency: Infinity,
  maxRetryDelay: 60_000,
  now: Date.now,
  sleep,
};

/**
 * Puts options over defaults; one that is `undefined` changes nothing.
 * @throws TypeError for a number of another type, RangeError for one out of range.
 */
export function mergeClientOptions<Defaults extends object, Options extends object>(
  defaults: Defaults,
  options: Options,
): Defaults & Options {
  const completed = { ...defaults } as Record<string, unknown>;
  for (const name of Object.keys(options)) {
    const value: unknown = options[name as keyof Options];
    // An assignment to `__proto__` would replace the prototype.
    if (value === undefined || name === "__proto__") continue;
    completed[name] = Object.hasOwn(MINIMUM, name)
      ? readNumber(name as keyof typeof MINIMUM, value)
      : value;
  }
  // TypeScript cannot see that only undefined values were dropped.
  return completed as Defaults & Options;
}

/**
 * Puts the settings of a call over those of its client. Names each of them: a copy of all options of the client took
 * a tenth of a call.
 * @throws TypeError for a number of another type, RangeError for one out of range.
 */
export function readSettings(
  client: Pick<CallSettings, "retry" | "timeout">,
  settings: RequestSettings | undefined,
  defaultBody: SentBody,
  { body, choice, declaredKey, attemptTimeout, fetch }: InternalSettings = NO_SETTINGS,
): CallSettings {
  const callSettings = settings ?? NO_SETTINGS;
  return {
    timeout: readNumber("timeout", readOwnSetting(callSettings, "timeout")) ?? client.timeout,
    retry: readNumber("retry", readOwnSetting(callSettings, "retry")) ?? client.retry,
    stream: readOwnSetting(callSettings, "stream"),
    body: body ?? defaultBody,
    choice,
    declaredKey,
    attemptTimeout,
    fetch,
  };
}

const NO_SETTINGS: RequestSettings & InternalSettings = {};

function readOwnSetting<Name extends keyof RequestSettings>(
  settings: RequestSettings,
  name: Name,
): RequestSettings[Name] | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}

/**
 * Reads the option `idempotency` as the name of a header, in lowercase.
 * @throws TypeError for anything but text or nothing, EndpointError for text that cannot name a header.
 */
export function readKeyHeader({ idempotency }: UntypedOptions): string | undefined {
  if (idempotency === undefined) return undefined;
  if (typeof idempotency !== "string") {
    const detail = explain(() => `is ${describeKind(idempotency)}; expected the name of a header`);
    throw new TypeError(writeMessage("INVALID_OPTION", 'Option "idempotency"', detail));
  }
  return Object.keys(mergeHeaders({}, { [idempotency]: "" }, "createClient"))[0];
}

/** @throws TypeError for a value of another type than a number, RangeError for one out of range. */
function readNumber(name: keyof typeof MINIMUM, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && value >= MINIMUM[name] && value <= MAX_DELAY) return value;
  throw createNumberError(name, value);
}

function createNumberError(name: keyof typeof MINIMUM, value: unknown): Error {
  const isNumber = typeof value === "number";
  const detail = explain(() => {
    const got = isNumber ? value : describeKind(value);
    return `is ${got}; expected a number from ${MINIMUM[name]} to ${MAX_DELAY}`;
  });
  const message = writeMessage("INVALID_OPTION", `Option "${name}"`, detail);
  return isNumber ? new RangeError(message) : new TypeError(message);
}

/** Minimum of each numeric option. */
const MINIMUM = { retry: 0, timeout: 1, concurrency: 1, maxRetryDelay: 0 };

// ---- Names

/** @throws TypeError for a misspelt option. */
export function checkNames(options: object): void {
  checkOptionNames(options, CLIENT_OPTIONS, INTERNAL_OPTIONS);
}

/** The options that callers set. */
export const CLIENT_OPTIONS: OptionNames<UntypedOptions> = {
  signal: true,
  timeout: true,
  retry: true,
  onRequest: true,
  onResponse: true,
  onRetry: true,
  auth: true,
  baseUrl: true,
  headers: true,
  fetch: true,
  concurrency: true,
  onRateLimit: true,
  idempotency: true,
  maxRetryDelay: true,
  validation: true,
  schemas: true,
  onInvalid: true,
  now: true,
  sleep: true,
  defaults: true,
};

/** The options that the class of an SDK gives to its client. */
export const INTERNAL_OPTIONS: OptionNames<Pick<Sender, "findErrorClass" | "policy">> = {
  findErrorClass: true,
  policy: true,
};

/** Options of a client without the types of its routes. */
export interface UntypedOptions extends ClientOptions<string> {
  readonly defaults?: object | undefined;
}
