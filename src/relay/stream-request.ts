/** Requests the event stream of a relay: follows redirects within its origin, and judges the answer. */
import { quote } from "../base/expect.js";
import { ignore } from "../receive/webhooks/dispatch/thenables.js";
import { RelayError, type RelayErrorCode } from "./errors.js";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** Statuses 4xx that mean "try again later". */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Statuses that ask not to connect again (HTML standard, section 9.2.3; RFC 9110, section 15.5.11). The
 * first one also comes from networks that want a sign-in, so it is final only before the first connection.
 */
const NO_CONTENT = 204;
const GONE = 410;

/**
 * Requests an event stream and returns its body. Redirects are followed within the origin
 * (contract D.6).
 * @param lastEventId as `encodeEventId` returns it; empty for none.
 * @throws RelayError if the answer is not an event stream; otherwise the error of `fetch`.
 */
export async function requestStreamBody(
  request: StreamRequest,
  lastEventId: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await requestStream(request, lastEventId, signal);
  const error = findError(response);
  if (error === undefined && response.body !== null) return response.body;
  discard(response);
  throw error ?? new RelayError("RELAY_NOT_A_STREAM", "The relay answered without a body.");
}

/**
 * Requests the stream where redirects lead. A client has a loop of its own: it also goes to other origins,
 * without credentials, and changes the request.
 */
async function requestStream(
  request: StreamRequest,
  lastEventId: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = createHeaders(request.headers, lastEventId);
  let url = request.url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request.fetch(url, { headers, redirect: "manual", signal });
    if (!REDIRECTS.has(response.status)) return response;
    discard(response);
    url = readRedirect(response, url);
  }
  const message = `The relay redirected more than ${MAX_REDIRECTS} times.`;
  throw new RelayError("RELAY_UNAVAILABLE", message);
}

function createHeaders(headersOption: Headers, lastEventId: string): Headers {
  const headers = new Headers(headersOption);
  headers.set("accept", "text/event-stream");
  headers.set("cache-control", "no-store");
  // Compression lets a small answer grow without bound, and delays small events.
  headers.set("accept-encoding", "identity");
  if (lastEventId !== "") headers.set("last-event-id", lastEventId);
  return headers;
}

function readRedirect(response: Response, from: URL): URL {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, from)) {
    const message = `The relay answered ${response.status} without a usable location.`;
    throw new RelayError("RELAY_UNAVAILABLE", message);
  }
  const target = new URL(location, from);
  if (target.origin !== from.origin) {
    throw new RelayError(
      "RELAY_REDIRECTED",
      `The relay redirects to another origin, ${target.origin}, which is not followed. ` +
        "Pass that address as `url` if you trust it.",
    );
  }
  if (target.username !== "" || target.password !== "") {
    const message = "The relay redirects to an address with credentials, which is not followed.";
    throw new RelayError("RELAY_REDIRECTED", message);
  }
  return target;
}

function findError({ status, headers }: Response): RelayError | undefined {
  if (status !== 200) {
    const code = toCode(status);
    const isLast = status === NO_CONTENT || status === GONE;
    const remark = isLast ? ", which asks not to connect again" : "; expected 200";
    return new RelayError(code, `The relay answered with status ${status}${remark}.`);
  }
  const type = headers.get("content-type") ?? "";
  const essence = type.split(";", 1)[0]?.trim().toLowerCase();
  if (essence === "text/event-stream") return undefined;
  const got = type === "" ? "no content type" : `the content type ${quote(type)}`;
  const message = `The relay answered with ${got}; expected text/event-stream.`;
  return new RelayError("RELAY_NOT_A_STREAM", message);
}

function toCode(status: number): RelayErrorCode {
  if (status === GONE) return "RELAY_GONE";
  const isRefused = status >= 400 && status < 500 && !TEMPORARY.has(status);
  const isFinal = isRefused || status === NO_CONTENT;
  return isFinal ? "RELAY_REFUSED" : "RELAY_UNAVAILABLE";
}

/** Releases the connection of an answer whose body is not read. */
export function discard(response: Response): void {
  response.body?.cancel().catch(ignore);
}

export interface StreamRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly fetch: typeof fetch;
}
