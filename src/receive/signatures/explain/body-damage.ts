/** Damage that a body itself shows, whatever was signed. */
import { createFinding, type Finding } from "./findings.js";

/** Finds damage that the body itself shows; `undefined` if there is none. */
export function findBodyDamage(body: Uint8Array): Finding | undefined {
  if (body.length === 0)
    return createFinding(
      "BODY_EMPTY",
      "The body is empty: something else may have read it before.",
    );
  const text = decodeUtf8(body);
  if (text === "[object Object]")
    return createFinding("BODY_STRINGIFIED", "The body is the text of a parsed object.");
  if (text?.includes("\ufffd"))
    return createFinding(
      "BODY_CHARACTERS_LOST",
      "The body holds U+FFFD, which stands for bytes that could not be decoded.",
    );
  return undefined;
}

/** Decodes a body with its byte order mark; `undefined` if it is not UTF-8. */
export function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}
