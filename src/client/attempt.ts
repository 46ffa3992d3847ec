import type { UnknownRecord } from "../endpoint/values.js";
import { copyHeaders, type HeaderRecord } from "../endpoint/headers.js";
import { explain, toInit, type FetchInit } from "../endpoint/to-request.js";
import {
  dropCredentials,
  dropDefaults,
  findSecrets,
  NO_CREDENTIALS,
  type Credentials,
} from "./auth.js";
import {
  ConnectionError,
  copyError,
  hide,
  ResponseError,
  type ResponseErrorCode,
} from "./errors.js";
import { findResumeTime, readRateLimit } from "./rate-limit.js";
import { InvalidBody, readBody } from "./read-body.js";
import type { Call, Sender } from "./sender.js";
import type { AttemptEvent, ClientResponse } from "./types.js";

/** A failed attempt that another one may follow. */
export class Failure {
  readonly error: ResponseError | ConnectionError;
  /** When the server takes requests again, in milliseconds since 1970, if it said so. */
  readonly resumeAt: number | undefined;
  /** Whether there are other credentials to try. */
  readonly canRenew: boolean;

  constructor(error: ResponseError | ConnectionError, resumeAt?: number, canRenew = false) {
    this.error = error;
    this.resumeAt = resumeAt;
    this.canRenew = canRenew;
  }
}

/** The headers are an object of the client's own. */
interface SentInit extends FetchInit {
  headers: HeaderRecord;
}

/** What the parts of an attempt share. */
interface Attempt extends AttemptEvent {
  readonly sender: Sender;
  readonly signal: AbortSignal | undefined;
  /** The credentials that were sent. */
  credentials: Credentials;
  /** Where the response comes from: changed by redirects. */
  url: string;
  /** Whether redirects are followed: the caller may not want it. */
  isFollowing: boolean;
}

/**
 * Sends a request once, with its redirects, and reads the response. Nothing is copied and nothing
 * awaited for what is not used: with a fast `fetch`, that would be most of a request's cost.
 * @throws Failure
 */
export async function attemptOnce(
  sender: Sender,
  call: Call,
  number: number,
  signal: AbortSignal | undefined,
): Promise<ClientResponse> {
  const { onRequest, onResponse, catalog } = sender;
  const attempt = createAttempt(sender, call, number, signal);
  const { request } = attempt;
  let response = onRequest && (await onRequest(eventOf(attempt)));
  attempt.url = request.url;
  if (!response) {
    const credentials = readCredentials(attempt);
    attempt.credentials = credentials instanceof Promise ? await credentials : credentials;
    signal?.throwIfAborted();
    try {
      const init = createInit(attempt);
      response = await sendTo(attempt, init);
      if (!response.ok && attempt.isFollowing) response = await follow(attempt, init, response);
    } catch (error) {
      throw connectionFailed(attempt, error, "got no response");
    }
  }
  if (catalog.rateLimit)
    sender.rateLimit =
      readRateLimit(response.headers, catalog.rateLimit, sender.now()) ?? sender.rateLimit;
  if (onResponse) response = (await onResponse({ ...eventOf(attempt), response })) ?? response;
  const { status, headers } = response;
  if (!response.ok && !(status === 304 && hasValidator(request.headers)))
    throw await refused(attempt, response);
  const data = call.isStream
    ? (response.body ?? new Blob().stream())
    : await readBody(response, request.method).catch((error: unknown) => {
        throw unreadable(attempt, response, error);
      });
  return { status, headers, data, url: attempt.url };
}

function createAttempt(
  sender: Sender,
  { route, request: original }: Call,
  number: number,
  signal: AbortSignal | undefined,
): Attempt {
  // Hooks may change the request, and so may its way to another origin.
  const isKept =
    sender.onRequest === undefined &&
    sender.onResponse === undefined &&
    sender.isOwnUrl(original.url);
  const request = isKept ? original : { ...original, headers: copyHeaders(original.headers) };
  return {
    route,
    request,
    attempt: number,
    sender,
    signal,
    credentials: NO_CREDENTIALS,
    url: request.url,
    isFollowing: true,
  };
}

/** Another origin gets neither credentials nor the client's own headers. */
function readCredentials({ sender, request }: Attempt): Credentials | Promise<Credentials> {
  if (sender.isOwnUrl(request.url)) return sender.auth.read();
  dropDefaults(request.headers, sender.defaultHeaders);
  return NO_CREDENTIALS;
}

function eventOf({ route, request, attempt }: Attempt): AttemptEvent {
  return { route, request, attempt };
}

function hasValidator(headers: HeaderRecord): boolean {
  return Object.hasOwn(headers, "if-none-match") || Object.hasOwn(headers, "if-modified-since");
}

// ---- Redirects

/** Redirects are followed as the platform does it (Fetch, section 4.4). */
const REDIRECT = /^30[12378]$/;
const MOST_REDIRECTS = 20;

/** Headers of a body, which a redirect to GET leaves out. */
const BODY_HEADERS = ["content-type", "content-encoding", "content-language", "content-location"];

function createInit(attempt: Attempt): SentInit {
  const { request, credentials, signal } = attempt;
  const init = toInit(request) as SentInit; // its headers are replaced at once
  init.headers = Object.assign(copyHeaders(request.headers), credentials.headers);
  init.signal = signal ?? null;
  attempt.isFollowing = init.redirect === undefined || init.redirect === "follow";
  if (attempt.isFollowing) init.redirect = "manual";
  return init;
}

