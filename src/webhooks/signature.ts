import { hmacSha256, isEqualDigest, prepareKey, type HmacKey } from "#platform";
import { expectText, unexpected } from "./expect.js";
import type { RawPayload } from "./types.js";

const PREFIX = "sha256=";

const WELL_FORMED_SIGNATURE = /^sha256=[0-9a-f]{64}$/;

/** Whether a signature is `sha256=` and 64 lowercase hex digits, with nothing around them. */
export function isWellFormedSignature(signature: string): boolean {
  return WELL_FORMED_SIGNATURE.test(signature);
}

/**
 * Prepares a secret for many signatures.
 * @throws TypeError when it is missing, empty, not a string or not well-formed Unicode.
 */
export function createSigningKey(secret: unknown): HmacKey {
  return prepareKey(new TextEncoder().encode(expectSecret(secret)));
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
  const text = expectText(signature, "The signature");
  return isWellFormedSignature(text) && matchesAny(keys, data, text);
}

/**
 * Whether a well-formed signature is that of the data under any of the keys. Tries every key, so
 * that the time does not tell which of them matched.
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
 * Signs a payload with HMAC-SHA256 (contract B.1; RFC 2104): `sha256=` and 64 lowercase hex digits.
 * Text is signed as UTF-8.
 * @throws TypeError when either argument is missing, empty, of another type, or text that is not
 * well-formed Unicode.
 */
export function sign(secret: string, payload: RawPayload): string {
  return signWith(expectSecret(secret), payload);
}

/**
 * Tells whether `signature` is that of `payload` under `secret` (contract B.1).
 * Compares in constant time; a malformed signature is `false` before anything is hashed.
 * @throws TypeError when an argument is missing, empty or of another type, or when the secret or
 * the payload is text that is not well-formed Unicode.
 */
export function verify(secret: string, payload: RawPayload, signature: string): boolean {
  // The secret is used as it is: preparing a key for one use costs more than it saves.
  return verifyWith([expectSecret(secret)], payload, signature);
}

function expectSecret(secret: unknown): string {
  return expectHashable(expectText(secret, "The secret"), "The secret");
}

function expectPayload(payload: unknown): string | Uint8Array {
  const data = readRawPayload(payload);
  if (data !== undefined && data.length > 0) return expectHashable(data, "The payload");
  throw unexpected(payload, "The payload", "a non-empty string, Uint8Array or ArrayBuffer");
}

/** @throws TypeError for text that is not well-formed Unicode. */
function expectHashable<Data extends string | Uint8Array>(data: Data, what: string): Data {
  if (isHashable(data)) return data;
  throw new TypeError(`${what} is a string with a lone surrogate; expected well-formed Unicode.`);
}

interface WellFormed {
  isWellFormed(): boolean;
}

/** A lone surrogate has no UTF-8: texts that differ would be hashed as the same bytes. */
export function isHashable(data: string | Uint8Array): boolean {
  // In every supported runtime (ES2024), but not in the compiler's ES2023 library.
  return typeof data !== "string" || (data as string & WellFormed).isWellFormed();
}

/** The data to be hashed; `undefined` for a value that is not a raw body. */
export function readRawPayload(payload: RawPayload): string | Uint8Array;
export function readRawPayload(value: unknown): string | Uint8Array | undefined;
export function readRawPayload(value: unknown): string | Uint8Array | undefined {
  return typeof value === "string" || isUint8Array(value) ? value : viewBuffer(value);
}

export function isRawPayload(value: unknown): value is RawPayload {
  return readRawPayload(value) !== undefined;
}

/**
 * Recognises bytes of other realms too, as `viewBuffer` does: test runners and edge sandboxes have
 * their own globals. The getter reads an internal slot, which a property can neither forge nor hide.
 */
function isUint8Array(value: unknown): value is Uint8Array {
  if (!ArrayBuffer.isView(value)) return false;
  const tag: unknown = Reflect.get(Uint8Array.prototype, Symbol.toStringTag, value);
  return tag === "Uint8Array";
}

/** The bytes of an `ArrayBuffer`: the getter throws for anything else. */
function viewBuffer(value: unknown): Uint8Array | undefined {
  if (typeof value !== "object") return undefined; // the exception costs microseconds
  try {
    Reflect.get(ArrayBuffer.prototype, "byteLength", value);
    return new Uint8Array(value as ArrayBuffer);
  } catch {
    return undefined;
  }
}
