/** Bytes and cryptography, the same on each platform; and what reads payloads and secrets by them. */
import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  verify as verifyByNode,
} from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import {
  expectData,
  isHashable,
  isRawPayload,
  readBase64Key,
  readBase64Secret,
  readHexKey,
  readHexSecret,
  readPrefixedSecret,
  readRawPayload,
  readTextSecret,
} from "../../src/receive/signatures/raw-data.js";

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

  const whole = Uint8Array.of(1, 2, 3, 4);

  it.each<[what: string, value: unknown, expected: readonly number[] | undefined]>([
    ["bytes", whole, [1, 2, 3, 4]],
    ["a part of a buffer", whole.subarray(1, 3), [2, 3]],
    ["a Buffer", Buffer.from(whole), [1, 2, 3, 4]],
    ["a buffer", whole.buffer, [1, 2, 3, 4]],
    ["bytes of another realm", runInNewContext("Uint8Array.of(1)"), [1]],
    ["a buffer of another realm", runInNewContext("Uint8Array.of(1).buffer"), [1]],
    ["bytes under another name", Object.defineProperty(Uint8Array.of(1), Symbol.toStringTag, { value: "x" }), [1]], // prettier-ignore
    ["other numbers", Uint16Array.of(1), undefined],
    ["a view", new DataView(new ArrayBuffer(1)), undefined],
    ["a list", [1], undefined],
    ["what passes for bytes", { [Symbol.toStringTag]: "Uint8Array", length: 1 }, undefined],
    ["what passes for a buffer", { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 1 }, undefined],
    ["text", "a", undefined],
    ["null", null, undefined],
    ["undefined", undefined, undefined],
    ["a function", () => {}, undefined],
  ])("views the bytes of %s", (__, value, expected) => {
    const bytes = platform.viewBytes(value);
    expect(bytes && [...bytes]).toEqual(expected);
  });

  it("copies no bytes that it views", () => {
    expect(platform.viewBytes(whole)).toBe(whole);
    expect(platform.viewBytes(whole.buffer)?.buffer).toBe(whole.buffer);
  });

  const content = ["é", Uint8Array.of(0xff, 0), "", "b"] as const;
  const joined = Buffer.from([0xc3, 0xa9, 0xff, 0, 0x62]);

  it.each([
    ["sha1", platform.SHA1],
    ["sha256", platform.SHA256],
    ["sha512", platform.SHA512],
  ])("makes an HMAC with %s of text and bytes", (name, hash) => {
    for (const encoding of ["hex", "base64"] as const)
      for (const secret of ["ké", Buffer.from("ké"), "x".repeat(200)]) {
        const expected = createHmac(name, secret).update(joined).digest(encoding);
        const key = platform.createHmacKey(hash, secret);
        expect(platform.hmac(hash, key, content, encoding)).toBe(expected);
        expect(platform.hmac(hash, key, content, encoding)).toBe(expected);
        expect(platform.hmacOnce(hash, secret, content, encoding)).toBe(expected);
      }
  });

  it("keeps nothing of the caller's bytes in a key", () => {
    const secret = Buffer.from("secret");
    const key = platform.createHmacKey(platform.SHA256, secret);
    const before = platform.hmac(platform.SHA256, key, content, "hex");
    secret.fill(0);
    expect(platform.hmac(platform.SHA256, key, content, "hex")).toBe(before);
  });

  it("hashes by SHA-256", () => {
    for (const data of ["é", joined])
      expect(platform.sha256(data)).toBe(createHash("sha256").update(data).digest("hex"));
  });
});

it("Node tells text of ASCII at once", () => {
  const bytes = new TextEncoder().encode("éab\u007f");
  expect(node.readAscii(bytes)).toBeUndefined();
  expect(node.readAscii(bytes.subarray(2))).toBe("ab\u007f");
  expect(node.readAscii(bytes.subarray(2, 4))).toBe("ab");
  expect(node.readAscii(new Uint8Array())).toBe("");
  expect(portable.readAscii()).toBeUndefined();
});

