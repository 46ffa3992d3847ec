import { copyHeaders, type HeaderRecord } from "../endpoint/headers.js";
import { explain, serializeBody } from "../endpoint/to-request.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { dropDefaults, findSecrets, NO_CREDENTIALS, type Credentials } from "./auth.js";
import type { SentInit } from "./catalog.js";
import {
  ConnectionError,
  copyError,
  hide,
  MissingReplyError,
  ResponseError,
  type ResponseErrorCode,
} from "./errors.js";
import { findResumption, readRateLimit } from "./rate-limit.js";
import { kindOf, readData, type BodyKind } from "./read-body.js";
import type { Call, Failure, Sender } from "./sender.js";
import type { AttemptEvent, ClientResponse } from "./types.js";

/** What the parts of an attempt share. */
interface Attempt extends AttemptEvent {
  readonly sender: Sender;
  readonly signal: AbortSignal | undefined;
  /** The credentials that were sent. */
  credentials: Credentials;
  /** Whether the URL may get credentials. */
  isOwn: boolean;
  /** Where the response comes from: changed by redirects. */
  url: string;
}

/**
 * Sends a request once, with its redirects, and reads the response. Nothing is copied and nothing
 * awaited for what is not used: with a fast `fetch`, that would be most of a request's cost.
 */
export async function attemptOnce(
  attempt: Attempt,
  isStream: boolean | undefined,
): Promise<ClientResponse | Failure> {
  const { request, sender, signal } = attempt;
  const { onRequest, onResponse } = sender;
  let response: Response | undefined;
  if (onRequest) {
    response = (await onRequest(eventOf(attempt))) ?? undefined;
    attempt.url = request.url;
    attempt.isOwn = sender.isOwnUrl(request.url);
  }
  if (!response) {
    const credentials = readCredentials(attempt);
    attempt.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    try {
      response = await sendOnce(attempt);
    } catch (error) {
      if (error instanceof MissingReplyError) throw error; // a retry would find none either
      return connectionFailed(attempt, error, "got no response");
    }
    if (response.redirected) attempt.url = response.url;
  }
  sender.rateLimit = readRateLimit(sender, response.headers) ?? sender.rateLimit;
  if (onResponse) response = (await onResponse({ ...eventOf(attempt), response })) ?? response;
  const { status, headers } = response;
  const isGood = response.ok || (status === 304 && hasValidator(request.headers));
  if (isGood && isStream)
    return { status, headers, data: response.body ?? new Blob().stream(), url: attempt.url };
  const kind = kindOf(response, request.method);
  let body: string | ArrayBuffer | undefined;
  try {
    body = kind && (await (kind === "bytes" ? response.arrayBuffer() : response.text()));
  } catch (error) {
    return connectionFailed(attempt, error, "got a part of its response");
  }
  return conclude(attempt, response, isGood, kind, body);
}

export function createAttempt(
  sender: Sender,
  { route, request: original }: Call,
  number: number,
  signal: AbortSignal | undefined,
): Attempt {
  const isOwn = sender.isOwnUrl(original.url);
  // Hooks may change the request, and so may its way to another origin.
  const isKept = isOwn && !sender.onRequest && !sender.onResponse;
  const request = isKept ? original : { ...original, headers: copyHeaders(original.headers) };
  const { url } = request;
  return {
    route,
    request,
    attempt: number,
    sender,
    signal,
    isOwn,
    credentials: NO_CREDENTIALS,
    url,
  };
}

function eventOf({ route, request, attempt }: Attempt): AttemptEvent {
  return { route, request, attempt };
}

/** Another origin gets neither credentials nor the client's own headers. */
function readCredentials({ sender, request, isOwn }: Attempt): Credentials | Promise<Credentials> {
  if (isOwn) return sender.auth.read();
  dropDefaults(request.headers, sender.defaultHeaders);
  return NO_CREDENTIALS;
}

