/**
 * The class of an SDK that keeps the surface of one that Stainless made (contract H.10): its options,
 * those of its requests, errors, pages and uploads, over the usual class.
 */
import type { SdkCatalog } from "../catalog/sdk.js";
import { SENDER } from "../client/client.js";
import { CALL, type List } from "../client/pagination.js";
import { ConnectionError, ResponseError, type FindErrorClass } from "../client/errors.js";
import type { AttemptEvent } from "../client/types.js";
import { sleep } from "../client/waiting.js";
import { appendQuery } from "../endpoint/placement.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { RequestOptions as RequestOfClient } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import { callMethod, defineMethod as defineUsual } from "./methods.js";
import { addMissing, listOptions, readOption, readVariable } from "./options.js";
import { ListPage } from "./pages.js";
import { createSdk } from "./sdk.js";
import type {
  Adapt,
  AdaptedCall,
  Call,
  CallMethod,
  ListCall,
  MethodForm,
  PageSteps,
  SdkOptions,
  UnwrapHeaders,
} from "./types.js";

/** Milliseconds that an attempt may take until its response begins. */
const DEFAULT_TIMEOUT = 60_000;

/**
 * Makes the class of a service.
 * @typeParam Sdk Its instances.
 * @typeParam Options Those of its constructor.
 * @example
 * const Acme = createStainless<Acme, AcmeOptions>(sdkCatalog, createClient);
 * const thing = await new Acme({ apiKey }).things.retrieve("7");
 */
