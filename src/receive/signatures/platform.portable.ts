/** The functions of `platform.node.ts` for platforms without `node:crypto`, with `@noble/hashes`. */
import { hmac as createHmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 as createSha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { AsymmetricName, SignatureEncoding } from "../../catalog/signatures.js";
import type { Content } from "./types.js";

/** A hash function of this platform. */
export type Hash = Parameters<typeof createHmac.create>[0];

export const SHA1: Hash = sha1;
export const SHA256: Hash = createSha256;
export const SHA512: Hash = sha512;

/** A secret that is ready for many digests with one hash. */
export type HmacKey = ReturnType<typeof createHmac.create>;

const encoder = /* @__PURE__ */ new TextEncoder();

/** Makes a key that keeps nothing of the caller's bytes. */
export function createHmacKey(hash: Hash, secret: string | Uint8Array): HmacKey {
  return createHmac.create(hash, toBytes(secret));
}

/** Computes an HMAC over the pieces one after the other. Text is hashed as UTF-8. */
export function hmac(
  _hash: Hash,
  key: HmacKey,
  content: Content,
  encoding: SignatureEncoding,
): string {
  const state = key.clone();
  for (const piece of content) state.update(toBytes(piece));
  const digest = state.digest();
  return encoding === "hex" ? bytesToHex(digest) : btoa(String.fromCharCode(...digest));
}

/** Computes an HMAC with a secret that is used once. */
export function hmacOnce(
  hash: Hash,
  secret: string | Uint8Array,
  content: Content,
  encoding: SignatureEncoding,
): string {
  return hmac(hash, createHmacKey(hash, secret), content, encoding);
}

/** Decodes base64, padded or not; `undefined` for other text. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const characters = atob(text);
    // Refuses what Node refuses: `atob` also accepts white space, and bits beyond the last byte.
    if (!btoa(characters).startsWith(text)) return undefined;
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  } catch {
    return undefined; // the decoder's error may quote the text
  }
}

/** Decodes hexadecimal digits; `undefined` for other text. */
export function decodeHex(text: string): Uint8Array | undefined {
  try {
    return hexToBytes(text);
  } catch {
    return undefined; // the decoder's error may quote the text
  }
}

/**
 * Returns the bytes of a `Uint8Array` or an `ArrayBuffer`; `undefined` for anything else. Other realms
 * count too: edge sandboxes have their own globals. The getters read internal slots, which a property
 * can neither forge nor hide.
 */
export function viewBytes(value: unknown): Uint8Array | undefined {
  const tag: unknown = Reflect.get(Uint8Array.prototype, Symbol.toStringTag, value);
  if (tag === "Uint8Array") return value as Uint8Array;
  if (typeof value !== "object") return undefined; // an exception costs microseconds
  try {
    Reflect.get(ArrayBuffer.prototype, "byteLength", value); // throws for anything else
    return new Uint8Array(value as ArrayBuffer);
  } catch {
    return undefined;
  }
}

/** Returns `undefined` always, because no check for ASCII is cheaper here than decoding. */
export function readAscii(): undefined {
  return undefined;
}

/** Computes SHA-256 in lowercase hex. Text is hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return bytesToHex(createSha256(toBytes(data)));
}

let blinding: HmacKey | undefined;

/**
 * Compares two texts in a time that does not tell where they differ. Platforms without `node:crypto` have
 * no function for that, and an engine may optimise a loop. So both texts are hashed under a random key, and
 * the time to compare the digests tells nothing about the texts.
 */
export function isEqualText(left: string, right: string): boolean {
  // Made at the first use: some platforms give no randomness while modules are loaded.
  blinding ??= createHmacKey(SHA256, crypto.getRandomValues(new Uint8Array(32)));
  return hmac(SHA256, blinding, [left], "hex") === hmac(SHA256, blinding, [right], "hex");
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? encoder.encode(data) : data;
}

// ---- Asymmetric algorithms, which this platform has no code for

export type AsymmetricKey = never;

/** @throws Error always: this platform verifies such signatures asynchronously, if at all. */
export function readAsymmetricKey(name: AsymmetricName): never {
  throw new Error(
    `This platform has no node:crypto to verify ${name} with; ` +
      "pass an algorithm of your own, made with a library such as @noble/curves.",
  );
}

export { readAsymmetricKey as signAsymmetric, readAsymmetricKey as verifyAsymmetric };
