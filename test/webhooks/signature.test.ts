/** `sign` and `verify` of a service that signs bodies with HMAC. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as portable from "../../src/receive/signatures/platform.portable.js";
import { webhookSignature } from "../../generated/webhook-catalog.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";
import type * as methods from "../../generated/methods.js";
import { rfc4231 } from "../cases/webhooks/hmac-vectors.js";
import { malformedSignatures, signatureVectors } from "../cases/webhooks/signatures.js";
import { builds, hmacSha256 } from "../security/signature/builds.js";

/** Values that are no text, or an empty one. The tests assert them to be text, as JavaScript would pass them. */
const NO_TEXTS: readonly unknown[] = [
  undefined,
  null,
  "",
  0,
  1,
  true,
  {},
  [],
  [123, 125],
  Object("{}"),
  () => "{}",
];
const NO_PAYLOADS: readonly unknown[] = [
  ...NO_TEXTS,
  new Uint8Array(),
  new ArrayBuffer(0),
  new Uint16Array([1]),
  { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 2 },
  Object.create(Uint8Array.prototype),
];

const [firstVector] = signatureVectors;

describe.each(builds)("HMAC of the %s build", (_, build) => {
  it.each(rfc4231)("[B.1] gives RFC 4231, section $section", ({ key, data, digest }) => {
    const keyBytes = Buffer.from(key, "hex");
    const bytes = Buffer.from(data, "hex");
    expect(hmacSha256(build, keyBytes, bytes)).toBe(digest);
    expect(hmacSha256(build, keyBytes, bytes)).toBe(digest);
    expect(build.isEqualText(hmacSha256(build, keyBytes, bytes), digest)).toBe(true);
  });

  it("[B.1] compares digests", () => {
    const digest = rfc4231[0].digest;
    expect(build.isEqualText(digest, digest)).toBe(true);
    expect(build.isEqualText(digest, rfc4231[1].digest)).toBe(false);
    expect(build.isEqualText(digest, `${digest.slice(0, -1)}0`)).toBe(false);
    expect(build.isEqualText(digest, digest.slice(1))).toBe(false);
    expect(build.isEqualText(digest, "")).toBe(false);
  });
});

