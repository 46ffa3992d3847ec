export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
} from "../signatures/algorithms.js";
export type { Algorithm } from "../signatures/algorithms.js";
export { defineScheme } from "../signatures/define.js";
export type { SchemeDefinition } from "../signatures/define.js";
export type { PlaceholderReader, SignatureScheme } from "../signatures/scheme.js";
export * from "../signatures/schemes.js";
export { defineStandardWebhooks } from "../signatures/standard-webhooks.js";
export type { SignContext } from "../signatures/sign.js";
export { createVerifier } from "../signatures/verifier.js";
export type { Verifier, VerifierOptions } from "../signatures/verifier.js";
export type { DeliveryContext, DeliveryHeaders } from "../signatures/delivery-fields.js";
export type { SignatureRefusal } from "../signatures/verify.js";
