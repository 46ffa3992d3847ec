/** The text that a scheme signs, and the headers in which it sends the signature. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readHeader, readLead } from "../../src/receive/signatures/readers.js";
import type { SignatureKey, SignContext } from "../../src/receive/signatures/types.js";
import {
  bindScheme,
  bindTextSign,
  bindTextVerify,
  findRefusal,
  signPayload,
  signText,
  verifyText,
} from "../../src/receive/signatures/scheme.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { planSignature } from "../../src/receive/signatures/plan/plan.js";
import {
  GITHUB,
  HUBSPOT_V3,
  LINEAR,
  STANDARD_WEBHOOKS,
  STRIPE,
  TWILIO,
} from "../../src/receive/signatures/plan/presets.js";
import { NOW } from "../cases/signatures/deliveries.js";
import { createAnyScheme, createKeys } from "./engine.js";
import { createBoundScheme } from "./create-scheme.js";

describe("what is signed", () => {
  it("[E.5] [E.9] has to be passed", () => {
    expect(() => createBoundScheme(STANDARD_WEBHOOKS).sign("{}", { id: undefined })).toThrow(
      /`id`/,
    );
    expect(() => createBoundScheme(TWILIO).sign("a=1")).toThrow(/`url` is undefined/);
    const { sign, refuse } = createBoundScheme(HUBSPOT_V3);
    expect(() => sign("{}", { url: "https://a.example/" })).toThrow(/`method` is undefined/);
    const headers = sign("{}", { url: "https://a.example/", method: "post" });
    expect(() => refuse("{}", headers, { method: "POST" })).toThrow(/`url` is undefined/);
  });

  it.each<unknown>([NaN, -1, Infinity, 1e300, "1000", new Date(0)])(
    "[E.9] is not signed at %s",
    (wrongTime) => {
      const timestamp = wrongTime as number;
      expect(() => createBoundScheme(STRIPE).sign("{}", { timestamp })).toThrow(
        /milliseconds since 1970/,
      );
    },
  );

  it("[E.5] of HubSpot has some characters of the URL decoded", () => {
    const { sign } = createBoundScheme(HUBSPOT_V3);
    const encoded = "https://a.example/x%3Ay%2fz?q=%40%21%24%27%28%29%2A%2C%3B%3F&r=%20%26%C3%A9";
    const decoded = "https://a.example/x:y/z?q=@!$'()*,;?&r=%20%26%C3%A9";
    const method = "POST";
    expect(sign("{}", { url: encoded, method })).toEqual(sign("{}", { url: decoded, method }));
    expect(sign("{}", { url: decoded, method })).not.toEqual(
      sign("{}", { url: `${decoded}%20`, method }),
    );
  });

  it("[E.5] of Twilio are sorted parameters, each value once", () => {
    const { sign } = createBoundScheme(TWILIO);
    const url = "https://a.example/";
    const expected = sign("", { url: `${url}A1A2BxCy z` });
    expect(sign("C=y+z&B=x&A=2&A=1&A=1", { url })).toEqual(expected);
    expect(sign("C=y+z&B=x&A=2", { url })).not.toEqual(expected);
  });

  it("[E.6] of Linear is read after it proved right", () => {
    const { sign, refuse } = createBoundScheme(LINEAR);
    for (const body of ["[]", "null", "no JSON", '{"webhookTimestamp":[1]}', '{"__proto__":1}']) {
      expect(refuse(body, sign(body))).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
      expect(refuse(body, sign("{}"))).toBe("SIGNATURE_MISMATCH");
    }
    const nested = createBoundScheme({ ...LINEAR, timestamp: { body: "a.b", unit: "seconds" } });
    const body = JSON.stringify({ a: { b: String(NOW / 1000) } });
    expect(nested.refuse(body, nested.sign(body))).toBeUndefined();
  });

  it("[E.6] may be of this second alone", () => {
    const { sign, refuse } = createBoundScheme({ ...STRIPE, tolerance: 0 });
    expect(refuse("{}", sign("{}"))).toBeUndefined();
    for (const timestamp of [NOW - 1_000, NOW + 1_000])
      expect(refuse("{}", sign("{}", { timestamp }))).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });

  it("[E.5] may be empty, and bytes that are no text", () => {
    const { scheme, keys } = createBoundScheme(STANDARD_WEBHOOKS);
    for (const body of ["", new Uint8Array(), Uint8Array.of(0xff, 0, 0xc3)]) {
      const headers = signPayload(scheme, keys, body, { id: "a", timestamp: NOW });
      expect(findRefusal(scheme, keys, body, headers, { now: NOW })).toBeUndefined();
      expect(findRefusal(scheme, keys, "x", headers, { now: NOW })).toBe("SIGNATURE_MISMATCH");
    }
  });

  it("[E.6] is judged by the clock when no time is passed", () => {
    const { scheme, keys } = createBoundScheme(STRIPE);
    expect(findRefusal(scheme, keys, "{}", signPayload(scheme, keys, "{}"))).toBeUndefined();
    const old = createBoundScheme(STRIPE).sign("{}", { timestamp: 0 });
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
    const sign = (timestamp: number) => () => createBoundScheme(STRIPE).sign("{}", { timestamp });
    expect(sign(-0.5)).toThrow(
      new TypeError("The timestamp is -0.5; expected milliseconds since 1970."),
    );
    expect(() => createBoundScheme(STANDARD_WEBHOOKS).sign("{}", { id: undefined })).toThrow(
      new TypeError("A part of the delivery is undefined; expected its `id` and signed headers."),
    );
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
