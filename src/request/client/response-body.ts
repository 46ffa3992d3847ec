/** Reads the bodies of responses. */
import { isJsonType } from "../../http/media-types.js";
import type { BodyValues } from "../../catalog/values.js";

/** Form in which a body is read; `undefined` for a response without one. */
export type BodyKind = "json" | "text" | "bytes" | "stream" | undefined;

/** Types that are text: by name, or by `charset`, which only text has (RFC 2046, section 4.1.2). */
const TEXT_TYPE = /^text\/|[/+]xml\b|;\s*charset=/i;

/**
 * The form of a body, by its content type (contract F.3); `undefined` if there can be none (RFC 9110,
 * sections 9.3.2, 15.3.5, 15.3.6, 15.4.5).
 */
export function kindOf(response: Response, method: string): BodyKind {
  const { status, headers } = response;
  if (method === "head" || status === 204 || status === 205 || status === 304) return undefined;
  const type = headers.get("content-type") ?? "";
  if (isJsonType(type)) return "json";
  return TEXT_TYPE.test(type) ? "text" : response.body ? "bytes" : undefined;
}

/** A body as it was read, before it is parsed. */
export type Body = string | ArrayBuffer | ReadableStream | undefined;

/** The body of an error with its form. Without any, it was not read. */
export interface ReadBody {
  readonly kind?: BodyKind;
  readonly body?: Body;
  /** Set for a body that is only the beginning of a long one. */
  readonly isCut?: boolean;
}

export function readBody(response: Response, kind: BodyKind): Promise<Body> {
  if (kind === undefined) return Promise.resolve(undefined);
  if (kind === "stream") return Promise.resolve(response.body ?? new Blob().stream());
  return kind === "bytes" ? response.arrayBuffer() : response.text();
}

/** Limit of the body of an error, which is kept in memory; in bytes after decompression. */
const MAX_ERROR_BODY = 1_048_576;

/** Reads the body of an error, or only its beginning if it is long. */
export async function readErrorBody(response: Response, kind: BodyKind): Promise<ReadBody> {
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
  const bytes = await new Blob(chunks as BlobPart[]).arrayBuffer(); // not in shared memory
  // Decoded as a stream, so that a character that the limit has cut is left out.
  const body = kind === "bytes" ? bytes : new TextDecoder().decode(bytes, { stream: isCut });
  return { kind, body, isCut };
}

/**
 * Cancels a body that is not needed. Does not wait, because a clone that a hook keeps delays the end of
 * the cancellation. Ignores the error of a body that a hook reads, or that has failed.
 */
export function abandon(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => undefined);
}

/**
 * The data of a body; `undefined` for an empty one that is not declared as text.
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

/** A call whose responses may hold values that JSON does not have. */
export interface ValuedCall {
  readonly route: string;
  readonly sender: { readonly values?: BodyValues | undefined };
}

/**
 * Converts the values in the data of a JSON body that was read as a text.
 * @throws Error with the code `INVALID_VALUE`.
 */
export function convertData(
  { route, sender }: ValuedCall,
  status: number,
  data: unknown,
  kind: BodyKind,
  body: Body,
): unknown {
  if (!sender.values || kind !== "json" || typeof body !== "string") return data;
  return sender.values.convert(data, body, route, status);
}
