import { webhookSignature } from "../../generated/webhook-catalog.js";
import { HMAC_SHA256 } from "../signatures/algorithms.js";
import { bindSign, bindVerify } from "../signatures/body-scheme.js";
import type { RawPayload } from "../signatures/raw-data.js";

export type { RawPayload };

/**
 * Signs a payload with HMAC-SHA256 (contract B.1; RFC 2104): `sha256=` and 64 lowercase hex digits.
 * Text is signed as UTF-8.
 * @throws TypeError when either argument is missing, empty, of another type, or text that is not
 * well-formed Unicode.
 */
export const sign: (secret: string | Uint8Array, payload: RawPayload) => string =
  /* @__PURE__ */ bindSign(webhookSignature, HMAC_SHA256);

/**
 * Tells whether `signature` is that of `payload` under `secret` (contract B.1).
 * Compares in constant time; a malformed signature is `false` before anything is hashed.
 * @throws TypeError when an argument is missing, empty or of another type, or when the secret or
 * the payload is text that is not well-formed Unicode.
 */
export const verify: (
  secret: string | Uint8Array,
  payload: RawPayload,
  signature: string,
) => boolean = /* @__PURE__ */ bindVerify(webhookSignature, HMAC_SHA256);
