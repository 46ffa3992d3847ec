/** Sends a request: one attempt after another, until one succeeds or no retry is left. */
import { copyHeaders, type HeaderRecord } from "../endpoint/headers.js";
import { explainRequest, toToken } from "../endpoint/explain-request.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { RequestOptions } from "../endpoint/types.js";
import { readOwn } from "../endpoint/values.js";
import type { ClientCatalog, ClientChecks } from "../../catalog/client.js";
import type { BodyValues } from "../../catalog/values.js";
import { NO_CREDENTIALS, type Authenticator, type Credentials } from "./auth.js";
import {
  abandon,
  convertData,
  kindOf,
  readBody,
  readData,
  readErrorBody,
  type Body,
  type BodyKind,
  type SentBody,
} from "./bodies.js";
import {
  createConnectionError,
  createResponseError,
  MissingReplyError,
  type ConnectionError,
  type FindErrorClass,
  type ResponseError,
} from "./errors.js";
import type { ClientResponse } from "./responses.js";
import type { AttemptEvent, ClientHooks, ClientOptions } from "./types.js";
import {
  backOff,
  findResumption,
  MAX_DELAY,
  type RateLimit,
  type readRateLimit,
  type sleep,
  type Slots,
} from "./waiting.js";

/** The settings of a call, over those of its client. */
export interface CallSettings extends OwnSettings {
  readonly timeout?: number | undefined;
  readonly retry: number;
  readonly stream?: boolean | undefined;
  readonly body: SentBody;
}

/** Settings of a call that its caller does not see. */
export interface OwnSettings extends AttemptLimit, DeclaredKey, OwnFetch {
  /** Set for calls that leave the body to their caller. Later pages of a list have none. */
  readonly choice?: BodyChoice | undefined;
  /** Absent from a method without a body. */
  readonly body?: SentBody | undefined;
}

/** The header for idempotency keys that a route declares, in lowercase, where a function brings it. */
export interface DeclaredKey {
  readonly declaredKey?: string | undefined;
}

/** A `fetch` of one call, before that of its client. */
export interface OwnFetch {
  readonly fetch?: Fetch | undefined;
}

/** The time limit of one attempt, which only a {@link RequestPolicy} applies. */
export interface AttemptLimit {
  /** Milliseconds until its response must begin. */
  readonly attemptTimeout?: number | undefined;
}

/** Decides whether the client or the caller reads the body of a good response. */
export interface BodyChoice {
  /** Set to take responses that are errors, too, unless they are retried. */
  readonly takesErrors?: boolean | undefined;
  /**
   * Ends an attempt, by {@link conclude} with the response or a clone of it, or by {@link leaveUnread}.
   * @param call For the errors of a body that is read elsewhere.
   */
  take(call: ClientCall, response: Response): Promise<AttemptOutcome>;
  /**
   * True once a body stays unread; the signal of the caller then stays connected to it. A function, because a
   * getter made for each call would cost as much as the rest of the call.
   */
  isKept(): boolean;
}

/** State and options that all requests of a client share. */
export interface Sender extends ClientHooks {
  readonly signal?: AbortSignal | undefined;
  readonly retry: number;
  readonly catalog: ClientCatalog;
  readonly auth: Authenticator;
  /** Tells whether a URL is one of the service's own, which may get credentials. */
  readonly isOwnUrl: (url: string) => boolean;
  /** Names of headers that are credentials. */
  readonly sensitive: readonly string[];
  /** The default headers of every request. */
  readonly headers: Readonly<HeaderRecord>;
  /** Absent, like the next one, without the part `limits`. */
  readonly slots: Slots | undefined;
  readonly readRateLimit: typeof readRateLimit | undefined;
  readonly onRateLimit?: ClientOptions["onRateLimit"];
  /** The header for idempotency keys of all routes, in lowercase. */
  readonly idempotency: string | undefined;
  readonly maxRetryDelay: number;
  readonly now: () => number;
  readonly sleep: typeof sleep;
  readonly followRedirects: FollowRedirects | undefined;
  /** Set if bodies are checked. */
  readonly checks: ClientChecks | undefined;
  readonly values: BodyValues | undefined;
  /** `undefined` for the platform's. A mock replaces it, and restores the former one. */
  fetch?: Fetch | undefined;
  /** Set by a class with the surface of Stainless. */
  readonly policy?: RequestPolicy | undefined;
  /** Set by the class of an SDK, whose errors have classes by status. */
  findErrorClass?: FindErrorClass | undefined;
  /** Parses the rate limit of the last response that had one. */
  rateLimit?: (() => RateLimit) | undefined;
}

