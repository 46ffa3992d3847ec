/** Cuts the body of a delivery into pieces, each of which can be sent by itself as a part of a string in JSON. */
import type { BodyEncoding } from "./store.js";

/** Bytes of a piece: a multiple of three, so that pieces in base64 can be joined. */
const PIECE_SIZE = 24 * 1024;

/**
 * Chooses the encoding. Bytes that are not UTF-8 need base64; so do texts of which most characters would
 * be escaped, because base64 is shorter then: no body becomes longer by more than a third.
 */
export function chooseEncoding(body: Uint8Array): BodyEncoding {
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
export function cutBody(body: Uint8Array, encoding: BodyEncoding): readonly Uint8Array[] {
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
