/** Reads signatures in any form, also in one that their scheme refuses, and describes that form. */
import type {
  AlgorithmName,
  SignatureEncoding,
  SignaturePlan,
} from "../../../catalog/signatures.js";
import { decodeAnyBase64, decodeAnyHex } from "./changed-secrets.js";
import { createFinding, type Finding } from "./findings.js";

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
  return listTokens(text)
    .flatMap((token) => [decodeAnyHex(token), decodeAnyBase64(token)])
    .filter((bytes) => bytes !== undefined)
    .filter((bytes) => hasLengthOf(algorithm, bytes))
    .map((bytes) => encodeSignature(bytes, encoding));
}

function hasLengthOf(algorithm: AlgorithmName, bytes: Uint8Array): boolean {
  const expected = SIGNATURE_LENGTHS[algorithm];
  return expected === undefined ? bytes.length >= 8 : bytes.length === expected;
}

function encodeSignature(bytes: Uint8Array, encoding: SignatureEncoding): string {
  return encoding === "base64"
    ? btoa(String.fromCharCode(...bytes))
    : Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Describes the form of a signature that is right, but not as the scheme expects it.
 * @param text the header with the signature.
 */
export function describeForm({ header, encoding, prefix }: SignaturePlan, text: string): Finding {
  const name = `The signature in \`${header}\` is right, but`;
  const [token = ""] = listTokens(text);
  const isHex = decodeAnyHex(token) !== undefined;
  if ((encoding === "hex") !== isHex) {
    const sent = isHex ? "hexadecimal digits" : "base64";
    return createFinding("SIGNATURE_ENCODING", `${name} it is sent as ${sent}.`);
  }
  if (isHex && token !== token.toLowerCase())
    return createFinding("SIGNATURE_UPPER_CASE", `${name} it is sent in upper case.`);
  if (prefix !== "" && !text.includes(`${prefix}${token}`))
    return createFinding("SIGNATURE_FORMAT", `${name} \`${prefix}\` is missing before it.`);
  return createFinding("SIGNATURE_FORMAT", `${name} there is other text around it.`);
}
