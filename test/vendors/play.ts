import { createAnyScheme } from "../../src/signatures/any-scheme.js";
import { createSignatureKey } from "../../src/signatures/scheme.js";
import { signPayload } from "../../src/signatures/sign.js";
import type { SignContext } from "../../src/signatures/sign.js";
import { findRefusal } from "../../src/signatures/verify.js";
import type { SignatureDescription } from "../../src/signatures/plan/description.js";
import type { VerifyContext } from "../../src/signatures/verify.js";

/** Our side of a test: one scheme with one secret. */
export function play(description: SignatureDescription, secret: string) {
  const scheme = createAnyScheme(description);
  const keys = [createSignatureKey(scheme, secret)];
  return {
    sign: (body: string, context?: SignContext) => signPayload(scheme, keys, body, context),
    refuse: (body: string, headers: Record<string, string>, context?: VerifyContext) =>
      findRefusal(scheme, keys, body, headers, context),
  };
}
