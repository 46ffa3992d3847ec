export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
} from "../receive/signatures/algorithms.js";
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
  defineScheme,
  defineStandardWebhooks,
  type SchemeDefinition,
} from "../receive/signatures/define.js";
export * from "../receive/signatures/schemes.js";
export { createVerifier } from "../receive/signatures/verifier.js";
export type { Verifier, VerifierOptions } from "../receive/signatures/verifier.js";
