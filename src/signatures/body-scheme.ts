import type { Algorithm } from "./algorithms.js";
import type { DeliveryScheme } from "./delivery-scheme.js";
import type { SignaturePlan } from "./plan/plan.js";
import { expectText } from "./arguments.js";
import { expectData, type RawPayload } from "./raw-data.js";
import { readTextSecret, type SecretReader } from "./secret.js";
import type { SignatureKey } from "./scheme.js";
import type { SignatureFlaw } from "./verify.js";

/*
 * Schemes that sign the body alone, with one value in the header. They need neither other headers
 * nor a clock, and their signature is a text that can be passed around by itself.
 */

/** The signature of a body scheme is its header's text. */
export type BodyScheme = DeliveryScheme<string, string>;

/** Binds the plan of a body scheme to its code. */
export function bindBodyScheme(
  plan: SignaturePlan,
  use: Algorithm,
  readSecret: SecretReader = readTextSecret,
): BodyScheme {
  const { header, item, prefix, encoding, secretPrefix } = plan;
  const findFlaw = (signature: string): SignatureFlaw | undefined => {
    if (signature === "") return "SIGNATURE_MISSING";
    return signature.match(item) ? undefined : "SIGNATURE_MALFORMED";
  };
  const matches = (keys: readonly SignatureKey[], data: string | Uint8Array, signature: string) => {
    const found = signature.match(item);
    return found !== null && use.matches(keys, [data], found, encoding);
  };
  return {
    header,
    use,
    content: undefined,
    tolerance: undefined,
    // Opaque: only the algorithm looks into it.
    createKey: (secret) => use.createKey(readSecret(secret, secretPrefix)) as SignatureKey,
    read: (headers) => headers.get(header) ?? "",
    findFlaw,
    findRefusal: (keys, data, signature) =>
      findFlaw(signature) ?? (matches(keys, data, signature) ? undefined : "SIGNATURE_MISMATCH"),
    verify: (keys, payload, signature) =>
      matches(keys, expectData(payload, "The payload"), expectText(signature, "The signature")),
    sign: ([key], payload) =>
      prefix + use.sign(key, [expectData(payload, "The payload")], encoding),
  };
}

/** `sign` of a body scheme, by itself. */
export function bindSign(
  { prefix, encoding, secretPrefix }: SignaturePlan,
  use: Algorithm,
  readSecret: SecretReader = readTextSecret,
): (secret: string | Uint8Array, payload: RawPayload) => string {
  return (secret, payload) => {
    const key = use.createKey(readSecret(secret, secretPrefix));
    return prefix + use.sign(key, [expectData(payload, "The payload")], encoding);
  };
}

/** `verify` of a body scheme, by itself. */
export function bindVerify(
  { item, encoding, secretPrefix }: SignaturePlan,
  use: Algorithm,
  readSecret: SecretReader = readTextSecret,
): (secret: string | Uint8Array, payload: RawPayload, signature: string) => boolean {
  return (secret, payload, signature) => {
    const data = readSecret(secret, secretPrefix);
    const content = [expectData(payload, "The payload")];
    const found = expectText(signature, "The signature").match(item);
    return found !== null && use.matches([use.createKey(data)], content, found, encoding);
  };
}