function sendTo({ url, route, sender, credentials }: Attempt, init: FetchInit): Promise<Response> {
  const { query } = credentials;
  return (sender.fetch ?? fetch)(query === "" ? url : addQuery(url, query), init, route);
}

/**
 * Follows redirects: the platform takes only the header "authorization" away when one leads to another
 * origin (contract F.8).
 */
async function follow(attempt: Attempt, init: SentInit, first: Response): Promise<Response> {
  if (first.type === "opaqueredirect") return followBlindly(attempt, init);
  let response = first;
  for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
    const next = findRedirect(response, attempt.url);
    if (next === undefined) break;
    const { headers } = init;
    if (/^30[78]$/.test(String(response.status))) {
      if (init.body instanceof ReadableStream) break; // it was read
    } else if (init.method === "POST" || (response.status === 303 && init.method !== "HEAD")) {
      init.method = "GET";
      init.body = null;
      for (const name of BODY_HEADERS) Reflect.deleteProperty(headers, name);
    }
    await response.body?.cancel();
    if (new URL(next).origin !== new URL(attempt.url).origin) {
      dropCredentials(headers, attempt.credentials);
      attempt.credentials = NO_CREDENTIALS;
    }
    attempt.url = next;
    response = await sendTo(attempt, init);
  }
  return response;
}

/** Where a redirect leads; `undefined` for other responses, and for addresses that are none. */
function findRedirect({ status, headers }: Response, url: string): string | undefined {
  const location = REDIRECT.test(String(status)) ? headers.get("location") : null;
  if (location === null || !URL.canParse(location, url)) return undefined;
  const { href, protocol } = new URL(location, url);
  return /^https?:$/.test(protocol) ? href : undefined;
}

/** A browser hides where a redirect leads; it takes only the header "authorization" away itself. */
async function followBlindly(attempt: Attempt, init: FetchInit): Promise<Response> {
  const { request, route, sender, url, credentials } = attempt;
  const names = Object.keys(credentials.headers).filter((name) => name !== "authorization");
  if (credentials.query !== "" || names.length > 0 || init.body instanceof ReadableStream)
    throw new TypeError("The platform hides where a redirect leads");
  const response = await (sender.fetch ?? fetch)(url, { ...init, redirect: "follow" }, route);
  attempt.url = response.url || request.url;
  return response;
}

function addQuery(url: string, query: string): string {
  const [address = "", fragment] = url.split("#", 2);
  const added = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return fragment === undefined ? added : `${added}#${fragment}`;
}

// ---- Failures

function connectionFailed(attempt: Attempt, error: unknown, problem: string): unknown {
  const { credentials, request, route, signal } = attempt;
  signal?.throwIfAborted();
  const mistake = explain(request);
  if (mistake !== undefined) return mistake;
  const secrets = findSecrets(request.headers, credentials);
  const cause = copyError(error, secrets);
  return new Failure(new ConnectionError(hide(route, secrets), problem, attempt.attempt, cause));
}

/** Why the body of a good response could not be read. */
function unreadable(attempt: Attempt, response: Response, error: unknown): unknown {
  return error instanceof InvalidBody
    ? createError(attempt, response, error.text, "INVALID_BODY", ", and its body is no JSON")
    : brokenOff(attempt, error);
}

/** Reads the body of a response that is an error. */
async function refused(attempt: Attempt, response: Response): Promise<Failure> {
  const { request, sender } = attempt;
  const { status, headers } = response;
  let data: unknown;
  try {
    data = await readBody(response, request.method, hiderOf(attempt));
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw brokenOff(attempt, error);
    data = error.text;
  }
  const error = createError(attempt, response, data, "STATUS", describeData(data));
  const resumeAt = findResumeTime(headers, sender.catalog.rateLimit, sender.now());
  return new Failure(error, resumeAt, status === 401 && sender.auth.renew(attempt.credentials));
}

function brokenOff(attempt: Attempt, error: unknown): unknown {
  return connectionFailed(attempt, error, "got a part of its response");
}

function createError(
  attempt: Attempt,
  { status, headers }: Response,
  data: unknown,
  code: ResponseErrorCode,
  detail: string,
): ResponseError {
  const hideSecrets = hiderOf(attempt);
  const { requestId: header } = attempt.sender.catalog;
  const requestId = (header && headers.get(header)) || undefined;
  const route = hideSecrets(attempt.route);
  const url = hideSecrets(attempt.url);
  const message = hideSecrets(`"${route}" got status ${status}${detail}.`);
  const shown = typeof data === "string" ? hideSecrets(data) : data;
  return new ResponseError(
    code,
    message,
    route,
    { status, data: shown, headers, url, requestId },
    attempt.attempt,
  );
}

function hiderOf({ request, credentials }: Attempt): (text: string) => string {
  const secrets = findSecrets(request.headers, credentials);
  return (text) => hide(text, secrets);
}

/** How much of a service's message an error repeats, in characters. */
const SHOWN = 200;

/** The message that most APIs put into the body of an error. */
function describeData(data: unknown): string {
  const { message, error, detail } = toRecord(data);
  const { message: inner } = toRecord(error);
  const text = [message, inner, error, detail].find((each) => typeof each === "string");
  return typeof text === "string" ? `: ${text.slice(0, SHOWN).replace(/\.$/, "")}` : "";
}

function toRecord(value: unknown): UnknownRecord {
  return Object(value) as UnknownRecord; // any object can be read by its keys
}
