/** Official vectors of services and standards: signatures, digests, keys and secrets, in each build. */
import { createPrivateKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import { PRESETS, describeStandardWebhooks } from "../../src/receive/signatures/plan/presets.js";
import {
  ECDSA_VECTOR,
  ED25519_VECTOR,
  HMAC_VECTORS,
  PUBLISHED,
} from "../cases/signatures/vectors.js";
import { SAMPLES, NOW, URL } from "../cases/signatures/deliveries.js";

describe.each([
  ["node", node],
  ["portable", portable],
] as const)("signatures of the %s build", (build, platform) => {
  const published = PUBLISHED.filter(({ preset }) => build === "node" || !isAsymmetric(preset));
  const samples = SAMPLES.filter(({ name }) => build === "node" || !isAsymmetric(name));
  let signatures: typeof import("./engine.js");

  beforeAll(async () => {
    vi.resetModules();
    vi.doMock("#platform", () => platform);
    signatures = await import("./engine.js");
  });

  afterAll(() => {
    vi.doUnmock("#platform");
    vi.resetModules();
  });

  it.each(published)("[E.1] verifies $source", ({ preset, secret, body, headers, now, url }) => {
    const { createAnyScheme, createKeys, findRefusal } = signatures;
    const scheme = createAnyScheme(PRESETS[preset]);
    const keys = createKeys(scheme, [secret]);
    expect(findRefusal(scheme, keys, body, headers, { now, url })).toBeUndefined();
    expect(findRefusal(scheme, keys, Buffer.from(body), headers, { now, url })).toBeUndefined();
    expect(findRefusal(scheme, keys, `${body} `, headers, { now, url })).toBeDefined();
  });

  it.each(published.filter(({ preset }) => !isAsymmetric(preset)))(
    "[E.9] signs as $source",
    ({ preset, secret, body, headers, now, url }) => {
      const { createAnyScheme, createKeys, signPayload } = signatures;
      const scheme = createAnyScheme(PRESETS[preset]);
      const keys = createKeys(scheme, [secret]);
      const context = { id: headers["webhook-id"], timestamp: now, url };
      const signed = signPayload(scheme, keys, body, context);
      for (const [name, value] of Object.entries(signed)) {
        expect(headers[name]?.split(" ")[0]).toBe(value);
      }
      expect(Object.keys(signed).sort()).toEqual(Object.keys(headers).sort());
    },
  );

  it.each(HMAC_VECTORS)(
    "[E.5] makes the $algorithm of the RFCs from content in pieces",
    ({ algorithm, key, data, digest }) => {
      const hmac = signatures.ALGORITHMS[algorithm];
      const secret = hmac.createKey(bytes(key));
      const content = [bytes(data.slice(0, 6)), "", Buffer.from(data.slice(6), "hex")];
      const base64 = Buffer.from(digest, "hex").toString("base64");
      expect(hmac.sign(secret, content, "hex")).toBe(digest);
      expect(hmac.sign(secret, content, "base64")).toBe(base64);
      expect(hmac.matches([secret], content, [digest], "hex")).toBe(true);
      expect(hmac.matches([secret], content, [`${digest.slice(1)}0`], "hex")).toBe(false);
    },
  );

  it("[E.7] reads secrets as the description says", () => {
    const { readBase64Secret, readHexSecret, readTextSecret, readPrefixedSecret } = signatures;
    expect([...readBase64Secret("whsec_AQID", "whsec_")]).toEqual([1, 2, 3]);
    expect([...readBase64Secret("AQID", "whsec_")]).toEqual([1, 2, 3]);
    expect([...readBase64Secret("AQI=", "whsec_")]).toEqual([1, 2]);
    expect([...readBase64Secret("AQI", "whsec_")]).toEqual([1, 2]);
    expect([...readHexSecret("0aFF")]).toEqual([10, 255]);
    expect(readTextSecret("é")).toBe("é");
    expect(readPrefixedSecret("key_é", "key_")).toBe("é");
    expect([...readBase64Secret(Uint8Array.of(0, 255), "whsec_")]).toEqual([0, 255]);
  });

  it.each([
    ["", "text"],
    [undefined, "text"],
    [null, "text"],
    [12345678, "text"],
    [["secret-list"], "text"],
    [new Uint8Array(), "text"],
    ["whsec_", "base64"],
    ["whsec_!secret!", "base64"],
    ["secret with spaces", "base64"],
    ["c2VjcmV0\n", "base64"],
    ["secre", "base64"],
    ["0x00", "hex"],
    ["abc", "hex"],
  ] as const)("[E.7] refuses the secret %j as %s without repeating it", (secret, encoding) => {
    const readers = {
      text: signatures.readTextSecret,
      base64: signatures.readBase64Secret,
      hex: signatures.readHexSecret,
    };
    const read = () => readers[encoding](secret, "whsec_");
    expect(read).toThrow(TypeError);
    expect(read).toThrow(/^The secret is .*; expected /);
    expect(read).not.toThrow(/secret-list|12345678|!secret!|with spaces|c2Vj|secre;|0x00|abc/);
  });

  it.each(samples)(
    "[E.9] $name verifies what it signs",
    ({ description, secret, otherSecret, body }) => {
      const { createAnyScheme, createKeys, signPayload, findRefusal } = signatures;
      const scheme = createAnyScheme(description);
      const keys = createKeys(scheme, [secret]);
      const context = { id: "msg_1", timestamp: NOW, url: URL, method: "POST" };
      const headers = signPayload(scheme, keys, body, context);
      const received = { url: URL, method: "POST", now: NOW };
      const twoKeys = createKeys(scheme, [otherSecret, secret]);
      expect(findRefusal(scheme, keys, body, headers, received)).toBeUndefined();
      expect(findRefusal(scheme, twoKeys, Buffer.from(body), headers, received)).toBeUndefined();
      expect(findRefusal(scheme, twoKeys.slice(0, 1), body, headers, received)).toBe(
        "SIGNATURE_MISMATCH",
      );
    },
  );
});

it("[E.7] gives RFC 8032's signature, and verifies it under each form of its key", async () => {
  const { ED25519 } = await import("./engine.js");
  const { seed, publicKey, message, signature } = ED25519_VECTOR;
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${seed}`, "hex");
  const pem = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const privateKeys = [pkcs8, pem.export({ format: "pem", type: "pkcs8" }).toString()];
  for (const key of privateKeys.map((form) => ED25519.createKey(form))) {
    expect(ED25519.sign(key, [bytes(message)], "hex")).toBe(signature);
    expect(ED25519.matches([key], [bytes(message)], [signature], "hex")).toBe(true);
  }
  const raw = ED25519.createKey(bytes(publicKey));
  expect(ED25519.matches([raw], ["", bytes(message)], ["00".repeat(64), signature], "hex")).toBe(
    true,
  );
  expect(ED25519.matches([raw], [bytes("73")], [signature], "hex")).toBe(false);
  expect(() => ED25519.sign(raw, [bytes(message)], "hex")).toThrow(
    /public key; expected a private/,
  );
});

it("[E.7] verifies RFC 6979's signature over P-256", async () => {
  const { ECDSA_P256_SHA256 } = await import("./engine.js");
  const { publicKey, message, signature } = ECDSA_VECTOR;
  const key = ECDSA_P256_SHA256.createKey(bytes(publicKey));
  const verify = (data: string) =>
    ECDSA_P256_SHA256.matches([key], ["", bytes(data)], [signature], "hex");
  expect(verify(message)).toBe(true);
  expect(verify(`${message}00`)).toBe(false);
});

it("[E.7] refuses keys of another algorithm", async () => {
  const { ED25519, ECDSA_P256_SHA256 } = await import("./engine.js");
  const ed25519 = bytes(ED25519_VECTOR.publicKey);
  const ecdsa = bytes(ECDSA_VECTOR.publicKey);
  const bad = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----";
  for (const create of [
    () => ED25519.createKey(ecdsa),
    () => ECDSA_P256_SHA256.createKey(ed25519),
    () => ED25519.createKey(bad),
    () => ED25519.createKey(new Uint8Array(31)),
    () => ECDSA_P256_SHA256.createKey(new Uint8Array(6)),
  ]) {
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/c2VjcmV0/);
  }
});

it("[E.7] says what to do where a platform has no asymmetric keys", () => {
  expect(() => portable.readAsymmetricKey("ed25519")).toThrow(/@noble\/curves/);
  expect(() => portable.signAsymmetric("ed25519")).toThrow(/@noble\/curves/);
  expect(() => portable.verifyAsymmetric("ed25519")).toThrow(/@noble\/curves/);
});

it("[E.1] reads Standard Webhooks under a vendor's header names", async () => {
  const { createAnyScheme, createKeys, findRefusal } = await import("./engine.js");
  const vector = PUBLISHED.find(({ preset }) => preset === "standard-webhooks");
  const { secret = "", body = "", headers = {}, now } = vector ?? {};
  const description = describeStandardWebhooks("svix");
  const scheme = createAnyScheme(description);
  const keys = createKeys(scheme, [secret]);
  const renamed = Object.entries(headers).map(([name, value]) => [
    name.replace("webhook", "Svix"),
    value,
  ]);
  expect(findRefusal(scheme, keys, body, Object.fromEntries(renamed), { now })).toBeUndefined();
  expect(findRefusal(scheme, keys, body, headers, { now })).toBeDefined();
});

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

/** Tells if a preset has a pair of keys, which the portable build cannot use. */
function isAsymmetric(preset: string): boolean {
  return preset === "discord" || preset === "sendgrid";
}
