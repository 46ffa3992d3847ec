/** Signatures, headers and keys of a delivery that a search recognizes in any form. */
import { describe, expect, it } from "vitest";
import { createAnyScheme, defineStandardWebhooks } from "../../../src/receive/signatures/define.js";
import { listHeaders, replaceHeader } from "../../../src/receive/signatures/explain/headers.js";
import {
  isSameStandard,
  listPrefixed,
} from "../../../src/receive/signatures/explain/other-scheme.js";
import {
  createRawKeys,
  createSchemeKeys,
  listSecretData,
} from "../../../src/receive/signatures/explain/secret-keys.js";
import {
  listSignatures,
  listTokens,
} from "../../../src/receive/signatures/explain/sent-signatures.js";
import { STANDARD_WEBHOOKS, STRIPE } from "../../../src/receive/signatures/plan/presets.js";
import { toText } from "./samples.js";

const TOKEN = "aZ9+/_-".repeat(3);

/** Lengths of hashes, in bytes. */
const SHA1_SIZE = 20;
const SHA256_SIZE = 32;
const SHA512_SIZE = 64;

describe("[E.11] a delivery in any form", () => {
  it("has the text of each header, under its name in lowercase", () => {
    expect(listHeaders({ "X-A": "1", b: "2", c: ["3"], d: undefined })).toEqual([
      ["x-a", "1"],
      ["b", "2"],
    ]);
    const ofClass = listHeaders(new Headers({ "X-A": "1", b: "2" }));
    expect(ofClass.toSorted()).toEqual([
      ["b", "2"],
      ["x-a", "1"],
    ]);
  });

  it("has a header replaced by a lowercase name, whichever name it has", () => {
    expect(replaceHeader({ "X-A": "1", b: "2" }, "x-a", "3")).toEqual({ "x-a": "3", b: "2" });
    expect(replaceHeader(new Headers({ b: "2" }), "x-a", "3")).toEqual({ "x-a": "3", b: "2" });
  });

  it.each([
    [["a-signature", "a-timestamp"], ["a"]],
    [["A-Signature", "A-Timestamp"], ["a"]],
    [
      ["a-b-signature", "a-b-timestamp", "c-signature", "c-timestamp"],
      ["a-b", "c"],
    ],
    [["a-signature", "b-timestamp"], []],
    [["-signature", "-timestamp"], []],
    [["a-signature-2", "a-timestamp"], []],
    [["a-timestamp"], []],
  ])("with the headers %j is one of Standard Webhooks under the prefixes %j", (names, prefixes) => {
    const prefixed = listPrefixed(Object.fromEntries(names.map((name) => [name, "x"])));
    expect(prefixed.map(([name, { header }]) => [name, header])).toEqual(
      prefixes.map((prefix) => [`standard-webhooks of ${prefix}`, `${prefix}-signature`]),
    );
  });

  it("has the same standard if its headers have the same names", () => {
    const standard = createAnyScheme(STANDARD_WEBHOOKS);
    const svix = defineStandardWebhooks("svix");
    const stripe = createAnyScheme(STRIPE);
    expect(isSameStandard(standard, defineStandardWebhooks("Webhook"))).toBe(true);
    expect(isSameStandard(standard, svix)).toBe(false);
    expect(isSameStandard(svix, { ...svix, id: "x-id" })).toBe(false);
    expect(isSameStandard(svix, { ...svix, header: "x" })).toBe(false);
    expect(isSameStandard(stripe, stripe)).toBe(false);
  });

  it("has a key of each secret that can be one", () => {
    const scheme = createAnyScheme(STANDARD_WEBHOOKS);
    expect(createSchemeKeys(scheme, "whsec_YWI=")).toEqual([Buffer.from("ab")]);
    expect(createSchemeKeys(scheme, "whsec_!")).toEqual([]);
    expect(createRawKeys(scheme, "ab")).toEqual([Buffer.from("ab")]);
    expect(createRawKeys(scheme, "")).toEqual([]);
    expect(createRawKeys(scheme, new Uint8Array())).toEqual([]);
    expect(listSecretData(scheme, "whsec_YWI=").map(toText)).toEqual(["ab"]);
    expect(listSecretData(scheme, "whsec_!")).toEqual([]);
  });

  it.each([
    [TOKEN.slice(0, 19), []],
    [TOKEN.slice(0, 20), [TOKEN.slice(0, 20)]],
    [`v1=${TOKEN}=`, [`${TOKEN}=`]],
    [`${TOKEN}===`, [`${TOKEN}==`]],
    [`${TOKEN}, ${TOKEN}`, [TOKEN, TOKEN]],
    [`${TOKEN} `.repeat(17), Array<string>(16).fill(TOKEN)],
    [TOKEN.padEnd(4_096), [TOKEN]],
    [TOKEN.padEnd(4_097), []],
    ["", []],
  ])("has tokens of at least 20 characters: %j", (text, expected) => {
    expect(listTokens(text)).toEqual(expected);
  });

  it.each([
    { algorithm: "hmac-sha1", size: SHA1_SIZE },
    { algorithm: "hmac-sha256", size: SHA256_SIZE },
    { algorithm: "hmac-sha512", size: SHA512_SIZE },
    { algorithm: "ed25519", size: 64 },
  ] as const)("has signatures of $algorithm, of $size bytes, in each spelling", (row) => {
    const { algorithm, size } = row;
    const bytes = bytesOfSize(size);
    for (const text of spellingsOf(bytes)) {
      expect(listSignatures(`v1=${text}`, algorithm, "hex")).toEqual([toHex(bytes)]);
      expect(listSignatures(`v1=${text}`, algorithm, "base64")).toEqual([toBase64(bytes)]);
    }
  });

  it.each([
    { algorithm: "hmac-sha1", size: SHA256_SIZE },
    { algorithm: "hmac-sha256", size: SHA1_SIZE },
    { algorithm: "ed25519", size: SHA256_SIZE },
  ] as const)("has no signature of $algorithm in $size bytes", ({ algorithm, size }) => {
    for (const text of spellingsOf(bytesOfSize(size))) {
      expect(listSignatures(`v1=${text}`, algorithm, "hex")).toEqual([]);
      expect(listSignatures(`v1=${text}`, algorithm, "base64")).toEqual([]);
    }
  });

  // Signatures of ECDSA in DER differ in length, so each token may be one, in more than one encoding.
  it.each([64, 20])("has a signature of ECDSA in any %i bytes, in each spelling", (size) => {
    const algorithm = "ecdsa-p256-sha256";
    const bytes = bytesOfSize(size);
    for (const text of spellingsOf(bytes)) {
      expect(listSignatures(`v1=${text}`, algorithm, "hex")).toContain(toHex(bytes));
      expect(listSignatures(`v1=${text}`, algorithm, "base64")).toContain(toBase64(bytes));
    }
  });

  it.each([
    ["", []],
    [" t ", [" t ", "t"]],
    ["t".repeat(4_096), ["t".repeat(4_096), "t".repeat(4_096)]],
    ["t".repeat(4_097), []],
  ])("has the token as it is, and without spaces: %#", (text, expected) => {
    expect(listSignatures(text, "token", "hex")).toEqual(expected);
  });

  it("has signatures in base64 as two digits for each byte", () => {
    const bytes = Buffer.from([0, 1, 0x0f, 0x10, 0xff, ...Array<number>(15).fill(7)]);
    expect(listSignatures(toBase64(bytes), "hmac-sha1", "hex")).toEqual([toHex(bytes)]);
  });
});

/** Bytes that have both of the letters in base64 in which its alphabets differ. */
function bytesOfSize(size: number): Buffer {
  return Buffer.alloc(size, 0xfb);
}

/** Bytes in hexadecimal digits, small and capital, and in both alphabets of base64. */
function spellingsOf(bytes: Buffer): readonly string[] {
  return [toHex(bytes), toHex(bytes).toUpperCase(), toBase64(bytes), bytes.toString("base64url")];
}

function toHex(bytes: Buffer): string {
  return bytes.toString("hex");
}

function toBase64(bytes: Buffer): string {
  return bytes.toString("base64");
}
