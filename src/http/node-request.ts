/**
 * Requests of Node's HTTP servers for code that takes a `Request` of the web. Types are declared here, because programs
 * for other platforms are compiled without those of Node.
 */
import { type HeaderValues, readRawHeaders, toPairs } from "./request.js";

/** Request of Node's HTTP/1 or HTTP/2 server, or of Express. */
export interface ServerRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: HeaderValues;
  readonly rawHeaders?: readonly string[];
  readonly socket?: { readonly remoteAddress?: string | undefined };
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  readonly complete?: boolean;
  on(event: string, listener: (chunk: Uint8Array | string) => void): unknown;
  off(event: string, listener: (chunk: Uint8Array | string) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** Stands for a method that `Request` refuses. It gets the answer to any other unknown method. */
const UNKNOWN_METHOD = "OPTIONS";

/**
 * Makes a web-standard request. Its body is read when it is needed, so that a request that is not answered
 * keeps its own.
 * @param parsed The body, if a parser has read it before.
 * @throws TypeError for a URL or a header that `Request` refuses.
 */
export function toWebRequest(
  request: ServerRequest,
  url: string,
  signal: AbortSignal,
  parsed?: string,
): Request {
  const { method: sentMethod = "GET" } = request;
  const method = isMethod(sentMethod) ? sentMethod : UNKNOWN_METHOD;
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = parsed ?? toBodyStream(request);
  const half = { duplex: "half" }; // required for streams; the types do not know it
  const init = { method, headers: toHeaders(request), signal, ...(hasBody && { body, ...half }) };
  return new Request(url, init);
}

/** Tells whether `Request` takes a method. */
function isMethod(method: string): boolean {
  return /^[A-Z]+$/.test(method) && !["CONNECT", "TRACE", "TRACK"].includes(method);
}

function toHeaders(request: ServerRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of toPairs(readRawHeaders(request))) {
    // HTTP/2 has fields such as `:path` among its headers.
    if (!name.startsWith(":")) headers.append(name, value);
  }
  const authority = request.headers[":authority"];
  if (typeof authority === "string") headers.set("host", authority);
  return headers;
}

function toBodyStream(request: ServerRequest): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new RequestBody(request), { highWaterMark: 0 });
}

/**
 * Source of a stream with the body of a request. Listens when the stream is first read. The request is paused until the
 * reader asks for more.
 */
class RequestBody implements UnderlyingDefaultSource<Uint8Array> {
  readonly #request: ServerRequest;
  #state: "unread" | "reading" | "over" = "unread";

  constructor(request: ServerRequest) {
    this.#request = request;
  }

  /** Called by the stream when its reader asks for a chunk. */
  pull(controller: BodyController): void {
    if (this.#state === "unread") this.#listen(controller);
    this.#request.resume();
  }

  /** Called by the stream when its reader wants no more. */
  cancel(): void {
    this.#state = "over";
  }

  #listen(controller: BodyController): void {
    const request = this.#request;
    this.#state = "reading";
    const close = (): void => this.#end(() => controller.close());
    const fail = (): void => this.#end(() => controller.error(new Error("The client has gone.")));
    request.on("data", (chunk) => {
      if (this.#state === "over") return;
      controller.enqueue(encodeChunk(chunk));
      request.pause();
    });
    request.on("end", close);
    request.on("error", fail);
    request.on("close", fail);
    if (request.destroyed || request.readableEnded) fail(); // no event will come
  }

  /** Ends the stream, once. */
  #end(endStream: () => void): void {
    if (this.#state === "over") return;
    this.#state = "over";
    endStream();
  }
}

/** Encodes chunks of text, which arrive after a call of `setEncoding`. */
function encodeChunk(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

type BodyController = ReadableStreamDefaultController<Uint8Array>;
