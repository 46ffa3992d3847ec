import { describe, expect, it } from "vitest";
import { formatTime, readAnnouncement, readTime } from "../../src/relay/announcement.js";
import { parseMessage, type MessageSource } from "../../src/relay/message.js";
import { deliveries, nonsense } from "../cases/relay/messages.js";
import { services, standardWebhooks, type Service } from "../cases/webhooks/services.js";
import { source } from "./stand-in.js";

function readDelivery(data: string, messageSource: MessageSource) {
  const message = parseMessage(data, messageSource);
  if (message.kind === "fault") throw new Error(message.fault);
  return message.delivery;
}

describe("parseMessage", () => {
  it.each(deliveries)("[D.4] %s", (_title, message, expected) => {
    const { headers, received, ...fields } = readDelivery(JSON.stringify(message), source);
    expect({ ...fields, ...received, deliveryHeader: headers["x-acme-delivery"] }).toMatchObject(
      expected,
    );
  });

  it.each(nonsense)("[D.5] gives a reason for %s, not its content", (_title, data) => {
    const result = parseMessage(data, source);
    expect(result).toEqual({ kind: "fault", fault: expect.any(String) });
    expect(JSON.stringify(result)).not.toMatch(/hello|opened/);
  });
});

describe("a message of a relay that forwards headers and body as JSON", () => {
  const text = '{"a":1}';
  const message = {
    "x-request-id": "1",
    "x-acme-event": "issues",
    "x-hub-signature": "s",
    body: { a: 1 },
  };
  const read = (changes: object, messageSource: MessageSource = source) =>
    parseMessage(JSON.stringify({ ...message, ...changes }), messageSource);

  it("[D.4] becomes a delivery with the headers that the service sends", () => {
    expect(read({ other: "x", query: {} })).toEqual({
      kind: "delivery",
      delivery: {
        ...{ id: "1", name: "issues", payload: text, method: "POST" },
        received: { id: "1", name: "issues", signature: "s" },
        headers: { "x-acme-event": "issues", "x-acme-delivery": "1", "x-hub-signature-256": "s" },
      },
    });
  });

  it("[D.4] has no header of an id that the service sends in the body, or not at all", () => {
    const { delivery: _, ...without } = source.catalog;
    for (const catalog of [without, { ...without, delivery: { body: "id" } }]) {
      const { headers } = readDelivery(JSON.stringify(message), { ...source, catalog });
      expect(headers).toEqual({ "x-acme-event": "issues", "x-hub-signature-256": "s" });
    }
  });

  it.each<[changes: object, payload: string]>([
    [{ rawBody: "" }, text],
    [{ rawBody: " " }, " "],
    [{ rawBody: 7, body: "b" }, "b"],
    [{ body: {} }, "{}"],
  ])("[D.4] has the payload of %j", (changes, payload) => {
    expect(read(changes)).toMatchObject({ delivery: { payload } });
  });

  const name = "an event name";
  const key = { id: '"x-request-id" or "x-acme-delivery"', event: '"x-acme-event"' };
  const reserved = `expected a name without a dot, \`*\` or \`error\` under ${key.event}`;

  it.each<[changes: object, fault: string | undefined]>([
    [{ "x-request-id": "" }, `expected a header value under ${key.id}`],
    [{ "x-request-id": undefined }, `expected a header value under ${key.id}`],
    [{ "x-request-id": "a".repeat(8_192) }, undefined],
    [{ "x-request-id": "a".repeat(8_193) }, `expected a header value under ${key.id}`],
    [{ "x-acme-event": 7 }, `expected ${name} under ${key.event}`],
    [{ "x-acme-event": "" }, `expected ${name} under ${key.event}`],
    [{ "x-acme-event": "\na" }, `expected ${name} under ${key.event}`],
    [{ "x-acme-event": "a\n" }, `expected ${name} under ${key.event}`],
    [{ "x-acme-event": "é" }, `expected ${name} under ${key.event}`],
    [{ "x-acme-event": "!~" }, undefined],
    [{ "x-acme-event": "a".repeat(256) }, undefined],
    [{ "x-acme-event": "a".repeat(257) }, `expected ${name} under ${key.event}`],
    [{ "x-acme-event": "a.b" }, reserved],
    [{ "x-acme-event": "*" }, reserved],
    [{ "x-hub-signature": 7 }, 'expected text under "x-hub-signature-256" or "x-hub-signature"'],
    [{ body: "" }, 'expected the payload under "rawBody" or "body"'],
  ])("[D.5] is refused with a reason %#", (changes, fault) => {
    expect(read(changes)).toMatchObject(
      fault === undefined ? { kind: "delivery" } : { kind: "fault", fault },
    );
  });

  it.each(["", "7", "[]", "null"])("[D.5] is no object: %j", (data) => {
    const fault = "its data is not a JSON object";
    expect(parseMessage(data, source)).toEqual({ kind: "fault", fault });
  });
});

