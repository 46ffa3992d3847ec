/** The reader of deliveries whose name, id or signed text is not in one header each, without a toolkit. */
import { describe, expect, it } from "vitest";
import type { WebhookCatalog } from "../../../src/catalog/webhooks.js";
import { github, slack, stripe } from "../../../src/receive/signatures/schemes.js";
import { createSignatureKey } from "../../../src/receive/signatures/scheme.js";
import type { SignatureScheme } from "../../../src/receive/signatures/types.js";
import { createReader } from "../../../src/receive/webhooks/delivery.js";
import { bindService } from "../../../src/receive/webhooks/webhooks.js";
import { readFields, createHeaderReader } from "../../../src/receive/webhooks/parts/fields.js";
import type { TimeOptions } from "../../../src/receive/webhooks/service.js";

const NOW = 1_700_000_000_000;
const IN_BODY = { event: { body: "type" }, delivery: { body: "id", others: ["key"] } } as const;
const IN_HEADERS = { event: { header: "x-name" }, delivery: { header: "x-id" } } as const;

/** The context of a delivery without a URL and a method. */
const context = { url: undefined, method: undefined, now: NOW, tolerance: 300_000 };

describe("the argument of `verifyAndReceive`", () => {
  const headers = {
    "X-A": "1",
    "X-B": "2",
    "x-name": "issues",
    "x-id": "7",
    "stripe-signature": "s",
    "x-hub-signature-256": "h",
  };
  const values = ["1", "2", null];

  it.each<[what: string, setup: Setup, argument: object, delivery: object]>([
    [
      "headers, of a name and an id in the body",
      {},
      { payload: "{}", headers, url: "https://a", method: "PUT" },
      {
        id: "",
        name: "",
        payload: "{}",
        signature: "s",
        headers: values,
        context: { ...context, url: "https://a", method: "PUT" },
      },
    ],
    [
      "headers, and an id beside them",
      {},
      { payload: "{}", headers, id: "9", signature: "ignored" },
      { id: "9", name: "", payload: "{}", signature: "s", headers: values, context },
    ],
    [
      "headers with the name and the id",
      { places: IN_HEADERS },
      { payload: "{}", headers, id: "9", name: "ignored" },
      { id: "7", name: "issues", payload: "{}", signature: "s", headers: values, context },
    ],
    [
      "headers without the name and the signature",
      { places: IN_HEADERS },
      { payload: "{}", headers: { "x-a": "1" } },
      { id: "", name: "", payload: "{}", signature: "", headers: ["1", null, null], context },
    ],
    [
      "a signature of the body, of a name in the body",
      { scheme: github },
      { payload: "{}", signature: "h", id: "9" },
      { id: "9", name: "", payload: "{}", signature: "h", headers: undefined },
    ],
    [
      "a signature of the body, and a name",
      { scheme: github, places: IN_HEADERS },
      { payload: "{}", signature: "h", name: "issues" },
      { id: "", name: "issues", payload: "{}", signature: "h", headers: undefined },
    ],
    [
      "a signature that needs headers, which are missing",
      {},
      { payload: "{}", signature: "s", headers: undefined },
      { id: "", name: "", payload: "{}", signature: "", headers: undefined },
    ],
  ])("[B.31] has %s", (_, setup, argument, delivery) => {
    expect(showHeaders(setUp(setup).reader.read(argument))).toEqual(delivery);
  });

  it.each<[argument: unknown, message: string]>([
    [
      undefined,
      "The `headers` of the delivery is undefined; expected a Headers object or a record.",
    ],
    [null, "The `headers` of the delivery is undefined; expected a Headers object or a record."],
    [
      { headers: "a" },
      "The `headers` of the delivery is a string; expected a Headers object or a record.",
    ],
    [{ headers, url: 1 }, "The `url` of the delivery is a number; expected a non-empty string."],
    [
      { headers, method: "" },
      "The `method` of the delivery is an empty string; expected a non-empty string.",
    ],
    [{ headers, id: 1 }, "The `id` of the delivery is a number; expected a string."],
  ])("[B.31] is not %j", (argument, message) => {
    expect(() => setUp().reader.read(argument)).toThrow(new TypeError(message));
  });

  it("[B.31] needs a name where the service sends it in a header", () => {
    const { reader } = setUp({ scheme: github, places: IN_HEADERS });
    expect(() => reader.read({ payload: "{}", signature: "h" })).toThrow(
      new TypeError("The `name` of the delivery is undefined; expected a non-empty string."),
    );
  });
});

