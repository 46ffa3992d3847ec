import { isJsonType } from "../endpoint/body.js";
import { isObject, readOwn, type UnknownRecord } from "../endpoint/values.js";

/** How a body is read; `undefined` if there is none. */
export type BodyKind = "json" | "text" | "bytes" | "stream" | undefined;

/** Text by its name, or by the parameter that only text has (RFC 2046, section 4.1.2). */
const TEXT = /^text\/|[/+]xml\b|;\s*charset=/i;

/**
 * Decides by the content type (contract F.3), where there can be a body (RFC 9110, sections 9.3.2,
 * 15.3.5, 15.3.6, 15.4.5).
 */
export function kindOf(response: Response, method: string): BodyKind {
  const { status, headers } = response;
  if (method === "head" || status === 204 || status === 205 || status === 304) return undefined;
  const type = headers.get("content-type") ?? "";
  if (isJsonType(type)) return "json";
  return TEXT.test(type) ? "text" : response.body ? "bytes" : undefined;
}

/** A body as it was read. */
export type Body = string | ArrayBuffer | ReadableStream | undefined;

export function readBody(response: Response, kind: BodyKind): Promise<Body> | Body {
  if (kind === "stream") return response.body ?? new Blob().stream();
  return kind === "bytes" ? response.arrayBuffer() : kind && response.text();
}

/** How much of the body of an error is read, in bytes after decompression: an error is kept in memory. */
const MAX_ERROR_BODY = 1_048_576;

/** The body of an error, or its beginning. */
export interface ErrorBody {
  readonly body: Body;
  /** Whether the body is longer than an error may hold. */
  readonly isCut: boolean;
}

export async function readErrorBody(response: Response, kind: BodyKind): Promise<ErrorBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = kind && response.body?.getReader();
  while (reader && size <= MAX_ERROR_BODY) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  const isCut = size > MAX_ERROR_BODY;
  if (isCut && reader) abandon(reader);
  const bytes = await new Blob(chunks as BlobPart[]).arrayBuffer(); // no memory that threads share
  // As `stream`, so that a character that the limit has cut is left out.
  const isBytes = kind === "bytes";
  return { body: isBytes ? bytes : new TextDecoder().decode(bytes, { stream: isCut }), isCut };
}

/**
 * Cancels a body that is not needed, without waiting: a clone that a hook keeps would delay the end of
 * it. A body that a hook reads, or that has failed, needs nothing more.
 */
export function abandon(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => undefined);
}

/**
 * The data of a body; `undefined` if it is empty and not declared as text.
 * @param reviver As for `JSON.parse`, which it makes ten times as slow.
 * @throws SyntaxError for JSON that cannot be parsed.
 */
export function readData(
  body: Body,
  kind: BodyKind,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  if (kind === "text") return body;
  if (typeof body !== "string")
    return body && "byteLength" in body && body.byteLength === 0 ? undefined : body;
  return body === "" ? undefined : (JSON.parse(body, reviver) as unknown);
}

/** Follows a dotted path through own properties. */
export function readPath(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split(".")) {
    if (!isObject(found)) return undefined;
    found = readOwn(found as UnknownRecord, key); // any object can be read by its keys
  }
  return found;
}
