import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Work } from "../webhooks/intake.js";
import { LINGER_TIME } from "./answer.js";
import type { Answer } from "./answer.js";
import { asPlatformRequest } from "./node-exchange.js";
import type { NodeRequest, NodeResponse } from "./node-exchange.js";

/** RFC 9113, section 7: the stream is done with, without an error. */
const NO_ERROR = 0;

/**
 * Quietly does nothing when somebody else has answered, or nobody is left to read. Returns what is
 * still to be done for the connection.
 */
export function send(request: NodeRequest, response: NodeResponse, answer: Answer): Work {
  if (response.headersSent || response.writableEnded || response.destroyed) return undefined;
  // A server makes both of one version: what the request is, its response is too.
  return "stream" in request
    ? sendOverHttp2(request, response as Http2ServerResponse, answer)
    : sendOverHttp1(request, response as ServerResponse, answer);
}

function sendOverHttp1(request: IncomingMessage, response: ServerResponse, answer: Answer): Work {
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

/** HTTP/2 knows no `connection` header: closing means the one stream. */
function sendOverHttp2(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { status, headers, body }: Answer,
): Work {
  const { connection, ...others } = headers;
  response.writeHead(status, others);
  response.end(request.method === "HEAD" ? "" : body);
  return connection === "close" ? closeStream(request) : undefined;
}

async function closeStream(request: Http2ServerRequest): Promise<void> {
  if (isSending(request)) await linger(request);
  request.stream.close(NO_ERROR);
}

/** Connections whose last answer was given. Requests may come on them all the same, pipelined. */
const finished = new WeakSet<object>();

function noteLast(request: IncomingMessage): void {
  const { socket } = asPlatformRequest(request);
  if (socket !== undefined) finished.add(socket);
}

/** Whether no answer to a request could be sent, as one before it was its connection's last. */
export function isPastLast(request: NodeRequest): boolean {
  const { socket } = asPlatformRequest(request);
  return socket !== undefined && finished.has(socket);
}

/**
 * Waits for a client that is still sending to have read its answer: closing on what it sends
 * would reset the connection, and could take the answer with it. What comes is dropped
 * (RFC 9112, section 9.6).
 */
function linger(request: NodeRequest): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      request.off("end", finish).off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, LINGER_TIME);
    request.on("end", finish).on("close", finish).resume();
  });
}

/** Requests that platforms put together have no connected socket that could be sending. */
function isSending(request: NodeRequest): boolean {
  if (request.complete || request.destroyed) return false;
  return "stream" in request || asPlatformRequest(request).socket?.pending === false;
}