/**
 * Rules of retries, in place of {@link RETRIED} and the waits below. The class with the surface of Stainless
 * gives them to its client (`src/stainless/policy.ts`). They are no public option.
 */
export interface RequestPolicy {
  /**
   * Finds the wait before a request is sent again, in milliseconds; `undefined` if it is not. Asked only while
   * the option `retry` leaves another attempt.
   * @param status 0 for a lost connection, which has no headers.
   * @param retries The number of retries before this one.
   */
  findDelay(status: number, headers: Headers | undefined, retries: number): number | undefined;
  /** Wraps what sends an attempt, to limit its time or to log it. */
  wrapFetch(send: Fetch, call: Pick<ClientCall, "sender" | "settings" | "retries">): Fetch;
}

/**
 * The platform's `fetch`, or one that takes more: a mock finds its reply by the route, and shows the
 * URL without credentials.
 */
export type Fetch = (
  url: string,
  init: FetchInit,
  route?: string,
  shown?: string,
) => Promise<Response>;

/** The headers are an object of the client's own. */
export interface SentInit extends FetchInit {
  headers: HeaderRecord;
}

/** Sends a request, with its redirects. */
export type FollowRedirects = (
  call: Pick<ClientCall, "url" | "credentials" | "sender">,
  init: SentInit,
  /** @param url Without the credentials. */
  send: (target: string, url: string, credentials: Credentials) => Promise<Response>,
) => Promise<Response>;

/** One call of a client. Its state is changed in this file alone. */
export interface ClientCall {
  readonly sender: Sender;
  readonly settings: CallSettings;
  /** The request, as it was built; hooks get copies. */
  readonly request: RequestOptions;
  /** The header for idempotency keys, in lowercase. */
  readonly keyHeader: string;
  /** The end of its timeout, in milliseconds since 1970. */
  readonly end: number;
  /** Aborted when the call ends before its response: by the timeout, or by the caller. */
  readonly signal: AbortSignal | undefined;
  /** The latest attempt, as hooks see it. */
  event: AttemptEvent;
  /** The credentials of the latest attempt. */
  credentials: Credentials;
  /** The address that its response comes from; a redirect changes it. */
  url: string;
  /** Retries after errors; those with new credentials do not count. */
  retries: number;
  /** Set once it was sent again with new credentials. */
  isRenewed: boolean;
}

/** Sends a request, and again after errors that may be temporary (contract F.5). */
export async function sendRequest(call: ClientCall): Promise<ClientResponse> {
  const { sender, signal } = call;
  const { slots } = sender;
  for (;;) {
    const turn = slots?.take();
    if (turn) await turn;
    let outcome;
    try {
      signal?.throwIfAborted(); // aborted while it waited for its turn
      outcome = await attemptOnce(call);
    } finally {
      slots?.release();
    }
    if (outcome.kind === "response") return outcome.response;
    const { error, reason, delay } = outcome;
    if (reason === "error") call.retries++;
    if (reason === "credentials") call.isRenewed = true;
    await sender.onRetry?.({ ...showEvent(call), error, delay });
    if (reason !== "credentials") await sender.sleep(delay, signal);
  }
}

// ---- An attempt

/** The end of an attempt that did not throw. */
export type AttemptOutcome =
  { readonly kind: "response"; readonly response: ClientResponse } | RetriedAttempt;

/** An error after which the request is sent again. */
interface RetriedAttempt extends RetryDecision {
  readonly kind: "retry";
  readonly error: ResponseError | ConnectionError;
}

/**
 * Sends a request once, with its redirects, and reads the response. Skips copies and awaits for options
 * that are not set: with a fast `fetch`, these would be most of a request's cost.
 * @throws ResponseError or ConnectionError if it is not sent again.
 */
async function attemptOnce(call: ClientCall): Promise<AttemptOutcome> {
  const { sender, settings, signal } = call;
  const { onRequest, onResponse } = sender;
  const event = startAttempt(call);
  const { request } = event;
  let response = onRequest && (await onRequest(event));
  call.url = request.url; // a hook may have changed it
  if (!response) {
    const isOwn = sender.isOwnUrl(request.url);
    const credentials = isOwn ? sender.auth.read(request, sender.headers) : NO_CREDENTIALS;
    call.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    const init = createInit(call, isOwn);
    if (sender.checks) await sender.checks.request(event.route, init);
    try {
      response = await sendOnce(call, init);
    } catch (error) {
      return loseConnection(call, error, "got no response");
    }
    if (response.redirected) call.url = response.url;
  }
  if (sender.readRateLimit && sender.isOwnUrl(call.url))
    sender.rateLimit = sender.readRateLimit(sender, response.headers) ?? sender.rateLimit;
  const { choice } = settings;
  if (onResponse || choice) {
    const { guard } = sender.auth;
    if (guard) response = guard.showResponse(response, call.url);
  }
  if (onResponse) response = (await onResponse({ ...showEvent(call), response })) ?? response;
  const isGood = response.ok || (response.status === 304 && hasValidator(request.headers));
  if (!isGood) return endWithError(call, response);
  return await (choice ? choice.take(call, response) : conclude(call, response));
}

