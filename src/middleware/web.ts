import { expectFunction } from "../webhooks/expect.js";
import { isRawPayload, readRawPayload } from "../webhooks/raw-payload.js";
import type { DeliveryReceiver } from "../webhooks/types.js";
import { createErrorAnswer, LINGER_TIME, NOT_FOUND } from "./answer.js";
import type { Answer } from "./answer.js";
import { createTimerDeadlines } from "./deadline.js";
import { serve } from "./handle.js";
import type { Exchange } from "./handle.js";
import { readSettings } from "./options.js";
import type { MiddlewareOptions } from "./options.js";
import type { BodySource, ByteSink, ByteStream } from "./read-body.js";

export interface WebMiddlewareOptions extends MiddlewareOptions {
  /** Answers requests for other paths, in place of 404. */
  readonly onUnhandledRequest?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** Answers a web-standard request; rejects only with what `onUnhandledRequest` throws. */
export type WebMiddleware = (request: Request) => Promise<Response>;

/** Nobody is left to read it, but a platform wants a response all the same. */
const CLIENT_GONE = createErrorAnswer({ code: "REQUEST_ABORTED" });

/** How many pieces of a body are read before anything else has its turn. */
const READS_IN_A_ROW = 1_024;

const encoder = new TextEncoder();

/**
 * Receives deliveries where requests and responses are web-standard (specification, section C).
 * The event name and the delivery id are headers that the signature does not cover.
 * @throws TypeError for webhooks, a path or a function that is none.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createWebMiddleware(
  webhooks: DeliveryReceiver,
  options: WebMiddlewareOptions = {},
): WebMiddleware {
  const settings = readSettings(webhooks, options, createTimerDeadlines);
  const { onUnhandledRequest = answerNotFound } = options;
  expectFunction(onUnhandledRequest, "`onUnhandledRequest`");
  return (request) =>
    new Promise((resolve) => {
      if (settings.isOwnPath(request.url)) serve(settings, new WebExchange(request, resolve));
      else resolve(onUnhandledRequest(request));
    });
}

function answerNotFound(): Response {
  return toResponse(NOT_FOUND);
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

class WebExchange implements Exchange {
  readonly #request: Request;
  readonly #respond: (response: Response) => void;

  constructor(request: Request, respond: (response: Response) => void) {
    this.#request = request;
    this.#respond = respond;
  }

  get method(): string {
    return this.#request.method;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  takeBody(): BodySource {
    return takeBody(this.#request);
  }

  send(answer: Answer = CLIENT_GONE): undefined {
    this.#respond(toResponse(answer));
  }
}

function takeBody(request: Request): BodySource {
  if (request.bodyUsed) return { kind: "spent" };
  if (isDeferred(request) && isBounded(request.headers)) {
    return { kind: "stream", stream: streamWhole(request) };
  }
  const { body } = request;
  if (body?.locked === true) return { kind: "spent" };
  if (body === null) return { kind: "raw", payload: "" };
  return { kind: "stream", stream: streamBody(body, request.signal) };
}

/**
 * Whether a request only passes for a standard one: on some platforms the real one is made when its
 * stream or its signal is asked for, and that costs more than all else about a delivery.
 */
function isDeferred(request: Request): boolean {
  return Object.getPrototypeOf(request) !== Request.prototype;
}

/** A server holds a body to the length that it is declared with (RFC 9112, section 6.3). */
function isBounded(headers: Headers): boolean {
  return headers.has("content-length") && !headers.has("transfer-encoding");
}

/** The whole body as one piece. What is left of one that is given up is the platform's to drop. */
function streamWhole(request: Request): ByteStream {
  return (sink) => {
    request.arrayBuffer().then(
      (bytes) => {
        sink.chunk(new Uint8Array(bytes));
        sink.end();
      },
      // A type error when somebody else has read it or is reading it (Fetch standard, "consume body").
      (error: unknown) => (error instanceof TypeError ? sink.spend() : sink.abort()),
    );
    return () => {};
  };
}

/** Not every platform gives its requests a signal. */
function streamBody(body: ReadableStream<unknown>, signal: AbortSignal | undefined): ByteStream {
  return (sink) => {
    const reader = body.getReader();
    const onAbort = (): void => sink.abort();
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) sink.abort();
    else void pump(reader, sink);
    return (failure) => {
      signal?.removeEventListener("abort", onAbort);
      const rest = release(reader) ? body : reader;
      if (failure === "REQUEST_ABORTED") cancel(rest);
      else if (failure !== undefined) cancelLater(rest);
    };
  };
}

/**
 * Tells whether the body is free again. Platforms that follow an older edition of the streams
 * standard throw while a read is pending; there only the reader can cancel the rest.
 */
function release(reader: ReadableStreamDefaultReader<unknown>): boolean {
  try {
    reader.releaseLock();
    return true;
  } catch {
    return false;
  }
}

interface Cancellable {
  readonly cancel: () => Promise<void>;
}

/**
 * On some platforms a cancelled body closes the connection at once, and takes the answer with it:
 * the client gets the time to read it. Until then an unread stream takes no more in.
 */
function cancelLater(body: Cancellable): void {
  const timer: { unref?: () => void } = setTimeout(() => cancel(body), LINGER_TIME);
  timer.unref?.(); // no process is to wait for it; on some platforms a timer is a number
}

/** A stream that has failed, or that somebody else reads now, needs nothing more. */
function cancel(body: Cancellable): void {
  body.cancel().catch(() => {});
}

async function pump(reader: ReadableStreamDefaultReader<unknown>, sink: ByteSink): Promise<void> {
  try {
    for (let count = 1; ; count++) {
      const { done, value } = await reader.read();
      if (done) break;
      sink.chunk(toBytes(value));
      if (count % READS_IN_A_ROW === 0) await nextTurn();
    }
    sink.end();
  } catch {
    // The client has gone; or the lock was released, and then the sink is settled already.
    sink.abort();
  }
}

/** A source that always has a piece ready would keep every timer from its turn, the deadline too. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Streams that programs make by hand may yield text. */
function toBytes(chunk: unknown): Uint8Array {
  if (!isRawPayload(chunk)) {
    throw new TypeError(`The body of a request yielded ${typeof chunk}, expected Uint8Array.`);
  }
  const data = readRawPayload(chunk);
  return typeof data === "string" ? encoder.encode(data) : data;
}
