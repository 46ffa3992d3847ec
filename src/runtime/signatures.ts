// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Signature schemes of well-known services, and verifying without a toolkit. */
export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
} from "../receive/signatures/algorithms.js";
export {
  defineScheme,
  defineStandardWebhooks,
  type SchemeDefinition,
} from "../receive/signatures/define.js";
export * from "../receive/signatures/schemes.js";
export type {
  Algorithm,
  DeliveryContext,
  DeliveryHeaders,
  PlaceholderReader,
  SignatureRefusal,
  SignatureScheme,
  SignContext,
} from "../receive/signatures/types.js";
export {
  createVerifier,
  type Verifier,
  type VerifierOptions,
} from "../receive/signatures/verifier.js";
