/**
 * Node's HTTP servers for code that takes a `Request` and returns a `Response`. Types are declared here,
 * because programs for other platforms are compiled without those of Node.
 */
import { linger } from "./closing.js";
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

/** Response of Node's HTTP/1 or HTTP/2 server, or of Express. */
export interface ServerResponse {
  readonly destroyed: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  flushHeaders?(): unknown;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Follows whether the client has gone. `stop` leaves the response as it was. */
export function watchClient(response: ServerResponse): {
  readonly gone: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  response.on("close", leave);
  response.on("error", leave);
  const stop = (): void => {
    response.off("close", leave);
    response.off("error", leave);
  };
  return { gone: controller.signal, stop };
}

// ---- Requests

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
  const body = parsed ?? streamBody(request);
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

/** Listens when the stream is first read. The request is paused until the reader asks for more. */
function streamBody(request: ServerRequest): ReadableStream<Uint8Array> {
  let isListening = false;
  let isDone = false;
  const listen = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const once = (end: () => void) => (): void => {
      if (isDone) return;
      isDone = true;
      end();
    };
    const fail = once(() => controller.error(new Error("The client has gone.")));
    request.on("data", (chunk) => {
      if (isDone) return;
      controller.enqueue(encodeChunk(chunk));
      request.pause();
    });
    request.on(
      "end",
      once(() => controller.close()),
    );
    request.on("error", fail);
    request.on("close", fail);
    if (request.destroyed || request.readableEnded) fail(); // no event will come
  };
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isListening) listen(controller);
        isListening = true;
        request.resume();
      },
      cancel: () => void (isDone = true),
    },
    { highWaterMark: 0 },
  );
}

/** Encodes chunks of text, which arrive after a call of `setEncoding`. */
function encodeChunk(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

// ---- Answers

/** Sends an answer as fast as the client reads it, and closes the connection if it still sends its body. */
export async function sendResponse(
  request: ServerRequest,
  response: ServerResponse,
  answer: Response,
  gone: AbortSignal,
): Promise<void> {
  try {
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders?.();
    if (request.method === "HEAD") await answer.body?.cancel();
    else if (answer.body !== null) await pipe(answer.body.getReader(), response, gone);
    response.end();
    void closeUnread(request);
  } catch {
    response.destroy(); // half of an answer must not look like a whole one
  }
}

/** Writes one chunk after the other: the next one is read when the socket has taken the one before. */
async function pipe(
  source: ReadableStreamDefaultReader<Uint8Array>,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const cancel = (): void => void source.cancel().catch(() => undefined);
  gone.addEventListener("abort", cancel, { once: true });
  if (gone.aborted) cancel();
  // A stream may fail while the socket is full, because the client takes nothing for long.
  source.closed.catch(() => response.destroy());
  for (;;) {
    const { done, value } = await source.read();
    if (done || gone.aborted) return;
    if (response.destroyed) break;
    if (!response.write(value)) await waitForDrain(response, gone);
  }
  cancel();
}

/** Resolves when the socket takes more data, or the client has gone. */
function waitForDrain(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      response.off("drain", finish);
      gone.removeEventListener("abort", finish);
      resolve();
    };
    response.on("drain", finish);
    gone.addEventListener("abort", finish);
    if (gone.aborted || response.destroyed) finish();
  });
}

/** Closes the connection of a client that still sends a body which nobody reads. */
async function closeUnread(request: ServerRequest): Promise<void> {
  const isUnread = (): boolean => request.complete === false;
  if (!isUnread()) return;
  await linger(request);
  if (isUnread()) request.destroy();
}
