/** The headers, the address and the fields of a delivery, as the toolkit reads them. */
import { describe, expect, it } from "vitest";
import type { FieldSource } from "../../src/catalog/webhooks.js";
import { copyOwn } from "../../src/base/expect.js";
import { defineScheme } from "../../src/receive/signatures/define.js";
import { HMAC_SHA256 } from "../../src/receive/signatures/algorithms.js";
import { createSignatureKey } from "../../src/receive/signatures/scheme.js";
import { hubspotV3, stripe } from "../../src/receive/signatures/schemes.js";
import { readFields } from "../../src/receive/webhooks/parts/fields.js";
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { bindUnwrap } from "../../src/receive/webhooks/unwrap.js";
import {
  createReader,
  expectId,
  readDelivery,
  toEvent,
} from "../../src/receive/webhooks/delivery.js";
import { readSignedHead, readRequestUrl } from "../../src/receive/webhooks/delivery-head.js";
import { headerOf, isInHeader, readPayloadField } from "../../src/receive/webhooks/field-source.js";
import { isReservedName, keepWhole, splitAtDot } from "../../src/receive/webhooks/event-names.js";
import { acmeCatalog, acmeParts, SECRET } from "../cases/webhooks/acme.js";
import { errorOf } from "../client/error-of.js";

const SIGNATURE = `sha256=${"0".repeat(64)}`;
const LIST = `${SIGNATURE}, ${SIGNATURE}`;
const GOOD = { "x-acme-event": "push", "x-acme-delivery": "1", "x-acme-signature": SIGNATURE };

const DELIVERY = { header: "x-acme-delivery" };

describe("the head of a delivery", () => {
  const read = (
    changes: object,
    { delivery = DELIVERY, unsigned = false }: { delivery?: FieldSource; unsigned?: boolean } = {},
  ) => {
    const headers: Record<string, string> = { ...GOOD, ...changes };
    const reader = { ...createReader(acmeParts.scheme), takesUnsigned: unsigned };
    const rules = {
      catalog: { ...acmeCatalog, delivery },
      reader,
      isReserved: (name: string) => isReservedName(name, splitAtDot),
    };
    return readSignedHead(toSource(headers), rules, headers[headerOf(delivery)] ?? "");
  };
  const good = {
    kind: "delivery",
    id: "1",
    name: "push",
    signature: SIGNATURE,
    isMalformed: false,
  };

  it("[C.5] has the id, the name and the signature", () => {
    expect(read({})).toEqual(good);
  });

  it.each<[changes: object, fault: object]>([
    [{ "x-acme-event": "" }, { code: "HEADER_MISSING", subject: "x-acme-event" }],
    [{ "x-acme-event": "a,b" }, { code: "HEADER_REPEATED", subject: "x-acme-event" }],
    [
      { "x-acme-event": "push", "x-acme-delivery": "" },
      { code: "HEADER_MISSING", subject: "x-acme-delivery" },
    ],
    [{ "x-acme-delivery": "1,2" }, { code: "HEADER_REPEATED", subject: "x-acme-delivery" }],
    [{ "x-acme-signature": "" }, { code: "SIGNATURE_MISSING", subject: "x-acme-signature" }],
    [{ "x-acme-signature": LIST }, { code: "HEADER_REPEATED", subject: "x-acme-signature" }],
    [
      { "x-acme-event": "error", "x-acme-delivery": "", "x-acme-signature": "" },
      { code: "INVALID_EVENT_NAME", subject: "x-acme-event", name: "error" },
    ],
    [
      { "x-acme-event": "issues.opened" },
      { code: "INVALID_EVENT_NAME", subject: "x-acme-event", name: "issues.opened" },
    ],
    [{ "x-acme-event": "a*" }, { code: "INVALID_EVENT_NAME", subject: "x-acme-event", name: "a*" }],
    [
      { "x-acme-event": "", "x-acme-delivery": "", "x-acme-signature": "" },
      { code: "HEADER_MISSING", subject: "x-acme-event" },
    ],
    [
      { "x-acme-delivery": "", "x-acme-signature": "" },
      { code: "HEADER_MISSING", subject: "x-acme-delivery" },
    ],
  ])("[C.5] with %j has the first fault", (changes, fault) => {
    expect(read(changes)).toEqual({ kind: "fault", fault });
  });

  it("[C.5] keeps a malformed signature, whose delivery is refused with its body", () => {
    expect(read({ "x-acme-signature": "x" })).toEqual({
      ...good,
      signature: "x",
      isMalformed: true,
    });
  });

  it("[C.23] needs no signature where a challenge may be unsigned", () => {
    for (const signature of ["", "x", LIST])
      expect(read({ "x-acme-signature": signature }, { unsigned: true })).toEqual({
        ...good,
        signature,
      });
  });

  it("[B.31] needs no id that is optional, or in the body", () => {
    const header = "x-acme-delivery";
    const none = { ...good, id: "" };
    const optional = { delivery: { header, optional: true } as FieldSource };
    expect(read({ [header]: "" }, optional)).toEqual(none);
    expect(read({ [header]: "1,2" }, optional)).toMatchObject({
      fault: { code: "HEADER_REPEATED" },
    });
    expect(
      read({ [header]: "" }, { delivery: { header, optional: false } as FieldSource }),
    ).toMatchObject({ fault: { code: "HEADER_MISSING" } });
    expect(read({ [header]: "" }, { delivery: { body: "id" } })).toEqual(none);
  });

  it("[B.31] may have a list of signatures where more than the body is signed", () => {
    const rules = {
      catalog: { path: "/", event: { body: "type" }, eventNames: [] },
      reader: createReader(stripe),
      isReserved: (name: string) => isReservedName(name, keepWhole),
    };
    const head = (signature: string) =>
      readSignedHead(toSource({ "stripe-signature": signature }), rules, "");
    const signature = `t=1,v1=${"0".repeat(64)}`;
    const expected = { kind: "delivery", id: "", name: "", signature, isMalformed: false };
    expect(head(signature)).toEqual(expected);
    expect(head("a,b")).toEqual({ ...expected, signature: "a,b", isMalformed: true });
    expect(head("")).toEqual({
      kind: "fault",
      fault: { code: "SIGNATURE_MISSING", subject: "stripe-signature" },
    });
  });
});

