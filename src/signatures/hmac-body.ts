import { hmacOnce, isEqualText, type Hash } from "#platform";
import type { SignatureEncoding } from "./plan/description.js";
import { expectText } from "./arguments.js";
import { expectData, type RawPayload } from "./raw-data.js";

/*
 * `sign` and `verify` by themselves, for the scheme of most services: HMAC over the body alone, with a
 * secret that is the key. They do what `bindSign` and `bindVerify` do, in a third fewer bytes: a
 * bundle holds no code for other algorithms, several secrets or several signatures.
 */

/** `sign` of a body scheme with HMAC. The arguments are those of its plan. */
export function bindHmacSign(
  hash: Hash,
  prefix: string,
  encoding: SignatureEncoding,
): (secret: string | Uint8Array, payload: RawPayload) => string {
  return (secret, payload) => {
    const key = expectData(secret, "The secret");
    return prefix + hmacOnce(hash, key, expectData(payload, "The payload"), encoding);
  };
}

/** `verify` of a body scheme with HMAC. The arguments are those of its plan. */
export function bindHmacVerify(
  hash: Hash,
  item: RegExp,
  encoding: SignatureEncoding,
): (secret: string | Uint8Array, payload: RawPayload, signature: string) => boolean {
  return (secret, payload, signature) => {
    const key = expectData(secret, "The secret");
    const data = expectData(payload, "The payload");
    const found = expectText(signature, "The signature").match(item);
    return !!found && isEqualText(hmacOnce(hash, key, data, encoding), found[0]);
  };
}
