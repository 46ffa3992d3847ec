/** Sends a request: one attempt after another, until one succeeds or no retry is left. */
import { copyHeaders } from "../endpoint/headers.js";
import { toToken } from "../endpoint/route/route.js";
import { explainRequest } from "../endpoint/to-request.js";
import { createConnectionError, createResponseError } from "./attempt-errors.js";
import { NO_CREDENTIALS, type QueryGuard } from "./auth/auth.js";
import type {
  Attempt,
  AttemptOutcome,
  ClientCall,
  RetriedAttempt,
  RetryDecision,
  SentInit,
} from "./call.js";
import { MissingReplyError } from "./errors.js";
import {
  abandon,
  convertData,
  kindOf,
  readBody,
  readData,
  readErrorBody,
} from "./response-body.js";
import type { ClientResponse } from "./response-types.js";
import { decideRetry } from "./retries.js";
import type { AttemptEvent } from "./types.js";

/** Sends a request, and again after errors that may be temporary (contract F.5). */
export async function sendRequest(call: ClientCall): Promise<ClientResponse> {
  const { sender, signal } = call;
  const { slots } = sender;
  let attempt = createAttempt(call, BEFORE_FIRST);
  for (;;) {
    const turn = slots?.take();
    if (turn) await turn;
    let outcome;
    try {
      signal?.throwIfAborted(); // aborted while it waited for its turn
      outcome = await sendAttempt(attempt);
    } finally {
      slots?.release();
    }
    if (outcome.kind === "response") return outcome.response;
    const { reason, delay, error } = outcome;
    await sender.onRetry?.({ ...toEvent(attempt, sender.auth.guard), error, delay });
    if (reason !== "credentials") await sender.sleep(delay, signal);
    attempt = createAttempt(call, attempt, reason);
  }
}

/** @param reason Why the call is sent again. */
function createAttempt(
  call: ClientCall,
  before: Pick<Attempt, keyof typeof BEFORE_FIRST>,
  reason?: RetryDecision["reason"],
): Attempt {
  const { sender, request: built } = call;
  const hasHooks = sender.onRequest ?? sender.onResponse;
  const request = hasHooks ? { ...built, headers: copyHeaders(built.headers) } : built;
  return {
    call,
    request,
    number: before.number + 1,
    retries: before.retries + Number(reason === "error"),
    isRenewed: before.isRenewed || reason === "credentials",
    credentials: before.credentials,
    url: request.url,
  };
}

const BEFORE_FIRST = { number: 0, retries: 0, isRenewed: false, credentials: NO_CREDENTIALS };

// ---- An attempt

/**
 * Sends a request once, with its redirects, and reads the response. Skips copies and awaits for options that are not
 * set: with a fast `fetch`, these would be most of a request's cost.
 * @throws ResponseError or ConnectionError if it is not sent again.
 */
async function sendAttempt(attempt: Attempt): Promise<AttemptOutcome> {
  const { call, request } = attempt;
  const { sender, settings, signal } = call;
  const { onRequest, onResponse, checks, auth } = sender;
  const { guard } = auth;

  // A hook may change the request, or answer it itself.
  let response = onRequest && (await onRequest(toEvent(attempt)));
  attempt.url = request.url;
  if (!response) {
    const isOwn = sender.isOwnUrl(request.url);
    const credentials = isOwn ? auth.read(request, sender.headers) : NO_CREDENTIALS;
    attempt.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    const init = createInit(attempt, isOwn);
    if (checks) await checks.request(call.route, init);
    try {
      response = await sendOnce(attempt, init);
    } catch (error) {
      return loseConnection(attempt, error, "got no response");
    }
    if (response.redirected) attempt.url = response.url;
  }

  noteRateLimit(attempt, response.headers);
  if (guard && (onResponse || settings.choice))
    response = guard.showResponse(response, attempt.url);
  if (onResponse)
    response = (await onResponse({ ...toEvent(attempt, guard), response })) ?? response;
  return await endAttempt(attempt, response);
}

/**
 * The event of an attempt, as hooks see it.
 * @param guard After sending: takes out credentials that a caller put into the query.
 */
function toEvent({ call, request, number }: Attempt, guard?: QueryGuard): AttemptEvent {
  const event = { route: call.route, request, attempt: number };
  return guard?.showEvent(event) ?? event;
}

// ---- Sending

/**
 * Makes what is passed to `fetch`.
 * @param isOwn False for a request to another origin, which gets no credentials.
 * @throws EndpointError if the body cannot be written.
 */
