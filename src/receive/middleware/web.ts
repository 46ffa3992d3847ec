/**
 * The middleware for platforms whose requests and responses are web-standard, such as Bun, Deno and
 * Cloudflare Workers.
 */
import { expectFunction, readOptions } from "../../base/expect.js";
import { LINGER_TIME } from "../../http/closing.js";
import { readRawPayload } from "../signatures/readers.js";
import type { Answer } from "../webhooks/http-answer.js";
import { ignore } from "../webhooks/dispatch/thenables.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import { createErrorAnswer } from "./answer.js";
import { type BodySource, type ByteSink, type ByteStream, SPENT_BODY } from "./body.js";
import { type Exchange, serve } from "./handle.js";
import { MIDDLEWARE_OPTIONS, readMiddlewareSettings, type MiddlewareOptions } from "./options.js";

export interface WebMiddlewareOptions extends MiddlewareOptions {
  /** Answers requests for other paths, in place of 404. */
  readonly onUnhandledRequest?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** Answers a web-standard request. Rejects only if `onUnhandledRequest` throws. */
export type WebMiddleware = (request: Request) => Promise<Response>;

/** Pieces of a body that are read before timers can run. */
const READS_IN_A_ROW = 1_024;

/**
 * Receives deliveries where requests and responses are web-standard (contract, section C).
 * The signature does not cover the headers with the event name and the delivery id.
 * @example
 * export default { fetch: createWebMiddleware(webhooks) };
 * @throws TypeError if `webhooks` or an option has the wrong type.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createWebMiddleware(
  webhooks: WebhooksInstance,
  options: WebMiddlewareOptions = {},
): WebMiddleware {
  const settings = readMiddlewareSettings(webhooks, options);
  const { onUnhandledRequest = answerNotFound } = readOptions(
    options,
    "The options argument",
    "an object",
    { ...MIDDLEWARE_OPTIONS, onUnhandledRequest: true },
  );
  expectFunction(onUnhandledRequest, "`onUnhandledRequest`");
  return (request) =>
    new Promise((resolve) => {
      if (settings.isOwnPath(request.url)) serve(settings, new WebExchange(request, resolve));
      else resolve(onUnhandledRequest(request));
    });
}

function answerNotFound(): Response {
  return toResponse(createErrorAnswer({ code: "NOT_FOUND" }));
}

function toResponse({ status, headers, body }: Answer): Response {
  // A status such as 204 allows no body, not even an empty one.
  return new Response(body === "" ? null : body, { status, headers });
}

class WebExchange implements Exchange {
  readonly request: Request;
  readonly #respond: (response: Response) => void;

  constructor(request: Request, respond: (response: Response) => void) {
    this.request = request;
    this.#respond = respond;
  }

  get method(): string {
    return this.request.method;
  }

  get(name: string): string | null {
    return name === "" ? null : this.request.headers.get(name);
  }

  takeBody(hasLength: boolean): BodySource {
    return takeWebBody(this.request, hasLength);
  }

  send(answer?: Answer): undefined {
    // The platform needs a response even if the client has disconnected.
    this.#respond(toResponse(answer ?? createErrorAnswer({ code: "REQUEST_ABORTED" })));
  }
}

function takeWebBody(request: Request, hasLength: boolean): BodySource {
  if (request.bodyUsed) return SPENT_BODY;
  // A server cuts a body off at its declared length (RFC 9112, section 6.3).
  if (hasLength && isDeferred(request) && !request.headers.has("transfer-encoding"))
    return streamWhole(request);
  const { body } = request;
  if (body?.locked === true) return SPENT_BODY;
  return body === null ? { kind: "whole", payload: "" } : streamBody(body, request.signal);
}

/**
 * True for a substitute of a standard request, as under Hono on Node. Reading its stream or its signal
 * creates the standard request, which takes more time than the rest of a delivery.
 */
function isDeferred(request: Request): boolean {
  return Object.getPrototypeOf(request) !== Request.prototype;
}

/** Reads the whole body as one piece. If reading is stopped, the platform drops the rest. */
function streamWhole(request: Request): BodySource {
  const start: ByteStream = (sink) => {
    request.arrayBuffer().then(
      (bytes) => {
        sink.chunk(new Uint8Array(bytes));
        sink.end();
      },
      // A TypeError means that other code reads the body (Fetch standard, "consume body"), or, on some
      // platforms, that the client has disconnected.
      (error: unknown) =>
        sink.fail(
          error instanceof TypeError && !isAborted(request)
            ? "BODY_ALREADY_PARSED"
            : "REQUEST_ABORTED",
        ),
    );
  };
  return { kind: "stream", start };
}

/** False on platforms whose requests have no signal. */
function isAborted({ signal }: { readonly signal?: AbortSignal }): boolean {
  return signal?.aborted === true;
}

/** @param signal Signal of the request, if it has one. */
function streamBody(body: ReadableStream<unknown>, signal: AbortSignal | undefined): BodySource {
  const start: ByteStream = (sink) => {
    const reader = body.getReader();
    const onAbort = (): void => sink.fail("REQUEST_ABORTED");
    sink.onStop((code) => {
      signal?.removeEventListener("abort", onAbort);
      const unread = release(reader) ? body : reader;
      if (code === "REQUEST_ABORTED") cancel(unread);
      else if (code !== undefined) cancelLater(unread);
    });
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    else void pump(reader, sink);
  };
  return { kind: "stream", start };
}

/**
 * Unlocks the body. Returns `false` on platforms of an older edition of the streams standard, which throw
 * while a read is pending: only the reader can cancel the rest there.
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
 * Cancels a body after some time. On some platforms that closes the connection at once, before the client has
 * read its answer. Until then, an unread stream buffers nothing more.
 */
function cancelLater(body: Cancellable): void {
  const timer: { unref?: () => void } = setTimeout(() => cancel(body), LINGER_TIME);
  timer.unref?.(); // keeps no process alive; on some platforms, a timer is a number
}

/** Cancels a stream. A rejection means that it has failed, or that other code reads it now. */
function cancel(body: Cancellable): void {
  body.cancel().catch(ignore);
}

async function pump(reader: ReadableStreamDefaultReader<unknown>, sink: ByteSink): Promise<void> {
  try {
    for (let count = 1; ; count++) {
      const { done, value } = await reader.read();
      if (done) break;
      sink.chunk(encodeChunk(value));
      if (count % READS_IN_A_ROW === 0) await nextTurn();
    }
    sink.end();
  } catch {
    // The client has disconnected, or the lock was released after the sink was settled.
    sink.fail("REQUEST_ABORTED");
  }
}

/** Lets timers run. A stream that always has a piece ready would block them, also the deadline. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** @throws TypeError for a piece that is neither text nor bytes, which a stream of a program may yield. */
function encodeChunk(chunk: unknown): Uint8Array {
  const data = readRawPayload(chunk);
  if (data === undefined) throw new TypeError();
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}