export function createStainless<Sdk, Options = StainlessOptions>(
  catalog: SdkCatalog,
  createClient: (options: never) => unknown,
  { open, call = callAdapted }: StainlessExtensions = {},
): StainlessConstructor<Sdk, Options> {
  const Base = createSdk<object>(catalog, createClient, {
    call: (route, form, client, ...given) =>
      call(route, { ...form, shape: readOwn(catalog.shapes ?? {}, route) }, client, ...given),
    findErrorClass,
    ofWebhooks: open && ((given) => bindWebhooks(open, catalog, given)),
  });
  class Client extends Base {
    readonly #given: UnknownRecord;
    readonly maxRetries: number;
    readonly timeout: number;
    readonly baseURL: string;
    readonly logLevel: LogLevel;

    constructor(given: UnknownRecord & StainlessOptions = {}) {
      const sending = readSending(catalog, given);
      super(toUsualOptions(catalog, given, sending));
      this.#given = given;
      this.maxRetries = sending.maxRetries;
      this.timeout = sending.timeout;
      this.logLevel = sending.logLevel;
      this.baseURL = findUrl(this, "/").replace(/\/$/, "");
      // Not enumerable, so that a printed client shows no credential.
      for (const each of listOptions(catalog))
        Object.defineProperty(this, each.option, { value: readOption(each, given) ?? null });
    }

    /** A client with other options. */
    withOptions(options: UnknownRecord): Client {
      return new Client({ ...this.#given, ...options });
    }
  }
  const own = Client.prototype as unknown as UnknownRecord;
  for (const verb of VERBS) {
    if (verb in Base.prototype) continue; // a method of the service
    const route = (path: string): string =>
      `${verb.toUpperCase()} ${path.replace(/[{}]/g, encodeURIComponent)}`;
    const value = function (this: Client, path: string, options?: RequestOptions): unknown {
      return callAdapted(route(path), { isBare: true }, this, options);
    };
    Object.defineProperty(own, verb, { value, writable: true, configurable: true });
  }
  Object.defineProperty(Client, "name", { value: catalog.name });
  // The generator writes the types of instances and options from the same catalog.
  return Object.assign(Client, STATICS, { [catalog.name]: Client }) as unknown as never;
}

/** Makes a function of a route, which takes a client, the arguments of the method, and options. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what it is
export function defineMethod<Method>(route: string, form: MethodForm = {}): Method {
  return defineUsual<Method>(route, { ...form, adapt });
}

/** Calls a method with the options of this surface. */
export const callAdapted: CallMethod = (route, form, target, ...given) =>
  callMethod(route, { ...form, adapt }, target, ...given);

/** Code that only some services need. */
interface StainlessExtensions {
  /** For services with deliveries. */
  readonly open?: OpenDelivery;
  /** For services with streams. */
  readonly call?: CallMethod;
}

const VERBS = ["get", "post", "put", "patch", "delete"] as const;

// ---- Options of the class

/** Options for sending requests. */
interface Sending {
  readonly maxRetries: number;
  readonly timeout: number;
  readonly fetchOptions: object | undefined;
  readonly fetch: StainlessOptions["fetch"];
  readonly sleep: typeof sleep;
  readonly logLevel: LogLevel;
  readonly log: (level: LogLevel, message: string, details: object) => void;
}

const LEVELS: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

function readSending(catalog: SdkCatalog, given: UnknownRecord & StainlessOptions): Sending {
  const { maxRetries = 2, timeout = DEFAULT_TIMEOUT, logger = console, fetchOptions } = given;
  checkCount("maxRetries", maxRetries);
  checkCount("timeout", timeout);
  const wanted = given.logLevel ?? readVariable(`${toPrefix(catalog.name)}_LOG`);
  const logLevel = LEVELS.find((each) => each === wanted) ?? "warn";
  return {
    ...{ maxRetries, timeout, fetchOptions, logLevel },
    fetch: given.fetch,
    sleep: (given["sleep"] as Sending["sleep"] | undefined) ?? sleep,
    log(level, message, details) {
      if (level !== "off" && LEVELS.indexOf(level) <= LEVELS.indexOf(logLevel))
        logger[level](message, details);
    },
  };
}

/** @throws TypeError for what is no number, or a negative one. */
function checkCount(name: string, value: unknown): void {
  if (typeof value !== "number" || !(value >= 0))
    throw new TypeError(`Option "${name}" is ${String(value)}; expected a number from 0.`);
}

/** `ImageKit` becomes `IMAGE_KIT`. */
function toPrefix(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$&_").toUpperCase();
}

const OWN_OPTIONS = [
  ...["baseURL", "maxRetries", "timeout", "defaultHeaders", "defaultQuery", "fetchOptions"],
  ...["logLevel", "logger", "dangerouslyAllowBrowser"],
];

/** @throws TypeError for an address and an environment at once. */
function toUsualOptions(
  catalog: SdkCatalog,
  given: UnknownRecord & StainlessOptions,
  sending: Sending,
): SdkOptions {
  const { baseURL, defaultHeaders, defaultQuery, onRequest } = given;
  const variable = `${toPrefix(catalog.name)}_BASE_URL`;
  const address = baseURL === undefined ? readVariable(variable)?.trim() : baseURL;
  if (address && given["environment"])
    throw new TypeError(
      `The address is given twice, by "baseURL" (or ${variable}) and by "environment"; to use the environment, pass \`baseURL: null\`.`,
    );
  const others = { ...given };
  for (const name of OWN_OPTIONS) Reflect.deleteProperty(others, name);
  const query = writeQuery(defaultQuery ?? {});
  return {
    ...others,
    ...(address && { baseUrl: address.replace(/\/+$/, "") }),
    headers: { ...readHeaders(given["headers"]), ...readHeaders(defaultHeaders) },
    retry: 0, // `fetch` below sends again
    fetch: (url: string, init: FetchInit) => sendAttempts(sending, url, init),
    ...(query !== "" && {
      onRequest(event: AttemptEvent) {
        event.request.url = addMissing(event.request.url, query);
        return onRequest?.(event);
      },
    }),
  } as SdkOptions;
}

/** `null` removes a header that is usually sent, and `undefined` leaves it as it is. */
function readHeaders(headers: unknown): Record<string, string | undefined> {
  const given = Object(headers ?? {}) as object;
  const pairs = Symbol.iterator in given ? [...(given as Iterable<[string, unknown]>)] : null;
  const entries = (pairs ?? Object.entries(given)) as [string, unknown][];
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toLowerCase(), value === null ? undefined : toText(value)]),
  );
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : String(value); // as declared
}