describe("readTime", () => {
  it.each<[id: string, time: number | undefined]>([
    ["since-0", 0],
    ["since-1700000000000", 1_700_000_000_000],
    ["since-999999999999999", 999_999_999_999_999],
    ["since-1000000000000000", undefined],
    ["since-", undefined],
    ["since-x", undefined],
    ["since--1", undefined],
    ["xsince-1", undefined],
    ["since-1x", undefined],
    ["", undefined],
  ])("[D.14] reads %j as %j", (id, time) => {
    expect(readTime(id)).toBe(time);
    if (time !== undefined) expect(formatTime(time)).toBe(id);
  });
});

describe("readAnnouncement", () => {
  it.each(["", "x", "null", "7", '{"heartbeat":null}'])("[D.13] reads nothing from %j", (data) => {
    expect(readAnnouncement(data)).toBeUndefined();
  });

  const read = (data: object) => readAnnouncement(JSON.stringify(data));

  it.each<[title: string, data: object, expected: object | undefined]>([
    ["the shortest heartbeat", { heartbeat: 1 }, { replay: "none", complete: true }],
    ["a shorter one", { heartbeat: 0.9 }, undefined],
    ["none", {}, undefined],
    ["one of text", { heartbeat: "5" }, undefined],
    ["a replay since", { heartbeat: 9, replay: "since" }, { replay: "since", complete: true }],
    ["a replay of all", { heartbeat: 9, replay: "all" }, { replay: "all", complete: true }],
    ["an unknown replay", { heartbeat: 9, replay: "some" }, { replay: "none", complete: true }],
    ["a gap", { heartbeat: 9, complete: false }, { replay: "none", complete: false }],
  ])("[D.13] reads %s", (_title, data, expected) => {
    expect(read(data)).toEqual(expected && { ...data, ...expected });
  });
});

/** Headers that a relay has of the connection, and that are not the delivery's. */
const OF_CONNECTION = { host: "relay.example", "content-length": "9", "x-forwarded-for": "::1" };

describe("parseMessage for a service whose scheme or names need all headers", () => {
  const sourceOf = ({ catalog, parts }: Service) => ({ ...source, catalog, parts });
  const withFields = services.filter(({ parts }) => parts.fields !== undefined);

  it.each(withFields)("[D.4] $name: headers and body as they were sent", (service) => {
    const { "content-type": _, ...headers } = service.headers(service.body, 1_700_000_000);
    const message = { ...OF_CONNECTION, ...headers, rawBody: service.body };
    const delivery = readDelivery(JSON.stringify(message), sourceOf(service));
    expect(delivery).toMatchObject({ payload: service.body, name: "" });
    expect({ ...delivery.headers }).toEqual(headers);
    expect(delivery).toMatchObject({ received: { headers, method: "POST" } });
  });

  const standard = () => standardWebhooks.headers(standardWebhooks.body, 1_700_000_000);
  const headersOf = (member: string, message: object) => {
    const text = JSON.stringify({ ...standard(), ...message, [member]: "x" });
    return Object.keys(readDelivery(text, sourceOf(standardWebhooks)).headers);
  };

  it.each([
    ...["host", "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"],
    ...["expect", "accept", "accept-language", "content-type", "user-agent", "authorization"],
    ...["cookie", "proxy-authorization", "forwarded", "via", "x-forwarded-proto", "x-real-ip"],
  ])("[D.4] takes no header %s from a message", (name) => {
    expect(headersOf(name, { body: { type: "a" } })).not.toContain(name);
  });

  it.each([
    ...["x-host", "hosting", "x-te", "ten", "x-via", "viaduct", "x-cookie", "cookies"],
    ...["x-accept", "x-content-type", "my-proxy-x", "x-real-ip-x", "not-forwarded", "x-forwarded"],
  ])("[D.4] takes the header %s, which only looks like one of a connection", (name) => {
    expect(headersOf(name, { body: { type: "a" } })).toContain(name);
  });

  it("[D.4] takes the id from its header for the log", () => {
    const headers = standardWebhooks.headers(standardWebhooks.body, 1_700_000_000);
    const message = { ...headers, body: { type: "email.sent" } };
    const delivery = readDelivery(JSON.stringify(message), sourceOf(standardWebhooks));
    expect(delivery).toMatchObject({ id: "msg_1", payload: '{"type":"email.sent"}' });
  });

  const naming = sourceOf({
    ...standardWebhooks,
    catalog: { ...standardWebhooks.catalog, event: { header: "x-event" } },
  });

  it.each([
    ["none", {}],
    ["an empty one", { "x-event": "" }],
    ["a reserved one", { "x-event": "*" }],
  ])("[D.5] says which header names the event, with %s", (_, event) => {
    const message = JSON.stringify({ ...standard(), ...event, body: {} });
    expect(parseMessage(message, naming)).toEqual({
      kind: "fault",
      fault: 'expected an event name under "x-event"',
    });
  });

  it("[D.4] takes the name of the event from its header", () => {
    const message = JSON.stringify({ ...standard(), "x-event": "paid", body: {} });
    expect(readDelivery(message, naming)).toMatchObject({ name: "paid", payload: "{}" });
  });

  it.each(withFields)("[D.5] $name: says that the payload is missing", (service) => {
    const message = JSON.stringify(service.headers(service.body, 1_700_000_000));
    expect(parseMessage(message, sourceOf(service))).toEqual({
      kind: "fault",
      fault: 'expected the payload under "rawBody" or "body"',
    });
  });
});

