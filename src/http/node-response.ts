/**
 * Responses of Node's HTTP servers for code that returns a `Response` of the web. Types are declared here, because
 * programs for other platforms are compiled without those of Node.
 */
import { linger } from "./closing.js";
import type { ServerRequest } from "./node-request.js";

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
    if (done || gone.aborted) return; // the listener has cancelled the source
    if (response.destroyed) {
      cancel();
      return;
    }
    if (!response.write(value)) await waitForDrain(response, gone);
  }
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
