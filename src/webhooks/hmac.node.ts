import { Buffer } from "node:buffer";
import type * as NodeCrypto from "node:crypto";

let loaded: typeof NodeCrypto | undefined;

/** Not imported: loading it takes a process longer than all of this package, and many never sign. */
function crypto(): typeof NodeCrypto {
  return (loaded ??= process.getBuiltinModule("node:crypto"));
}

/** A secret; made ready once where many payloads are hashed, so that none pays for it again. */
export type HmacKey = NodeCrypto.KeyObject | string;

export function prepareKey(secret: Uint8Array): HmacKey {
  return crypto().createSecretKey(secret);
}

/** HMAC-SHA256 (RFC 2104) in lowercase hex. Text is hashed as UTF-8. */
export function hmacSha256(key: HmacKey, data: string | Uint8Array): string {
  return crypto().createHmac("sha256", key).update(data).digest("hex");
}

/** Where digests are compared: two buffers for each comparison cost more than comparing. */
const leftBytes = Buffer.alloc(64);
const rightBytes = Buffer.alloc(64);

/** Compares two hex digests of SHA-256 in a time that does not tell where they differ. */
export function isEqualDigest(left: string, right: string): boolean {
  // The primitive throws on unequal lengths, which are no secret.
  if (left.length !== right.length) return false;
  leftBytes.write(left, "latin1");
  rightBytes.write(right, "latin1");
  return crypto().timingSafeEqual(leftBytes, rightBytes);
}