describe.each(builds)("sign and verify of the %s build", (_, build) => {
  let sign: typeof methods.sign;
  let verify: typeof methods.verify;
  let scheme: SignatureScheme;
  let engine: typeof import("../../src/receive/signatures/scheme.js");
  const hashed = vi.fn((build as typeof portable).hmac);
  const hashedOnce = vi.fn(build.hmacOnce as typeof portable.hmacOnce);

  beforeEach(async () => {
    hashed.mockClear();
    hashedOnce.mockClear();
    vi.resetModules();
    vi.doMock("#platform", () => ({ ...build, hmac: hashed, hmacOnce: hashedOnce }));
    ({ sign, verify } = await import("../../generated/methods.js"));
    const { readTextSecret } = await import("../../src/receive/signatures/secrets.js");
    const { HMAC_SHA256 } = await import("../../src/receive/signatures/algorithms.js");
    engine = await import("../../src/receive/signatures/scheme.js");
    scheme = engine.bindScheme(webhookSignature, {
      use: HMAC_SHA256,
      readSecret: readTextSecret,
    });
  });

  it("[B.1] signs with bytes as with the same text", () => {
    const secret = new TextEncoder().encode("пароль");
    expect(sign(secret, "{}")).toBe(sign("пароль", "{}"));
    expect(verify(secret, "{}", sign("пароль", "{}"))).toBe(true);
    const key = engine.createSignatureKey(scheme, secret);
    secret.fill(0); // the caller's own
    expect(engine.verifyText(scheme, [key], "{}", sign("пароль", "{}"))).toBe(true);
  });

  it.each(signatureVectors)(
    "[B.1] [B.14] [B.15] [B.26] signs $payload",
    ({ secret, payload, signature }) => {
      expect(sign(secret, payload)).toBe(signature);
      expect(verify(secret, payload, signature)).toBe(true);
      expect(hashedOnce).toHaveBeenCalled();
    },
  );

  it("[B.1] signs text, bytes and buffers alike", () => {
    const { secret, payload, signature } = signatureVectors[2];
    const bytes = new TextEncoder().encode(payload);
    const padded = new Uint8Array([1, ...bytes, 2]);
    const forms = [bytes, bytes.buffer, Buffer.from(bytes), padded.subarray(1, -1)];
    for (const form of forms) {
      expect(sign(secret, form)).toBe(signature);
      expect(verify(secret, form, signature)).toBe(true);
    }
  });

  it("[B.1] signs bytes that are not text", () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0, 0xc3]);
    expect(verify("s", bytes, sign("s", bytes))).toBe(true);
    expect(sign("s", bytes)).not.toBe(sign("s", "\ufffd\ufffd\0\ufffd"));
  });

  it("[B.1] refuses text with a lone surrogate, in payload and secret", () => {
    const signature = sign("s\ufffd", "a\ufffdb");
    for (const [secret, payload] of [
      ["s\ufffd", "a\ud800b"],
      ["s\udc00", "a\ufffdb"],
    ] as const) {
      expect(() => sign(secret, payload)).toThrow(TypeError);
      expect(() => verify(secret, payload, signature)).toThrow(/well-formed Unicode/);
    }
    expect(verify("s\ufffd", "a\ufffdb", signature)).toBe(true);
    expect(verify("s", "🎉", sign("s", "🎉"))).toBe(true);
  });

  it.each(malformedSignatures)(
    "[B.1] [B.15] is false for %s, before hashing",
    (_form, signature) => {
      expect(verify(firstVector.secret, firstVector.payload, signature)).toBe(false);
      expect(hashed).not.toHaveBeenCalled();
      expect(hashedOnce).not.toHaveBeenCalled();
    },
  );

  it("[B.15] is false for another secret, payload or digit", () => {
    const { secret, payload, signature } = firstVector;
    const other = signature.endsWith("0") ? "1" : "0";
    expect(verify(`${secret}!`, payload, signature)).toBe(false);
    expect(verify(secret, `${payload}!`, signature)).toBe(false);
    expect(verify(secret, payload, signature.slice(0, -1) + other)).toBe(false);
  });

  it("[B.1] [B.14] throws a TypeError without a payload or a secret", () => {
    for (const payload of NO_PAYLOADS) {
      expect(() => sign("s", payload as string)).toThrow(TypeError);
    }
    for (const secret of [...NO_TEXTS, new Uint8Array()]) {
      expect(() => sign(secret as string, "{}")).toThrow(TypeError);
    }
  });

  it("[B.1] [B.15] throws a TypeError without an argument", () => {
    for (const payload of NO_PAYLOADS) {
      expect(() => verify("s", payload as string, firstVector.signature)).toThrow(TypeError);
    }
    for (const signature of NO_TEXTS) {
      expect(() => verify("s", "{}", signature as string)).toThrow(TypeError);
    }
    for (const secret of NO_TEXTS) {
      expect(() => verify(secret as string, "{}", firstVector.signature)).toThrow(TypeError);
    }
  });

  it("[B.2] tries every key, whichever matches", () => {
    const keys = ["a", "b", "c"].map((secret) => engine.createSignatureKey(scheme, secret));
    for (const secret of ["a", "b", "c"]) {
      const signature = sign(secret, "{}");
      hashed.mockClear();
      expect(engine.verifyText(scheme, keys, "{}", signature)).toBe(true);
      const payloads = hashed.mock.calls.filter(([, , [data]]) => data === "{}");
      expect(payloads).toHaveLength(3);
    }
    expect(engine.verifyText(scheme, keys, "{}", sign("d", "{}"))).toBe(false);
  });
});

it("[B.1] sees bytes of another realm", async () => {
  const { sign } = await import("../../generated/methods.js");
  const { runInNewContext } = await import("node:vm");
  const bytes = runInNewContext("new Uint8Array([123, 125])") as Uint8Array; // what the code says
  const { buffer } = runInNewContext("new Uint8Array([123, 125])") as Uint8Array<ArrayBuffer>;
  expect(bytes instanceof Uint8Array).toBe(false);
  expect(sign("s", bytes)).toBe(sign("s", "{}"));
  expect(sign("s", buffer)).toBe(sign("s", "{}"));
});

it("[B.1] sees bytes whose class has a name of its own", async () => {
  const { sign } = await import("../../generated/methods.js");
  class Named extends Uint8Array<ArrayBuffer> {
    override get [Symbol.toStringTag](): "Uint8Array" {
      return "Named" as "Uint8Array"; // the platform's type allows no other name
    }
  }
  expect(sign("s", new Named(Uint8Array.of(123, 125).buffer))).toBe(sign("s", "{}"));
});
