export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
} from "../signatures/algorithms.js";
export type {
  Algorithm,
  DeliveryContext,
  DeliveryHeaders,
  PlaceholderReader,
  SignatureRefusal,
  SignatureScheme,
  SignContext,
} from "../signatures/types.js";
export {
  defineScheme,
  defineStandardWebhooks,
  type SchemeDefinition,
} from "../signatures/define.js";
export * from "../signatures/schemes.js";
export { createVerifier } from "../signatures/verifier.js";
export type { Verifier, VerifierOptions } from "../signatures/verifier.js";