describe("the parts of a delivery", () => {
  it.each<[given: unknown, read: object]>([
    [{ name: "a" }, { id: "", name: "a", payload: undefined, signature: "" }],
    [
      { id: "1", name: "a", payload: 7, signature: "s", other: 1 },
      { id: "1", name: "a", payload: 7, signature: "s" },
    ],
    [
      { id: null, name: "a", signature: ["s"] },
      { id: "", name: "a", payload: undefined, signature: "" },
    ],
  ])("[B.16] of %j are %j", (given, read) => {
    expect(readDelivery(given)).toEqual(read);
  });

  it.each<[given: unknown, message: string]>([
    [undefined, "The `name` of the delivery is undefined; expected a non-empty string."],
    [null, "The `name` of the delivery is undefined; expected a non-empty string."],
    [{ name: 1 }, "The `name` of the delivery is a number; expected a non-empty string."],
    [{ name: "a", id: 1 }, "The `id` of the delivery is a number; expected a string."],
  ])("[B.16] are refused: %j", (given, message) => {
    expect(() => readDelivery(given)).toThrow(new TypeError(message));
  });

  it("[B.12] have the empty string for an absent id", () => {
    expect([undefined, null, "", "1"].map(expectId)).toEqual(["", "", "", "1"]);
  });

  it("[B.4] say that a raw payload needs a signature", () => {
    const read = { id: "1", name: "a", signature: "" };
    for (const [payload, kind] of [
      ["{}", "a string"],
      [new Uint8Array(1), "an object"],
      [new ArrayBuffer(1), "an object"],
      [[], "an array"],
      [undefined, "undefined"],
    ] as const)
      expect(() => toEvent({ ...read, payload })).toThrow(
        new TypeError(
          `The \`payload\` is ${kind}; expected parsed JSON; verifyAndReceive() takes a raw body.`,
        ),
      );
    expect(toEvent({ ...read, payload: { a: 1 } })).toEqual({
      id: "1",
      name: "a",
      payload: { a: 1 },
    });
  });
});

