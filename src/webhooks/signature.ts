import { hmacSha256, isEqualDigest, prepareKey } from "#hmac";
import type { HmacKey } from "#hmac";
import { isEmptyPayload, isRawPayload, readRawPayload } from "./raw-payload.js";
import type { RawPayload } from "./types.js";
import { unexpected } from "./unexpected.js";

const PREFIX = "sha256=";

const LENGTH = PREFIX.length + 64;

const WELL_FORMED = /^sha256=[0-9a-f]{64}$/;

const encoder = /* @__PURE__ */ new TextEncoder();

/** Whether a secret or a signature is there at all. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Whether a signature is `sha256=` and 64 lowercase hex digits, with nothing around them. */
export function isWellFormedSignature(signature: string): boolean {
  return signature.length === LENGTH && WELL_FORMED.test(signature);
}

/**
 * Makes a secret ready for many signatures.
 * @throws TypeError when it is missing, empty or not a string; the message does not hold it.
 */
export function createSigningKey(secret: unknown): HmacKey {
  return prepareKey(encoder.encode(expectSecret(secret)));
}

/** A secret is a key as it is, for one use: making it ready would cost more than it saves. */
function expectSecret(secret: unknown): HmacKey & string {
  if (isText(secret)) return secret;
  throw unexpected(secret, "a secret");
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
  if (!isText(signature)) throw unexpected(signature, "the signature");
  return isWellFormedSignature(signature) && matchesAny(keys, data, signature);
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
  return signWith(expectSecret(secret), payload);
}

/**
 * Tells whether `signature` is that of `payload` under `secret`.
 * Compares in constant time; a malformed signature is `false` before anything is hashed.
 * @throws TypeError when an argument is missing, empty or of another type.
 */
export function verify(secret: string, payload: RawPayload, signature: string): boolean {
  return verifyWith([expectSecret(secret)], payload, signature);
}

function expectPayload(payload: unknown): string | Uint8Array {
  if (isRawPayload(payload) && !isEmptyPayload(payload)) return readRawPayload(payload);
  const expected = "the raw body: a string, Uint8Array or ArrayBuffer that is not empty";
  throw unexpected(payload, "the payload", expected);
}
