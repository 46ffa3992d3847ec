/** Replies of a mock: makes the response of a request from what a test has prepared. */
import type { StreamRule } from "../catalog/client.js";
import { isJsonType } from "../http/media-types.js";
import { MissingReplyError } from "../request/client/errors.js";

/**
 * Makes the response to a request.
 * @param rule of a route that streams.
 * @returns an `Error` for a connection that the test wants to be lost.
 * @throws MissingReplyError for a mistake in the test, which a client would otherwise take for a lost connection.
 */
export function makeReply(
  source: ReplySource,
  request: MockRequest,
  stringify: Stringify,
  rule: StreamRule | undefined,
): Response | Error {
  try {
    const reply = typeof source === "function" ? source(request) : source;
    if (reply instanceof Error) return reply;
    if (reply instanceof Response) return reply.clone();
    if (reply.items === undefined) return createDataReply(reply, stringify);
    if (rule === undefined) throw new TypeError("the route does not stream.");
    return createStreamReply(reply.items, rule, reply.headers, stringify);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const message = `The reply to "${request.route}" cannot be made: ${detail}`;
    throw new MissingReplyError(message, { cause });
  }
}

/** Text is sent as it is, unless the type of the reply is JSON. */
function createDataReply(
  { status = 200, data, headers: headerSource }: UntypedReply,
  stringify: Stringify,
): Response {
  const headers = new Headers(headerSource);
  if (data === undefined || data instanceof ArrayBuffer)
    return new Response(data ?? null, { status, headers });
  const isText = typeof data === "string";
  if (!headers.has("content-type"))
    headers.set("content-type", isText ? "text/plain; charset=utf-8" : "application/json");
  // Text under a JSON type is a JSON string, as in the body of a request.
  const isJson = !isText || isJsonType(headers.get("content-type") ?? "");
  return new Response(isJson ? stringify(data) : data, { status, headers });
}

// ---- Streams

/** @param headerSource Headers of the reply. */
function createStreamReply(
  items: readonly unknown[],
  rule: StreamRule,
  headerSource: ReplyHeaders,
  stringify: Stringify,
): Response {
  const headers = new Headers(headerSource);
  if (!headers.has("content-type")) headers.set("content-type", rule.type);
  const records = items.map((item) => writeRecord(item, rule, stringify));
  const end = rule.end === undefined ? [] : [frame(rule.end, rule)];
  return new Response([...records, ...end].join(""), { headers });
}

/** Writes an item as the client reads it. If the route declares events, an item is an event with its name. */
function writeRecord(item: unknown, rule: StreamRule, stringify: Stringify): string {
  const { events, text } = rule;
  const write = (data: unknown, isText: boolean): string =>
    isText ? String(data) : stringify(data);
  if (events === undefined) return frame(write(item, text === true), rule);
  const { event, data } = item as { readonly event: string; readonly data: unknown }; // by its type
  const isText = text === true || text?.includes(event) === true;
  return frame(write(data, isText), rule, event);
}

function frame(text: string, { format }: StreamRule, event?: string): string {
  if (format === "json-lines") return `${text}\n`;
  if (format === "json-seq") return `\x1e${text}\n`;
  const lines = text.split(/\r\n?|\n/).map((line) => `data: ${line}\n`);
  return `${event === undefined ? "" : `event: ${event}\n`}${lines.join("")}\n`;
}

// ---- Types

/** Reply to any route: with `items`, a stream; otherwise a response with `data`. */
interface UntypedReply {
  readonly status?: number;
  readonly data?: unknown;
  readonly items?: readonly unknown[];
  readonly headers?: ReplyHeaders;
}

type Reply = UntypedReply | Response | Error;

/** Reply as a test passes it to `reply`. */
export type ReplySource = Reply | ((request: MockRequest) => Reply);

/** The argument of `new Headers()`, which Node's types do not name. */
export type ReplyHeaders = ConstructorParameters<typeof Headers>[0];

/** A request that a mock received. */
export interface MockRequest {
  /** `<METHOD> <url>`, as the caller wrote it. */
  readonly route: string;
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  /** The headers, with credentials; they are not printed. */
  readonly headers: Headers;
  /** The body that `fetch` gets: text, bytes or a form. */
  readonly body: unknown;
}

/** `JSON.stringify`, for values that JSON does not have, too. */
type Stringify = (value: unknown) => string;
