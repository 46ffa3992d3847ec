/** Our side of a comparison with the library of a service. */
import { createAnyScheme } from "../../src/receive/signatures/define.js";
import {
  createSignatureKey,
  findRefusal,
  signPayload,
} from "../../src/receive/signatures/scheme.js";
import type { SignContext, VerifyContext } from "../../src/receive/signatures/types.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";

/** Signs and verifies by one scheme with one secret. */
export function createOurSide(description: SignatureDescription, secret: string) {
  const scheme = createAnyScheme(description);
  const keys = [createSignatureKey(scheme, secret)];
  return {
    sign: (body: string, context?: SignContext) => signPayload(scheme, keys, body, context),
    refuse: (body: string, headers: Record<string, string>, context?: VerifyContext) =>
      findRefusal(scheme, keys, body, headers, context),
  };
}
