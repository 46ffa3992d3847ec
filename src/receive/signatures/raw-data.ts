/** Reads payloads, and secrets as each scheme writes them. */
import { decodeBase64, decodeHex, viewBytes } from "#platform";
import { unexpected } from "../../base/expect.js";
import type { RawPayload } from "./types.js";

/**
 * Returns the bytes or the text of a payload or a secret.
 * @throws TypeError for anything else, for an empty one, and for text that is not well-formed Unicode.
 */
export function expectData(value: unknown, what: string): string | Uint8Array {
  const data = readRawPayload(value);
  if (data?.length && isHashable(data)) return data;
  throw unexpected(value, what, "non-empty text (well-formed Unicode) or bytes");
}

/** False for text with a lone surrogate, which has no UTF-8, so that different texts would be hashed alike. */
export function isHashable(data: string | Uint8Array): boolean {
  return typeof data === "object" || data.isWellFormed();
}

/** Returns the data to be hashed; `undefined` for a value that is not a raw body. */
export function readRawPayload(payload: RawPayload): string | Uint8Array;
export function readRawPayload(value: unknown): string | Uint8Array | undefined;
export function readRawPayload(value: unknown): string | Uint8Array | undefined {
  return typeof value === "string" ? value : viewBytes(value);
}

export function isRawPayload(value: unknown): value is RawPayload {
  return readRawPayload(value) !== undefined;
}

// ---- Secrets

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
