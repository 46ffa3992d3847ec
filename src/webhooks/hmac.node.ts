import { Buffer } from "node:buffer";
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** A secret made ready once, so that no delivery pays for it again. */
export type HmacKey = KeyObject;

export function prepareKey(secret: Uint8Array): HmacKey {
  return createSecretKey(secret);
}

/** HMAC-SHA256 (RFC 2104) in lowercase hex. Text is hashed as UTF-8. */
export function hmacSha256(key: HmacKey, data: string | Uint8Array): string {
  return createHmac("sha256", key).update(data).digest("hex");
}

/** Compares two hex digests in a time that does not tell where they differ. */
export function isEqualDigest(left: string, right: string): boolean {
  // The primitive throws on unequal lengths, which are no secret.
  return (
    left.length === right.length &&
    timingSafeEqual(Buffer.from(left, "latin1"), Buffer.from(right, "latin1"))
  );
}
