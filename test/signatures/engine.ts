/** All modules of the signature engine in one, so that a test can load them anew on another platform. */
import { createSignatureKey } from "../../src/receive/signatures/scheme.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";

export * from "../../src/receive/signatures/algorithms.js";
export * from "../../src/receive/signatures/define.js";
export * from "../../src/receive/signatures/readers.js";
export * from "../../src/receive/signatures/scheme.js";
export * from "../../src/receive/signatures/secrets.js";

export function createKeys(scheme: SignatureScheme, secrets: readonly (string | Uint8Array)[]) {
  return secrets.map((secret) => createSignatureKey(scheme, secret));
}
