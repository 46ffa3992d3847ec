import { copyHeaders, type HeaderRecord } from "../endpoint/headers.js";
import { serializeBody, toToken } from "../endpoint/to-request.js";
import { dropDefaults, NO_CREDENTIALS } from "./auth.js";
import type { SentInit } from "./catalog.js";
import { connectionFailed, responseFailed } from "./failures.js";
import { readRateLimit } from "./rate-limit.js";
import {
  abandon,
  kindOf,
  readBody,
  readData,
  readErrorBody,
  type Body,
  type BodyKind,
} from "./read-body.js";
import { planRetry, type Retry } from "./retry.js";
import { showEvent, type Call } from "./sender.js";
import { sendStream } from "./upload.js";
import type { AttemptEvent, ClientResponse } from "./types.js";

/** What becomes of an attempt that does not end in an error. */
export type Outcome = ClientResponse | Retry;

/**
 * Sends a request once, with its redirects, and reads the response. Nothing is copied and nothing
 * awaited for what is not used: with a fast `fetch`, that would be most of a request's cost.
 * @throws ResponseError or ConnectionError where the request is not sent again.
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
    const credentials = isOwn ? sender.auth.read(request, sender.headers) : NO_CREDENTIALS;
    call.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    const init = createInit(call, isOwn);
    try {
      response = await sendOnce(call, init);
    } catch (error) {
      return loseConnection(call, error, "got no response");
    }
    if (response.redirected) call.url = response.url;
  }
  if (sender.isOwnUrl(call.url))
    sender.rateLimit = readRateLimit(sender, response.headers) ?? sender.rateLimit;
  if (onResponse) {
    const { guard } = sender.auth;
    if (guard) response = guard.showResponse(response, call.url);
    response = (await onResponse({ ...showEvent(call), response })) ?? response;
  }
  const isGood = response.ok || (response.status === 304 && hasValidator(request.headers));
  if (!isGood) return refuse(call, response);
  const kind = settings.stream ? "stream" : kindOf(response, request.method);
  let body: Body;
  try {
    body = await readBody(response, kind);
  } catch (error) {
    return loseConnection(call, error, LOST_BODY);
  }
  return conclude(call, response, kind, body);
}

const LOST_BODY = "got a part of its response";

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
    method: toToken(request.method),
    headers,
    body: body === undefined ? null : serializeBody(body, request),
  };
  if (signal) init.signal = signal;
  if (body instanceof ReadableStream) init.duplex = "half";
  return init;
}

function sendOnce(call: Call, init: SentInit): Promise<Response> {
  const { sender, event, url } = call;
  const { body } = init;
  const send = sender.fetch ?? fetch;
  const start = (): Promise<Response> =>
    sender.followRedirects
      ? sender.followRedirects(call, init, (to) => send(to, init, event.route, call.url))
      : send(url, init, event.route);
  return body instanceof ReadableStream ? sendStream(body, init, start) : start();
}

function hasValidator(headers: HeaderRecord): boolean {
  return Object.hasOwn(headers, "if-none-match") || Object.hasOwn(headers, "if-modified-since");
}

/** @throws ResponseError for JSON that cannot be parsed. */
function conclude(call: Call, response: Response, kind: BodyKind, body: Body): ClientResponse {
  const { status, headers } = response;
  try {
    return { status, headers, data: readData(body, kind), url: call.url };
  } catch {
    throw responseFailed(call, response, "INVALID_BODY", kind, body);
  }
}

/**
 * Ends an attempt with a status that is an error. The body of a response that is retried is not read:
 * it may never end.
 */
async function refuse(call: Call, response: Response): Promise<Retry> {
  const { status, headers, body } = response;
  const delay = planRetry(call, status, headers);
  if (delay !== undefined) {
    abandon(body);
    return { error: responseFailed(call, response, "STATUS", undefined, undefined), delay };
  }
  const kind = kindOf(response, call.request.method);
  let read;
  try {
    read = await readErrorBody(response, kind);
  } catch (error) {
    return loseConnection(call, error, LOST_BODY);
  }
  throw responseFailed(call, response, "STATUS", kind, read.body, read.isCut);
}

function loseConnection(call: Call, cause: unknown, problem: string): Retry {
  const error = connectionFailed(call, cause, problem);
  const delay = planRetry(call, 0);
  if (delay === undefined) throw error;
  return { error, delay };
}
