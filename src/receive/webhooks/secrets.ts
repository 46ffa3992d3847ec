/** The secrets of a toolkit: given once, or looked up for each delivery (contract B.2 and B.35). */
import { unexpected } from "../../base/expect.js";
import { readHeader } from "../signatures/readers.js";
import { createSignatureKey } from "../signatures/scheme.js";
import type { RawPayload, SignatureKey, SignatureScheme } from "../signatures/types.js";
import type { KeyLookup, SignatureKeys } from "./reader.js";
import type { SecretLookup } from "./types.js";

/**
 * Reads the options `secret` and `additionalSecrets`.
 * @throws TypeError for a secret that the scheme cannot use, and unless `additional` is an array.
 */
export function readSecrets(
  scheme: SignatureScheme,
  secret: unknown,
  additional: unknown,
): SignatureKeys | KeyLookup {
  const isLookup = typeof secret === "function";
  if (!Array.isArray(additional) || (isLookup && additional.length > 0)) {
    const expected = isLookup ? "nothing beside a function" : "an array of secrets";
    throw unexpected(additional, "`additionalSecrets`", expected);
  }
  // The secrets that it returns are checked for each delivery.
  if (isLookup) return bindLookup(scheme, secret as SecretLookup);
  const additionalKeys = Array.from<unknown, SignatureKey>(additional, (other, index) =>
    createKey(scheme, other, `\`additionalSecrets[${index}]\``),
  );
  return [createKey(scheme, secret, "`secret`"), ...additionalKeys];
}

function bindLookup(scheme: SignatureScheme, look: SecretLookup): KeyLookup {
  return async (delivery) => {
    const { id, name, payload, headers = {}, url } = delivery;
    const get = (header: string) => readHeader(header.toLowerCase(), headers) ?? null;
    // A payload that is not a raw body is refused before its secret is looked up.
    const secrets = await look({ id, name, payload: payload as RawPayload, headers: { get }, url });
    const list: readonly unknown[] = [secrets ?? []].flat();
    const [key, ...furtherKeys] = list.map((secret) => createKey(scheme, secret, "The secret"));
    return key && [key, ...furtherKeys];
  };
}

/**
 * Creates the key of a secret.
 * @throws TypeError for a missing one, which usually comes of an environment variable that is not set.
 */
function createKey(scheme: SignatureScheme, secret: unknown, what: string): SignatureKey {
  if (secret !== undefined && secret !== null && secret !== "")
    return createSignatureKey(scheme, secret);
  const expected = "the secret that the service shows, or its bytes";
  throw unexpected(secret, what, `${expected}. If an environment variable holds it, set that`);
}
