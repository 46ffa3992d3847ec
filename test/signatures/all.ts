/** The whole engine, so that a test can load it anew on another platform. */
import { createSignatureKey, type SignatureScheme } from "../../src/signatures/scheme.js";

export * from "../../src/signatures/algorithms.js";
export * from "../../src/signatures/any-scheme.js";
export * from "../../src/signatures/placeholders.js";
export * from "../../src/signatures/secret.js";
export * from "../../src/signatures/sign.js";
export * from "../../src/signatures/verify.js";

export function createKeys(scheme: SignatureScheme, secrets: readonly (string | Uint8Array)[]) {
  return secrets.map((secret) => createSignatureKey(scheme, secret));
}