describe("a field of a delivery", () => {
  const source = (places: object) => copyOwn(places) as { readonly body: string };

  it.each<[payload: unknown, places: object, found: string]>([
    [{ a: { b: "c" } }, { body: "a.b" }, "c"],
    [{ a: 7 }, { body: "a" }, "7"],
    [{ a: -1 }, { body: "a" }, "-1"],
    [{ a: 1.5 }, { body: "a" }, ""],
    [{ a: 2 ** 53 }, { body: "a" }, ""],
    [{ a: true }, { body: "a" }, ""],
    [{ a: ["b"] }, { body: "a" }, ""],
    [{ a: "", b: "c" }, { body: "a", others: ["b"] }, "c"],
    [{ c: 3 }, { body: "a", others: ["b", "c"] }, "3"],
    [{ a: "x", b: "c" }, { body: "a", others: ["b"] }, "x"],
    [{ a: "" }, { body: "a", others: ["b"], default: "d" }, "d"],
    [{ a: "x" }, { body: "a", default: "d" }, "x"],
    [{}, { body: "a" }, ""],
    [null, { body: "a" }, ""],
  ])("[B.31] in %j at %j is %j", (payload, places, found) => {
    expect(readPayloadField(payload, source(places))).toBe(found);
  });

  it("[B.31] has a header, or none", () => {
    const places: readonly (FieldSource | undefined)[] = [
      { header: "a" },
      { body: "b" },
      undefined,
    ];
    expect(places.map(headerOf)).toEqual(["a", "", ""]);
    expect([{ header: "a" }, { body: "b" }].map(isInHeader)).toEqual([true, false]);
    expect(isInHeader(Object.create({ header: "a" }) as FieldSource)).toBe(false);
  });
});

describe("the address of a request", () => {
  it.each<[request: object, headers: Readonly<Record<string, string>>, url: string]>([
    [{ url: "https://a.example/b?c" }, {}, "https://a.example/b?c"],
    [{ url: "/b?c" }, { host: "a.example" }, "http://a.example/b?c"],
    [{ url: "/b", socket: { encrypted: true } }, { host: "a" }, "https://a/b"],
    [{ url: "/b", socket: { encrypted: false } }, { host: "a" }, "http://a/b"],
    [{ url: "/b", socket: undefined }, { ":authority": "h2" }, "http://h2/b"],
    [{ url: "/b" }, { host: "h1", ":authority": "h2" }, "http://h1/b"],
    [{ url: "/b" }, {}, "http:///b"],
    [{ url: "/b", originalUrl: "/a/b" }, { host: "a" }, "http://a/a/b"],
    [{ url: "/b", originalUrl: new URL("https://c.example/d") }, {}, "https://c.example/d"],
    [{}, { host: "a" }, ""],
  ])("[B.31] of %j with %j is %s", (request, headers, url) => {
    expect(readRequestUrl({ request, method: "POST", ...toSource(headers) })).toBe(url);
  });
});