describe("[E.7] [E.9] keys of Node", () => {
  it.each([
    ["ed25519", generateKeyPairSync("ed25519")],
    ["ecdsa-p256-sha256", generateKeyPairSync("ec", { namedCurve: "P-256" })],
  ] as const)("of %s sign and verify in each of their forms", (name, pair) => {
    const spki = pair.publicKey.export({ format: "der", type: "spki" });
    const raw = spki.subarray(name === "ed25519" ? 12 : 26);
    const publicForms = [
      spki,
      new Uint8Array(raw),
      pair.publicKey.export({ format: "pem", type: "spki" }).toString(),
    ];
    const privateForms = [
      pair.privateKey.export({ format: "der", type: "pkcs8" }),
      pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    ];
    const content = ["a", Uint8Array.of(0xff), "b"];
    const joined = Buffer.from([0x61, 0xff, 0x62]);
    for (const encoding of ["hex", "base64"] as const)
      for (const form of privateForms) {
        const key = node.readAsymmetricKey(name, form);
        const signature = node.signAsymmetric(name, key, content, encoding);
        const bytes = Buffer.from(signature, encoding);
        const hash = name === "ed25519" ? null : "sha256";
        expect(verifyByNode(hash, joined, pair.publicKey, bytes)).toBe(true);
        for (const publicForm of [...publicForms, form]) {
          const publicKey = node.readAsymmetricKey(name, publicForm);
          const verify = (given: typeof content) =>
            node.verifyAsymmetric(name, publicKey, given, signature, encoding);
          expect(verify(content)).toBe(true);
          expect(verify([...content, "c"])).toBe(false);
        }
      }
    for (const form of publicForms) {
      const key = node.readAsymmetricKey(name, form);
      expect(key.privateKey).toBeUndefined();
      expect(() => node.signAsymmetric(name, key, content, "hex")).toThrow(
        new TypeError(`The key is a public key; expected a private key of ${name} to sign with.`),
      );
    }
  });

  it.each<["ed25519" | "ecdsa-p256-sha256", what: string, key: string | Uint8Array]>([
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

describe("[E.7] [E.8] a payload and a secret", () => {
  it.each<[value: unknown, data: unknown]>([
    ["", ""],
    ["a", "a"],
    [Uint8Array.of(1), Uint8Array.of(1)],
    [Uint8Array.of(1).buffer, Uint8Array.of(1)],
    [undefined, undefined],
    [{ a: 1 }, undefined],
  ])("is text or bytes: %o", (value, data) => {
    expect(readRawPayload(value as string)).toEqual(data);
    expect(isRawPayload(value)).toBe(data !== undefined);
  });

  it("has bytes that can be hashed", () => {
    expect(isHashable("é🎉")).toBe(true);
    expect(isHashable("\udc00")).toBe(false);
    expect(isHashable(Uint8Array.of(0xff))).toBe(true);
  });

  it.each<[value: unknown, got: string]>([
    ["", "an empty string"],
    [new Uint8Array(), "an object"],
    ["\ud800", "a string"],
    [undefined, "undefined"],
  ])("is not %j", (value, got) => {
    const message = (what: string) =>
      new TypeError(`${what} is ${got}; expected non-empty text (well-formed Unicode) or bytes.`);
    expect(() => expectData(value, "The payload")).toThrow(message("The payload"));
    expect(() => readTextSecret(value)).toThrow(message("The secret"));
    expect(() => readPrefixedSecret(value)).toThrow(message("The secret"));
  });

  it("may have a prefix before it", () => {
    const bytes = new TextEncoder().encode("s_a");
    expect(readPrefixedSecret("s_a", "s_")).toBe("a");
    expect(readPrefixedSecret("a", "s_")).toBe("a");
    expect(readPrefixedSecret("a_s_", "s_")).toBe("a_s_");
    expect(readPrefixedSecret("s_a")).toBe("s_a");
    expect(readPrefixedSecret(bytes, "s_")).toBe(bytes);
    expect(readTextSecret("s_a")).toBe("s_a");
    expect([...readHexSecret("s_0a", "s_")]).toEqual([10]);
    expect([...readHexSecret("0a", "s_")]).toEqual([10]);
    expect(readHexKey("k_0a", "k_")).toEqual(Buffer.of(10));
    expect(readBase64Key("k_AQI=", "k_")).toEqual(Buffer.of(1, 2));
  });

  it.each([readBase64Secret, readHexSecret, readBase64Key, readHexKey])(
    "of bytes is not read from other text, nor from none: %o",
    (read) => {
      for (const value of ["", "!", new Uint8Array(), undefined, 1]) {
        expect(() => read(value)).toThrow(
          new TypeError(`The secret is of type ${typeof value}; expected encoded bytes.`),
        );
      }
      expect(read(Uint8Array.of(1))).toEqual(Uint8Array.of(1));
    },
  );

  it("in PEM is a key as it is, and no other secret", () => {
    const pem = "\n-----BEGIN PUBLIC KEY-----\nAQI=\n";
    expect(readBase64Key(pem, "x")).toBe(pem);
    expect(readHexKey(pem, "x")).toBe(pem);
    expect(() => readBase64Secret(pem)).toThrow(TypeError);
    expect(() => readHexSecret(pem)).toThrow(TypeError);
  });
});

type Platform = typeof node;
