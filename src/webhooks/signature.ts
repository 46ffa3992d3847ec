import { hmacSha256, isEqualDigest, prepareKey } from "#platform";
import type { HmacKey } from "#platform";
import { expectText, unexpected } from "./expect.js";
import { readRawPayload } from "./raw-payload.js";
import type { RawPayload } from "./types.js";

const PREFIX = "sha256=";

/** What messages call it. */
const SECRET = "a secret";

const WELL_FORMED = /^sha256=[0-9a-f]{64}$/;

/** Whether a signature is `sha256=` and 64 lowercase hex digits, with nothing around them. */
export function isWellFormedSignature(signature: string): boolean {
  return WELL_FORMED.test(signature);
}

/**
 * Makes a secret ready for many signatures.
 * @throws TypeError when it is missing, empty or not a string; the message does not hold it.
 */
export function createSigningKey(secret: unknown): HmacKey {
  return prepareKey(new TextEncoder().encode(expectText(secret, SECRET)));
}

export function signWith(key: HmacKey, payload: unknown): string {
  return PREFIX + hmacSha256(key, expectPayload(payload));
}

/** Whether a signature is that of the payload under any of the keys. */
export function verifyWith(
  keys: readonly HmacKey[],
  payload: unknown,
  signature: unknown,
): boolean {
  const data = expectPayload(payload);
  const text = expectText(signature, "the signature");
  return isWellFormedSignature(text) && matchesAny(keys, data, text);
}

/**
 * Whether a signature that is well formed is that of the data under any of the keys. Tries every
 * key, so that the time does not tell which of them matched.
 */
export function matchesAny(
  keys: readonly HmacKey[],
  data: string | Uint8Array,
  signature: string,
): boolean {
  const digest = signature.slice(PREFIX.length);
  let matches = false;
  for (const key of keys) matches = isEqualDigest(hmacSha256(key, data), digest) || matches;
  return matches;
}

/**
 * Signs a payload with HMAC-SHA256 (specification, section B; RFC 2104): `sha256=` and 64 lowercase
 * hex digits. Text is signed as UTF-8.
 * @throws TypeError when either argument is missing, empty or of another type.
 */
export function sign(secret: string, payload: RawPayload): string {
  return signWith(expectText(secret, SECRET), payload);
}

/**
 * Tells whether `signature` is that of `payload` under `secret`.
 * Compares in constant time; a malformed signature is `false` before anything is hashed.
 * @throws TypeError when an argument is missing, empty or of another type.
 */
export function verify(secret: string, payload: RawPayload, signature: string): boolean {
  // As it is, for one use: to make it ready would cost more than it saves.
  return verifyWith([expectText(secret, SECRET)], payload, signature);
}

function expectPayload(payload: unknown): string | Uint8Array {
  const data = readRawPayload(payload);
  if (data !== undefined && data.length > 0) return data;
  throw unexpected(payload, "the raw payload", "a non-empty string, Uint8Array or ArrayBuffer");
}
