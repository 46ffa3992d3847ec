import { Buffer, isAscii } from "node:buffer";
import type * as NodeCrypto from "node:crypto";

let loaded: typeof NodeCrypto | undefined;

/** Loaded at the first use: loading it takes longer than loading this package. */
function crypto(): typeof NodeCrypto {
  return (loaded ??= process.getBuiltinModule("node:crypto"));
}

/** A secret as text, or prepared once for hashing many payloads. */
export type HmacKey = NodeCrypto.KeyObject | string;

export function prepareKey(secret: Uint8Array): HmacKey {
  return crypto().createSecretKey(secret);
}

/** HMAC-SHA256 (RFC 2104) in lowercase hex. Text is hashed as UTF-8. */
export function hmacSha256(key: HmacKey, data: string | Uint8Array): string {
  return crypto().createHmac("sha256", key).update(data).digest("hex");
}

/** Compares two hex digests of SHA-256 in a time that does not tell where they differ. */
export function isEqualDigest(left: string, right: string): boolean {
  if (left.length !== right.length) return false; // The length of a digest is not secret.
  return crypto().timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/**
 * The text of bytes that are all ASCII, as nearly all payloads are, else `undefined`. Checking and
 * copying the bytes takes half the time of decoding them.
 */
export function readAscii({ buffer, byteOffset, byteLength }: Uint8Array): string | undefined {
  const bytes = Buffer.from(buffer, byteOffset, byteLength); // a view: nothing is copied
  return isAscii(bytes) ? bytes.toString("latin1") : undefined;
}
