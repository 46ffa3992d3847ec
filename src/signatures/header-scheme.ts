import type { DeliveryScheme } from "./delivery-scheme.js";
import type { DeliveryHeaders } from "./delivery-fields.js";
import type { SignaturePlan } from "./plan/plan.js";
import { expectData } from "./raw-data.js";
import { createSignatureKey, type SchemeParts } from "./scheme.js";
import { signPayload, type SignContext } from "./sign.js";
import { AUTHENTIC, findFlaw, findRefusal, judge, type VerifyContext } from "./verify.js";

/** A scheme that signs more than the body, or has several values in its header. */
export type HeaderScheme = DeliveryScheme<DeliveryHeaders, Record<string, string>>;

/** Binds a plan to the code that it needs, for the webhook toolkit. */
export function bindHeaderScheme(plan: SignaturePlan, parts: SchemeParts): HeaderScheme {
  const scheme = { ...plan, ...parts };
  return {
    header: scheme.header,
    use: scheme.use,
    content: scheme.content,
    tolerance: scheme.tolerance,
    createKey: (secret) => createSignatureKey(scheme, secret),
    read: (headers) => headers,
    findFlaw: (headers) => findFlaw(scheme, headers),
    findRefusal: (keys, data, headers, context) =>
      findRefusal(scheme, keys, data, headers, context),
    verify: (keys, payload, headers, context) => {
      const data = expectData(payload, "The payload");
      return judge(scheme, keys, data, headers, context) === AUTHENTIC;
    },
    sign: (keys, payload, context) =>
      signPayload(scheme, keys, expectData(payload, "The payload"), context),
  };
}

/** `sign` of a scheme by itself: returns the headers to send. */
export function bindHeaderSign(
  plan: SignaturePlan,
  parts: SchemeParts,
): (
  secret: string | Uint8Array,
  payload: string | Uint8Array,
  context?: SignContext,
) => Record<string, string> {
  const scheme = { ...plan, ...parts };
  return (secret, payload, context) =>
    signPayload(scheme, [createSignatureKey(scheme, secret)], payload, context);
}

/** `verify` of a scheme by itself. */
export function bindHeaderVerify(
  plan: SignaturePlan,
  parts: SchemeParts,
): (
  secret: string | Uint8Array,
  payload: string | Uint8Array,
  headers: DeliveryHeaders,
  context?: VerifyContext,
) => boolean {
  const scheme = { ...plan, ...parts };
  return (secret, payload, headers, context) =>
    judge(scheme, [createSignatureKey(scheme, secret)], payload, headers, context) === AUTHENTIC;
}
