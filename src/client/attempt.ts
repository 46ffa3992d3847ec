import { copyHeaders, type HeaderRecord } from "../endpoint/headers.js";
import { serializeBody } from "../endpoint/to-request.js";
import { dropDefaults, hasCredentials, NO_CREDENTIALS } from "./auth.js";
import type { SentInit } from "./catalog.js";
import type { ConnectionError, ResponseError } from "./errors.js";
import { connectionFailed, responseFailed } from "./failures.js";
import { readRateLimit } from "./rate-limit.js";
import { kindOf, readBody, readData, type Body, type BodyKind } from "./read-body.js";
import type { Call } from "./sender.js";
import type { AttemptEvent, ClientResponse } from "./types.js";

/** What becomes of an attempt; an error may be a reason to try again. */
export type Outcome = ClientResponse | ResponseError | ConnectionError;

/**
 * Sends a request once, with its redirects, and reads the response. Nothing is copied and nothing
 * awaited for what is not used: with a fast `fetch`, that would be most of a request's cost.
 */
export async function attemptOnce(call: Call): Promise<Outcome> {
  const { sender, settings, signal } = call;
  const { onRequest, onResponse } = sender;
  const event = startAttempt(call);
  const { request } = event;
  let response = onRequest && (await onRequest(event));
  call.url = request.url; // a hook may have changed it
  if (!response) {
    const isOwn = sender.isOwnUrl(request.url);
    const isAsked = isOwn && !hasCredentials(request.headers, sender.headers, sender.catalog.auth);
    const credentials = isAsked ? sender.auth.read() : NO_CREDENTIALS;
    call.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    const init = createInit(call, isOwn);
    try {
      response = await sendOnce(call, init);
    } catch (error) {
      return connectionFailed(call, error, "got no response");
    }
    if (response.redirected) call.url = response.url;
  }
  if (sender.isOwnUrl(call.url))
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
  if (!isOwn) dropDefaults(headers, sender.headers, sender.sensitive);
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

/** Makes the outcome of an attempt, once its body is there. */
function conclude(
  call: Call,
  response: Response,
  isGood: boolean,
  kind: BodyKind,
  body: Body,
): Outcome {
  const { status, headers } = response;
  if (!isGood) return responseFailed(call, response, "STATUS", kind, body);
  try {
    return { status, headers, data: readData(body, kind), url: call.url };
  } catch {
    return responseFailed(call, response, "INVALID_BODY", kind, body);
  }
}
