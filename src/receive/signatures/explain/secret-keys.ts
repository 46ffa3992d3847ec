/** Creates keys of secrets, and decodes secrets. A malformed one has none, so each function returns a list. */
import { createSignatureKey } from "../scheme.js";
import type { Secret, SignatureKey, SignatureScheme } from "../types.js";

/** Creates the key of a secret as the scheme writes it; none for a malformed one. */
export function createSchemeKeys(scheme: SignatureScheme, secret: Secret): readonly SignatureKey[] {
  return listOne(() => createSignatureKey(scheme, secret));
}

/** Creates the key of a secret that is decoded already. */
export function createRawKeys({ use }: SignatureScheme, secret: Secret): readonly SignatureKey[] {
  // Opaque: only the algorithm looks into it.
  return secret.length === 0 ? [] : listOne(() => use.createKey(secret) as SignatureKey);
}

/** Decodes a secret as the scheme writes it; none for a malformed one. */
export function listSecretData(
  { readSecret, secretPrefix }: SignatureScheme,
  secret: Secret,
): readonly Secret[] {
  return listOne(() => readSecret(secret, secretPrefix));
}

/** Lists the result; none if the secret is malformed, for which the package's readers throw. */
function listOne<Value>(create: () => Value): readonly Value[] {
  try {
    return [create()];
  } catch {
    return [];
  }
}