/** Members and items are written with brackets. */
function writeQuery(query: object, prefix = ""): string {
  return Object.entries(query)
    .flatMap(([key, value]: [string, unknown]) => {
      const name = prefix === "" ? key : `${prefix}[${Array.isArray(query) ? "" : key}]`;
      if (value === undefined) return [];
      if (typeof value === "object" && value !== null && !(value instanceof Date))
        return [writeQuery(value, name)];
      const text = value instanceof Date ? value.toISOString() : toText(value ?? "");
      return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
    })
    .filter((pair) => pair !== "")
    .join("&");
}

// ---- Calls

/** Key of the options of a request for `fetch`, which get there with those of the platform. */
const OWN = /* @__PURE__ */ Symbol("options of a request");

const adapt: Adapt = (given, start) => {
  const call = adaptCall(given);
  const begin = (each: StainlessCall): ReturnType<Adapt> =>
    start({ ...each, decorate: (list) => decorate(list, each) });
  return call instanceof Promise ? call.then(begin) : begin(call);
};

function decorate(list: List, { change, explain }: StainlessCall): List {
  return {
    ...list,
    build: (changed) => change(list.build(changed)),
    send: (request, first) =>
      list.send(request, first).catch((error: unknown) => {
        throw explain(error);
      }),
  };
}

/** A call as the client takes it, and what this surface changes of it. */
export interface StainlessCall extends Pick<AdaptedCall, "parameters" | "options" | "Page"> {
  readonly change: (request: RequestOfClient) => RequestOfClient;
  /** The error to throw in place of one. */
  readonly explain: (error: unknown) => unknown;
}

/** Turns the arguments of a method into what the client takes. Uploads are read first. */
export function adaptCall({
  client,
  route,
  form,
  parameters,
  options,
}: Parameters<Adapt>[0]): StainlessCall | Promise<StainlessCall> {
  const { path, query, body, headers, idempotencyKey, signal, ...sending } =
    options as RequestOptions;
  const { idempotency = "idempotency-key" } = client[SENDER]().catalog;
  const finish = (given: UnknownRecord): StainlessCall => ({
    parameters: { ...place(given, form), request: { [OWN]: sending } },
    options: {
      ...(signal && { signal }),
      headers: {
        ...(idempotencyKey !== undefined && { [idempotency]: idempotencyKey }),
        ...readHeaders(headers),
      },
    },
    change,
    explain: (error) => explain(error, signal),
    Page: OtherPage,
  });
  const change = (request: RequestOfClient): RequestOfClient => {
    const [, asked] = request.url.split("?");
    const url =
      path === undefined
        ? request.url
        : findUrl({ client }, path) + (asked === undefined ? "" : `?${asked}`);
    const more = writeQuery(query ?? {});
    return {
      ...request,
      url: more === "" ? url : appendQuery(url, more),
      ...(body !== undefined && withBody(request, body)),
    };
  };
  const files = Object.entries(parameters).filter(([, value]) => holdsUpload(value));
  if (files.length === 0 || !hasBody(route)) return finish(parameters);
  const read = files.map(async ([name, value]) => [name, await readUploads(value)] as const);
  return Promise.all(read).then((pairs) => finish({ ...parameters, ...Object.fromEntries(pairs) }));
}

function hasBody(route: string): boolean {
  return !/^(?:get|head|options) /i.test(route);
}

/** The address of a path. */
function findUrl(target: object, path: string): string {
  const { client } = target as { readonly client: Parameters<Adapt>[0]["client"] };
  const route = `GET ${path.replace(/[{}]/g, encodeURIComponent)}`;
  return client[CALL](route, {}).build({}).url;
}

function withBody(request: { readonly headers: object }, body: unknown) {
  const isText = typeof body === "object" && Object.getPrototypeOf(body) === Object.prototype;
  return {
    body,
    headers: {
      ...((isText || Array.isArray(body)) && { "content-type": "application/json" }),
      ...request.headers,
    } as Record<string, string>,
  };
}

