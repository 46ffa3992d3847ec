import type { Content } from "./plan/description.js";

type ReadPiece = (name: string) => string | Uint8Array | undefined;

/** What is signed: text and headers, and the body after them. No bytes are copied. */
export function readLead(
  pieces: readonly string[] = [],
  read: ReadPiece,
  body: string | Uint8Array,
): Content | undefined {
  const values = pieces.map((piece, index) => (index % 2 ? read(piece) : piece));
  return values.includes(undefined) ? undefined : [values.join(""), body];
}

/**
 * What is signed, whatever its order and placeholders. Short text is joined, so that it is hashed in
 * one go. The body is not: joining would copy it, which takes longer than hashing one piece more.
 */
export function readPieces(
  pieces: readonly string[] = [],
  read: ReadPiece,
  body: string | Uint8Array,
): Content | undefined {
  const content: (string | Uint8Array)[] = [];
  let text = "";
  let isText = true;
  for (const piece of pieces) {
    const value = isText ? piece : piece === "{body}" ? body : read(piece);
    isText = !isText;
    if (value === undefined) return undefined;
    if (typeof value === "string" && value !== body) text += value;
    else {
      content.push(text, value);
      text = "";
    }
  }
  content.push(text);
  return content;
}
