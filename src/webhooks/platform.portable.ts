import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

type PreparedKey = ReturnType<typeof hmac.create>;

/** A secret as text, or prepared once for hashing many payloads. */
export type HmacKey = PreparedKey | string;

const encoder = /* @__PURE__ */ new TextEncoder();

export function prepareKey(secret: Uint8Array): PreparedKey {
  return hmac.create(sha256, secret);
}

/** HMAC-SHA256 (RFC 2104) in lowercase hex. Text is hashed as UTF-8. */
export function hmacSha256(key: HmacKey, data: string | Uint8Array): string {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  const state = typeof key === "string" ? prepareKey(encoder.encode(key)) : key.clone();
  return bytesToHex(state.update(bytes).digest());
}

/**
 * Compares two hex digests in a time that does not tell where they differ.
 *
 * No primitive for that exists outside `node:crypto`, and an engine may turn a hand-made loop into
 * one that stops early. So both sides are hashed again under a key that nobody knows: what the
 * ordinary comparison then leaks is where two unpredictable digests differ, which says nothing
 * about the two that were passed.
 */
export function isEqualDigest(left: string, right: string): boolean {
  const key = blindingKey();
  return hmacSha256(key, left) === hmacSha256(key, right);
}

let blinding: HmacKey | undefined;

/** Made at the first use: some platforms give no randomness while modules are loaded. */
function blindingKey(): HmacKey {
  blinding ??= prepareKey(crypto.getRandomValues(new Uint8Array(32)));
  return blinding;
}

/** Always `undefined`: no check for ASCII is cheaper here than decoding. */
export function readAscii(): undefined {
  return undefined;
}