function createInit(attempt: Attempt, isOwn: boolean): SentInit {
  const { call, request, credentials } = attempt;
  const { sender, settings, signal } = call;
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

/** Sends the request of an attempt. A body that is a stream needs code of its own. */
function sendOnce(attempt: Attempt, init: SentInit): Promise<Response> {
  const { body } = init;
  return body instanceof ReadableStream
    ? attempt.call.settings.body.send(body, init, () => fetchOnce(attempt, init))
    : fetchOnce(attempt, init);
}

/** Fetches, by the client's way to follow redirects if it has one. */
function fetchOnce(attempt: Attempt, init: SentInit): Promise<Response> {
  const { call, url, retries } = attempt;
  const { sender, settings, route } = call;
  const plainFetch = settings.fetch ?? sender.fetch ?? fetch;
  const send = sender.policy?.wrapFetch(plainFetch, call, retries) ?? plainFetch;
  if (!sender.followRedirects) return send(url, init, route);
  return sender.followRedirects(attempt, init, (target, shown, credentials) => {
    attempt.url = shown;
    attempt.credentials = credentials;
    return send(target, init, route, shown);
  });
}

/** Keeps the rate limit of a response; without one, the last one stays. */
function noteRateLimit({ call, url }: Attempt, headers: Headers): void {
  const { sender } = call;
  if (sender.readRateLimit && sender.isOwnUrl(url))
    sender.rateLimit = sender.readRateLimit(sender, headers) ?? sender.rateLimit;
}

// ---- Ends of an attempt

/** Ends an attempt by its response: with a retry, an error, or the response, whose body the caller may want to read. */
function endAttempt(
  attempt: Attempt,
  response: Response,
): Promise<AttemptOutcome> | RetriedAttempt {
  const { choice } = attempt.call.settings;
  if (!isGood(attempt, response)) {
    const retry = retryStatus(attempt, response);
    if (retry) return retry;
    if (!choice?.takesErrors) return throwStatus(attempt, response);
  }
  return choice ? choice.take(attempt, response) : readResponse(attempt, response);
}

/** Tells whether the status is a success. To a conditional request, 304 is one, too. */
function isGood({ request: { headers } }: Attempt, { ok, status }: Response): boolean {
  const isConditional =
    Object.hasOwn(headers, "if-none-match") || Object.hasOwn(headers, "if-modified-since");
  return ok || (status === 304 && isConditional);
}

/**
 * Reads a good response: its body, the data, a check of the data, and the values in it.
 * @throws ResponseError for JSON that cannot be parsed, or whose values are not as described; an
 * InvalidDataError for data that the client refuses.
 */
export async function readResponse(attempt: Attempt, response: Response): Promise<AttemptOutcome> {
  const { call, request, url } = attempt;
  const { sender, settings } = call;
  const { status, headers } = response;
  const kind = settings.stream ? "stream" : kindOf(response, request.method);
  let body, data;
  try {
    body = await readBody(response, kind);
  } catch (error) {
    return loseConnection(attempt, error, LOST_BODY);
  }
  try {
    data = readData(body, kind);
  } catch {
    throw createResponseError(attempt, response, "INVALID_BODY", { kind, body });
  }
  // Checked before values are converted, because schemas describe JSON.
  if (sender.checks && kind === "json") await sender.checks.response(call.route, status, data);
  try {
    data = convertData(call, status, data, kind, body);
  } catch {
    throw createResponseError(attempt, response, "INVALID_VALUE", { kind, body });
  }
  return { kind: "response", response: { status, headers, data, url } };
}

/** The outcome of an attempt whose body its caller reads: a response without data. */
export function leaveUnread({ url }: Attempt, response: Response): AttemptOutcome {
  const { status, headers } = response;
  return { kind: "response", response: { status, headers, data: undefined, url } };
}

/** Decides whether to send again after an error. Does not read its body then: it may never end. */
function retryStatus(attempt: Attempt, response: Response): RetriedAttempt | undefined {
  const { status, headers } = response;
  const { sender } = attempt.call;
  // Renews even if this request is not sent again: the next one needs new credentials, too.
  const hasRenewed = status === 401 && sender.auth.renew(attempt.credentials, attempt.isRenewed);
  const decision = decideRetry(attempt, status, headers, hasRenewed);
  if (!decision) return undefined;
  abandon(response.body);
  const error = createResponseError(attempt, response, "STATUS");
  return { kind: "retry", error, ...decision };
}

/**
 * Reads the body of an error, and throws the error. Resolves only if the body breaks off: then the call is sent again.
 * @throws ResponseError, or ConnectionError if it is not sent again.
 */
async function throwStatus(attempt: Attempt, response: Response): Promise<RetriedAttempt> {
  let read;
  try {
    read = await readErrorBody(response, kindOf(response, attempt.request.method));
  } catch (error) {
    return loseConnection(attempt, error, LOST_BODY);
  }
  throw createResponseError(attempt, response, "STATUS", read);
}

export const LOST_BODY = "got a part of its response";

/**
 * Ends an attempt whose response failed or broke off.
 * @param ending Of the message: {@link LOST_BODY}, or "got no response".
 * @throws The signal's reason, an EndpointError for a request that cannot be sent, or a
 * MissingReplyError. A retry would fail the same way.
 */
export function loseConnection(attempt: Attempt, cause: unknown, ending: string): RetriedAttempt {
  attempt.call.signal?.throwIfAborted();
  const final = cause instanceof MissingReplyError ? cause : explainRequest(attempt.request);
  if (final) throw final;
  const error = createConnectionError(attempt, cause, ending);
  const decision = decideRetry(attempt, 0);
  if (!decision) throw error;
  return { kind: "retry", error, ...decision };
}
