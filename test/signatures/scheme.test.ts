import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ED25519 } from "../../src/receive/signatures/algorithms.js";
import { readHeader, readLead } from "../../src/receive/signatures/content.js";
import type { Algorithm, SignatureKey, SignContext } from "../../src/receive/signatures/types.js";
import {
  bindScheme,
  bindTextSign,
  bindTextVerify,
  findRefusal,
  readTolerance,
  signPayload,
  signText,
  verifyText,
} from "../../src/receive/signatures/scheme.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { planSignature } from "../../src/receive/signatures/plan/plan.js";
import { createScheme } from "../../src/receive/signatures/define.js";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import {
  GITHUB,
  GITLAB_TOKEN,
  HUBSPOT_V3,
  LINEAR,
  PADDLE,
  PRESETS,
  STANDARD_WEBHOOKS,
  STRIPE,
  TWILIO,
  WORKOS,
} from "../../src/receive/signatures/plan/presets.js";
import { NOW } from "../cases/signatures/deliveries.js";
import { createAnyScheme, createKeys } from "./all.js";

const SECRET = "c2VjcmV0";

function create(description: SignatureDescription, secrets = [SECRET]) {
  const scheme = createAnyScheme(description);
  const keys = createKeys(scheme, secrets);
  return {
    scheme,
    keys,
    sign: (body: string, context = {}) =>
      signPayload(scheme, keys, body, { id: "msg_1", timestamp: NOW, ...context }),
    refuse: (body: string, headers: Record<string, string>, context = {}) =>
      findRefusal(scheme, keys, body, headers, { now: NOW, ...context }),
  };
}

