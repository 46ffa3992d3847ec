import { bindHmacSign, bindHmacVerify, SHA256 } from "../runtime/signing.js";
import type { RawPayload } from "../runtime/webhooks.js";

export type { RawPayload };

/** `sha256=` and 64 lowercase hex digits of HMAC-SHA256 over the payload (contract B.1). */
const PREFIX = "sha256=";
const ITEM = /(?<=^sha256=)[0-9a-f]{64}$/;

/**
 * Signs a payload with HMAC-SHA256 (contract B.1; RFC 2104): `sha256=` and 64 lowercase hex digits.
 * Text is signed as UTF-8.
 * @example
 * const signature = sign(secret, body);
 * @throws TypeError when either argument is missing, empty, of another type, or text that is not
 * well-formed Unicode.
 */
export const sign: (secret: string | Uint8Array, payload: RawPayload) => string =
  /* @__PURE__ */ bindHmacSign(SHA256, PREFIX, "hex");

/**
 * Tells whether `signature` is that of `payload` under `secret` (contract B.1).
 * Compares in constant time; a malformed signature is `false` before anything is hashed.
 * @example
 * if (!verify(secret, body, signature)) throw new Error("The service has not signed this.");
 * @throws TypeError when an argument is missing, empty or of another type, or when the secret or
 * the payload is text that is not well-formed Unicode.
 */
export const verify: (
  secret: string | Uint8Array,
  payload: RawPayload,
  signature: string,
) => boolean = /* @__PURE__ */ bindHmacVerify(SHA256, ITEM, "hex");
