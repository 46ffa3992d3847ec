import { ignore } from "./lifetime.js";

/** Why a connection could not be made or kept. The message never names more of a URL than its origin. */
export class StreamError extends Error {
  override readonly name = "StreamError";
}

export interface StreamRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly fetch: typeof fetch;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/**
 * Requests an event stream and follows redirects within its origin. The answer is returned
 * whatever its status.
 * @throws StreamError for a redirect that is refused; otherwise what `fetch` rejects with.
 */
export async function openStream(
  request: StreamRequest,
  lastEventId: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = streamHeaders(request.headers, lastEventId);
  let url = request.url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request.fetch(url, { headers, redirect: "manual", signal });
    if (!redirectStatuses.has(response.status)) return response;
    discard(response);
    url = readRedirect(response, url);
  }
  throw new StreamError(`the relay redirected more than ${maxRedirects} times`);
}

/** Lets go of an answer whose body nobody will read. */
export function discard(response: Response): void {
  response.body?.cancel().catch(ignore);
}

function streamHeaders(given: Headers, lastEventId: string): Headers {
  const headers = new Headers(given);
  headers.set("accept", "text/event-stream");
  headers.set("cache-control", "no-store");
  // Compression would let a small answer grow without bound, and delays small events.
  headers.set("accept-encoding", "identity");
  if (lastEventId !== "") headers.set("last-event-id", toHeaderValue(lastEventId));
  return headers;
}

/** UTF-8, each byte as one character: what fetch sends unchanged (HTML standard, section 9.2.3). */
function toHeaderValue(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

const maxEventIdBytes = 1024;

/**
 * Whether an event's id can be sent back. One with control characters would make every
 * reconnection fail, and so would one that servers refuse for its length.
 */
export function isSendableEventId(id: string): boolean {
  return id.length <= maxEventIdBytes && !/[\u0000-\u001f\u007f]/.test(id) && fitsHeader(id);
}

function fitsHeader(id: string): boolean {
  return new TextEncoder().encode(id).length <= maxEventIdBytes;
}

function readRedirect(response: Response, from: URL): URL {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, from)) {
    throw new StreamError(`the relay answered ${response.status} without a usable location`);
  }
  const target = new URL(location, from);
  if (target.origin !== from.origin) {
    throw new StreamError(
      `the relay redirects to another origin, ${target.origin}, which is not followed; ` +
        "pass that address as `url` if you trust it",
    );
  }
  if (target.username !== "" || target.password !== "") {
    throw new StreamError("the relay redirects to an address with credentials");
  }
  return target;
}