describe("an ECDSA signature in hex", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const description: SignatureDescription = {
    header: "x-signature",
    algorithm: "ecdsa-p256-sha256",
    encoding: "hex",
    secret: { encoding: "base64" },
  };
  const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const { refuse } = create(description, [key]);
  const refuseSignature = (signature: string) => refuse("{}", { "x-signature": signature });
  const signed = (body: string) => sign("sha256", Buffer.from(body), privateKey).toString("hex");

  it("[E.2] is taken, whatever its length", () => {
    for (let n = 0; n < 8; n++) expect(refuseSignature(signed("{}"))).toBeUndefined();
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

  it("[E.3] [E.6] may have a timestamp in its format, whose header is then of no matter", () => {
    const { sign, refuse } = create({
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
    expect(create(STRIPE).refuse("{}", { ...headers, "stripe-signature": "t=1" })).toBe(
      "SIGNATURE_MALFORMED",
    );
  });

  it.each([
    ["t={timestamp} , v1={signature}", {}],
    ["t={timestamp}_v1={signature}", { separator: "_" }],
  ])("[E.3] may have the format %j", (format, changes) => {
    const content = "{timestamp}.{body}";
    const { sign, refuse } = create({ ...GITHUB, format, content, tolerance: 300, ...changes });
    expect(refuse("{}", sign("{}"))).toBeUndefined();
    expect(refuse("[]", sign("{}"))).toBe("SIGNATURE_MISMATCH");
  });

  it.each(["|", ".", "_", "$", "&"])("[E.3] takes %j as nothing but itself", (separator) => {
    const format = `t={timestamp}${separator}v1${separator}{signature}`;
    const changes = { content: "{timestamp}.{body}", tolerance: 300, separator };
    const { scheme, sign, refuse } = create({ ...GITHUB, format, ...changes });
    const text = sign("{}")[scheme.header] ?? "";
    expect(refuse("{}", { [scheme.header]: text })).toBeUndefined();
    for (const other of ["x", "", " "]) {
      const [start, end] = [text.indexOf(separator), text.lastIndexOf(separator)];
      for (const at of [start, end]) {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect(refuse("{}", { [scheme.header]: changed })).toBe("SIGNATURE_MALFORMED");
      }
    }
  });

  it("[E.4] may be a token of any characters", () => {
    const token = "a $& $1 {signature} \\";
    const { sign, refuse } = create(GITLAB_TOKEN, [token]);
    expect(sign("{}")).toEqual({ "x-gitlab-token": token });
    expect(refuse("{}", sign("{}"))).toBeUndefined();
  });

  it("[E.5] may sign other headers", () => {
    const { sign, refuse } = create({ ...GITHUB, content: "{header:X-Topic}.{body}" });
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
  const time = NOW / 1000;

  it.each<[string, SignatureDescription, RegExp]>([
    ["Stripe", STRIPE, /^t=1763769600,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/],
    ["WorkOS", WORKOS, /^t=1763769600000, v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/],
    ["Paddle", PADDLE, /^ts=1763769600;h1=[0-9a-f]{64};h1=[0-9a-f]{64}$/],
    ["Standard Webhooks", STANDARD_WEBHOOKS, /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/],
  ])("[E.4] [E.9] of %s hold a signature for each secret", (_name, description, header) => {
    const { sign } = create(description, [SECRET, "bmV3"]);
    const headers = sign("{}");
    expect(headers[description.header]).toMatch(header);
    for (const secrets of [[SECRET], ["bmV3"], ["b3RoZXI=", "bmV3"]]) {
      expect(create(description, secrets).refuse("{}", headers)).toBeUndefined();
    }
    expect(create(description, ["b3RoZXI="]).refuse("{}", headers)).toBe("SIGNATURE_MISMATCH");
  });

  it("[E.9] of one signature are signed with the first secret", () => {
    const { sign } = create(GITHUB, [SECRET, "bmV3"]);
    expect(sign("{}")).toEqual(create(GITHUB).sign("{}"));
  });

  it("[E.3] may hold what is unknown, in any order", () => {
    const { sign, refuse } = create(STRIPE);
    const [, signature = ""] = sign("{}")["stripe-signature"]?.split("v1=") ?? [];
    const known = [`t=${time}`, `v1=${signature}`];
    for (const items of [
      ["v0=x", ...known],
      [...known, "v2=y", "x"],
      [...known].reverse(),
      ["v1=bad", `v1=${"0".repeat(64)}`, ...known],
      known.map((item) => ` ${item} `),
    ]) {
      expect(refuse("{}", { "stripe-signature": items.join(",") })).toBeUndefined();
    }
    for (const items of [[...known, `t=${time}`], [`t=${time + 1}`, ...known], known.slice(1)]) {
      expect(refuse("{}", { "stripe-signature": items.join(",") })).toBe("SIGNATURE_MALFORMED");
    }
  });

  it("[E.3] hold at most 16 signatures, in at most 4 KiB", () => {
    const { sign, refuse } = create(STANDARD_WEBHOOKS);
    const headers = sign("{}");
    const good = headers["webhook-signature"] ?? "";
    const bad = `v1,${"A".repeat(43)}=`;
    const with_ = (signature: string) =>
      refuse("{}", { ...headers, "webhook-signature": signature });
    expect(with_([...Array<string>(15).fill(bad), good].join(" "))).toBeUndefined();
    expect(with_([...Array<string>(16).fill(bad), good].join(" "))).toBe("SIGNATURE_MALFORMED");
    expect(with_(good.padStart(4096))).toBeUndefined();
    expect(with_(good.padStart(4097))).toBe("SIGNATURE_MALFORMED");
  });

  it("[E.3] named like an object's own properties are missing", () => {
    const { refuse } = create({ ...GITHUB, header: "constructor" });
    expect(refuse("{}", {})).toBe("SIGNATURE_MISSING");
    expect(create({ ...GITHUB, header: "get" }).refuse("{}", { get: "x" })).toBe(
      "SIGNATURE_MALFORMED",
    );
  });
});

describe("what is signed", () => {
  it("[E.5] [E.9] has to be passed", () => {
    expect(() => create(STANDARD_WEBHOOKS).sign("{}", { id: undefined })).toThrow(/`id`/);
    expect(() => create(TWILIO).sign("a=1")).toThrow(/`url` is undefined/);
    const { sign, refuse } = create(HUBSPOT_V3);
    expect(() => sign("{}", { url: "https://a.example/" })).toThrow(/`method` is undefined/);
    const headers = sign("{}", { url: "https://a.example/", method: "post" });
    expect(() => refuse("{}", headers, { method: "POST" })).toThrow(/`url` is undefined/);
  });

  it.each<unknown>([NaN, -1, Infinity, 1e300, "1000", new Date(0)])(
    "[E.9] is not signed at %s",
    (wrongTime) => {
      const timestamp = wrongTime as number;
      expect(() => create(STRIPE).sign("{}", { timestamp })).toThrow(/milliseconds since 1970/);
    },
  );

  it("[E.5] of HubSpot has some characters of the URL decoded", () => {
    const { sign } = create(HUBSPOT_V3);
    const encoded = "https://a.example/x%3Ay%2fz?q=%40%21%24%27%28%29%2A%2C%3B%3F&r=%20%26%C3%A9";
    const decoded = "https://a.example/x:y/z?q=@!$'()*,;?&r=%20%26%C3%A9";
    const method = "POST";
    expect(sign("{}", { url: encoded, method })).toEqual(sign("{}", { url: decoded, method }));
    expect(sign("{}", { url: decoded, method })).not.toEqual(
      sign("{}", { url: `${decoded}%20`, method }),
    );
  });

  it("[E.5] of Twilio are sorted parameters, each value once", () => {
    const { sign } = create(TWILIO);
    const url = "https://a.example/";
    const expected = sign("", { url: `${url}A1A2BxCy z` });
    expect(sign("C=y+z&B=x&A=2&A=1&A=1", { url })).toEqual(expected);
    expect(sign("C=y+z&B=x&A=2", { url })).not.toEqual(expected);
  });

  it("[E.6] of Linear is read after it proved right", () => {
    const { sign, refuse } = create(LINEAR);
    for (const body of ["[]", "null", "no JSON", '{"webhookTimestamp":[1]}', '{"__proto__":1}']) {
      expect(refuse(body, sign(body))).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
      expect(refuse(body, sign("{}"))).toBe("SIGNATURE_MISMATCH");
    }
    const nested = create({ ...LINEAR, timestamp: { body: "a.b", unit: "seconds" } });
    const body = JSON.stringify({ a: { b: String(NOW / 1000) } });
    expect(nested.refuse(body, nested.sign(body))).toBeUndefined();
  });

  it("[E.6] may be of this second alone", () => {
    const { sign, refuse } = create({ ...STRIPE, tolerance: 0 });
    expect(refuse("{}", sign("{}"))).toBeUndefined();
    for (const timestamp of [NOW - 1_000, NOW + 1_000])
      expect(refuse("{}", sign("{}", { timestamp }))).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });

  it("[E.5] may be empty, and bytes that are no text", () => {
    const { scheme, keys } = create(STANDARD_WEBHOOKS);
    for (const body of ["", new Uint8Array(), Uint8Array.of(0xff, 0, 0xc3)]) {
      const headers = signPayload(scheme, keys, body, { id: "a", timestamp: NOW });
      expect(findRefusal(scheme, keys, body, headers, { now: NOW })).toBeUndefined();
      expect(findRefusal(scheme, keys, "x", headers, { now: NOW })).toBe("SIGNATURE_MISMATCH");
    }
  });

  it("[E.6] is judged by the clock when no time is passed", () => {
    const { scheme, keys } = create(STRIPE);
    expect(findRefusal(scheme, keys, "{}", signPayload(scheme, keys, "{}"))).toBeUndefined();
    const old = create(STRIPE).sign("{}", { timestamp: 0 });
    expect(findRefusal(scheme, keys, "{}", old)).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });
});

describe("what is sent", () => {
  const hmac = (text: string) => createHmac("sha256", "secret").update(text).digest("hex");
  const base64 = (text: string) => createHmac("sha256", "secret").update(text).digest("base64");
  const TIMED: SignatureDescription = {
    ...GITHUB,
    timestamp: { header: "X-Time" },
    content: "{timestamp}.{body}",
    tolerance: 300,
  };

  it.each<[string, SignatureDescription, SignContext, Record<string, string>]>([
    ["a signature", GITHUB, {}, { "x-hub-signature-256": `sha256=${hmac("{}")}` }],
    [
      "its time, and its id",
      STANDARD_WEBHOOKS,
      { id: "msg_1", timestamp: NOW },
      {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(NOW / 1000),
        "webhook-signature": `v1,${base64(`msg_1.${NOW / 1000}.{}`)}`,
      },
    ],
    [
      "its own id and time, whatever the headers beside it are",
      STANDARD_WEBHOOKS,
      { id: "msg_1", timestamp: NOW, headers: { "webhook-id": "x", "webhook-timestamp": "1" } },
      {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(NOW / 1000),
        "webhook-signature": `v1,${base64(`msg_1.${NOW / 1000}.{}`)}`,
      },
    ],
    [
      "an id that is among the headers, and is not sent again",
      STANDARD_WEBHOOKS,
      { timestamp: NOW, headers: { "webhook-id": "msg_2" } },
      {
        "webhook-timestamp": String(NOW / 1000),
        "webhook-signature": `v1,${base64(`msg_2.${NOW / 1000}.{}`)}`,
      },
    ],
    [
      "the whole seconds of its time",
      TIMED,
      { timestamp: 1_999 },
      { "x-hub-signature-256": `sha256=${hmac("1.{}")}`, "x-time": "1" },
    ],
    [
      "the first millisecond of all",
      TIMED,
      { timestamp: 0 },
      { "x-hub-signature-256": `sha256=${hmac("0.{}")}`, "x-time": "0" },
    ],
    [
      "milliseconds",
      { ...TIMED, timestamp: { header: "X-Time", unit: "milliseconds" } },
      { timestamp: 1_999 },
      { "x-hub-signature-256": `sha256=${hmac("1999.{}")}`, "x-time": "1999" },
    ],
    [
      "a time beside the signature",
      STRIPE,
      { timestamp: 1_999 },
      { "stripe-signature": `t=1,v1=${hmac("1.{}")}` },
    ],
    [
      "an id that is not signed",
      { ...GITHUB, id: { header: "X-Id" } },
      { id: "msg_1" },
      { "x-hub-signature-256": `sha256=${hmac("{}")}`, "x-id": "msg_1" },
    ],
    [
      "no id where there is none",
      { ...GITHUB, id: { header: "X-Id" } },
      { id: "" },
      { "x-hub-signature-256": `sha256=${hmac("{}")}` },
    ],
    ["nothing of the time that is in the body", LINEAR, {}, { "linear-signature": hmac("{}") }],
  ])("[E.9] is %s", (_, description, context, headers) => {
    const scheme = createAnyScheme(description);
    const keys = createKeys(scheme, [description === STANDARD_WEBHOOKS ? "c2VjcmV0" : "secret"]);
    expect(signPayload(scheme, keys, "{}", context)).toEqual(headers);
  });

  it("[E.9] has a time before which nothing can be sent", () => {
    const sign = (timestamp: number) => () => create(STRIPE).sign("{}", { timestamp });
    expect(sign(-0.5)).toThrow(
      new TypeError("The timestamp is -0.5; expected milliseconds since 1970."),
    );
    expect(() => create(STANDARD_WEBHOOKS).sign("{}", { id: undefined })).toThrow(
      new TypeError("A part of the delivery is undefined; expected its `id` and signed headers."),
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
    const { sign, refuse } = create(STRIPE);
    const headers = sign("{}", { timestamp: NOW - 10_000 });
    expect(refuse("{}", headers, { tolerance: 10_000 })).toBeUndefined();
    expect(refuse("{}", headers, { tolerance: 9_999 })).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
    expect(refuse("{}", headers, { tolerance: 0 })).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });
});

describe("a scheme of the body alone", () => {
  const scheme = bindScheme(planSignature(GITHUB), createAnyScheme(GITHUB));
  const keys = createKeys(scheme, ["old", "new"]);
  const [key] = keys as [SignatureKey];
  const sign = bindTextSign(planSignature(GITHUB), createAnyScheme(GITHUB));
  const verify = bindTextVerify(planSignature(GITHUB), createAnyScheme(GITHUB));

  it("[E.4] signs and verifies one text", () => {
    const text = `sha256=${createHmac("sha256", "old").update("{}").digest("hex")}`;
    expect(signText(scheme, key, "{}")).toBe(text);
    expect(signText(scheme, key, Buffer.from("{}"))).toBe(text);
    expect(sign("old", "{}")).toBe(text);
    expect(verifyText(scheme, keys, "{}", text)).toBe(true);
    expect(verifyText(scheme, keys.slice(1), "{}", text)).toBe(false);
    expect(verifyText(scheme, keys, "[]", text)).toBe(false);
    expect(verifyText(scheme, keys, "{}", text.slice(7))).toBe(false);
    expect(verify("old", "{}", text)).toBe(true);
    expect(verify("new", "{}", text)).toBe(false);
  });

  it("[E.8] refuses a payload and a signature of the wrong type", () => {
    const payload = /^The payload is undefined; expected non-empty text/;
    expect(() => signText(scheme, key, undefined)).toThrow(payload);
    expect(() => verifyText(scheme, keys, undefined, "sha256=")).toThrow(payload);
    expect(() => verifyText(scheme, keys, "{}", undefined)).toThrow(
      new TypeError("The signature is undefined; expected a non-empty string."),
    );
    expect(() => verifyText(scheme, keys, "{}", "")).toThrow(/^The signature is an empty string/);
  });

  it("[E.1] has no property that it does not own", () => {
    expect(Object.getPrototypeOf(scheme)).toBeNull();
    const { use, readSecret } = createAnyScheme(GITHUB);
    expect({ ...bindScheme(planSignature(GITHUB), { use, readSecret }) }).toEqual({
      ...planSignature(GITHUB),
      use,
      readSecret,
      readContent: readLead,
      read: readHeader,
    });
  });
});

it("[E.4] compares every key's signature with every signature, whichever matches", async () => {
  const platform = await import("../../src/receive/signatures/platform.node.js");
  const isEqualText = vi.fn(platform.isEqualText);
  vi.resetModules();
  vi.doMock("#platform", () => ({ ...platform, isEqualText }));
  const engine = await import("./all.js");
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

it("[E.4] compares texts of any length", () => {
  for (const { isEqualText: isEqual } of [node, portable]) {
    expect(isEqual("a", "a")).toBe(true);
    expect(isEqual("a", "b")).toBe(false);
    expect(isEqual("a", "aa")).toBe(false);
    expect(isEqual("aa", "a")).toBe(false);
    expect(isEqual("", "")).toBe(true);
    expect(isEqual("x".repeat(200), `${"x".repeat(199)}y`)).toBe(false);
    expect(isEqual("b", "b")).toBe(true);
  }
});
