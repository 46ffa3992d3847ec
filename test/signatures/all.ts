/** The whole engine, so that a test can load it anew on another platform. */
import { createSignatureKey } from "../../src/signatures/scheme.js";
import type { SignatureScheme } from "../../src/signatures/types.js";

export * from "../../src/signatures/algorithms.js";
export * from "../../src/signatures/define.js";
export * from "../../src/signatures/content.js";
export * from "../../src/signatures/raw-data.js";
export * from "../../src/signatures/scheme.js";
export * from "../../src/signatures/scheme.js";

export function createKeys(scheme: SignatureScheme, secrets: readonly (string | Uint8Array)[]) {
  return secrets.map((secret) => createSignatureKey(scheme, secret));
}
