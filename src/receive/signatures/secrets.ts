/** Reads secrets as each scheme writes them: as text or bytes, in an encoding, or after a prefix. */
import { decodeBase64, decodeHex, viewBytes } from "#platform";
import { expectData } from "./readers.js";

/** Reads a secret that is the key itself: bytes, or text that is used as UTF-8. */
export function readTextSecret(secret: unknown): string | Uint8Array {
  return expectData(secret, "The secret");
}

/** Reads a secret whose text has a prefix before the key. */
export function readPrefixedSecret(secret: unknown, prefix = ""): string | Uint8Array {
  const data = expectData(secret, "The secret");
  return typeof data === "string" ? withoutPrefix(data, prefix) : data;
}

/** Reads a secret of bytes, or base64 of them. */
export function readBase64Secret(secret: unknown, prefix?: string): Uint8Array {
  return decodeSecret(secret, prefix, decodeBase64);
}

/** Reads a secret of bytes, or hexadecimal digits. */
export function readHexSecret(secret: unknown, prefix?: string): Uint8Array {
  return decodeSecret(secret, prefix, decodeHex);
}

/** Reads an asymmetric key: text in PEM, bytes, or base64 of them. */
export function readBase64Key(secret: unknown, prefix?: string): string | Uint8Array {
  return isPem(secret) ? secret : readBase64Secret(secret, prefix);
}

/** Reads an asymmetric key: text in PEM, bytes, or hexadecimal digits. */
export function readHexKey(secret: unknown, prefix?: string): string | Uint8Array {
  return isPem(secret) ? secret : readHexSecret(secret, prefix);
}

function isPem(secret: unknown): secret is string {
  return typeof secret === "string" && secret.includes("-----BEGIN");
}

function decodeSecret(
  secret: unknown,
  prefix = "",
  decode: (text: string) => Uint8Array | undefined,
): Uint8Array {
  const bytes =
    typeof secret === "string" ? decode(withoutPrefix(secret, prefix)) : viewBytes(secret);
  if (bytes?.length) return bytes;
  throw new TypeError(`The secret is of type ${typeof secret}; expected encoded bytes.`);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
