/** One connection to a relay: requests the stream, and reads its body to the end. Errors have codes. */
import { quote } from "../base/expect.js";
import { createEventReader, type EventSink } from "../base/event-stream.js";
import { ignore } from "../receive/webhooks/dispatch/thenables.js";
import { RelayError, type RelayErrorCode } from "./errors.js";
import type { Lifetime } from "./lifetime.js";

interface StreamRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly fetch: typeof fetch;
}

export interface FollowOptions extends StreamRequest {
  /** Characters. */
  readonly maxMessageSize: number;
}

export interface StreamReader extends EventSink {
  onOpen(): void;
  /** Milliseconds without a byte after which the connection is dropped (contract D.2). */
  idleTimeout(): number;
  /** Resolves when there is room for another event; `undefined` if there is room now. */
  room(): Promise<void> | undefined;
}

/**
 * Makes one connection and reads it until the server ends it. Once the promise settles, the
 * connection holds no socket and no timer.
 * @throws RelayError if the answer is not an event stream, or nothing arrives for too long; otherwise
 * the error of `fetch`.
 */
export async function followStream(
  options: FollowOptions,
  lastEventId: string,
  reader: StreamReader,
  lifetime: Lifetime,
): Promise<void> {
  const connection = new AbortController();
  const { signal } = connection;
  const unregister = lifetime.onEnd(() => connection.abort());
  const silence = createSilenceTimer(() => reader.idleTimeout(), connection);
  try {
    silence.start();
    const body = await requestStreamBody(options, lastEventId, signal);
    silence.stop();
    signal.throwIfAborted();
    reader.onOpen();
    const feed = createEventReader(options.maxMessageSize, reader);
    await readStream(body, { feed, room: () => reader.room(), silence, signal });
    signal.throwIfAborted();
  } catch (error) {
    // After an abort, the error says only that; the reason of the signal has the cause.
    throw signal.aborted ? signal.reason : error;
  } finally {
    silence.stop();
    unregister();
    connection.abort();
  }
}

interface SilenceTimer {
  start(): void;
  stop(): void;
}

/**
 * Aborts a connection that is silent for too long. If the timer fires much too late, the process was
 * suspended, not the relay: what has arrived meanwhile is read first.
 */
function createSilenceTimer(readTimeout: () => number, connection: AbortController): SilenceTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (timeout: number, expire: (lateness: number) => void): void => {
    const due = performance.now() + timeout;
    timer = setTimeout(() => expire(performance.now() - due), timeout);
  };
  return {
    start() {
      const timeout = readTimeout();
      const expire = (): void =>
        connection.abort(new RelayError("RELAY_SILENT", `The relay was silent for ${timeout} ms.`));
      start(timeout, (lateness) => {
        if (lateness < SUSPENDED_LATENESS) expire();
        else start(CATCH_UP_TIME, expire);
      });
    },
    stop: () => clearTimeout(timer),
  };
}

/** Lateness of a timer after the process was suspended, in milliseconds. */
const SUSPENDED_LATENESS = 1_000;

/** Time to read what has arrived while the process was suspended, in milliseconds. */
const CATCH_UP_TIME = 500;

interface ReadContext {
  readonly feed: (text: string) => void;
  readonly room: () => Promise<void> | undefined;
  readonly silence: SilenceTimer;
  readonly signal: AbortSignal;
}

async function readStream(body: ReadableStream<Uint8Array>, reading: ReadContext): Promise<void> {
  const source = body.getReader();
  const decoder = new TextDecoder();
  // Ends a pending read even if the body does not follow the signal.
  reading.signal.addEventListener("abort", () => void source.cancel().catch(ignore), {
    once: true,
  });
  while (await readChunk(source, decoder, reading));
}

/**
 * Reads one chunk; returns false at the end. It is a function of its own, so that the chunk is freed before
 * the next read: a loop would keep it in a variable while it waits.
 */
async function readChunk(
  source: ReadableStreamDefaultReader<Uint8Array>,
  decoder: TextDecoder,
  { feed, room, silence, signal }: ReadContext,
): Promise<boolean> {
  silence.start();
  const chunk = await source.read();
  silence.stop(); // The wait for handlers below is not the server's silence.
  if (chunk.done) return false;
  for (const piece of split(decoder.decode(chunk.value, { stream: true }))) {
    if (signal.aborted) return false;
    feed(piece);
    await room();
  }
  return true;
}

/** Characters that are read at once. Fewer events then pile up before the next check for room. */
const PIECE_LENGTH = 16 * 1024;

function* split(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    yield text.slice(start, start + PIECE_LENGTH);
  }
}

// ---- Request

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
async function requestStreamBody(
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
