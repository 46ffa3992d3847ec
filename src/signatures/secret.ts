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
  let bytes = secret;
  if (typeof secret === "string") {
    bytes = decodeText(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, encoding);
  }
  // Of any realm, and no wider than its elements are known to be.
  if (ArrayBuffer.isView(bytes) && bytes.byteLength > 0) return bytes as Uint8Array;
  const kind = secret === "" ? "an empty string" : `of type ${typeof secret}`;
  throw new TypeError(`The secret is ${kind}; expected ${encoding}, or bytes in a Uint8Array.`);
}
