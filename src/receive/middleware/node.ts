/**
 * The middleware for Node's HTTP servers and for Express. Much of it cares for the connection: an answer
 * may be sent before the body has arrived, and the client must still be able to read it.
 */
import { dropRest, linger } from "../../http/closing.js";
import {
  findHeader,
  type HeaderValues,
  type PathMatcher,
  readRawHeaders,
} from "../../http/request.js";
import { isRawPayload } from "../signatures/readers.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import type { SafeLog } from "../webhooks/types.js";
import type { Answer } from "../webhooks/http-answer.js";
import { type BodySource, type ByteSink, SPENT_BODY } from "./body.js";
import { type Exchange, serve } from "./handle.js";
import { readMiddlewareSettings, type MiddlewareOptions } from "./options.js";

export type NodeMiddlewareOptions = MiddlewareOptions;

/**
 * Handles requests of Node's HTTP servers, and of Express. For another path, it calls `next` if given,
 * leaves the response alone and resolves with `false`.
 */
export type NodeMiddleware = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<boolean>;

/**
 * Receives deliveries on Node's HTTP/1 and HTTP/2 servers (contract, section C). Mounted under a
 * path of an application, it matches when `path` is the URL as the client sent it (`originalUrl`)
 * or as the application sees it (`url`).
 * The signature does not cover the headers with the event name and the delivery id.
 * @example
 * createServer(createNodeMiddleware(webhooks)).listen(3000);
 * @throws TypeError if `webhooks` or an option has the wrong type.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createNodeMiddleware(
  webhooks: WebhooksInstance,
  options: NodeMiddlewareOptions = {},
): NodeMiddleware {
  const settings = readMiddlewareSettings(webhooks, options);
  return (request, response, next) =>
    new Promise((resolve) => {
      if (!isDelivery(settings.isOwnPath, request)) {
        if (typeof next === "function") next();
        resolve(false);
      } else if (isAfterFinalAnswer(request)) {
        dropRest(request);
        resolve(true);
      } else {
        serve(settings, new NodeExchange(request, response, settings.log, resolve));
      }
    });
}

/** True for the path of deliveries, as the client sent it or as the application sees it. */
function isDelivery(isOwnPath: PathMatcher, request: NodeRequest): boolean {
  const { originalUrl } = asPlatformRequest(request);
  return (
    isOwnPath(request.url ?? "") || (typeof originalUrl === "string" && isOwnPath(originalUrl))
  );
}

class NodeExchange implements Exchange {
  readonly request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #log: SafeLog;
  readonly #resolve: (isHandled: true) => void;
  readonly #rawHeaders: readonly string[];

  constructor(
    request: NodeRequest,
    response: NodeResponse,
    log: SafeLog,
    resolve: (isHandled: true) => void,
  ) {
    this.request = request;
    this.#response = response;
    this.#log = log;
    this.#resolve = resolve;
    this.#rawHeaders = readRawHeaders(asPlatformRequest(request));
  }

  get method(): string {
    return this.request.method ?? "";
  }