function sendOnce(attempt: Attempt): Promise<Response> {
  const { request, credentials, signal, sender, route, url } = attempt;
  const body: unknown = Object.hasOwn(request, "body") ? request.body : undefined;
  const init: SentInit = {
    ...request.request,
    method: request.method.toUpperCase(),
    headers: Object.assign(copyHeaders(request.headers), credentials.header),
    body: body === undefined ? null : serializeBody(body, request),
  };
  if (signal) init.signal = signal;
  if (body instanceof ReadableStream) init.duplex = "half";
  const send = sender.fetch ?? fetch;
  return sender.followRedirects
    ? sender.followRedirects(attempt, init, (to) => send(to, init, route, attempt.url))
    : send(url, init, route);
}

function hasValidator(headers: HeaderRecord): boolean {
  return Object.hasOwn(headers, "if-none-match") || Object.hasOwn(headers, "if-modified-since");
}

/** Makes the result of an attempt, once its body is there. */
function conclude(
  attempt: Attempt,
  response: Response,
  isGood: boolean,
  kind: BodyKind,
  body: string | ArrayBuffer | undefined,
): ClientResponse | Failure {
  const { status, headers } = response;
  try {
    const data = readData(body, kind, isGood ? undefined : hiderOf(attempt));
    if (isGood) return { status, headers, data, url: attempt.url };
    return refused(attempt, response, "STATUS", data);
  } catch {
    const text = typeof body === "string" ? body.slice(0, SHOWN_BODY) : undefined;
    return refused(attempt, response, isGood ? "INVALID_BODY" : "STATUS", text);
  }
}

// ---- Failures

/** How much of an invalid body and of a service's message an error repeats, in characters. */
const SHOWN_BODY = 1_000;
const SHOWN_MESSAGE = 200;

function refused(
  attempt: Attempt,
  { status, headers: received }: Response,
  code: ResponseErrorCode,
  given: unknown,
): Failure {
  const { sender, credentials, attempt: attempts } = attempt;
  const { requestId: name } = sender.catalog;
  const hideSecrets = hiderOf(attempt);
  const data = typeof given === "string" ? hideSecrets(given) : given;
  const hidden = Array.from(received, ([key, value]): [string, string] => [
    key,
    hideSecrets(value),
  ]);
  const headers = new Headers(hidden);
  const detail = code === "STATUS" ? describeData(data) : ", and its body is not JSON";
  const route = hideSecrets(attempt.route);
  // An address that a redirect chose may be signed: its query is a credential of its own.
  const isChosen = attempt.url !== attempt.request.url;
  const url = hideSecrets(isChosen ? attempt.url.replace(/[?#].*/, "") : attempt.url);
  const requestId = (name && headers.get(name)) || undefined;
  const failure = { status, data, headers, url, requestId };
  const message = hideSecrets(`"${route}" got status ${status}${detail}.`);
  return {
    error: new ResponseError(code, message, route, failure, attempts),
    resumeIn: findResumption(sender, received),
    canRenew: status === 401 && sender.auth.renew(credentials),
  };
}

/** @throws EndpointError if the request is the reason, or what the signal ends it with. */
function connectionFailed(attempt: Attempt, error: unknown, problem: string): Failure {
  const { request, route, signal, attempt: attempts } = attempt;
  signal?.throwIfAborted();
  const mistake = explain(request);
  if (mistake) throw mistake;
  const hideSecrets = hiderOf(attempt);
  const cause = copyError(error, hideSecrets);
  return { error: new ConnectionError(hideSecrets(route), problem, attempts, cause) };
}

function hiderOf({ request, credentials }: Attempt): (text: string) => string {
  const secrets = findSecrets(request.headers, credentials);
  return (text) => hide(text, secrets);
}

/** The message that most APIs put into the body of an error. */
function describeData(data: unknown): string {
  const { message, error, detail } = toRecord(data);
  const { message: inner } = toRecord(error);
  const text = [message, inner, error, detail].find((each) => typeof each === "string");
  return typeof text === "string" ? `: ${text.slice(0, SHOWN_MESSAGE).replace(/\.$/, "")}` : "";
}

function toRecord(value: unknown): UnknownRecord {
  return Object(value) as UnknownRecord; // any object can be read by its keys
}