describe("unwrap", () => {
  const body = '{"a":1}';
  const unwrap = bindUnwrap<object>(acmeCatalog, acmeParts);
  const KEYS = [createSignatureKey(acmeParts.scheme, SECRET)] as const;
  const signature = createReader(acmeParts.scheme).sign(KEYS, body) as string;
  const headers = { ...GOOD, "x-acme-signature": signature };

  it.each<[changes: object, error: object]>([
    [
      { "x-acme-event": undefined },
      {
        code: "HEADER_MISSING",
        event: { id: "1", name: "" },
        message: "x-acme-event: The header is missing or empty.",
      },
    ],
    [
      { "x-acme-delivery": undefined },
      {
        code: "HEADER_MISSING",
        event: { id: "", name: "" },
        message: "x-acme-delivery: The header is missing or empty.",
      },
    ],
    [
      { "x-acme-delivery": "1, 2" },
      {
        code: "HEADER_REPEATED",
        event: { id: "1, 2", name: "" },
        message: "x-acme-delivery: The header must be given once.",
      },
    ],
    [
      { "x-acme-event": "issues.opened" },
      {
        code: "INVALID_EVENT_NAME",
        event: { id: "1", name: "issues.opened" },
        message:
          "x-acme-event: The event name holds an action: give the event alone, because the action is read from the payload.",
      },
    ],
    [
      { "x-acme-signature": SIGNATURE },
      {
        code: "SIGNATURE_MISMATCH",
        event: { id: "1", name: "push" },
        message: "The signature does not match the body and the secret.",
      },
    ],
    [
      { "x-acme-signature": "x" },
      {
        code: "SIGNATURE_MALFORMED",
        event: { id: "1", name: "push" },
        message: "The signature is not in the format of the service.",
      },
    ],
  ])("[B.36] of headers with %j says what is wrong", async (changes, expected) => {
    const error = await errorOf(unwrap(SECRET, body, { ...headers, ...changes }));
    const { code, event, message } = error;
    expect({ code, event, message }).toEqual({
      ...expected,
      event: { ...(expected as { event: object }).event, payload: undefined },
    });
  });

  it("[B.36] takes records, `Headers` and names in any case", async () => {
    const event = { id: "1", name: "push", payload: { a: 1 } };
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const given of [headers, upper, new Headers(headers)])
      expect(await unwrap([SECRET, "another"], body, given)).toEqual(event);
  });

  it("[B.36] parses a long body, too", async () => {
    const payload = { text: "x".repeat(5_000) };
    const text = JSON.stringify(payload);
    const long = createReader(acmeParts.scheme).sign(KEYS, text) as string;
    const event = await unwrap(SECRET, text, { ...headers, "x-acme-signature": long });
    expect(event).toEqual({ id: "1", name: "push", payload });
  });

  it("[B.36] [B.31] takes POST for the method that is signed, unless it is another", async () => {
    const catalog = { path: "/", event: { body: "type" }, eventNames: [] };
    const open = bindUnwrap<object>(catalog, { scheme: hubspotV3, fields: readFields });
    const verifier = createVerifier(hubspotV3, { secrets: [SECRET] });
    const url = "https://receiver.example/hooks";
    const text = '{"type":"a"}';
    for (const method of ["POST", "PUT"]) {
      const signed = verifier.sign(text, { url, method });
      const event = { id: "", name: "a", payload: { type: "a" } };
      expect(await open(SECRET, text, signed, { url, method })).toEqual(event);
      const byDefault = open(SECRET, text, signed, { url });
      if (method === "POST") expect(await byDefault).toEqual(event);
      else expect(await errorOf(byDefault)).toMatchObject({ code: "SIGNATURE_MISMATCH" });
    }
  });

  it("[B.36] refuses headers that are none", async () => {
    const error = await errorOf(unwrap(SECRET, body, "text" as never));
    expect(error).toEqual(
      new TypeError(
        "The headers of the delivery is a string; expected a Headers object or a record.",
      ),
    );
  });

  it("[B.36] [B.35] says that a secret was not found, or could not be", async () => {
    const event = { id: "1", name: "push", payload: undefined };
    const missing = await errorOf(unwrap(() => undefined, body, headers));
    expect(missing).toMatchObject({
      code: "SECRET_NOT_FOUND",
      event,
      message: "There is no secret for the delivery.",
    });
    const cause = new Error("x");
    const failed = await errorOf(unwrap(() => Promise.reject(cause), body, headers));
    expect(failed).toMatchObject({
      code: "SECRET_LOOKUP_FAILED",
      status: 500,
      event,
      cause,
      message: "The secret could not be looked up.",
    });
  });

  it("[B.36] [C.23] refuses a challenge, which a toolkit answers", async () => {
    const scheme = defineScheme({ header: "x-acme-signature", algorithm: HMAC_SHA256 });
    const answer = { status: 200, headers: {}, body: "" };
    const open = bindUnwrap<object>(acmeCatalog, {
      scheme,
      fields: (...binding) => ({
        ...readFields(...binding),
        open: () => ({ kind: "challenge", answer }),
      }),
    });
    const error = await errorOf(
      open(SECRET, body, { ...headers, "x-acme-signature": "0".repeat(64) }),
    );
    expect(error).toMatchObject({ code: "INVALID_PAYLOAD", event: { payload: undefined } });
  });
});

function toSource(headers: Readonly<Record<string, string>>) {
  return {
    get: (name: string) => headers[name] ?? null,
  };
}
