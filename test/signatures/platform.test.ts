/** Bytes and cryptography: the same results on each platform. */
import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
  verify as verifyByNode,
} from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";

const BYTES = Uint8Array.of(1, 2, 3, 4);

/** Text and bytes to sign, and all their bytes in one. */
const CONTENT = ["é", Uint8Array.of(0xff, 0), "", "b"] as const;
const JOINED = Buffer.from([0xc3, 0xa9, 0xff, 0, 0x62]);

const PLATFORMS: readonly (readonly [string, Platform])[] = [
  ["node", node],
  ["portable", portable as unknown as Platform], // its hashes and keys are of other types
];

describe.each(PLATFORMS)("[E.5] [E.7] the platform %s", (_, platform) => {
  it.each([
    ["AQID", [1, 2, 3]],
    ["AQI=", [1, 2]],
    ["AQI", [1, 2]],
    ["AQ==", [1]],
    ["+/8=", [0xfb, 0xff]],
    ["", []],
    ["-_8=", undefined],
    ["AQJ=", undefined],
    ["AQ I=", undefined],
    ["A", undefined],
    ["é", undefined],
  ])("decodes base64: %j is %j", (text, expected) => {
    const bytes = platform.decodeBase64(text);
    expect(bytes && [...bytes]).toEqual(expected);
  });

  it.each([
    ["00ffFF1a", [0, 255, 255, 26]],
    ["", []],
    ["0", undefined],
    ["0g", undefined],
    ["00 ", undefined],
  ])("decodes hexadecimal digits: %j is %j", (text, expected) => {
    const bytes = platform.decodeHex(text);
    expect(bytes && [...bytes]).toEqual(expected);
  });

  it.each<[what: string, value: unknown, expected: readonly number[] | undefined]>([
    ["bytes", BYTES, [1, 2, 3, 4]],
    ["a part of a buffer", BYTES.subarray(1, 3), [2, 3]],
    ["a Buffer", Buffer.from(BYTES), [1, 2, 3, 4]],
    ["a buffer", BYTES.buffer, [1, 2, 3, 4]],
    ["bytes of another realm", runInNewContext("Uint8Array.of(1)"), [1]],
    ["a buffer of another realm", runInNewContext("Uint8Array.of(1).buffer"), [1]],
    ["bytes under another name", Object.defineProperty(Uint8Array.of(1), Symbol.toStringTag, { value: "x" }), [1]], // prettier-ignore
    ["other numbers", Uint16Array.of(1), undefined],
    ["a view", new DataView(new ArrayBuffer(1)), undefined],
    ["a list", [1], undefined],
    [
      "an object that looks like bytes",
      { [Symbol.toStringTag]: "Uint8Array", length: 1 },
      undefined,
    ],
    [
      "an object that looks like a buffer",
      { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 1 },
      undefined,
    ],
    ["text", "a", undefined],
    ["null", null, undefined],
    ["undefined", undefined, undefined],
    ["a function", () => {}, undefined],
  ])("views the bytes of %s", (__, value, expected) => {
    const bytes = platform.viewBytes(value);
    expect(bytes && [...bytes]).toEqual(expected);
  });

  it("copies no bytes that it views", () => {
    expect(platform.viewBytes(BYTES)).toBe(BYTES);
    expect(platform.viewBytes(BYTES.buffer)?.buffer).toBe(BYTES.buffer);
  });

  it.each([
    ["sha1", platform.SHA1],
    ["sha256", platform.SHA256],
    ["sha512", platform.SHA512],
  ])("makes an HMAC with %s of text and bytes", (name, hash) => {
    for (const encoding of ["hex", "base64"] as const)
      for (const secret of ["ké", Buffer.from("ké"), "x".repeat(200)]) {
        const expected = createHmac(name, secret).update(JOINED).digest(encoding);
        const key = platform.createHmacKey(hash, secret);
        expect(platform.hmac(hash, key, CONTENT, encoding)).toBe(expected);
        expect(platform.hmac(hash, key, CONTENT, encoding)).toBe(expected);
        expect(platform.hmacOnce(hash, secret, CONTENT, encoding)).toBe(expected);
      }
  });

  it("keeps nothing of the caller's bytes in a key", () => {
    const secret = Buffer.from("secret");
    const key = platform.createHmacKey(platform.SHA256, secret);
    const before = platform.hmac(platform.SHA256, key, CONTENT, "hex");
    secret.fill(0);
    expect(platform.hmac(platform.SHA256, key, CONTENT, "hex")).toBe(before);
  });

  it("hashes by SHA-256", () => {
    for (const data of ["é", JOINED])
      expect(platform.sha256(data)).toBe(createHash("sha256").update(data).digest("hex"));
  });

  it("[E.4] compares texts of any length", () => {
    expect(platform.isEqualText("a", "a")).toBe(true);
    expect(platform.isEqualText("a", "b")).toBe(false);
    expect(platform.isEqualText("a", "aa")).toBe(false);
    expect(platform.isEqualText("aa", "a")).toBe(false);
    expect(platform.isEqualText("", "")).toBe(true);
    expect(platform.isEqualText("x".repeat(200), `${"x".repeat(199)}y`)).toBe(false);
    expect(platform.isEqualText("b", "b")).toBe(true);
  });
});

