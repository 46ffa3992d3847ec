import type { Answer } from "../webhooks/http-answer.js";
import { LINGER_TIME } from "./answer.js";
import { asPlatformRequest, resume, type NodeRequest } from "./node-request.js";

/** A response of Node's HTTP/1 or HTTP/2 server, or of Express; written out as {@link NodeRequest} is. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  /** In HTTP/1 only. */
  readonly shouldKeepAlive?: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(text: string): unknown;
  end(): unknown;
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- as in HTTP/2
  end(text: string): unknown;
  destroy(): unknown;
}

/** RFC 9113, section 7: the stream ends without an error. */
const NO_ERROR = 0;

/**
 * Does nothing when somebody else has answered, or nobody is left to read. Resolves when there is no
 * work left to do for the connection.
 */
export async function send(
  request: NodeRequest,
  response: NodeResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  // HTTP/2 has no `connection` header: closing means the one stream.
  const { stream, socket } = asPlatformRequest(request);
  const { connection, ...others } = headers;
  const isLast = connection === "close" || (stream === undefined && !response.shouldKeepAlive);
  const text = request.method === "HEAD" ? "" : body;
  response.writeHead(status, stream === undefined ? headers : others);
  if (isLast && stream === undefined && socket !== undefined) FINISHED_SOCKETS.add(socket);
  if (isLast && isSending(request)) {
    if (stream !== undefined) response.end(text);
    else if (text !== "") response.write(text);
    await linger(request);
    response.end(); // again, in HTTP/2
  } else response.end(text);
  if (isLast) stream?.close(NO_ERROR);
}

/** Connections whose last answer was given. Pipelined requests may arrive on them all the same. */
const FINISHED_SOCKETS = new WeakSet<object>();

/** Whether a request cannot be answered, since an answer before it was its connection's last. */
export function isPastLast(request: NodeRequest): boolean {
  const { socket } = asPlatformRequest(request);
  return socket !== undefined && FINISHED_SOCKETS.has(socket);
}

/**
 * Waits until a client that is still sending has read its answer, and drops what it sends. Closing
 * at once would reset the connection and could take the answer with it (RFC 9112, section 9.6).
 */
function linger(request: NodeRequest): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      request.off("end", finish).off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, LINGER_TIME);
    request.on("end", finish).on("close", finish);
    resume(request);
  });
}

/** Requests that platforms have made themselves have no connected socket that could be sending. */
function isSending(request: NodeRequest): boolean {
  const { complete, destroyed, stream, socket } = asPlatformRequest(request);
  return !complete && !destroyed && (stream !== undefined || socket?.pending === false);
}