  get(name: string): string | null {
    return findHeader(this.#rawHeaders, name);
  }

  takeBody(): BodySource {
    return takeNodeBody(this.request);
  }

  async send(answer: Answer | undefined): Promise<void> {
    try {
      if (answer !== undefined) await writeAnswer(this.request, this.#response, answer);
    } catch (error) {
      this.#log.error("The answer to a delivery could not be written.", error);
      (this.#response as Partial<NodeResponse>).destroy?.(); // look-alikes may lack it
    }
    this.#resolve(true);
  }
}

// ---- Requests of Node, and look-alikes, which mocks and serverless adapters pass

/**
 * Request of Node's HTTP/1 or HTTP/2 server, or of Express. Declared here, because programs for other
 * platforms are compiled without the types of Node.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: HeaderValues;
  readonly rawHeaders: readonly string[];
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  readonly readableFlowing: boolean | null;
  readonly readableEncoding: string | null;
  on(event: string, listener: Listener): this;
  off(event: string, listener: Listener): this;
  resume(): unknown;
}

/** Listener of any event; only `data` passes a chunk. */
type Listener = (chunk: Uint8Array | string) => void;

/** Properties that some frameworks and serverless platforms add to a request, and others leave out. */
interface PlatformRequest {
  readonly originalUrl?: unknown;
  readonly rawBody?: unknown;
  readonly body?: unknown;
  readonly rawHeaders?: readonly string[];
  readonly headers?: HeaderValues;
  readonly socket?: { readonly pending: boolean; readonly encrypted?: boolean };
  readonly on?: unknown;
  readonly resume?: unknown;
  readonly readableDidRead?: boolean;
  readonly readableEnded?: boolean;
  readonly aborted?: boolean;
  readonly complete?: boolean;
  readonly destroyed?: boolean;
  /** In HTTP/2 only. */
  readonly stream?: { readonly close: (code: number) => void };
}

/** Views a request as a look-alike, which may lack properties of Node's requests. */
function asPlatformRequest(request: NodeRequest): PlatformRequest {
  return request;
}

/** Takes the raw body from the first source that still has it (contract C.15). */
function takeNodeBody(request: NodeRequest): BodySource {
  const { rawBody } = asPlatformRequest(request);
  if (isRawPayload(rawBody)) return { kind: "whole", payload: rawBody };
  const body = readParsedBody(request);
  if (isRawPayload(body)) return { kind: "whole", payload: body };
  if (isFilled(body) || !isUnread(request)) return SPENT_BODY;
  return { kind: "stream", start: (sink) => startReading(request, sink) };
}

/** Reads `body`, which on some platforms is a getter that parses, and throws if it is not JSON. */
function readParsedBody(request: NodeRequest): unknown {
  try {
    return asPlatformRequest(request).body;
  } catch {
    return undefined;
  }
}

/** False for the empty object of a parser that did not run, and left the stream as it was. */
function isFilled(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}

function isUnread(request: NodeRequest): boolean {
  const { on, readableDidRead = false, readableEnded = false } = asPlatformRequest(request);
  return typeof on === "function" && !readableDidRead && !readableEnded;
}

function startReading(request: NodeRequest, sink: ByteSink): void {
  const onData = (chunk: Uint8Array | string): void => sink.chunk(encodeChunk(request, chunk));
  const onAbort = (): void => sink.fail("REQUEST_ABORTED");
  const onEnd = (): void => {
    if (asPlatformRequest(request).aborted) onAbort();
    else sink.end();
  };
  sink.onStop(() => {
    request.off("data", onData).off("end", onEnd).off("error", onAbort).off("close", onAbort);
    // Reads and drops the rest: bytes left in the socket could make the client lose the answer.
    if (!request.readableEnded) dropRest(request);
  });
  request.on("data", onData).on("end", onEnd).on("error", onAbort).on("close", onAbort);
  if (request.destroyed) onAbort();
  else if (request.readableFlowing === false) dropRest(request); // it was paused
}

/** Encodes chunks of text, which arrive after a call of `setEncoding` on the request. */
function encodeChunk(request: NodeRequest, chunk: Uint8Array | string): Uint8Array {
  if (typeof chunk !== "string") return chunk;
  // Node has checked the name in `setEncoding`.
  return Buffer.from(chunk, (request.readableEncoding ?? "utf8") as BufferEncoding);
}

// ---- Answers

/** Response of Node's HTTP/1 or HTTP/2 server, or of Express. Declared here, as {@link NodeRequest} is. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  /** In HTTP/1 only. */
  readonly shouldKeepAlive?: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(text: string): unknown;
  end(): unknown;
  // oxlint-disable-next-line typescript/unified-signatures -- as in HTTP/2
  end(text: string): unknown;
  destroy(): unknown;
}

/** RFC 9113, section 7: the stream ends without an error. */
const NO_ERROR = 0;

/**
 * Sends an answer, unless the response was sent already or the client has disconnected. Resolves when the
 * connection needs no more work.
 */
async function writeAnswer(
  request: NodeRequest,
  response: NodeResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  // HTTP/2 has no `connection` header; only the stream is closed.
  const { stream, socket } = asPlatformRequest(request);
  const { connection, ...streamHeaders } = headers;
  const isLast = connection === "close" || (stream === undefined && !response.shouldKeepAlive);
  const text = request.method === "HEAD" ? "" : body;
  response.writeHead(status, stream === undefined ? headers : streamHeaders);
  if (isLast && stream === undefined && socket !== undefined) FINISHED_SOCKETS.add(socket);
  if (isLast && isSending(request)) {
    if (stream !== undefined) response.end(text);
    else if (text !== "") response.write(text);
    await linger(request);
    response.end(); // again, in HTTP/2
  } else response.end(text);
  if (isLast) stream?.close(NO_ERROR);
}

/** Connections after their last answer. Pipelined requests may still arrive on them. */
const FINISHED_SOCKETS = new WeakSet<object>();

/** True for a request that cannot be answered, because its connection had its last answer. */
function isAfterFinalAnswer(request: NodeRequest): boolean {
  const { socket } = asPlatformRequest(request);
  return socket !== undefined && FINISHED_SOCKETS.has(socket);
}

/** True while the client is sending. Requests made by a platform have no connected socket. */
function isSending(request: NodeRequest): boolean {
  const { complete, destroyed, stream, socket } = asPlatformRequest(request);
  return !complete && !destroyed && (stream !== undefined || socket?.pending === false);
}
