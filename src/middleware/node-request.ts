import { isRawPayload } from "../signatures/raw-data.js";
import { SPENT_BODY, type BodySource, type ByteStream } from "./read-body.js";

/**
 * A request of Node's HTTP/1 or HTTP/2 server, or of Express. Written out, because the types of Node
 * are not installed where a program for another platform is compiled.
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

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Only `data` gives its listeners something that is read here. */
type Listener = (chunk: Uint8Array | string) => void;

/** What frameworks and serverless platforms add to a request, and what theirs may lack. */
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

/** A request need not be one of Node's own: mocks and serverless adapters pass look-alikes. */
export function asPlatformRequest(request: NodeRequest): PlatformRequest {
  return request;
}

/** Reads on, and drops what arrives. Requests that are bare emitters have nothing to resume. */
export function resume(request: NodeRequest): void {
  if (typeof asPlatformRequest(request).resume === "function") request.resume();
}

/**
 * Names and values in turn, as they were sent: in `headers` Node drops some that are repeated, and
 * joins others. Requests that a platform has made itself may lack them.
 */
export function readRawHeaders(request: NodeRequest): readonly string[] {
  const { headers = {}, rawHeaders = [] } = asPlatformRequest(request);
  if (rawHeaders.length > 0) return rawHeaders;
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/** All values of a header, joined; `null` when there is none. */
export function findHeader(rawHeaders: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}

/** The raw body, from the first source that still has it (contract C.15). */
export function takeBody(request: NodeRequest): BodySource {
  const { rawBody } = asPlatformRequest(request);
  if (isRawPayload(rawBody)) return rawBody;
  const body = readParsedBody(request);
  if (isRawPayload(body)) return body;
  return isFilled(body) || !isUnread(request) ? SPENT_BODY : streamBody(request);
}

/** On some platforms `body` is a getter that parses, and throws on what is not JSON. */
function readParsedBody(request: NodeRequest): unknown {
  try {
    return asPlatformRequest(request).body;
  } catch {
    return undefined;
  }
}

/** A parser that did not run leaves an empty object behind, and the stream as it was. */
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
    const onAbort = (): void => sink.fail("REQUEST_ABORTED");
    const onEnd = (): void => {
      if (asPlatformRequest(request).aborted) onAbort();
      else sink.end();
    };
    sink.stop = () => {
      request.off("data", onData).off("end", onEnd).off("error", onAbort).off("close", onAbort);
      // Reads and drops the rest: bytes left in the socket could make the client lose the answer.
      if (!request.readableEnded) resume(request);
    };
    request.on("data", onData).on("end", onEnd).on("error", onAbort).on("close", onAbort);
    if (request.destroyed) onAbort();
    else if (request.readableFlowing === false) resume(request); // somebody has paused it
  };
}

/** Chunks are text once `setEncoding` was called on the request. */
function toBytes(request: NodeRequest, chunk: Uint8Array | string): Uint8Array {
  if (typeof chunk !== "string") return chunk;
  // Node has checked the name in `setEncoding`.
  return Buffer.from(chunk, (request.readableEncoding ?? "utf8") as BufferEncoding);
}
