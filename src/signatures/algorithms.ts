import {
  createHmacKey,
  decodeText,
  hmac,
  isEqualText,
  readAsymmetricKey,
  sha256,
  SHA1,
  SHA256,
  SHA512,
  signAsymmetric,
  verifyAsymmetric,
  type AsymmetricKey,
  type Hash,
  type HmacKey,
} from "#signature-platform";
import type {
  AlgorithmName,
  AsymmetricName,
  Content,
  SecretDescription,
  SignatureEncoding,
} from "./description.js";

/**
 * The code of one algorithm. Each is a constant of its own, so that a bundle holds only the ones it
 * uses. Yours can be such an object too, for example of Ed25519 where there is no `node:crypto`.
 */
export interface Algorithm<Key = unknown> {
  readonly name: AlgorithmName;
  // Methods rather than properties, so that each algorithm is assignable to `Algorithm<unknown>`.
  /** @throws TypeError for a secret that cannot be one; the message does not hold it. */
  createKey(secret: unknown, description?: SecretDescription): Key;
  sign(key: Key, content: Content, encoding: SignatureEncoding): string;
  /** Whether one of the signatures, all of them well formed, is one of the content. */
  matches(
    keys: readonly Key[],
    content: Content,
    signatures: readonly string[],
    encoding: SignatureEncoding,
  ): boolean;
}

export const HMAC_SHA256 = /* @__PURE__ */ createHmacAlgorithm("hmac-sha256", SHA256);
export const HMAC_SHA1 = /* @__PURE__ */ createHmacAlgorithm("hmac-sha1", SHA1);
export const HMAC_SHA512 = /* @__PURE__ */ createHmacAlgorithm("hmac-sha512", SHA512);

/** RFC 8032. */
export const ED25519 = /* @__PURE__ */ createAsymmetricAlgorithm("ed25519");

/** FIPS 186-5, on the curve P-256, with signatures in DER. */
export const ECDSA_P256_SHA256 = /* @__PURE__ */ createAsymmetricAlgorithm("ecdsa-p256-sha256");

/** Tokens are hashed before they are compared, so that not even their length can be measured. */
export const TOKEN: Algorithm<string> = {
  name: "token",
  createKey: (secret, description) => new TextDecoder().decode(readSecret(secret, description)),
  sign: (token) => token,
  matches: (tokens, _content, sent) => matchesAny(tokens.map(hashText), sent.map(hashText)),
};

/** Every algorithm, for tools that learn at run time which one they need. */
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
    createKey: (secret, description) => createHmacKey(hash, readSecret(secret, description)),
    sign: hmac,
    matches: (keys, content, signatures, encoding) =>
      matchesAny(
        keys.map((key) => hmac(key, content, encoding)),
        signatures,
      ),
  };
}

function createAsymmetricAlgorithm(name: AsymmetricName): Algorithm<AsymmetricKey> {
  return {
    name,
    createKey: (secret, description) => {
      const isPem = typeof secret === "string" && secret.includes("-----BEGIN");
      return readAsymmetricKey(name, isPem ? secret : readSecret(secret, description));
    },
    sign: (key, content, encoding) => signAsymmetric(name, key, content, encoding),
    // Public keys and signatures are no secrets, so the first match may decide.
    matches: (keys, content, signatures, encoding) =>
      keys.some((key) =>
        signatures.some((signature) => verifyAsymmetric(name, key, content, signature, encoding)),
      ),
  };
}

function hashText(text: string): string {
  return sha256(text);
}

/** Compares all pairs, so that the time does not tell which pair is equal. */
function matchesAny(expected: readonly string[], signatures: readonly string[]): boolean {
  let matches = false;
  for (const one of expected) {
    for (const other of signatures) matches = isEqualText(one, other) || matches;
  }
  return matches;
}

/**
 * The bytes of a secret: bytes are taken as they are, text is read as the description says.
 * @throws TypeError for anything else, an empty secret included; the message does not hold it.
 */
export function readSecret(
  secret: unknown,
  { prefix = "", encoding = "text" }: SecretDescription = {},
): Uint8Array {
  const isText = typeof secret === "string";
  const bytes = isText ? decodeText(withoutPrefix(secret, prefix), encoding) : secret;
  // Not `instanceof`, which is false for bytes of another realm.
  if (ArrayBuffer.isView(bytes) && bytes.byteLength > 0) return bytes as Uint8Array;
  const kind = isText && secret !== "" ? `not ${encoding}` : describeKind(secret);
  throw new TypeError(`The secret is ${kind}; expected ${encoding} or a Uint8Array, not empty.`);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Names the kind of a wrong value for a message, never its content. */
export function describeKind(value: unknown): string {
  return value === "" ? "an empty string" : `of type ${typeof value}`;
}
