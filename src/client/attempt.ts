import type { UnknownRecord } from "../endpoint/values.js";
import type { HeaderRecord } from "../endpoint/headers.js";
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

/** What the parts of an attempt share. */
interface Attempt extends AttemptEvent {
  readonly sender: Sender;
  readonly signal: AbortSignal | undefined;
  /** The credentials that were sent. */
  credentials: Credentials;
  /** Where the response comes from: changed by redirects. */
  url: string;
}

/**
 * Sends a request once, with its redirects, and reads the response.
 * @throws Failure
 */
export async function attemptOnce(
  sender: Sender,
  { route, request: original, isStream }: Call,
  number: number,
  signal: AbortSignal | undefined,
): Promise<ClientResponse> {
  const request = { ...original, headers: { ...original.headers } }; // hooks may change it
  const event = { route, request, attempt: number };
  let response = sender.onRequest && (await sender.onRequest(event));
  const attempt: Attempt = {
    ...event,
    sender,
    signal,
    credentials: NO_CREDENTIALS,
    url: request.url,
  };
  if (!response) {
    if (sender.isOwnUrl(request.url)) attempt.credentials = await sender.auth.read();
    else dropDefaults(request.headers, sender.defaultHeaders);
    signal?.throwIfAborted();
    try {
      response = await follow(attempt);
    } catch (error) {
      throw connectionFailed(attempt, error, "got no response");
    }
  }
  const { rateLimit: names } = sender.catalog;
  if (names)
    sender.rateLimit = readRateLimit(response.headers, names, sender.now()) ?? sender.rateLimit;
  if (sender.onResponse) response = (await sender.onResponse({ ...event, response })) ?? response;
  const { status, headers } = response;
  if (!response.ok && !(status === 304 && hasValidator(request.headers)))
    throw await refused(attempt, response);
  const data = isStream
    ? (response.body ?? new Blob().stream())
    : await readData(attempt, response);
  return { status, headers, data, url: attempt.url };
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

/**
 * Sends the request and follows redirects itself: the platform takes only the header "authorization"
 * away when a redirect leads to another origin (contract F.8).
 */
async function follow(attempt: Attempt): Promise<Response> {
  const { request, route, sender, signal } = attempt;
  const headers: HeaderRecord = { ...request.headers, ...attempt.credentials.headers };
  const given = toInit(request);
  const isFollowed = given.redirect === undefined || given.redirect === "follow";
  const init = { ...given, headers, signal: signal ?? null };
  if (isFollowed) init.redirect = "manual";
  for (let hops = 0; ; hops++) {
    const { query } = attempt.credentials;
    const url = query === "" ? attempt.url : addQuery(attempt.url, query);
    const response = await (sender.fetch ?? fetch)(url, init, route);
    if (isFollowed && response.type === "opaqueredirect") return followBlindly(attempt, init);
    const next = findRedirect(response, attempt.url);
    if (next === undefined || !isFollowed || hops === MOST_REDIRECTS) return response;
    if (/^30[78]$/.test(String(response.status))) {
      if (init.body instanceof ReadableStream) return response; // it was read
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
  }
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

/** Reads the body of a good response. */
async function readData(attempt: Attempt, response: Response): Promise<unknown> {
  try {
    return await readBody(response, attempt.request.method);
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw brokenOff(attempt, error);
    const { text } = error;
    throw createError(attempt, response, text, "INVALID_BODY", ", and its body is no JSON");
  }
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
