/** Sends a request: one attempt after another, until one succeeds or no retry is left. */
import { copyHeaders, type HeaderRecord } from "../endpoint/options.js";
import { toToken } from "../endpoint/route/route.js";
import { explainRequest } from "../endpoint/to-request.js";
import { NO_CREDENTIALS } from "./auth/auth.js";
import type { AttemptOutcome, ClientCall, RetriedAttempt, SentInit } from "./call.js";
import { createConnectionError, createResponseError, MissingReplyError } from "./errors.js";
import {
  abandon,
  convertData,
  kindOf,
  readBody,
  readData,
  readErrorBody,
  type Body,
  type BodyKind,
} from "./response-body.js";
import type { ClientResponse } from "./responses.js";
import type { AttemptEvent } from "./types.js";
import { decideRetry } from "./waiting.js";

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

/**
 * Sends a request once, with its redirects, and reads the response. Skips copies and awaits for options
 * that are not set: with a fast `fetch`, these would be most of a request's cost. Sending is no function of its
 * own for the same reason: it would be one promise more.
 * @throws ResponseError or ConnectionError if it is not sent again.
 */
async function attemptOnce(call: ClientCall): Promise<AttemptOutcome> {
  const { sender, signal } = call;
  const { onRequest, onResponse, checks } = sender;
  const event = startAttempt(call);
  let response = onRequest && (await onRequest(event));
  call.url = event.request.url; // a hook may have changed it
  if (!response) {
    const isOwn = sender.isOwnUrl(call.url);
    const credentials = isOwn ? sender.auth.read(event.request, sender.headers) : NO_CREDENTIALS;
    call.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    const init = createInit(call, isOwn);
    if (checks) await checks.request(event.route, init);
    try {
      response = await sendOnce(call, init);
    } catch (error) {
      return loseConnection(call, error, "got no response");
    }
    if (response.redirected) call.url = response.url;
  }
  noteRateLimit(call, response);
  response = guardResponse(call, response);
  if (onResponse) response = (await onResponse({ ...showEvent(call), response })) ?? response;
  return await endAttempt(call, response);
}

/** Counts an attempt. Hooks may change its request, so each attempt of a client with hooks gets a copy. */
function startAttempt(call: ClientCall): AttemptEvent {
  const { sender, request: built, event } = call;
  const hasNoHooks = !sender.onRequest && !sender.onResponse;
  const request = hasNoHooks ? built : { ...built, headers: copyHeaders(built.headers) };
  return (call.event = { route: event.route, request, attempt: event.attempt + 1 });
}

/** Keeps the rate limit that a response of the service announces; without one, the last one stays. */
function noteRateLimit({ sender, url }: ClientCall, { headers }: Response): void {
  if (sender.readRateLimit && sender.isOwnUrl(url))
    sender.rateLimit = sender.readRateLimit(sender, headers) ?? sender.rateLimit;
}

/** The response as a hook or a caller that reads its body may see it: without credentials in its address. */
function guardResponse({ sender, settings, url }: ClientCall, response: Response): Response {
  const isShown = sender.onResponse || settings.choice;
  const guard = isShown && sender.auth.guard;
  return guard ? guard.showResponse(response, url) : response;
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
  if (!isOwn) {
    for (const name of sender.sensitive) {
      if (headers[name] === sender.headers[name]) Reflect.deleteProperty(headers, name);
    }
  }
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

/** Sends the request of an attempt, by the client's way to follow redirects if it has one. */
function sendOnce(call: ClientCall, init: SentInit): Promise<Response> {
  const { sender, event, url, settings } = call;
  const { body } = init;
  const send = settings.fetch ?? sender.fetch ?? fetch;
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

/** Ends an attempt by its response: by an error, by the choice of its caller, or by the data. */
function endAttempt(call: ClientCall, response: Response): Promise<AttemptOutcome> {
  const { ok, status } = response;
  const { choice } = call.settings;
  const isGood = ok || (status === 304 && hasValidator(call.event.request.headers));
  if (!isGood) return endWithError(call, response);
  return choice ? choice.take(call, response) : conclude(call, response);
}

/** Tells whether a request is conditional, so that the status 304 is an answer to it. */
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

/** Parses a body that was read, and checks it if the client checks bodies. */
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

/** Creates the outcome of a good response, with its values converted. */
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

/** Ends an attempt by an error. Does not read the body of a response that is retried: it may never end. */
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
  const kind = kindOf(response, call.event.request.method);
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
 * @param ending Of the message: {@link LOST_BODY}, or "got no response".
 * @throws The signal's reason, an EndpointError for a request that cannot be sent, or a
 * MissingReplyError. A retry would fail the same way.
 */
export function loseConnection(call: ClientCall, cause: unknown, ending: string): RetriedAttempt {
  call.signal?.throwIfAborted();
  const final = cause instanceof MissingReplyError ? cause : explainRequest(call.event.request);
  if (final) throw final;
  const error = createConnectionError(call, cause, ending);
  const decision = decideRetry(call, 0);
  if (!decision) throw error;
  return { kind: "retry", error, ...decision };
}