/** Puts the keys of a method where the client takes them. */
export function place(given: UnknownRecord, { shape }: MethodForm): UnknownRecord {
  if (shape === undefined) return given;
  const { others, body, renamed = {}, named = [] } = shape;
  const placed: Record<string, unknown> = {};
  const inOption: Record<string, unknown> = { ...(given["parameters"] as object | undefined) };
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = readOwn<string>(renamed, key) ?? key;
    if (key === "parameters" && !others.includes(key)) continue;
    if (key === body) placed["data"] = value;
    else if (!others.includes(key)) fields[name] = value;
    else if (named.includes(name)) inOption[name] = value;
    else placed[name] = value;
  }
  return {
    ...placed,
    ...(Object.keys(inOption).length > 0 && { parameters: inOption }),
    ...(Object.keys(fields).length > 0 && (body === undefined ? { data: fields } : fields)),
  };
}

class OtherPage extends ListPage {
  getPaginatedItems(): readonly unknown[] {
    return ListPage.itemsOf(this);
  }

  iterPages(): AsyncGenerator<ListPage, void, undefined> {
    return ListPage.follow(this);
  }
}

// ---- Attempts

/** Sends a request, and again after what may be temporary: any request, also one that changes things. */
async function sendAttempts(client: Sending, url: string, init: FetchInit): Promise<Response> {
  const { [OWN]: own = {}, ...plain } = init as FetchInit & { [OWN]?: RequestOptions };
  const { maxRetries = client.maxRetries, timeout = client.timeout, fetchOptions } = own;
  const fetchOnce = client.fetch ?? fetch;
  const address = url.replace(/[?#].*/s, "");
  for (let retries = 0; ; retries++) {
    const attempt: FetchInit = { ...client.fetchOptions, ...fetchOptions, ...plain };
    client.log("debug", `${attempt.method} ${address} sent`, { headers: hide(attempt.headers) });
    const isLast = retries >= maxRetries || plain.body instanceof ReadableStream;
    let response: Response | undefined;
    try {
      response = await withTimeout(timeout, plain.signal, (signal) =>
        fetchOnce(url, { ...attempt, signal }),
      );
    } catch (error) {
      client.log("info", `${attempt.method} ${address} failed`, { retries });
      if (isLast || plain.signal?.aborted === true) throw error;
    }
    if (response) {
      const { status, headers } = response;
      client.log("info", `${attempt.method} ${address} got ${status}`, { retries });
      client.log("debug", "response", { status, headers: hide(headers) });
      if (isLast || !isRetried(response)) return response;
      await response.body?.cancel();
    }
    await client.sleep(findDelay(response, retries), plain.signal ?? undefined);
  }
}

/** Ends an attempt whose response does not begin in time. */
async function withTimeout(
  timeout: number,
  signal: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const own = new AbortController();
  const timer = setTimeout(() => {
    own.abort(Object.assign(new Error("Request timed out."), { name: TIMED_OUT }));
  }, timeout);
  try {
    return await send(signal ? AbortSignal.any([signal, own.signal]) : own.signal);
  } catch (error) {
    throw own.signal.aborted ? own.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

const TIMED_OUT = "TimeoutError";

function isRetried({ status, headers }: Response): boolean {
  const said = headers.get("x-should-retry");
  if (said === "true" || said === "false") return said === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** In milliseconds: what the response says, if that is less than a minute, or 0.5 s, 1 s, 2 s up to 8 s. */
function findDelay(response: Response | undefined, retries: number): number {
  const milliseconds = Number.parseFloat(response?.headers.get("retry-after-ms") ?? "");
  const after = response?.headers.get("retry-after") ?? "";
  const seconds = Number.parseFloat(after) * 1000;
  const said = [milliseconds, Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds];
  const delay = said.find((each) => !Number.isNaN(each));
  if (delay !== undefined && delay >= 0 && delay < 60_000) return delay;
  return Math.min(8_000, 500 * 2 ** retries) * (1 - Math.random() * 0.25);
}

function hide(headers: FetchInit["headers"] | Headers): object {
  const pairs = [...new Headers(headers)];
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, /auth|cookie|key|token|secret/.test(name) ? "***" : value]),
  );
}

// ---- Uploads

/** Makes a file of what can be uploaded. The name is that of the file it was read from, by default. */
export async function toFile(
  value: ToFileInput | PromiseLike<ToFileInput>,
  name?: string | null,
  options: FilePropertyBag = {},
): Promise<File> {
  const given = await value;
  if (given instanceof File && name === undefined && Object.keys(options).length === 0)
    return given;
  const { name: own, path, url } = Object(given) as Readonly<Record<string, unknown>>;
  const address = [own, path, url].find((each) => typeof each === "string" && each !== "");
  const found =
    name ??
    toText(address ?? "")
      .split(/[\\/]/)
      .at(-1);
  const parts = await readParts(given);
  const [first] = parts;
  const type = options.type ?? (first instanceof Blob ? first.type : "");
  return new File(parts as BlobPart[], found === "" ? "unknown_file" : (found ?? ""), {
    ...options,
    type,
  });
}

async function readParts(value: ToFileInput): Promise<unknown[]> {
  if (value instanceof Response) return [await value.blob()];
  if (typeof value === "string" || value instanceof Blob || !(Symbol.asyncIterator in value))
    return [value];
  const parts: unknown[] = [];
  for await (const part of value) parts.push(part);
  return parts;
}

/** A response, or a stream of Node: what a form does not take. */
function isUpload(value: unknown): value is ToFileInput {
  if (value instanceof Response) return true;
  const isIterable = typeof value === "object" && value !== null && Symbol.asyncIterator in value;
  return isIterable && !(value instanceof ReadableStream);
}

function holdsUpload(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isUpload) : isUpload(value);
}

function readUploads(value: unknown): unknown {
  const read = (each: unknown): unknown => (isUpload(each) ? toFile(each) : each);
  return Array.isArray(value) ? Promise.all(value.map(read)) : read(value);
}

// ---- Errors

/** A response that is an error, or a lost connection. */
interface ErrorFacts extends Error {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
}

/** The type of a status is wider than that of a response. */
const ErrorOfResponse = ResponseError as unknown as {
  new (
    message: string,
    init: never,
  ): ErrorFacts & Pick<ResponseError, "route" | "url" | "data" | "requestId" | "attempts">;
  [Symbol.hasInstance](value: unknown): boolean;
};

export class APIError extends ErrorOfResponse {
  /** Holds for a lost connection, too, which is no error of a response. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== APIError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof ResponseError || value instanceof APIConnectionError;
  }

  override readonly name: string = "APIError";

  /** The body. */
  get error(): unknown {
    return this.data;
  }
}

export class BadRequestError extends APIError {
  declare readonly status: 400;
  override readonly name = "BadRequestError";
}

export class AuthenticationError extends APIError {
  declare readonly status: 401;
  override readonly name = "AuthenticationError";
}

export class PermissionDeniedError extends APIError {
  declare readonly status: 403;
  override readonly name = "PermissionDeniedError";
}

export class NotFoundError extends APIError {
  declare readonly status: 404;
  override readonly name = "NotFoundError";
}

export class ConflictError extends APIError {
  declare readonly status: 409;
  override readonly name = "ConflictError";
}

export class UnprocessableEntityError extends APIError {
  declare readonly status: 422;
  override readonly name = "UnprocessableEntityError";
}

export class RateLimitError extends APIError {
  declare readonly status: 429;
  override readonly name = "RateLimitError";
}

export class InternalServerError extends APIError {
  declare readonly status: number;
  override readonly name = "InternalServerError";
}

/** There was no response, or its body broke off. */
export class APIConnectionError extends Error implements ErrorFacts {
  override readonly name: string = "APIConnectionError";
  readonly status = undefined;
  readonly headers = undefined;
  readonly error = undefined;

  constructor({ message, cause }: { readonly message?: string; readonly cause?: unknown } = {}) {
    super(message ?? "Connection error.", cause === undefined ? {} : { cause });
  }
}

/** No attempt got a response in time. */
export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = "APIConnectionTimeoutError";

  constructor({ message }: { readonly message?: string } = {}) {
    super({ message: message ?? "Request timed out." });
  }
}

