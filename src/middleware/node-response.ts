import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { LINGER_TIME, type Answer } from "./answer.js";
import { asPlatformRequest, resume, type NodeRequest } from "./node-request.js";

export type NodeResponse = ServerResponse | Http2ServerResponse;

/** RFC 9113, section 7: the stream ends without an error. */
const NO_ERROR = 0;

/**
 * Does nothing when somebody else has answered, or nobody is left to read. Returns a promise while
 * there is still work to do for the connection.
 */
export function send(
  request: NodeRequest,
  response: NodeResponse,
  answer: Answer,
): Promise<void> | undefined {
  if (response.headersSent || response.writableEnded || response.destroyed) return undefined;
  // A server makes both of one version: what the request is, its response is too.
  return "stream" in request
    ? sendOverHttp2(request, response as Http2ServerResponse, answer)
    : sendOverHttp1(request, response as ServerResponse, answer);
}

function sendOverHttp1(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> | undefined {
  const { status, headers } = answer;
  const body = request.method === "HEAD" ? "" : answer.body;
  response.writeHead(status, headers);
  if (!response.shouldKeepAlive || headers["connection"] === "close") {
    noteLast(request);
    if (isSending(request)) return endAfterReading(request, response, body);
  }
  response.end(body);
  return undefined;
}

async function endAfterReading(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  if (body !== "") response.write(body);
  await linger(request);
  response.end();
}

/** HTTP/2 has no `connection` header: closing means the one stream. */
function sendOverHttp2(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> | undefined {
  const { connection, ...others } = headers;
  response.writeHead(status, others);
  response.end(request.method === "HEAD" ? "" : body);
  return connection === "close" ? closeStream(request) : undefined;
}

async function closeStream(request: Http2ServerRequest): Promise<void> {
  if (isSending(request)) await linger(request);
  request.stream.close(NO_ERROR);
}

/** Connections whose last answer was given. Pipelined requests may arrive on them all the same. */
const FINISHED_SOCKETS = new WeakSet<object>();

function noteLast(request: IncomingMessage): void {
  const { socket } = asPlatformRequest(request);
  if (socket !== undefined) FINISHED_SOCKETS.add(socket);
}

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
  if (request.complete || request.destroyed) return false;
  return "stream" in request || asPlatformRequest(request).socket?.pending === false;
}
