import type { Content, SignedDelivery } from "./plan/description.js";
import type { SignatureScheme } from "./scheme.js";

/** What is signed: text and headers, and the body after them. No bytes are copied. */
export function readLead(
  { content = [] }: SignatureScheme,
  { header, body }: SignedDelivery,
): Content | undefined {
  const pieces = content.map((piece, index) => (index % 2 ? header(piece) : piece));
  return pieces.includes(undefined) ? undefined : [pieces.join(""), body];
}

/**
 * What is signed, whatever its order and placeholders. Text is joined, so that it is hashed in one
 * go; no bytes are copied.
 */
export function readPieces(
  { content = [], placeholders = {} }: SignatureScheme,
  delivery: SignedDelivery,
): Content | undefined {
  const pieces: (string | Uint8Array)[] = [];
  let text = "";
  for (const [index, piece] of content.entries()) {
    const value = index % 2 ? readPiece(piece, delivery, placeholders) : piece;
    if (value === undefined) return undefined;
    if (typeof value === "string") text += value;
    else {
      pieces.push(text, value);
      text = "";
    }
  }
  pieces.push(text);
  return pieces;
}

function readPiece(
  name: string,
  delivery: SignedDelivery,
  placeholders: NonNullable<SignatureScheme["placeholders"]>,
): string | Uint8Array | undefined {
  const read = placeholders[name];
  if (read !== undefined) return read(delivery);
  return name === "{body}" ? delivery.body : delivery.header(name);
}