describe("an opened delivery", () => {
  it.each<[body: object, id: string, name: string]>([
    [{ type: "a", id: "1" }, "1", "a"],
    [{ type: "a.b", key: 2 }, "2", "a.b"],
    [{ type: "a" }, "", "a"],
    [{ type: 3, id: 4, key: 5 }, "4", "3"],
  ])("[B.31] of %j has the id %j and the name %j", (payload, id, name) => {
    const event = { id, name, payload };
    expect(open(JSON.stringify(payload))).toEqual({ kind: "event", event });
  });

  it("[B.31] of a long body is parsed for its name, though no handler gets it", () => {
    const payload = { type: "a", text: "x".repeat(5_000) };
    expect(open(JSON.stringify(payload))).toMatchObject({ event: { name: "a", payload } });
  });

  it.each<[body: object, places: Setup["places"], refusal: object]>([
    [{ id: "1" }, IN_BODY, refused("", "1")],
    [{ type: "" }, IN_BODY, refused("")],
    [{ type: "error" }, IN_BODY, refused("error")],
    [{ type: "a*" }, IN_BODY, refused("a*")],
    [{ type: "a.b" }, { ...IN_BODY, action: "action" }, refused("a.b")],
    [{ type: "a" }, IN_HEADERS, refused("")],
  ])("[B.31] of %j is refused by its name", (body, places, refusal) => {
    expect(open(JSON.stringify(body), places)).toEqual(refusal);
  });

  it("[B.31] has the name and the id of headers before those of its body", () => {
    const body = '{"type":"a","id":"1"}';
    expect(open(body, IN_HEADERS, { "x-name": "b", "x-id": "2" })).toEqual({
      kind: "event",
      event: { id: "2", name: "b", payload: { type: "a", id: "1" } },
    });
  });

  it("[B.3] is refused by its signature before its name", () => {
    const { reader, keys } = setUp();
    const headers = reader.sign(keys, "{}") as object;
    const read = reader.read({ payload: "{ }", headers, id: "1" });
    expect(reader.open(read, keys, true)).toEqual({
      kind: "refused",
      code: "SIGNATURE_MISMATCH",
      id: "1",
      name: "",
    });
  });
});

describe("a signature", () => {
  it("[B.31] [B.32] has the time of the option `now`, or of the call", () => {
    const { reader, keys } = setUp();
    const timeOf = (headers: unknown) =>
      /^t=(\d+),/.exec((headers as Record<string, string>)["stripe-signature"] ?? "")?.[1];
    expect(timeOf(reader.sign(keys, "{}"))).toBe(String(NOW / 1000));
    expect(timeOf(reader.sign(keys, "{}", { timestamp: 5_000 }))).toBe("5");
  });

  it.each<[age: number, tolerance: number | undefined, isGood: boolean]>([
    [300, undefined, true],
    [301, undefined, false],
    [-301, undefined, false],
    [2, 2, true],
    [3, 2, false],
    [0, 0, true],
  ])("[B.32] that is %i s old is judged by the tolerance %s", (age, tolerance, isGood) => {
    const { reader, keys } = setUp({ options: { tolerance } });
    const body = '{"type":"a"}';
    const headers = reader.sign(keys, body, { timestamp: NOW - age * 1000 });
    expect(reader.verify(keys, body, headers)).toBe(isGood);
    const opened = reader.open(reader.read({ payload: body, headers }), keys, true);
    expect(opened).toMatchObject(
      isGood ? { kind: "event" } : { code: "TIMESTAMP_OUT_OF_TOLERANCE" },
    );
  });

  it("[B.31] is one text where the service signs the body alone, unless all headers are asked for", () => {
    const text = setUp({ scheme: github });
    const signature = text.reader.sign(text.keys, "{}");
    expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(text.reader.verify(text.keys, "{}", signature)).toBe(true);
    expect(text.reader.verify(text.keys, "{ }", signature)).toBe(false);
    const all = setUp({ scheme: github, bind: createHeaderReader });
    const headers = { "x-hub-signature-256": signature };
    expect(all.reader.sign(all.keys, "{}")).toEqual(headers);
    expect(all.reader.verify(all.keys, "{}", headers)).toBe(true);
    expect(all.reader.verify(all.keys, "{ }", headers)).toBe(false);
  });

  it.each<[what: string, options: TimeOptions, message: string]>([
    ["a time that is none", { now: 7 }, "`now` is a number; expected a function."],
    [
      "a tolerance below zero",
      { tolerance: -1 },
      "`tolerance` is a number; expected a number of seconds, zero or more.",
    ],
  ])("[B.32] is not judged by %s", (_, options, message) => {
    expect(() => setUp({ scheme: slack, options })).toThrow(new TypeError(message));
  });

  it("[B.31] needs a payload that is raw", () => {
    const { reader, keys } = setUp();
    expect(() => reader.sign(keys, {})).toThrow(/^The payload is an object; expected/);
    expect(() => reader.verify(keys, 7, {})).toThrow(/^The payload is a number; expected/);
  });
});

