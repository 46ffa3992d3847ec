import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { LINGER_TIME } from "./answer.js";
import type { Answer } from "./answer.js";
import { asPlatformRequest } from "./node-exchange.js";
import type { NodeRequest, NodeResponse } from "./node-exchange.js";

/** RFC 9113, section 7: the stream is done with, without an error. */
const NO_ERROR = 0;

/**
 * Quietly does nothing when somebody else has answered, or nobody is left to read. Resolves when
 * nothing more is to be done for the connection.
 */
export async function send(
  request: NodeRequest,
  response: NodeResponse,
  answer: Answer,
): Promise<void> {
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  // A server makes both of one version: what the request is, its response is too.
  if ("stream" in request) {
    await sendOverHttp2(request, response as Http2ServerResponse, answer);
  } else {
    await sendOverHttp1(request, response as ServerResponse, answer);
  }
}

async function sendOverHttp1(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const content = request.method === "HEAD" ? "" : body;
  const closes = !response.shouldKeepAlive || headers["connection"] === "close";
  response.writeHead(status, headers);
  if (closes && isSending(request)) {
    if (content !== "") response.write(content);
    await linger(request);
    response.end();
  } else {
    response.end(content);
  }
}

/** HTTP/2 knows no `connection` header: closing means the one stream. */
async function sendOverHttp2(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const { connection, ...others } = headers;
  response.writeHead(status, others);
  response.end(request.method === "HEAD" ? "" : body);
  if (connection !== "close") return;
  if (isSending(request)) await linger(request);
  request.stream.close(NO_ERROR);
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