/** The signal of the caller ended the request. */
export class APIUserAbortError extends APIConnectionError {
  override readonly name = "APIUserAbortError";

  constructor({ message }: { readonly message?: string } = {}) {
    super({ message: message ?? "Request was aborted." });
  }
}

const BY_STATUS: Readonly<Record<number, unknown>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

const findErrorClass: FindErrorClass = (status) =>
  // Each takes what the class of all errors of responses takes.
  (BY_STATUS[status] ?? (status >= 500 ? InternalServerError : APIError)) as typeof ResponseError;

function explain(error: unknown, signal: AbortSignal | undefined | null): unknown {
  if (error instanceof ResponseError) return error;
  if (signal?.aborted) return new APIUserAbortError();
  if (!(error instanceof ConnectionError)) return error;
  const { name } = Object(error.cause) as { readonly name?: unknown };
  return name === TIMED_OUT
    ? new APIConnectionTimeoutError()
    : new APIConnectionError({ cause: error });
}

// ---- Deliveries

/** Opens deliveries that were signed with a secret; throws for others. */
type OpenDelivery = (
  secret: string,
) => (body: string, headers: UnwrapHeaders) => { readonly payload: unknown };

function bindWebhooks(
  create: OpenDelivery,
  { webhookSecret = { option: "webhookSecret", env: "" } }: SdkCatalog,
  given: UnknownRecord,
): StainlessWebhooks {
  return {
    unwrap(body, { headers, key }) {
      const secret = key ?? readOption(webhookSecret, given);
      if (secret === undefined) {
        const { option, env } = webhookSecret;
        throw new TypeError(
          `The key is undefined; expected \`key\`, the option "${option}" or the environment variable ${env}.`,
        );
      }
      try {
        return create(secret as string)(body, headers).payload; // the scheme checks the secret
      } catch (error) {
        throw explainDelivery(error, headers);
      }
    },
    unsafeUnwrap: (body) => JSON.parse(body) as unknown,
  };
}