describe("the option `publicUrl`", () => {
  it.each<[publicUrl: string | undefined, sent: string, url: string]>([
    [undefined, "http://own/hooks?a=1", "http://own/hooks?a=1"],
    ["https://a.example/in", "http://own/hooks", "https://a.example/in"],
    ["https://a.example/in", "http://own/hooks?a=1?b", "https://a.example/in?a=1?b"],
    ["https://a.example/in?c", "http://own/hooks?a=1", "https://a.example/in?c"],
    ["HTTP://a.example", "http://own/hooks?", "HTTP://a.example?"],
  ])("[C.22] %j makes of %s the address %s", (publicUrl, sent, url) => {
    const request = createRequest(sent);
    expect(bindRequests(publicUrl)?.(request, "{}")).toEqual({
      payload: "{}",
      headers: request,
      url,
      method: "PUT",
    });
  });

  it.each<[publicUrl: unknown, kind: string]>([
    ["", "an empty string"],
    ["/hooks", "a string"],
    ["a.example/hooks", "a string"],
    ["ftp://a.example", "a string"],
    ["https://", "a string"],
    ["https://a.example#b", "a string"],
    ["https://a.example /b", "a string"],
    ["x https://a.example", "a string"],
    [new URL("https://a.example"), "an object"],
    [null, "null"],
  ])("[C.22] is not %j", (publicUrl, kind) => {
    expect(() => bindRequests(publicUrl)).toThrow(
      new TypeError(`\`publicUrl\` is ${kind}; expected an absolute URL without a fragment.`),
    );
  });
});

/** A reader with a clock that stands still, and a key. */
function setUp({ scheme = stripe, places = IN_BODY, options = {}, bind = readFields }: Setup = {}) {
  const catalog = { path: "/", eventNames: [], ...places };
  const parts = { scheme };
  const timeOptions = { now: () => NOW, ...options };
  const reader = bind(createReader(scheme), bindService(catalog, parts), timeOptions);
  const key = createSignatureKey(scheme, "a secret");
  return { reader, keys: [key] as const };
}

/** Signs a body, and opens the delivery with further headers. */
function open(body: string, places: Setup["places"] = IN_BODY, furtherHeaders: object = {}) {
  const { reader, keys } = setUp({ places });
  const headers = reader.sign(keys, body) as Readonly<Record<string, string>>;
  const delivery = reader.read({ payload: body, headers: { ...headers, ...furtherHeaders } });
  return reader.open(delivery, keys, false);
}

/** A refusal of a delivery with this name, and this id. */
function refused(name: string, id = "") {
  return { kind: "refused", code: "INVALID_EVENT_NAME", id, name };
}

/** A delivery with the values of three headers in place of the object that reads them. */
function showHeaders(delivery: object) {
  const { headers, ...parts } = delivery as { headers?: { get(name: string): unknown } };
  return {
    ...parts,
    headers: headers && ["x-a", "x-b", "x-none"].map((name) => headers.get(name)),
  };
}

function bindRequests(publicUrl: unknown) {
  return setUp().reader.bindRequests?.(publicUrl);
}

function createRequest(url: string) {
  return { request: { url }, method: "PUT", get: () => null };
}

interface Setup {
  readonly scheme?: SignatureScheme;
  readonly places?: Pick<WebhookCatalog, "event" | "delivery" | "action">;
  readonly options?: TimeOptions;
  readonly bind?: typeof readFields;
}