describe("parseMessage for a message of this package's own relay", () => {
  const read = (message: object, changes: Partial<MessageSource> = {}) => {
    const text = JSON.stringify({ headers: {}, rawBody: "{}", ...message });
    return readDelivery(text, { ...source, isShowing: true, ...changes });
  };
  const namesOf = (headers: object, changes?: Partial<MessageSource>) =>
    Object.keys(read({ headers }, changes).headers);

  const sent = {
    "x-acme-event": "issues",
    "x-acme-delivery": "1",
    "x-hub-signature-256": "s",
    "x-own": "o",
  };

  it("[D.13] becomes a delivery with all of its headers", () => {
    const message = { headers: { ...sent, host: "h" }, rawBody: "{}", method: "PUT", path: "/x" };
    expect(parseMessage(JSON.stringify(message), source)).toEqual({
      kind: "delivery",
      delivery: {
        ...{ id: "1", name: "issues", payload: "{}", method: "PUT", headers: sent },
        received: { id: "1", name: "issues", signature: "s" },
      },
    });
  });

  it("[D.13] becomes a delivery that is verified by all of its headers, if the service needs them", () => {
    const { catalog, parts } = standardWebhooks;
    const changes = { catalog, parts, publicUrl: "https://a.example/b" };
    const headers = { "svix-id": "msg_1", "x-own": "o" };
    expect(read({ headers, method: "PUT", query: "c" }, changes)).toEqual({
      ...{ id: "msg_1", name: "", payload: "{}", method: "PUT", headers },
      received: { headers, method: "PUT", url: "https://a.example/b?c" },
    });
    expect(read({ headers }, { catalog, parts })).toMatchObject({ received: { url: undefined } });
  });

  it("[D.13] may lack what a tool shows all the same", () => {
    expect(read({ headers: {} })).toEqual({
      ...{ id: "", name: "", payload: "{}", method: "POST", headers: {} },
      received: { id: "", name: "", signature: "" },
    });
  });

  it.each<[message: object, payload: string | readonly number[] | undefined]>([
    [{ rawBody: "" }, ""],
    [{ rawBody: "a", rawBodyBase64: "/w==" }, "a"],
    [{ rawBody: undefined, rawBodyBase64: "/wA=" }, [255, 0]],
    [{ rawBody: undefined, rawBodyBase64: "" }, []],
    [{ rawBody: undefined, rawBodyBase64: "é" }, undefined],
    [{ rawBody: undefined, rawBodyBase64: 7 }, undefined],
    [{ rawBody: 7 }, undefined],
    [{ rawBody: undefined, body: {} }, undefined],
  ])("[D.13] has the bytes of %j", (changes, payload) => {
    const message = JSON.stringify({ headers: sent, rawBody: "{}", ...changes });
    const result = parseMessage(message, source);
    if (payload === undefined) {
      const fault = 'expected the body under "rawBody" or "rawBodyBase64"';
      expect(result).toEqual({ kind: "fault", fault });
      return;
    }
    const found = result.kind === "delivery" ? result.delivery.payload : undefined;
    expect(typeof found === "string" ? found : [...(found ?? [])]).toEqual(payload);
  });

  it.each<[event: string | undefined, isShowing: boolean, isTaken: boolean]>([
    ["issues", false, true],
    [undefined, false, false],
    ["a b", false, false],
    ["issues.opened", false, false],
    ["*", false, false],
    [undefined, true, true],
    ["issues.opened", true, true],
  ])("[D.5] with the event %j, for a tool that shows all: %j", (event, isShowing, isTaken) => {
    const message = JSON.stringify({ headers: { ...sent, "x-acme-event": event }, rawBody: "{}" });
    expect(parseMessage(message, { ...source, isShowing })).toMatchObject(
      isTaken
        ? { kind: "delivery", delivery: { name: event ?? "" } }
        : { kind: "fault", fault: 'expected an event name under "x-acme-event"' },
    );
  });

  it.each([
    ...["host", "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"],
    ...["expect", "accept-encoding", "content-length", "authorization", "cookie", "cookie2"],
    ...["proxy-authorization", "proxy-x", "forwarded", "via", "x-forwarded", "x-forwarded-for"],
    "x-real-ip",
  ])("[D.7] forwards no header %s, unless it has the signature", (name) => {
    expect(namesOf({ [name]: "x" })).toEqual([]);
    const { parts } = source;
    const scheme = { ...parts.scheme, header: name };
    expect(namesOf({ [name]: "x" }, { parts: { ...parts, scheme } })).toEqual([name]);
  });

  it.each([
    ...["x-host", "hosting", "accept", "content-type", "user-agent", "cookies", "cookie3"],
    ...["my-proxy-x", "not-forwarded", "x-forwardedness", "x-via", "viaduct", "x-real-ip-x"],
    ...["ten", "x-te", "expects", "trailers", "upgrades", "content-lengths"],
  ])("[D.7] forwards the header %s", (name) => {
    expect(namesOf({ [name]: "x" })).toEqual([name]);
  });

  it.each<[what: string, name: string, value: unknown, isKept: boolean]>([
    ["64 KiB", "a", "x".repeat(65_536), true],
    ["more than 64 KiB", "a", "x".repeat(65_537), false],
    ["no text", "a", "", true],
    ["a tab within", "a", "x\ty", true],
    ["a space before", "a", " x", false],
    ["a space behind", "a", "x ", false],
    ["a line end", "a", "x\r\ny", false],
    ["a byte beyond ASCII", "a", "\xff", true],
    ["a character that is no byte", "a", "\u0100", false],
    ["a number", "a", 7, false],
    ["a name in capitals", "A", "x", false],
    ["a name with a space", "a b", "x", false],
    ["a name with a line end", "a\n", "x", false],
  ])("[D.7] judges a header by its bytes: %s", (_, name, value, isKept) => {
    expect(namesOf({ [name]: value })).toEqual(isKept ? [name] : []);
  });

  it.each([
    ["POST", "POST"],
    ["PUT", "PUT"],
    ["PATCH", "PATCH"],
    ["DELETE", "DELETE"],
    ["GET", "POST"],
    ["put", "POST"],
    ["XPUT", "POST"],
    ["PUTX", "POST"],
    [7, "POST"],
  ])("[D.7] forwards the method %j as %s", (method, expected) => {
    expect(read({ method }).method).toBe(expected);
  });

  it.each([
    ["https://a.example/hooks", {}, "https://a.example/hooks"],
    ["https://a.example/hooks/", {}, "https://a.example/hooks/"],
    ["https://a.example/hooks", { path: "/x" }, "https://a.example/hooks/x"],
    ["https://a.example/hooks/", { path: "/x" }, "https://a.example/hooks/x"],
    ["https://a.example/hooks/", { path: "x" }, "https://a.example/hooks/x"],
    ["https://a.example/hooks", { query: "a=1" }, "https://a.example/hooks?a=1"],
    ["https://a.example/hooks", { path: "/x", query: "a" }, "https://a.example/hooks/x?a"],
    ["https://a.example/hooks", { path: 7, query: 7 }, "https://a.example/hooks"],
  ])("[D.4] joins the URL of %s and %j", (publicUrl, message, url) => {
    const { catalog, parts } = standardWebhooks;
    expect(read(message, { catalog, parts, publicUrl }).received).toMatchObject({ url });
  });
});