/** Hooks may change the request of an attempt, so each attempt gets a copy. */
function startAttempt(call: ClientCall): AttemptEvent {
  const { sender, request: built, event } = call;
  const isKept = !sender.onRequest && !sender.onResponse;
  const request = isKept ? built : { ...built, headers: copyHeaders(built.headers) };
  return (call.event = { route: event.route, request, attempt: event.attempt + 1 });
}

/** The event that hooks see after sending, without credentials that a caller put into the query. */
function showEvent({ event, sender }: ClientCall): AttemptEvent {
  return sender.auth.guard?.showEvent(event) ?? event;
}

/** @throws EndpointError if the body cannot be written. */
function createInit(call: ClientCall, isOwn: boolean): SentInit {
  const { event, credentials, signal, sender, settings } = call;
  const { request } = event;
  const body: unknown = Object.hasOwn(request, "body") ? request.body : undefined;
  const headers = Object.assign(copyHeaders(request.headers), credentials.header);
  // Another origin gets no default headers that are credentials.
  if (!isOwn)
    for (const name of sender.sensitive)
      if (headers[name] === sender.headers[name]) Reflect.deleteProperty(headers, name);
  const init: SentInit = {
    ...request.request,
    method: toToken(request.method),
    headers,
    body: body === undefined ? null : settings.body.serialize(body, request),
  };
  if (signal) init.signal = signal;
  if (body instanceof ReadableStream) init.duplex = "half";
  return init;
}

function sendOnce(call: ClientCall, init: SentInit): Promise<Response> {
  const { sender, event, url, settings } = call;
  const { body } = init;
  const send = call.settings.fetch ?? sender.fetch ?? fetch;
  const fetchOne = sender.policy?.wrapFetch(send, call) ?? send;
  const start = (): Promise<Response> =>
    sender.followRedirects
      ? sender.followRedirects(call, init, (target, shown, credentials) => {
          call.url = shown;
          call.credentials = credentials;
          return fetchOne(target, init, event.route, shown);
        })
      : fetchOne(url, init, event.route);
  return body instanceof ReadableStream ? settings.body.send(body, init, start) : start();
}

function hasValidator(headers: HeaderRecord): boolean {
  return Object.hasOwn(headers, "if-none-match") || Object.hasOwn(headers, "if-modified-since");
}

/**
 * Reads a good response.
 * @throws ResponseError for JSON that cannot be parsed, or whose values are not as described; an
 * InvalidDataError for data that the client refuses.
 */
export function conclude(call: ClientCall, response: Response): Promise<AttemptOutcome> {
  const kind = call.settings.stream ? "stream" : kindOf(response, call.event.request.method);
  return readBody(response, kind).then(
    (body) => concludeRead(call, response, kind, body),
    (error: unknown) => loseConnection(call, error, LOST_BODY),
  );
}

function concludeRead(
  call: ClientCall,
  response: Response,
  kind: BodyKind,
  body: Body,
): AttemptOutcome | Promise<AttemptOutcome> {
  let data: unknown;
  try {
    data = readData(body, kind);
  } catch {
    throw createResponseError(call, response, "INVALID_BODY", kind, body);
  }
  const { checks } = call.sender;
  if (!checks || kind !== "json") return convert(call, response, kind, body, data);
  const checked = checks.response(call.event.route, response.status, data); // of plain JSON
  return checked.then(() => convert(call, response, kind, body, data));
}

function convert(
  call: ClientCall,
  response: Response,
  kind: BodyKind,
  body: Body,
  plain: unknown,
): AttemptOutcome {
  const { status, headers } = response;
  try {
    const data = convertData(call, status, plain, kind, body);
    return { kind: "response", response: { status, headers, data, url: call.url } };
  } catch {
    throw createResponseError(call, response, "INVALID_VALUE", kind, body);
  }
}

/** The outcome of an attempt whose body its caller reads: a response without data. */
export function leaveUnread({ url }: ClientCall, { status, headers }: Response): AttemptOutcome {
  return { kind: "response", response: { status, headers, data: undefined, url } };
}

