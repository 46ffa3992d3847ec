import { ignore } from "../../receive/webhooks/dispatch.js";
import type { RelayServer } from "./relay-server.js";

/** Handles requests of Node's HTTP servers, and of Express. */
export type RelayListener = (request: RelayRequest, response: RelayResponse) => void;

/**
 * Serves a relay with Node's HTTP/1 server. Mounted under a path of an application, it sees the path
 * below that.
 * @example
 * createServer(createRelayListener(createRelayServer())).listen(8080);
 */
export function createRelayListener(relay: RelayServer): RelayListener {
  return (request, response) => {
    void serveRequest(relay, request, response);
  };
}

async function serveRequest(
  relay: RelayServer,
  request: RelayRequest,
  response: RelayResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  response.on("error", () => gone.abort());
  try {
    const answer = await relay.fetch(toWebRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    if (answer.body !== null) await pipe(answer.body.getReader(), response, gone.signal);
    response.end();
    closeUnread(request);
  } catch {
    response.destroy(); // the request is invalid, or the stream has failed
  }
}

/** Milliseconds for a client to read the answer to a body that was not read to its end. */
const LINGER_TIME = 500;

function closeUnread(request: RelayRequest): void {
  if (request.complete) return;
  request.resume();
  const timer: { unref?: () => void } = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, LINGER_TIME);
  timer.unref?.(); // it keeps no process alive
}

/** Writes one chunk after the other: the next one is read when the socket has taken the one before. */
async function pipe(
  source: ReadableStreamDefaultReader<Uint8Array>,
  response: RelayResponse,
  gone: AbortSignal,
): Promise<void> {
  gone.addEventListener("abort", () => void source.cancel().catch(ignore), { once: true });
  // The stream fails when the follower takes nothing for long: the socket is full then.
  source.closed.catch(() => response.destroy());
  for (;;) {
    const { done, value } = await source.read();
    if (done || gone.aborted) return;
    if (!response.write(value)) await drained(response, gone);
  }
}

function drained(response: RelayResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      response.off("drain", finish);
      gone.removeEventListener("abort", finish);
      resolve();
    };
    response.on("drain", finish);
    gone.addEventListener("abort", finish);
    if (gone.aborted) finish();
  });
}

/** Methods that `Request` refuses. They get the answer to any other unknown method. */
const IMPOSSIBLE: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** @throws TypeError for a target that `Request` refuses. */
function toWebRequest(request: RelayRequest): Request {
  const { url = "/", rawHeaders } = request;
  const { method: given = "GET" } = request;
  const method = IMPOSSIBLE.has(given) ? "OPTIONS" : given;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = { method, headers, ...(hasBody && { body: streamRequestBody(request) }) };
  const half = { ...init, duplex: "half" }; // required for streams; the types do not know it
  return new Request(url.startsWith("/") ? `http://relay${url}` : url, half);
}

function streamRequestBody(request: RelayRequest): ReadableStream<Uint8Array> {
  let isDone = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const finish = (end: () => void) => (): void => {
        if (isDone) return;
        isDone = true;
        end();
      };
      request.on("data", (chunk) => {
        if (isDone) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) request.pause();
      });
      request.on(
        "end",
        finish(() => controller.close()),
      );
      const fail = finish(() => controller.error(new Error("The client has gone.")));
      request.on("error", fail);
      request.on("close", fail);
      request.pause();
    },
    pull: () => void request.resume(),
    cancel: () => void (isDone = true),
  });
}

/** Request of Node. Declared here, because programs for other platforms are compiled without its types. */
export interface RelayRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly complete: boolean;
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** Response of Node or Express. */
export interface RelayResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  flushHeaders(): unknown;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}
