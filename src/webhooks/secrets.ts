/** Secrets of a service: given once, or looked up for each delivery (contract B.2 and B.35). */
import { unexpected } from "../messages/expect.js";
import { createSignatureKey } from "../signatures/scheme.js";
import { readHeader } from "../signatures/content.js";
import type { DeliveryHeaders, RawPayload, SignatureKey, TextScheme } from "../signatures/types.js";
import { readRequestUrl, REQUEST, type ReadDelivery, type RequestView } from "./service.js";
import type { SecretLookup } from "./types.js";

export type SignatureKeys = readonly [SignatureKey, ...SignatureKey[]];

/** Finds the keys of a delivery; `undefined` if it has none. Rejects if the lookup fails. */
export type KeyLookup = (delivery: LookedUpDelivery) => Promise<SignatureKeys | undefined>;

/** A delivery as a caller or a transport has it. */
export interface LookedUpDelivery extends Pick<ReadDelivery, "id" | "name" | "payload"> {
  readonly headers?: DeliveryHeaders | undefined;
  readonly url?: string | undefined;
  readonly [REQUEST]?: RequestView | undefined;
}

/**
 * Reads the options `secret` and `additionalSecrets`.
 * @throws TypeError for a secret that the scheme cannot use, and unless `additional` is an array.
 */
export function readSecrets(
  scheme: TextScheme,
  secret: unknown,
  additional: unknown,
): SignatureKeys | KeyLookup {
  const isLookup = typeof secret === "function";
  if (!Array.isArray(additional) || (isLookup && additional.length > 0)) {
    const expected = isLookup ? "nothing beside a function" : "an array of secrets";
    throw unexpected(additional, "`additionalSecrets`", expected);
  }
  // Its result is checked when it has come.
  if (isLookup) return bindLookup(scheme, secret as SecretLookup);
  const others = Array.from<unknown, SignatureKey>(additional, (other, index) =>
    createKey(scheme, other, `\`additionalSecrets[${index}]\``),
  );
  return [createKey(scheme, secret, "`secret`"), ...others];
}

function bindLookup(scheme: TextScheme, look: SecretLookup): KeyLookup {
  return async (delivery) => {
    const { id, name, payload, [REQUEST]: request, headers = request ?? {} } = delivery;
    const url = delivery.url ?? (request && readRequestUrl(request));
    const get = (header: string) => readHeader(header.toLowerCase(), headers) ?? null;
    // The toolkit refuses what is no raw body before it looks for a secret.
    const found = await look({ id, name, payload: payload as RawPayload, headers: { get }, url });
    const list: readonly unknown[] = [found ?? []].flat();
    const [first, ...others] = list.map((each) => createKey(scheme, each, "The secret"));
    return first && [first, ...others];
  };
}

/** Refuses a missing secret. Its cause is usually an environment variable that is not set. */
function createKey(scheme: TextScheme, secret: unknown, what: string): SignatureKey {
  if (secret !== undefined && secret !== null && secret !== "")
    return createSignatureKey(scheme, secret);
  const expected = "the secret that the service shows, or its bytes";
  throw unexpected(secret, what, `${expected}. If an environment variable holds it, set that`);
}