/** Texts of the package `standardwebhooks`, by which programs tell these errors from others. */
const TEXTS: Readonly<Record<string, string>> = {
  SIGNATURE_MISMATCH: "No matching signature found",
  SIGNATURE_MALFORMED: "No matching signature found",
  SIGNATURE_MISSING: "Missing required headers",
  HEADER_MISSING: "Missing required headers",
  TIMESTAMP_OUT_OF_TOLERANCE: "Message timestamp too old",
};

/** Milliseconds. */
const TOLERANCE = 300_000;

/** Puts the usual text before that of an error of a delivery. */
function explainDelivery(error: unknown, headers: UnwrapHeaders): unknown {
  const { code, message } = Object(error) as { readonly code?: string; readonly message: string };
  // A secret that is none of the scheme, which their package takes, has signed nothing.
  const text = error instanceof TypeError ? TEXTS["SIGNATURE_MISMATCH"] : TEXTS[code ?? ""];
  if (text === undefined) return error;
  return Object.assign(error as Error, {
    message: `${findTimeFault(headers) ?? text}: ${message}`,
  });
}

/** Their package looks at the time first: an old delivery is one, also with a wrong signature. */
function findTimeFault(headers: UnwrapHeaders): string | undefined {
  const source = (
    typeof headers.get === "function" ? headers : new Headers(headers as Record<string, string>)
  ) as Headers; // of which `get` is used
  const sent = Number(source.get("webhook-timestamp")) * 1_000;
  if (!(sent > 0)) return undefined; // not theirs, or none
  if (Date.now() - sent > TOLERANCE) return "Message timestamp too old";
  return sent - Date.now() > TOLERANCE ? "Message timestamp too new" : undefined;
}

const STATICS = {
  DEFAULT_TIMEOUT,
  APIError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  BadRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  UnprocessableEntityError,
  RateLimitError,
  InternalServerError,
  toFile,
};

// ---- Types

export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

type LogFunction = (message: string, ...details: unknown[]) => void;

/** The console, or a logger with the same methods. */
export interface Logger {
  readonly error: LogFunction;
  readonly warn: LogFunction;
  readonly info: LogFunction;
  readonly debug: LogFunction;
}

type HeadersGiven =
  | Headers
  | readonly (readonly [string, string | null | undefined])[]
  | Readonly<Record<string, string | number | null | undefined>>;

