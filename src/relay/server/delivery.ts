/** Deliveries, read from requests. Their bodies are cut into pieces, which are sent one at a time. */
import { isOfConnection } from "./headers.js";
import type { BodyEncoding, NewDelivery } from "./store.js";

/**
 * Reads a delivery from a request (contract D.10 and D.15): the body byte for byte, and the headers that
 * belong to the delivery.
 */
export async function receiveDelivery(
  request: Request,
  place: { readonly path: string; readonly query: string },
  settings: DeliverySettings,
  room: BodyRoom,
): Promise<NewDelivery | DeliveryFault> {
  const body = await receiveBody(request, settings, room);
  if (isDeliveryFault(body)) return body;
  const receivedAt = Date.now();
  const headers = readDeliveryHeaders(request.headers, settings);
  const head = JSON.stringify({ headers, method: request.method, ...place, receivedAt });
  const encoding = chooseEncoding(body);
  const pieces = cutBody(body, encoding);
  return { receivedAt, head, encoding, pieces, size: body.length };
}

export function isDeliveryFault(value: unknown): value is DeliveryFault {
  return typeof value === "string";
}

// ---- Body

async function receiveBody(
  request: Request,
  { maxBodySize, bodyTimeout }: DeliverySettings,
  room: BodyRoom,
): Promise<Uint8Array | DeliveryFault> {
  if (Number(request.headers.get("content-length")) > maxBodySize) {
    cancelBody(request.body);
    return "PAYLOAD_TOO_LARGE";
  }
  if (request.body === null) return new Uint8Array(0);
  const source = request.body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<DeliveryFault>((resolve) => {
    timer = setTimeout(() => resolve("REQUEST_TIMEOUT"), bodyTimeout);
  });
  const result = await Promise.race([readAll(source, maxBodySize, room), timeout]);
  clearTimeout(timer);
  if (isDeliveryFault(result)) cancelBody(source);
  return result;
}

/** Reads chunks up to a limit, and copies them: a small chunk may be part of a large buffer. */
async function readAll(
  source: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  room: BodyRoom,
): Promise<Uint8Array | DeliveryFault> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) break;
      size += value.length;
      if (size > limit) return "PAYLOAD_TOO_LARGE";
      if (!room.take(value.length)) return "TOO_MANY_BYTES";
      chunks.push(value);
    }
  } catch {
    return "REQUEST_ABORTED"; // the client has gone
  }
  return joinBytes(chunks);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
}

function cancelBody(body: { readonly cancel: () => Promise<void> } | null): void {
  body?.cancel().catch(() => undefined); // it may have failed already
}

// ---- Headers

function readDeliveryHeaders(
  headers: Headers,
  { isAllowed, token }: DeliverySettings,
): Readonly<Record<string, string>> {
  const connectionOptions = new Set(
    (headers.get("connection") ?? "").toLowerCase().split(/[\s,]+/),
  );
  const kept = [...headers].filter(([name, value]) => {
    const isFollowerToken = name === "authorization" && token !== undefined && isAllowed(value);
    return !isOfConnection(name) && !connectionOptions.has(name) && !isFollowerToken;
  });
  // `fromEntries` makes own properties, even of `__proto__`.
  return Object.fromEntries(kept);
}

// ---- Pieces of a body

/** Bytes of a piece: a multiple of three, so that pieces in base64 can be joined. */
const PIECE_SIZE = 24 * 1024;

/**
 * Chooses the encoding. Bytes that are not UTF-8 need base64; so do texts of which most characters would
 * be escaped, because base64 is shorter then: no body becomes longer by more than a third.
 */
function chooseEncoding(body: Uint8Array): BodyEncoding {
  return isUtf8(body) && countEscaped(body) <= Math.ceil(body.length / 3) * 4 ? "text" : "base64";
}

function isUtf8(body: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    // In pieces, so that a large body is not in memory twice.
    for (let start = 0; start < body.length; start += PIECE_SIZE) {
      decoder.decode(body.subarray(start, start + PIECE_SIZE), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Counts the bytes of a text in JSON: control characters take up to six, quotes and backslashes two. */
function countEscaped(body: Uint8Array): number {
  let count = body.length;
  for (const byte of body) {
    if (byte < 0x20) count += SHORT_ESCAPES.has(byte) ? 1 : 5;
    else if (byte === 0x22 || byte === 0x5c) count++;
  }
  return count;
}

/** Backspace, tab, line feed, form feed and carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

/** Cuts a body into pieces that can be encoded one by one: no character is divided. */
function cutBody(body: Uint8Array, encoding: BodyEncoding): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < body.length;) {
    let end = Math.min(start + PIECE_SIZE, body.length);
    while (encoding === "text" && end < body.length && isContinuation(body[end])) end--;
    pieces.push(body.subarray(start, end));
    start = end;
  }
  return pieces;
}

/** True for a byte within a character of UTF-8. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Encodes a piece as a part of a string in JSON, without its quotation marks. */
export function encodePiece(piece: Uint8Array, encoding: BodyEncoding): string {
  if (encoding === "base64") return btoa(String.fromCharCode(...piece));
  // A byte order mark belongs to the body.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(piece);
  return JSON.stringify(text).slice(1, -1);
}

// ---- Types

/** Settings for reading a delivery. */
export interface DeliverySettings {
  /** Largest body, in bytes. */
  readonly maxBodySize: number;
  /** Longest time for a body to arrive, in milliseconds. */
  readonly bodyTimeout: number;
  /** Token that followers send; `undefined` if they need none. */
  readonly token: string | undefined;
  /** Judges the `authorization` of a follower. */
  readonly isAllowed: (authorization: string | null) => boolean;
}

type DeliveryFault = "PAYLOAD_TOO_LARGE" | "TOO_MANY_BYTES" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED";

/** Bytes that a request may still hold, of those of all requests together. */
export interface BodyRoom {
  /** Takes bytes; returns false if there are not so many left. */
  readonly take: (bytes: number) => boolean;
}
