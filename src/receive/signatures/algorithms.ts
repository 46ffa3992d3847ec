/** The algorithms of schemes. Each is a constant of its own, so that a bundle has only the code that it uses. */
import {
  type AsymmetricKey,
  createHmacKey,
  type Hash,
  hmac,
  type HmacKey,
  isEqualText,
  readAsymmetricKey,
  sha256,
  SHA1,
  SHA256,
  SHA512,
  signAsymmetric,
  verifyAsymmetric,
} from "#platform";
import type { AlgorithmName, AsymmetricName } from "../../catalog/signatures.js";
import type { Algorithm } from "./types.js";

export const HMAC_SHA256 = /* @__PURE__ */ createHmacAlgorithm("hmac-sha256", SHA256);
export const HMAC_SHA1 = /* @__PURE__ */ createHmacAlgorithm("hmac-sha1", SHA1);
export const HMAC_SHA512 = /* @__PURE__ */ createHmacAlgorithm("hmac-sha512", SHA512);

/** Ed25519 (RFC 8032). */
export const ED25519 = /* @__PURE__ */ createAsymmetricAlgorithm("ed25519");

/** ECDSA (FIPS 186-5) on the curve P-256 with SHA-256, and signatures in DER. */
export const ECDSA_P256_SHA256 = /* @__PURE__ */ createAsymmetricAlgorithm("ecdsa-p256-sha256");

/** A token that is sent as it is. It is hashed before it is compared, so that not even its length can be measured. */
export const TOKEN: Algorithm<string> = {
  name: "token",
  createKey: (secret) => (typeof secret === "string" ? secret : new TextDecoder().decode(secret)),
  sign: (token) => token,
  matches: (tokens, _content, sent) =>
    matchesAny(
      tokens,
      sha256,
      sent.map((one) => sha256(one)),
    ),
};

/** Every algorithm, for tools that find out at run time which one they need. */
export const ALGORITHMS: Readonly<Record<AlgorithmName, Algorithm>> = {
  "hmac-sha256": HMAC_SHA256,
  "hmac-sha1": HMAC_SHA1,
  "hmac-sha512": HMAC_SHA512,
  ed25519: ED25519,
  "ecdsa-p256-sha256": ECDSA_P256_SHA256,
  token: TOKEN,
};

function createHmacAlgorithm(name: AlgorithmName, hash: Hash): Algorithm<HmacKey> {
  return {
    name,
    createKey: (secret) => createHmacKey(hash, secret),
    sign: (key, content, encoding) => hmac(hash, key, content, encoding),
    matches: (keys, content, signatures, encoding) =>
      matchesAny(keys, (key) => hmac(hash, key, content, encoding), signatures),
  };
}

function createAsymmetricAlgorithm(name: AsymmetricName): Algorithm<AsymmetricKey> {
  return {
    name,
    createKey: (secret) => readAsymmetricKey(name, secret),
    sign: (key, content, encoding) => signAsymmetric(name, key, content, encoding),
    // Public keys and signatures are not secrets, so the first match may decide.
    matches: (keys, content, signatures, encoding) =>
      keys.some((key) =>
        signatures.some((signature) => verifyAsymmetric(name, key, content, signature, encoding)),
      ),
  };
}

/** Compares all pairs, so that the time does not tell which pair is equal. */
function matchesAny<Key>(
  keys: readonly Key[],
  sign: (key: Key) => string,
  signatures: readonly string[],
): boolean {
  let matches = false;
  for (const key of keys) {
    const expected = sign(key);
    for (const signature of signatures) {
      matches = isEqualText(expected, signature) || matches; // not `||=`: every pair is compared
    }
  }
  return matches;
}
