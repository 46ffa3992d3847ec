/** Schemes of any description: what is accepted, and what is refused. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ED25519 } from "../../src/receive/signatures/algorithms.js";
import { findRefusal, readTolerance, signPayload } from "../../src/receive/signatures/scheme.js";
import type { Algorithm } from "../../src/receive/signatures/types.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { planSignature } from "../../src/receive/signatures/plan/plan.js";
import { createScheme } from "../../src/receive/signatures/define.js";
import {
  GITHUB,
  GITLAB_TOKEN,
  PADDLE,
  PRESETS,
  STANDARD_WEBHOOKS,
  STRIPE,
  WORKOS,
} from "../../src/receive/signatures/plan/presets.js";
import { NOW } from "../cases/signatures/deliveries.js";
import { createAnyScheme, createKeys } from "./engine.js";
import { createBoundScheme, SECRET } from "./create-scheme.js";

describe("an ECDSA signature in hex", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const description: SignatureDescription = {
    header: "x-signature",
    algorithm: "ecdsa-p256-sha256",
    encoding: "hex",
    secret: { encoding: "base64" },
  };
  const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const { refuse } = createBoundScheme(description, [key]);
  const refuseSignature = (signature: string) => refuse("{}", { "x-signature": signature });
  const signed = (body: string) => sign("sha256", Buffer.from(body), privateKey).toString("hex");

  it("[E.2] is taken, whatever its length", () => {
    for (let attempt = 0; attempt < 8; attempt++)
      expect(refuseSignature(signed("{}"))).toBeUndefined();
  });

  it.each([
    ["another body", signed("[]"), "SIGNATURE_MISMATCH"],
    ["half a byte more", `${signed("{}")}0`, "SIGNATURE_MALFORMED"],
    ["no digits", "xy".repeat(70), "SIGNATURE_MALFORMED"],
    ["nothing", "", "SIGNATURE_MISSING"],
  ])("[E.2] is refused: %s", (_, signature, code) => {
    expect(refuseSignature(signature)).toBe(code);
  });
});

describe("a description", () => {
  it.each(Object.entries(PRESETS))("[E.1] %s is plain data, as is its plan", (_name, preset) => {
    expect(JSON.parse(JSON.stringify(preset))).toEqual(preset);
    const { item, timestampItem, ...plan } = planSignature(preset);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    expect(item).toBeInstanceOf(RegExp);
    expect(timestampItem ?? item).toBeInstanceOf(RegExp);
  });

  it.each<[string, Partial<SignatureDescription>, RegExp]>([
    ["no signature in the format", { format: "v1=" }, /`format`.*`{signature}`/],
    ["an unknown placeholder in the format", { format: "k={id},v1={signature}" }, /`format`/],
    ["two signatures in the format", { format: "{signature},{signature}" }, /`format`/],
    ["a signature twice", { format: "{signature}{signature}" }, /`format`/],
    [
      "two timestamps in the format",
      { format: "t={timestamp},u={timestamp},v={signature}", content: "{timestamp}.{body}", tolerance: 1 }, // prettier-ignore
      /`format`/,
    ],
    [
      "an unknown placeholder after the timestamp",
      { format: "t={timestamp},k={id},v={signature}", content: "{timestamp}.{body}", tolerance: 1 },
      /`format`/,
    ],
    ["text after the signature", { format: "v1={signature};" }, /`format`/],
    [
      "a letter between timestamp and separator",
      { format: "t={timestamp}s,v={signature}", content: "{timestamp}.{body}", tolerance: 300 },
      /`format`/,
    ],
    ["a timestamp without tolerance", { format: "t={timestamp},v={signature}" }, /`tolerance`/],
    ["a tolerance without timestamp", { tolerance: 300 }, /`tolerance`/],
    ["a tolerance below zero", { timestamp: { header: "t" }, tolerance: -1 }, /`tolerance`/],
    [
      "a tolerance that is no number",
      { timestamp: { header: "t" }, tolerance: NaN },
      /`tolerance`/,
    ],
    [
      "two timestamps",
      { timestamp: { header: "t", body: "time" }, tolerance: 1 },
      /`timestamp`.*either/,
    ],
    ["an unknown placeholder", { content: "{nonce}.{body}" }, /`{nonce}`/],
  ])("[E.2] is refused with %s", (_name, changes, message) => {
    const description = { ...GITHUB, ...changes };
    const build = () => createAnyScheme(description);
    expect(build).toThrow(TypeError);
    expect(build).toThrow(message);
  });

  it("[E.3] [E.6] may have a timestamp in its format; then its header is ignored", () => {
    const { sign, refuse } = createBoundScheme({
      header: "Acme-Signature",
      algorithm: "hmac-sha256",
      encoding: "hex",
      format: "t={timestamp},v1={signature}",
      content: "{timestamp}.{body}",
      timestamp: { header: "Acme-Timestamp", unit: "seconds" },
      tolerance: 300,
      secret: { prefix: "whsec_", encoding: "base64" },
    });
    const headers = sign("{}");
    expect(Object.keys(headers)).toEqual(["acme-signature"]);
    expect(refuse("{}", headers)).toBeUndefined();
    expect(refuse("{}", { ...headers, "acme-timestamp": "1" })).toBeUndefined();
    expect(createBoundScheme(STRIPE).refuse("{}", { ...headers, "stripe-signature": "t=1" })).toBe(
      "SIGNATURE_MALFORMED",
    );
  });

  it.each([
    ["t={timestamp} , v1={signature}", {}],
    ["t={timestamp}_v1={signature}", { separator: "_" }],
  ])("[E.3] may have the format %j", (format, changes) => {
    const content = "{timestamp}.{body}";
    const { sign, refuse } = createBoundScheme({
      ...GITHUB,
      format,
      content,
      tolerance: 300,
      ...changes,
    });
    expect(refuse("{}", sign("{}"))).toBeUndefined();
    expect(refuse("[]", sign("{}"))).toBe("SIGNATURE_MISMATCH");
  });

  it.each(["|", ".", "_", "$", "&"])("[E.3] takes %j as nothing but itself", (separator) => {
    const format = `t={timestamp}${separator}v1${separator}{signature}`;
    const changes = { content: "{timestamp}.{body}", tolerance: 300, separator };
    const { scheme, sign, refuse } = createBoundScheme({ ...GITHUB, format, ...changes });
    const text = sign("{}")[scheme.header] ?? "";
    expect(refuse("{}", { [scheme.header]: text })).toBeUndefined();
    for (const replacement of ["x", "", " "]) {
      for (const index of [text.indexOf(separator), text.lastIndexOf(separator)]) {
        const changed = text.slice(0, index) + replacement + text.slice(index + 1);
        expect(refuse("{}", { [scheme.header]: changed })).toBe("SIGNATURE_MALFORMED");
      }
    }
  });

  it("[E.4] may be a token of any characters", () => {
    const token = "a $& $1 {signature} \\";
    const { sign, refuse } = createBoundScheme(GITLAB_TOKEN, [token]);
    expect(sign("{}")).toEqual({ "x-gitlab-token": token });
    expect(refuse("{}", sign("{}"))).toBeUndefined();
  });

  it("[E.5] may sign other headers", () => {
    const { sign, refuse } = createBoundScheme({ ...GITHUB, content: "{header:X-Topic}.{body}" });
    const signed = sign("{}", { headers: { "x-topic": "a" } });
    const headers = { ...signed, "x-topic": "a" };
    expect(refuse("{}", headers)).toBeUndefined();
    expect(refuse("{}", { ...headers, "x-topic": "b" })).toBe("SIGNATURE_MISMATCH");
    expect(refuse("{}", signed)).toBe("SIGNATURE_MALFORMED");
    expect(() => sign("{}")).toThrow(TypeError);
  });

  it("[E.2] may name an algorithm from outside", () => {
    const algorithm: Algorithm<string> = {
      name: "ed25519",
      createKey: String,
      sign: (key) => key.padEnd(128, "0"),
      matches: (keys, _content, [signature]) => signature === keys[0]?.padEnd(128, "0"),
    };
    const scheme = createScheme({ header: "s", algorithm: "ed25519" }, algorithm);
    const keys = createKeys(scheme, ["ab"]);
    expect(findRefusal(scheme, keys, "{}", signPayload(scheme, keys, "{}"))).toBeUndefined();
    expect(algorithm.name).toBe(ED25519.name);
  });
});

describe("headers", () => {
  it.each<[string, SignatureDescription, RegExp]>([
    ["Stripe", STRIPE, /^t=1763769600,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/],
    ["WorkOS", WORKOS, /^t=1763769600000, v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/],
    ["Paddle", PADDLE, /^ts=1763769600;h1=[0-9a-f]{64};h1=[0-9a-f]{64}$/],
    ["Standard Webhooks", STANDARD_WEBHOOKS, /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/],
  ])("[E.4] [E.9] of %s hold a signature for each secret", (_name, description, header) => {
    const { sign } = createBoundScheme(description, [SECRET, "bmV3"]);
    const headers = sign("{}");
    expect(headers[description.header]).toMatch(header);
    for (const secrets of [[SECRET], ["bmV3"], ["b3RoZXI=", "bmV3"]]) {
      expect(createBoundScheme(description, secrets).refuse("{}", headers)).toBeUndefined();
    }
    expect(createBoundScheme(description, ["b3RoZXI="]).refuse("{}", headers)).toBe(
      "SIGNATURE_MISMATCH",
    );
  });

  it("[E.9] of one signature are signed with the first secret", () => {
    const { sign } = createBoundScheme(GITHUB, [SECRET, "bmV3"]);
    expect(sign("{}")).toEqual(createBoundScheme(GITHUB).sign("{}"));
  });

  it("[E.3] may hold unknown items, in any order", () => {
    const { sign, refuse } = createBoundScheme(STRIPE);
    const [, signature = ""] = sign("{}")["stripe-signature"]?.split("v1=") ?? [];
    const seconds = NOW / 1000;
    const known = [`t=${seconds}`, `v1=${signature}`];
    for (const items of [
      ["v0=x", ...known],
      [...known, "v2=y", "x"],
      [...known].reverse(),
      ["v1=bad", `v1=${"0".repeat(64)}`, ...known],
      known.map((item) => ` ${item} `),
    ]) {
      expect(refuse("{}", { "stripe-signature": items.join(",") })).toBeUndefined();
    }
    for (const items of [
      [...known, `t=${seconds}`],
      [`t=${seconds + 1}`, ...known],
      known.slice(1),
    ]) {
      expect(refuse("{}", { "stripe-signature": items.join(",") })).toBe("SIGNATURE_MALFORMED");
    }
  });

  it("[E.3] hold at most 16 signatures, in at most 4 KiB", () => {
    const { sign, refuse } = createBoundScheme(STANDARD_WEBHOOKS);
    const headers = sign("{}");
    const good = headers["webhook-signature"] ?? "";
    const bad = `v1,${"A".repeat(43)}=`;
    const refuseSignature = (signature: string) =>
      refuse("{}", { ...headers, "webhook-signature": signature });
    expect(refuseSignature([...Array<string>(15).fill(bad), good].join(" "))).toBeUndefined();
    expect(refuseSignature([...Array<string>(16).fill(bad), good].join(" "))).toBe(
      "SIGNATURE_MALFORMED",
    );
    expect(refuseSignature(good.padStart(4096))).toBeUndefined();
    expect(refuseSignature(good.padStart(4097))).toBe("SIGNATURE_MALFORMED");
  });

  it("[E.3] with the name of a property of all objects are missing, unless they are sent", () => {
    const { refuse } = createBoundScheme({ ...GITHUB, header: "constructor" });
    expect(refuse("{}", {})).toBe("SIGNATURE_MISSING");
    expect(createBoundScheme({ ...GITHUB, header: "get" }).refuse("{}", { get: "x" })).toBe(
      "SIGNATURE_MALFORMED",
    );
  });
});

describe("the option `tolerance`", () => {
  const [timed, untimed] = [createAnyScheme(STRIPE), createAnyScheme(GITHUB)];

  it("[E.6] is in seconds, and by default that of the scheme", () => {
    expect(readTolerance(undefined, timed)).toBe(300_000);
    expect(readTolerance(0, timed)).toBe(0);
    expect(readTolerance(1.5, timed)).toBe(1_500);
    expect(readTolerance(undefined, untimed)).toBeUndefined();
  });

  it.each([-1, NaN, "1", null])("[E.6] is not %j", (tolerance) => {
    expect(() => readTolerance(tolerance, timed)).toThrow(
      /^`tolerance` is .+; expected a number of seconds, zero or more\.$/,
    );
    expect(() => readTolerance(tolerance, untimed)).toThrow(
      /^`tolerance` is .+; expected none, as the service signs no timestamp\.$/,
    );
  });

  it("[E.6] in force goes before that of the scheme", () => {
    const { sign, refuse } = createBoundScheme(STRIPE);
    const headers = sign("{}", { timestamp: NOW - 10_000 });
    expect(refuse("{}", headers, { tolerance: 10_000 })).toBeUndefined();
    expect(refuse("{}", headers, { tolerance: 9_999 })).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
    expect(refuse("{}", headers, { tolerance: 0 })).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });
});

it("[E.4] compares every key's signature with every signature, whichever matches", async () => {
  const platform = await import("../../src/receive/signatures/platform.node.js");
  const isEqualText = vi.fn(platform.isEqualText);
  vi.resetModules();
  vi.doMock("#platform", () => ({ ...platform, isEqualText }));
  const engine = await import("./engine.js");
  vi.doUnmock("#platform");
  for (const description of [STANDARD_WEBHOOKS, GITLAB_TOKEN]) {
    const scheme = engine.createAnyScheme(description);
    const keys = engine.createKeys(scheme, ["YQ==", "Yg==", "Yw=="]);
    const headers = engine.signPayload(scheme, keys, "{}", { id: "a", timestamp: NOW });
    isEqualText.mockClear();
    expect(engine.findRefusal(scheme, keys, "{}", headers, { now: NOW })).toBeUndefined();
    expect(isEqualText).toHaveBeenCalledTimes(description === GITLAB_TOKEN ? 3 : 9);
    for (const [left, right] of isEqualText.mock.calls) expect(left).toHaveLength(right.length);
  }
});
