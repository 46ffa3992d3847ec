/** Reads keys, headers and signatures in any form, also in one that their scheme refuses. */
import type { AlgorithmName, SignatureEncoding } from "../../../catalog/signatures.js";
import { defineStandardWebhooks } from "../define.js";
import { createSignatureKey } from "../scheme.js";
import type { DeliveryHeaders, Secret, SignatureKey, SignatureScheme } from "../types.js";
import { decodeAnyBase64, decodeAnyHex } from "./changed-secrets.js";

// ---- Keys

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

function listOne<Value>(create: () => Value): readonly Value[] {
  try {
    return [create()];
  } catch {
    return [];
  }
}

// ---- Headers

/** Lists the headers of a record or a `Headers`. */
export function listHeaders(
  headers: DeliveryHeaders,
): readonly (readonly [name: string, value: string])[] {
  const entries =
    headers instanceof Headers
      ? [...headers]
      : Object.entries(headers as Readonly<Record<string, unknown>>);
  return entries.flatMap(([name, value]) =>
    typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
  );
}

/** Copies headers, with another value of one of them. */
export function replaceHeader(
  headers: DeliveryHeaders,
  name: string,
  value: string,
): DeliveryHeaders {
  return { ...Object.fromEntries(listHeaders(headers)), [name]: value };
}

/** Lists Standard Webhooks under the prefixes that the names of the headers have. */
export function listPrefixed(
  headers: DeliveryHeaders,
): readonly (readonly [string, SignatureScheme])[] {
  const names = new Set(listHeaders(headers).map(([name]) => name));
  return [...names].flatMap((name) => {
    const prefix = /^(.+)-signature$/.exec(name)?.[1];
    if (prefix === undefined || !names.has(`${prefix}-timestamp`)) return [];
    return [[`standard-webhooks of ${prefix}`, defineStandardWebhooks(prefix)] as const];
  });
}

/** True for two descriptions of Standard Webhooks under the same names. */
export function isSameStandard(one: SignatureScheme, other: SignatureScheme): boolean {
  return one.header === other.header && one.id !== undefined && one.id === other.id;
}

// ---- Signatures

/** Finds texts in a header that may be encoded signatures. */
export function listTokens(text: string): readonly string[] {
  if (text.length > 4_096) return [];
  return (text.match(/[A-Za-z0-9+/_-]{20,}={0,2}/g) ?? []).slice(0, 16);
}

/** Lengths of signatures, in bytes. */
const SIGNATURE_LENGTHS: Readonly<Record<AlgorithmName, number | undefined>> = {
  "hmac-sha1": 20,
  "hmac-sha256": 32,
  "hmac-sha512": 64,
  ed25519: 64,
  "ecdsa-p256-sha256": undefined, // DER varies
  token: undefined,
};

/** Reads the signatures of a header in any encoding, and writes them in that of the scheme. */
export function listSignatures(
  text: string,
  algorithm: AlgorithmName,
  encoding: SignatureEncoding,
): readonly string[] {
  if (algorithm === "token") return text === "" || text.length > 4_096 ? [] : [text, text.trim()];
  const expected = SIGNATURE_LENGTHS[algorithm];
  const decoded = listTokens(text).flatMap((token) => [
    decodeAnyHex(token) ?? [],
    decodeAnyBase64(token) ?? [],
  ]);
  return decoded.flatMap((bytes) =>
    bytes.length === expected || (expected === undefined && bytes.length >= 8)
      ? [encodeSignature(Uint8Array.from(bytes), encoding)]
      : [],
  );
}

function encodeSignature(bytes: Uint8Array, encoding: SignatureEncoding): string {
  return encoding === "base64"
    ? btoa(String.fromCharCode(...bytes))
    : Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
