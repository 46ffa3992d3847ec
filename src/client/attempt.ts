import { copyHeaders, type HeaderRecord } from "../endpoint/headers.js";
import { explain, serializeBody } from "../endpoint/to-request.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { createHider, dropDefaults, NO_CREDENTIALS } from "./auth.js";
import type { SentInit } from "./catalog.js";
import { ConnectionError, copyError, MissingReplyError, ResponseError } from "./errors.js";
import { readRateLimit } from "./rate-limit.js";
import { kindOf, readBody, readData, type Body, type BodyKind } from "./read-body.js";
import type { Call } from "./sender.js";
import type { AttemptEvent, ClientResponse } from "./types.js";

/**
 * Sends a request once, with its redirects, and reads the response. Nothing is copied and nothing
 * awaited for what is not used: with a fast `fetch`, that would be most of a request's cost.
 */
export async function attemptOnce(
  call: Call,
): Promise<ClientResponse | ResponseError | ConnectionError> {
  const { sender, settings, signal } = call;
  const { onRequest, onResponse } = sender;
  const event = startAttempt(call);
  const { request } = event;
  let response = onRequest && (await onRequest(event));
  call.url = request.url;
  if (!response) {
    const isOwn = sender.isOwnUrl(request.url);
    const credentials = isOwn ? sender.auth.read() : NO_CREDENTIALS;
    call.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    const init = createInit(call, isOwn);
    try {
      response = await sendOnce(call, init);
    } catch (error) {
      if (error instanceof MissingReplyError) throw error; // a retry would find none either
      return connectionFailed(call, error, "got no response");
    }
    if (response.redirected) call.url = response.url;
  }
  sender.rateLimit = readRateLimit(sender, response.headers) ?? sender.rateLimit;
  if (onResponse) response = (await onResponse({ ...event, response })) ?? response;
  const isGood = response.ok || (response.status === 304 && hasValidator(request.headers));
  const kind = isGood && settings.stream ? "stream" : kindOf(response, request.method);
  let body: Body;
  try {
    body = await readBody(response, kind);
  } catch (error) {
    return connectionFailed(call, error, "got a part of its response");
  }
  return conclude(call, response, isGood, kind, body);
}

/** Hooks may change the request of an attempt, so that each gets a copy. */
function startAttempt(call: Call): AttemptEvent {
  const { sender, request: built, event } = call;
  const isKept = !sender.onRequest && !sender.onResponse;
  const request = isKept ? built : { ...built, headers: copyHeaders(built.headers) };
  return (call.event = { route: event.route, request, attempt: event.attempt + 1 });
}

/** @throws EndpointError if the body cannot be written. */
function createInit({ event, credentials, signal, sender }: Call, isOwn: boolean): SentInit {
  const { request } = event;
  const body: unknown = Object.hasOwn(request, "body") ? request.body : undefined;
  const headers = Object.assign(copyHeaders(request.headers), credentials.header);
  if (!isOwn) dropDefaults(headers, sender.headers);
  const init: SentInit = {
    ...request.request,
    method: request.method.toUpperCase(),
    headers,
    body: body === undefined ? null : serializeBody(body, request),
  };
  if (signal) init.signal = signal;
  if (body instanceof ReadableStream) init.duplex = "half";
  return init;
}

function sendOnce(call: Call, init: SentInit): Promise<Response> {
  const { sender, event, url } = call;
  const send = sender.fetch ?? fetch;
  return sender.followRedirects
    ? sender.followRedirects(call, init, (to) => send(to, init, event.route, call.url))
    : send(url, init, event.route);
}

function hasValidator(headers: HeaderRecord): boolean {
  return Object.hasOwn(headers, "if-none-match") || Object.hasOwn(headers, "if-modified-since");
}

// ---- Results

/** How much of an invalid body and of a service's message an error repeats, in characters. */
const SHOWN_BODY = 1_000;
const SHOWN_MESSAGE = 200;

/** Makes the result of an attempt, once its body is there. */
function conclude(
  { event, sender, credentials, url }: Call,
  { status, headers }: Response,
  isGood: boolean,
  kind: BodyKind,
  body: Body,
): ClientResponse | ResponseError {
  try {
    if (isGood) return { status, headers, data: readData(body, kind), url };
  } catch {
    // The error says so.
  }
  const { request, route, attempt } = event;
  const hide = createHider(request.headers, credentials);
  const text = typeof body === "string" ? hide(body) : body;
  let data: unknown;
  try {
    data = readData(text, kind, (_key, value) => (typeof value === "string" ? hide(value) : value));
  } catch {
    data = typeof text === "string" ? text.slice(0, SHOWN_BODY) : undefined;
  }
  // An address that a redirect chose may be signed: its query is a credential of its own.
  const shownUrl = hide(url === request.url ? url : url.replace(/[?#].*/, ""));
  const { requestId: name } = sender.catalog;
  const hidden = Array.from(headers, ([key, value]): [string, string] => [key, hide(value)]);
  const shownHeaders = new Headers(hidden);
  const requestId = (name && shownHeaders.get(name)) || undefined;
  const shownRoute = hide(route);
  const detail = isGood ? ", and its body is not JSON" : describeData(data);
  const message = `"${shownRoute}" got status ${status}${detail}.`;
  const failure = { status, data, headers: shownHeaders, url: shownUrl, requestId };
  const code = isGood ? "INVALID_BODY" : "STATUS";
  return new ResponseError(code, message, shownRoute, failure, attempt);
}

/** @throws EndpointError if the request is the reason, or what the signal ends it with. */
function connectionFailed(
  { event, signal, credentials }: Call,
  error: unknown,
  problem: string,
): ConnectionError {
  const { request, route, attempt } = event;
  signal?.throwIfAborted();
  const mistake = explain(request);
  if (mistake) throw mistake;
  const hide = createHider(request.headers, credentials);
  return new ConnectionError(hide(route), problem, attempt, copyError(error, hide));
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
