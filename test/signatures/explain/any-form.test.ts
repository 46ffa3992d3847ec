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

/** Bytes of the length that each hash has. */
const [SHA1, SHA256, SHA512] = [20, 32, 64].map((size) => Buffer.alloc(size, 0xfb));

describe("[E.11] a delivery in any form", () => {
  it("has the text of each header, under its name in lowercase", () => {
    const expected = [
      ["x-a", "1"],
      ["b", "2"],
    ];
    expect(listHeaders({ "X-A": "1", b: "2", c: ["3"], d: undefined })).toEqual(expected);
    expect(
      listHeaders(new Headers({ "X-A": "1", b: "2" }))
        .toSorted()
        .toReversed(),
    ).toEqual(expected);
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
    ["hmac-sha1", SHA1, true],
    ["hmac-sha1", SHA256, false],
    ["hmac-sha256", SHA256, true],
    ["hmac-sha256", SHA1, false],
    ["hmac-sha512", SHA512, true],
    ["ed25519", SHA512, true],
    ["ed25519", SHA256, false],
    ["ecdsa-p256-sha256", SHA512, true],
    ["ecdsa-p256-sha256", SHA1, true],
  ] as const)("has signatures of %s by their length: %j, %s", (algorithm, bytes, isOne) => {
    const expected = (text: string) => (isOne ? [text] : []);
    const url = toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    for (const text of [toHex(bytes), toHex(bytes).toUpperCase(), toBase64(bytes), url]) {
      const inHex = listSignatures(`v1=${text}`, algorithm, "hex");
      const inBase64 = listSignatures(`v1=${text}`, algorithm, "base64");
      if (algorithm === "ecdsa-p256-sha256") {
        expect(inHex).toContain(toHex(bytes));
        expect(inBase64).toContain(toBase64(bytes));
      } else {
        expect(inHex).toEqual(expected(toHex(bytes)));
        expect(inBase64).toEqual(expected(toBase64(bytes)));
      }
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

function toHex(bytes = SHA1): string {
  return bytes?.toString("hex") ?? "";
}

function toBase64(bytes = SHA1): string {
  return bytes?.toString("base64") ?? "";
}
