import { expectFunction, readOptions } from "../messages/expect.js";
import { readRawPayload } from "../signatures/raw-data.js";
import type { Answer } from "../webhooks/webhook-error.js";
import { ignore } from "../webhooks/shortcuts.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import { createErrorAnswer, LINGER_TIME } from "./answer.js";
import { serve, type Exchange } from "./handle.js";
import { readMiddlewareSettings, type MiddlewareOptions } from "./options.js";
import { SPENT_BODY, type BodySource, type ByteSink, type ByteStream } from "./body.js";

export interface WebMiddlewareOptions extends MiddlewareOptions {
  /** Answers requests for other paths, in place of 404. */
  readonly onUnhandledRequest?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** Answers a web-standard request; rejects only with what `onUnhandledRequest` throws. */
export type WebMiddleware = (request: Request) => Promise<Response>;

/** Pieces of a body that are read before timers have their turn. */
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
  // A status such as 204 takes no body, not even an empty one.
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
    // The platform wants a response even if the client has gone.
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
  return body === null ? "" : streamBody(body, request.signal);
}

/**
 * True for a request that replaces a standard one, as under Hono on Node. The standard request is
 * created when its stream or its signal is read, which costs more than the rest of a delivery.
 */
function isDeferred(request: Request): boolean {
  return Object.getPrototypeOf(request) !== Request.prototype;
}

/** Reads the whole body as one piece. If it is given up, the platform drops the rest. */
function streamWhole(request: Request): ByteStream {
  return (sink) => {
    request.arrayBuffer().then(
      (bytes) => {
        sink.chunk(new Uint8Array(bytes));
        sink.end();
      },
      // A type error if other code has read it or is reading it (Fetch standard, "consume body"), and
      // on some platforms if the client has gone.
      (error: unknown) =>
        sink.fail(
          error instanceof TypeError && !isAborted(request)
            ? "BODY_ALREADY_PARSED"
            : "REQUEST_ABORTED",
        ),
    );
  };
}

/** False on platforms whose requests have no signal. */
function isAborted({ signal }: { readonly signal?: AbortSignal }): boolean {
  return signal?.aborted === true;
}

/** @param signal of the request, if it has one. */
function streamBody(body: ReadableStream<unknown>, signal: AbortSignal | undefined): ByteStream {
  return (sink) => {
    const reader = body.getReader();
    const onAbort = (): void => sink.fail("REQUEST_ABORTED");
    sink.stop = (failure) => {
      signal?.removeEventListener("abort", onAbort);
      const rest = release(reader) ? body : reader;
      if (failure === "REQUEST_ABORTED") cancel(rest);
      else if (failure !== undefined) cancelLater(rest);
    };
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    else void pump(reader, sink);
  };
}

/**
 * Tells whether the body is unlocked. Platforms that follow an older edition of the streams
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
 * On some platforms cancelling a body closes the connection at once, before the client has read the
 * answer: it gets some time. Until then an unread stream takes in nothing more.
 */
function cancelLater(body: Cancellable): void {
  const timer: { unref?: () => void } = setTimeout(() => cancel(body), LINGER_TIME);
  timer.unref?.(); // it keeps no process alive; on some platforms a timer is a number
}

/** Cancels a stream. One that has failed, or that other code reads now, needs nothing more. */
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
    // The client has gone; or the lock was released, and the sink is settled already.
    sink.fail("REQUEST_ABORTED");
  }
}

/** Lets timers run: a source that always has a piece ready would starve them, the deadline included. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Encodes text. Streams made by programs may also yield anything else, which ends the reading. */
function encodeChunk(chunk: unknown): Uint8Array {
  const data = readRawPayload(chunk);
  if (data === undefined) throw new TypeError();
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}
