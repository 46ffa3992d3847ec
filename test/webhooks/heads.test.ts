/** The parts of a delivery, as the toolkit reads them: headers, arguments, fields of the payload, the address. */
import { describe, expect, it } from "vitest";
import type { FieldSource } from "../../src/catalog/webhooks.js";
import { copyOwn } from "../../src/base/expect.js";
import { stripe } from "../../src/receive/signatures/schemes.js";
import {
  createReader,
  expectId,
  readDelivery,
  toEvent,
} from "../../src/receive/webhooks/delivery.js";
import { isReservedName, keepWhole, splitAtDot } from "../../src/receive/webhooks/event-names.js";
import { headerOf, isInHeader, readPayloadField } from "../../src/receive/webhooks/field-source.js";
import { readSignedHead } from "../../src/receive/webhooks/request-head.js";
import { readRequestUrl } from "../../src/receive/webhooks/request-url.js";
import { acmeCatalog, acmeParts } from "../cases/webhooks/acme.js";

const SIGNATURE = `sha256=${"0".repeat(64)}`;
const LIST = `${SIGNATURE}, ${SIGNATURE}`;
const GOOD = { "x-acme-event": "push", "x-acme-delivery": "1", "x-acme-signature": SIGNATURE };

const DELIVERY = { header: "x-acme-delivery" };

describe("the head of a delivery", () => {
  const good = {
    kind: "delivery",
    id: "1",
    name: "push",
    signature: SIGNATURE,
    isMalformed: false,
  };

  it("[C.5] has the id, the name and the signature", () => {
    expect(readHead({})).toEqual(good);
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
    expect(readHead(changes)).toEqual({ kind: "fault", fault });
  });

  it("[C.5] keeps a malformed signature, whose delivery is refused with its body", () => {
    expect(readHead({ "x-acme-signature": "x" })).toEqual({
      ...good,
      signature: "x",
      isMalformed: true,
    });
  });

  it("[C.23] needs no signature where a challenge may be unsigned", () => {
    for (const signature of ["", "x", LIST])
      expect(readHead({ "x-acme-signature": signature }, { takesUnsigned: true })).toEqual({
        ...good,
        signature,
      });
  });

  it("[B.31] needs no id that is optional, or in the body", () => {
    const header = "x-acme-delivery";
    const none = { ...good, id: "" };
    const optional = { delivery: { header, optional: true } as FieldSource };
    expect(readHead({ [header]: "" }, optional)).toEqual(none);
    expect(readHead({ [header]: "1,2" }, optional)).toMatchObject({
      fault: { code: "HEADER_REPEATED" },
    });
    expect(
      readHead({ [header]: "" }, { delivery: { header, optional: false } as FieldSource }),
    ).toMatchObject({ fault: { code: "HEADER_MISSING" } });
    expect(readHead({ [header]: "" }, { delivery: { body: "id" } })).toEqual(none);
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
  it.each<[value: unknown, delivery: object]>([
    [{ name: "a" }, { id: "", name: "a", payload: undefined, signature: "" }],
    [
      { id: "1", name: "a", payload: 7, signature: "s", other: 1 },
      { id: "1", name: "a", payload: 7, signature: "s" },
    ],
    [
      { id: null, name: "a", signature: ["s"] },
      { id: "", name: "a", payload: undefined, signature: "" },
    ],
  ])("[B.16] of %j are %j", (value, delivery) => {
    expect(readDelivery(value)).toEqual(delivery);
  });

  it.each<[value: unknown, message: string]>([
    [undefined, "The `name` of the delivery is undefined; expected a non-empty string."],
    [null, "The `name` of the delivery is undefined; expected a non-empty string."],
    [{ name: 1 }, "The `name` of the delivery is a number; expected a non-empty string."],
    [{ name: "a", id: 1 }, "The `id` of the delivery is a number; expected a string."],
  ])("[B.16] are refused: %j", (value, message) => {
    expect(() => readDelivery(value)).toThrow(new TypeError(message));
  });

  it("[B.12] have the empty string for an absent id", () => {
    expect([undefined, null, "", "1"].map(expectId)).toEqual(["", "", "", "1"]);
  });

  it("[B.4] say that a raw payload needs a signature", () => {
    const delivery = { id: "1", name: "a", signature: "" };
    for (const [payload, kind] of [
      ["{}", "a string"],
      [new Uint8Array(1), "an object"],
      [new ArrayBuffer(1), "an object"],
      [[], "an array"],
      [undefined, "undefined"],
    ] as const)
      expect(() => toEvent({ ...delivery, payload })).toThrow(
        new TypeError(
          `The \`payload\` is ${kind}; expected parsed JSON; verifyAndReceive() takes a raw body.`,
        ),
      );
    expect(toEvent({ ...delivery, payload: { a: 1 } })).toEqual({
      id: "1",
      name: "a",
      payload: { a: 1 },
    });
  });
});

describe("a field of a delivery", () => {
  it.each<[payload: unknown, place: object, text: string]>([
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
  ])("[B.31] in %j at %j is %j", (payload, place, text) => {
    expect(readPayloadField(payload, copyOwn(place) as { readonly body: string })).toBe(text);
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

/** Reads the head of a good delivery after changes of its headers. */
function readHead(
  changes: object,
  { delivery = DELIVERY, takesUnsigned = false }: HeadOptions = {},
) {
  const headers: Record<string, string> = { ...GOOD, ...changes };
  const reader = { ...createReader(acmeParts.scheme), takesUnsigned };
  const rules = {
    catalog: { ...acmeCatalog, delivery },
    reader,
    isReserved: (name: string) => isReservedName(name, splitAtDot),
  };
  return readSignedHead(toSource(headers), rules, headers[headerOf(delivery)] ?? "");
}

function toSource(headers: Readonly<Record<string, string>>) {
  return {
    get: (name: string) => headers[name] ?? null,
  };
}

interface HeadOptions {
  readonly delivery?: FieldSource;
  readonly takesUnsigned?: boolean;
}
