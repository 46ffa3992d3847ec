/**
 * Cryptography and bytes where there is `node:crypto`, behind `#platform`. `platform.portable.ts` has the
 * same functions for other platforms. `Buffer` is a global on all platforms that use this file.
 */
import type * as NodeBuffer from "node:buffer";
import type * as NodeCrypto from "node:crypto";
import type * as NodeTypes from "node:util/types";
import type { AsymmetricName, SignatureEncoding } from "../../catalog/signatures.js";
import type { Content } from "./types.js";

// Modules of Node are loaded at the first use, because that takes longer than to load this package.
let loaded: typeof NodeCrypto | undefined;
let types: typeof NodeTypes | undefined;
let buffers: typeof NodeBuffer | undefined;

function crypto(): typeof NodeCrypto {
  return (loaded ??= process.getBuiltinModule("node:crypto"));
}

/** Name of a hash function on this platform. */
export type Hash = string;

export const SHA1: Hash = "sha1";
export const SHA256: Hash = "sha256";
export const SHA512: Hash = "sha512";

/** A secret for HMAC. Bytes are as fast here as a `KeyObject`. */
export type HmacKey = string | Uint8Array;

/** Copies the secret's bytes, so that the caller can change or clear its own. */
export function createHmacKey(_hash: Hash, secret: string | Uint8Array): HmacKey {
  return Buffer.from(secret as string); // the overloads take text and bytes one by one
}

/** Computes an HMAC (RFC 2104) over the pieces one after the other; no bytes are copied. Text is hashed as UTF-8. */
export function hmac(
  hash: Hash,
  key: HmacKey,
  content: Content,
  encoding: SignatureEncoding,
): string {
  const state = crypto().createHmac(hash, key);
  for (const piece of content) state.update(piece);
  return state.digest(encoding);
}

/** Computes an HMAC with a secret that is used once, and so need not be copied. */
export { hmac as hmacOnce };

/** Compares two texts of ASCII in a time that depends on their length alone. */
export function isEqualText(left: string, right: string): boolean {
  return (
    left.length === right.length && crypto().timingSafeEqual(Buffer.from(left), Buffer.from(right))
  );
}

/** Decodes base64, padded or not; `undefined` for other text. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  // `Buffer` skips other characters, so the bytes are encoded again. Only padding may differ.
  return bytes.toString("base64").startsWith(text.replace(/=*$/, "")) ? bytes : undefined;
}

/** Decodes hexadecimal digits; `undefined` for other text. */
export function decodeHex(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "hex");
  // `Buffer` stops decoding at the first character that is not a hex digit.
  return bytes.length * 2 === text.length ? bytes : undefined;
}

/**
 * Returns the bytes of a `Uint8Array` or an `ArrayBuffer`; `undefined` for anything else. Other realms
 * count too: test runners have their own globals. No property can forge or hide the type.
 */
export function viewBytes(value: unknown): Uint8Array | undefined {
  types ??= process.getBuiltinModule("node:util/types");
  if (types.isUint8Array(value)) return value;
  return types.isArrayBuffer(value) ? new Uint8Array(value) : undefined;
}

/**
 * Returns the text of bytes that are all ASCII, as nearly all payloads are, else `undefined`. Decoding them
 * as UTF-8 would add about 5 % to the time of `verifyAndReceive`.
 */
export function readAscii({ buffer, byteOffset, byteLength }: Uint8Array): string | undefined {
  const bytes = Buffer.from(buffer, byteOffset, byteLength); // a view: nothing is copied
  buffers ??= process.getBuiltinModule("node:buffer");
  return buffers.isAscii(bytes) ? bytes.toString("latin1") : undefined;
}

/** Computes SHA-256 in lowercase hex. Text is hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return crypto().createHash(SHA256).update(data).digest("hex");
}

/**
 * A public key, with its private key if that was given. Declared without the types of Node, which
 * programs for other platforms are compiled without.
 */
export interface AsymmetricKey {
  readonly publicKey: object;
  readonly privateKey: object | undefined;
}

interface KeyPair extends AsymmetricKey {
  readonly publicKey: NodeCrypto.KeyObject;
  readonly privateKey: NodeCrypto.KeyObject | undefined;
}

/**
 * Key types and curves as `node:crypto` names them, and raw public keys: their size, and the DER before
 * one that makes it SPKI.
 */
const ASYMMETRIC = {
  ed25519: { type: "ed25519", curve: undefined, size: 32, spki: "302a300506032b6570032100" },
  "ecdsa-p256-sha256": {
    type: "ec",
    curve: "prime256v1",
    size: 65,
    spki: "3059301306072a8648ce3d020106082a8648ce3d030107034200",
  },
} as const;

/**
 * Reads a key: PEM text, or bytes that hold DER (SPKI or PKCS #8) or a raw public key.
 * @throws TypeError for a key of another algorithm; the message does not hold it.
 */
export function readAsymmetricKey(name: AsymmetricName, key: string | Uint8Array): AsymmetricKey {
  const { type, curve } = ASYMMETRIC[name];
  const privateKey = parseOr(() => crypto().createPrivateKey(toInput(key, "pkcs8")));
  const publicKey = parseOr(() =>
    crypto().createPublicKey(privateKey ?? toInput(withPrefix(name, key), "spki")),
  );
  const isOfAlgorithm =
    publicKey?.asymmetricKeyType === type && publicKey.asymmetricKeyDetails?.namedCurve === curve;
  if (publicKey !== undefined && isOfAlgorithm) return { publicKey, privateKey };
  throw new TypeError(`The key is not one of ${name}; expected a public or a private key of it.`);
}

function toInput<Type extends "pkcs8" | "spki">(key: string | Uint8Array, type: Type) {
  if (typeof key === "string") return key;
  return { key: Buffer.from(key), format: "der", type } as const;
}

function withPrefix(name: AsymmetricName, key: string | Uint8Array): string | Uint8Array {
  const { size, spki } = ASYMMETRIC[name];
  if (typeof key === "string" || key.length !== size) return key;
  return Buffer.concat([Buffer.from(spki, "hex"), key]);
}

/** Returns `undefined` if the key cannot be parsed. The error of the parser is dropped, because it may quote the key. */
function parseOr<Parsed>(parse: () => Parsed): Parsed | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** @throws TypeError if only the public key is known. */
export function signAsymmetric(
  name: AsymmetricName,
  key: AsymmetricKey,
  content: Content,
  encoding: SignatureEncoding,
): string {
  const { privateKey } = key as KeyPair; // from readAsymmetricKey
  if (privateKey === undefined) {
    throw new TypeError(`The key is a public key; expected a private key of ${name} to sign with.`);
  }
  if (name === "ed25519")
    return crypto().sign(null, joined(content), privateKey).toString(encoding);
  const state = crypto().createSign(SHA256);
  for (const piece of content) state.update(piece);
  return state.sign(privateKey, encoding);
}

/** @param signature in the encoding, and well formed. */
export function verifyAsymmetric(
  name: AsymmetricName,
  key: AsymmetricKey,
  content: Content,
  signature: string,
  encoding: SignatureEncoding,
): boolean {
  const { publicKey } = key as KeyPair; // from readAsymmetricKey
  if (name === "ed25519") {
    return crypto().verify(null, joined(content), publicKey, Buffer.from(signature, encoding));
  }
  const state = crypto().createVerify(SHA256);
  for (const piece of content) state.update(piece);
  return state.verify(publicKey, signature, encoding);
}

/** Joins the pieces, because Ed25519 reads its message twice (RFC 8032, section 5.1.6). */
function joined(content: Content): Buffer {
  return Buffer.concat(
    content.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
}
