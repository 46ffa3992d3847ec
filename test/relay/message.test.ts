import { describe, expect, it } from "vitest";
import { readAnnouncement } from "../../src/relay/announcement.js";
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

describe("readAnnouncement", () => {
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
