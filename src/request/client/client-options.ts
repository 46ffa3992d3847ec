/** Options of a client: their values, their names, and the code behind those that few programs set. */
import { explain } from "../../base/explain.js";
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import { writeMessage } from "../../base/package.js";
import { describeKind } from "../../base/values.js";
import type { ClientChecks } from "../../catalog/client.js";
import { createAmender } from "../endpoint/accept-format.js";
import {
  addDefaults,
  addOptions,
  completeCall,
  readCall,
  type Builder,
  type BuilderCode,
} from "../endpoint/endpoint.js";
import { missingPart } from "../endpoint/errors.js";
import type { MediaTypeExtension } from "../endpoint/extensions.js";
import { mergeHeaders } from "../endpoint/options.js";
import type { UnknownRecord } from "../endpoint/values.js";
import type { CallSettings, InternalSettings, ReadRateLimit, Sender, Slots } from "./call.js";
import { readRateLimit } from "./limit-headers.js";
import type { SentBody } from "./sent-body.js";
import type { ClientOptions, ClientPart, RequestSettings } from "./types.js";
import { createSlots, MAX_DELAY, sleep } from "./waiting.js";

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
  { body, choice, declaredKey, attemptTimeout, fetch }: InternalSettings = NO_SETTINGS,
  defaultBody: SentBody,
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
function checkNames(options: object): void {
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

// ---- Parts: a client of routes has all of them, a small client gets those that it needs

/** Parts that a client of routes always has, besides those of its requests. */
export function partsOfRouteClient(): ClientParts {
  return { limits: LIMITS, validation: createChecks, optionNames: checkNames };
}

const LIMITS: LimitCode = { createSlots, readRateLimit };

/** For the options `concurrency` and `onRateLimit`, and for `client.rateLimit`. */
export const limits: ClientPart = { limits: LIMITS };

/** For the option `defaults`. */
export const defaults: ClientPart = { defaults: { complete: completeCall, add: addDefaults } };

/** For the option `validation`. */
export const validation: ClientPart = { validation: createChecks };

/**
 * Reads the options for checks of bodies.
 * @throws TypeError for schemas that are missing, and for an unknown mode.
 */
function createChecks({
  validation: mode = "off",
  schemas,
  onInvalid,
}: ClientOptions<string>): ClientChecks | undefined {
  if (mode === "off") return undefined;
  if (schemas) return schemas.createChecks(mode, onInvalid);
  const detail = explain(() => 'is undefined; expected those of the module "validate"');
  throw new TypeError(writeMessage("INVALID_OPTION", 'Option "schemas"', detail));
}

/** For the option `mediaType` of a call. */
export const mediaTypes: ClientPart = { mediaTypes: createAmender };

/** Refuses misspelt options of the client. A compiler does so without it. */
export const optionNames: ClientPart = { optionNames: checkNames };

// ---- In place of parts that a small client lacks

/** @throws EndpointError for an option whose part is missing. */
export function checkParts(options: object, parts: ClientParts): void {
  for (const [option, part] of Object.entries(PART_OF_OPTION))
    if (Reflect.get(options, option) !== undefined && !parts[part])
      throw missingPart(option, part, "createClient");
}

/** The name of the part that an option needs. */
const PART_OF_OPTION = {
  concurrency: "limits",
  onRateLimit: "limits",
  defaults: "defaults",
  validation: "validation",
} as const;

/** For the options `baseUrl` and `headers` alone. */
export const NO_DEFAULTS: DefaultCode = { complete: readCall, add: addOptions };

/** In place of the part `mediaTypes`: refuses the option `mediaType`. */
export const refuseMediaTypes: MediaTypeExtension = () => (_headers, _mediaType, route) => {
  throw missingPart("mediaType", "mediaTypes", route);
};

/**
 * In place of a parser of routes.
 * @throws TypeError for every route.
 */
export function refuseRoute(route: string): never {
  const detail = explain(
    () => 'has no plan; expected a client of the module "client", which reads routes',
  );
  throw new TypeError(writeMessage("INVALID_ROUTE", `"${route}"`, detail));
}

/** A method brings the code for its body, but a hook may add one to another method. */
export const REFUSED_BODY: SentBody = {
  serialize(_body, { method, url }) {
    const detail = explain(() => "has a body; expected none for its method");
    throw new TypeError(writeMessage("BODY_NOT_ALLOWED", `"${method} ${url}"`, detail));
  },
  send: (_source, _init, send) => send(),
};

// ---- Types

/** Options of a client without the types of its routes. */
export interface UntypedOptions extends ClientOptions<string> {
  readonly defaults?: object | undefined;
}

/** The code behind options that few programs set, by the names of the parts. */
export interface ClientParts {
  /** Limits of requests under way, and those that a service reports. */
  readonly limits?: LimitCode;
  readonly defaults?: DefaultCode;
  /** Reads the options for checks of bodies. */
  readonly validation?: (options: ClientOptions<string>) => ClientChecks | undefined;
  readonly mediaTypes?: MediaTypeExtension;
  /** Refuses misspelt options. */
  readonly optionNames?: (options: object) => void;
}

/** Code for options and parameters that have defaults. */
export interface DefaultCode extends Pick<BuilderCode, "complete"> {
  /** Puts them over those of a builder. */
  readonly add: (builder: Builder, added: UnknownRecord) => Builder;
}

interface LimitCode {
  readonly createSlots: (limit: number) => Slots;
  readonly readRateLimit: ReadRateLimit;
}
