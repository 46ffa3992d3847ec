import { decodeText } from "#signature-platform";
import type { SecretDescription } from "./description.js";

/**
 * The bytes of a secret: bytes are taken as they are, text is read as the description says.
 * @throws TypeError for anything else, an empty secret included; the message does not hold it.
 */
export function readSecret(
  secret: unknown,
  { prefix = "", encoding = "text" }: SecretDescription = {},
): Uint8Array {
  const isText = typeof secret === "string";
  const bytes = isText ? decodeText(withoutPrefix(secret, prefix), encoding) : secret;
  // Of any realm, which `instanceof` would not see.
  if (ArrayBuffer.isView(bytes) && bytes.byteLength > 0) return bytes as Uint8Array;
  const kind = isText ? (secret === "" ? "empty" : `no ${encoding}`) : `of type ${typeof secret}`;
  throw new TypeError(`The secret is ${kind}; expected ${encoding} or a Uint8Array, not empty.`);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