it("Node reads text of ASCII, and leaves other text to the decoder", () => {
  const bytes = new TextEncoder().encode("éab\u007f");
  expect(node.readAscii(bytes)).toBeUndefined();
  expect(node.readAscii(bytes.subarray(2))).toBe("ab\u007f");
  expect(node.readAscii(bytes.subarray(2, 4))).toBe("ab");
  expect(node.readAscii(new Uint8Array())).toBe("");
  expect(portable.readAscii()).toBeUndefined();
});

describe("[E.7] [E.9] keys of Node", () => {
  const pairs = [
    ["ed25519", generateKeyPairSync("ed25519")],
    ["ecdsa-p256-sha256", generateKeyPairSync("ec", { namedCurve: "P-256" })],
  ] as const;

  it.each(pairs)("of %s sign and verify in each of their forms", (name, pair) => {
    const hash = name === "ed25519" ? null : "sha256";
    for (const encoding of ["hex", "base64"] as const)
      for (const privateForm of listPrivateForms(pair)) {
        const privateKey = node.readAsymmetricKey(name, privateForm);
        const signature = node.signAsymmetric(name, privateKey, CONTENT, encoding);
        const bytes = Buffer.from(signature, encoding);
        expect(verifyByNode(hash, JOINED, pair.publicKey, bytes)).toBe(true);
        for (const form of [...listPublicForms(name, pair), privateForm]) {
          const key = node.readAsymmetricKey(name, form);
          const verify = (content: readonly (string | Uint8Array)[]) =>
            node.verifyAsymmetric(name, key, content, signature, encoding);
          expect(verify(CONTENT)).toBe(true);
          expect(verify([...CONTENT, "c"])).toBe(false);
        }
      }
  });

  it.each(pairs)("of %s that are public sign nothing", (name, pair) => {
    for (const form of listPublicForms(name, pair)) {
      const key = node.readAsymmetricKey(name, form);
      expect(key.privateKey).toBeUndefined();
      expect(() => node.signAsymmetric(name, key, CONTENT, "hex")).toThrow(
        new TypeError(`The key is a public key; expected a private key of ${name} to sign with.`),
      );
    }
  });

  it.each<[name: AsymmetricName, what: string, key: string | Uint8Array]>([
    ["ed25519", "one byte more", new Uint8Array(33)],
    ["ecdsa-p256-sha256", "another curve", createPublicKey(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey).export({ format: "der", type: "spki" })], // prettier-ignore
    ["ecdsa-p256-sha256", "the other algorithm", generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" })], // prettier-ignore
    ["ed25519", "the key agreement of its curve", generateKeyPairSync("x25519").publicKey.export({ format: "der", type: "spki" })], // prettier-ignore
    ["ed25519", "text that is no PEM", "key"],
  ])("of %s are not %s", (name, _, key) => {
    expect(() => node.readAsymmetricKey(name, key)).toThrow(
      new TypeError(`The key is not one of ${name}; expected a public or a private key of it.`),
    );
  });
});

function listPrivateForms({ privateKey }: KeyPairKeyObjectResult) {
  return [
    privateKey.export({ format: "der", type: "pkcs8" }),
    privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  ];
}

function listPublicForms(name: AsymmetricName, { publicKey }: KeyPairKeyObjectResult) {
  const spki = publicKey.export({ format: "der", type: "spki" });
  const headerLength = name === "ed25519" ? 12 : 26; // of the DER before the raw key
  return [
    spki,
    new Uint8Array(spki.subarray(headerLength)),
    publicKey.export({ format: "pem", type: "spki" }).toString(),
  ];
}

type Platform = typeof node;
type AsymmetricName = "ed25519" | "ecdsa-p256-sha256";