/** Does not read the body of a response that is retried: it may never end. */
async function endWithError(call: ClientCall, response: Response): Promise<AttemptOutcome> {
  const { status, headers, body } = response;
  // Renews even if this request is not sent again: the next one needs new credentials, too.
  const hasRenewed = status === 401 && call.sender.auth.renew(call.credentials, call.isRenewed);
  const decision = decideRetry(call, status, headers, hasRenewed);
  if (decision) {
    abandon(body);
    const error = createResponseError(call, response, "STATUS", undefined, undefined);
    return { kind: "retry", error, ...decision };
  }
  const { choice } = call.settings;
  if (choice?.takesErrors) return choice.take(call, response);
  const kind = kindOf(response, call.request.method);
  let read;
  try {
    read = await readErrorBody(response, kind);
  } catch (error) {
    return loseConnection(call, error, LOST_BODY);
  }
  throw createResponseError(call, response, "STATUS", kind, read.body, read.isCut);
}

export const LOST_BODY = "got a part of its response";

/**
 * Ends an attempt whose response failed or broke off.
 * @throws The signal's reason, an EndpointError for a request that cannot be sent, or a
 * MissingReplyError. A retry would fail the same way.
 */
export function loseConnection(call: ClientCall, cause: unknown, event: string): RetriedAttempt {
  call.signal?.throwIfAborted();
  const final = cause instanceof MissingReplyError ? cause : explainRequest(call.event.request);
  if (final) throw final;
  const error = createConnectionError(call, cause, event);
  const decision = decideRetry(call, 0);
  if (!decision) throw error;
  return { kind: "retry", error, ...decision };
}

// ---- Retries

/** A decision to send a request again. */
interface RetryDecision {
  /** Only retries after errors count against the option `retry`. */
  readonly reason: "error" | "limit" | "credentials";
  /** The wait before it, in milliseconds. */
  readonly delay: number;
}

/** Statuses after which a request is sent again if it may arrive twice (contract F.5); 0: no response. */
const RETRIED = [0, 408, 429, 500, 502, 503, 504];

/** Statuses after which any request is sent again, if the response says how long to wait. */
const INVITING = [429, 503];

/** Methods whose requests may arrive twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(?:get|head|options|put|delete|QUERY)$/;

/** The usual header for idempotency keys, which a caller may send to a service that declares none. */
const KEY_HEADER = "idempotency-key";

/** Finds the header for idempotency keys of a route, in lowercase (contract F.12). */
export function findKeyHeader(
  { idempotency, catalog }: Pick<Sender, "idempotency" | "catalog">,
  route: string,
  { declaredKey }: DeclaredKey = {},
): { readonly header: string; readonly isDeclared: boolean } {
  const declared = declaredKey ?? readOwn<string>(catalog.idempotencyOf ?? {}, route);
  const header = idempotency ?? declared ?? KEY_HEADER;
  return { header, isDeclared: header === declared };
}

/** The least wait for a limit, in milliseconds: its reset may be past by the local clock. */
const MIN_WAIT = 1_000;

/**
 * Decides whether a request is sent again after an error; changes nothing. New credentials and the wait
 * for the reset of a limit do not count as a retry.
 * @param received The headers of the response; `undefined` for a lost connection.
 */
function decideRetry(
  call: ClientCall,
  status: number,
  received?: Headers,
  hasRenewed?: boolean,
): RetryDecision | undefined {
  if (call.request.body instanceof ReadableStream) return undefined; // read by the first attempt
  const decision: RetryDecision | undefined =
    hasRenewed && !call.isRenewed
      ? { reason: "credentials", delay: 0 }
      : decideWait(call, status, received);
  const isInTime = decision && call.sender.now() + decision.delay < call.end;
  return isInTime ? decision : undefined;
}

function decideWait(
  { sender, settings, request, retries, keyHeader }: ClientCall,
  status: number,
  received: Headers | undefined,
): RetryDecision | undefined {
  const { onRateLimit, maxRetryDelay, policy } = sender;
  const { method, headers } = request;
  const isLeft = retries < settings.retry;
  const resumeIn = received && findResumption(sender, received);
  // Some services answer 403 to a request that exceeds a limit.
  if (onRateLimit === "wait" && resumeIn !== undefined && (status === 429 || status === 403))
    return { reason: "limit", delay: Math.min(Math.max(MIN_WAIT, resumeIn), MAX_DELAY) };
  if (policy) {
    const delay = isLeft ? policy.findDelay(status, received, retries) : undefined;
    return delay === undefined ? undefined : { reason: "error", delay };
  }
  const isRetried =
    (INVITING.includes(status) && resumeIn !== undefined) ||
    (RETRIED.includes(status) && (IDEMPOTENT.test(method) || Object.hasOwn(headers, keyHeader)));
  if (!isRetried || !isLeft) return undefined;
  const delay = resumeIn ?? backOff(retries);
  return delay > maxRetryDelay ? undefined : { reason: "error", delay };
}