/** Options of `fetch` beside those that a request sets, also such as only one platform has. */
export type FetchOptions = Omit<RequestInit, "body" | "headers" | "method" | "signal"> & {
  readonly [option: string]: unknown;
};

/** Options of one request; they come last. */
export interface RequestOptions {
  /** In place of the path of the method. */
  readonly path?: string | undefined;
  /** Added to the query. */
  readonly query?: object | null | undefined;
  /** In place of the body of the method. */
  readonly body?: unknown;
  /** `null` removes a header that is usually sent. */
  readonly headers?: HeadersGiven | undefined;
  /** Default: that of the client. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until the response of an attempt must begin. Default: that of the client. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | null | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly fetchOptions?: FetchOptions | undefined;
}

/** Options of the class, beside those that its service adds. */
export interface StainlessOptions<Auth extends string = string, Grants = unknown> extends Omit<
  SdkOptions<Auth, Grants>,
  "fetch" | "timeout" | "retry"
> {
  /** Default: the variable `<NAME>_BASE_URL`, or the address of the service. `null` passes over the variable. */
  readonly baseURL?: string | null | undefined;
  /** Number of times that a request is sent again. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until the response of an attempt must begin. Default: 60,000. */
  readonly timeout?: number | undefined;
  readonly defaultHeaders?: HeadersGiven | undefined;
  readonly defaultQuery?: Readonly<Record<string, string | undefined>> | undefined;
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly fetchOptions?: FetchOptions | undefined;
  /** Default: the variable `<NAME>_LOG`, or `warn`. */
  readonly logLevel?: LogLevel | undefined;
  /** Default: the console. */
  readonly logger?: Logger | undefined;
  /** Has no effect. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * The deliveries of a service.
 * @typeParam Payload Those of all events.
 */
export interface StainlessWebhooks<Payload = unknown> {
  /**
   * Verifies a delivery and returns its payload.
   * @param body As it came.
   * @throws WebhookError for a delivery that the service has not signed, or that cannot be read.
   * @throws TypeError without a key.
   */
  unwrap(
    body: string,
    options: {
      readonly headers: UnwrapHeaders;
      /** Default: the secret among the options of the class. */
      readonly key?: string | null | undefined;
    },
  ): Payload;
  /**
   * Parses a body that was verified before.
   * @throws SyntaxError for what is no JSON.
   */
  unsafeUnwrap(body: string): Payload;
}

/** Members of every instance beside its resources. */
export interface StainlessClient {
  readonly baseURL: string;
  readonly maxRetries: number;
  readonly timeout: number;
  readonly logLevel: LogLevel;
  get<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  post<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  put<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  patch<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  delete<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
}

/** The class: its errors and `toFile` are properties of it. */
export type StainlessConstructor<Sdk, Options> = typeof STATICS & {
  new (options?: Options): Sdk;
  readonly prototype: Sdk;
};

export type APIPromise<Data> = Call<Data>;

/** A request for a list: a promise of its first page, and an async iterable of all items. */
export interface PagePromise<Body, Item>
  extends Call<Page<Body, Item>>, Pick<ListCall<Body, Item>, typeof Symbol.asyncIterator> {}

/** A page of a list: the fields of its body, and the way to the next page. */
export type Page<Body, Item> = Omit<PageSteps<Body, Item>, "getNextPage"> & {
  getPaginatedItems(): readonly Item[];
  /** Requests the next page; rejects if there is none. */
  getNextPage(): Promise<Page<Body, Item>>;
  /** This page and all later ones. */
  iterPages(): AsyncIterable<Page<Body, Item>>;
  [Symbol.asyncIterator](): AsyncIterator<Item>;
} & (Body extends readonly unknown[] ? { readonly data: readonly Item[] } : Body);

/** A file: of the platform, of a response, or a stream of Node. */
export type Uploadable = File | Blob | Response | FileStream;

interface FileStream extends AsyncIterable<unknown> {
  readonly path: string | { toString(): string };
}

/** Content that {@link toFile} takes. */
export type ToFileInput =
  | Uploadable
  | string
  | ArrayBuffer
  | ArrayBufferView
  | AsyncIterable<string | ArrayBuffer | ArrayBufferView>;
