import { isRawPayload } from "../webhooks/raw-payload.js";
import { asPlatformRequest } from "./node-exchange.js";
import type { NodeRequest } from "./node-exchange.js";
import type { BodySource, ByteStream } from "./read-body.js";

/** The body in the best form that is left of it; the bytes as they came, wherever they are. */
export function takeBody(request: NodeRequest): BodySource {
  const { rawBody } = asPlatformRequest(request);
  if (isRawPayload(rawBody)) return { kind: "raw", payload: rawBody };
  const body = readParsedBody(request);
  if (isRawPayload(body)) return { kind: "raw", payload: body };
  if (isFilled(body) || !isUnread(request)) return { kind: "spent" };
  return { kind: "stream", stream: streamBody(request) };
}

/** On some platforms `body` is a getter that parses, and throws on what is not JSON. */
function readParsedBody(request: NodeRequest): unknown {
  try {
    return asPlatformRequest(request).body;
  } catch {
    return undefined;
  }
}

/** Parsers that did not run leave an empty object behind, and the stream as it was. */
function isFilled(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}

function isUnread(request: NodeRequest): boolean {
  const { on, readableDidRead = false, readableEnded = false } = asPlatformRequest(request);
  return typeof on === "function" && !readableDidRead && !readableEnded;
}

function streamBody(request: NodeRequest): ByteStream {
  return (sink) => {
    const onData = (chunk: Uint8Array | string): void => sink.chunk(toBytes(request, chunk));
    const onEnd = (): void => {
      if (asPlatformRequest(request).aborted) sink.abort();
      else sink.end();
    };
    const onAbort = (): void => sink.abort();
    request.on("data", onData).on("end", onEnd).on("error", onAbort).on("close", onAbort);
    if (request.destroyed) sink.abort();
    else if (request.readableFlowing === false) request.resume(); // somebody has paused it
    return () => {
      request.off("data", onData).off("end", onEnd).off("error", onAbort).off("close", onAbort);
      // What is still to come is dropped: left in the socket, it could cost the client the answer.
      if (!request.readableEnded) request.resume();
    };
  };
}

/** Chunks are text once `setEncoding` was called on the request. */
function toBytes(request: NodeRequest, chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === "string" ? Buffer.from(chunk, request.readableEncoding ?? "utf8") : chunk;
}
