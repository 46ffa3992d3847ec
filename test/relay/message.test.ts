import { describe, expect, it } from "vitest";
import { readAnnouncement } from "../../src/relay/announcement.js";
import { parseMessage } from "../../src/relay/message.js";
import { deliveries, nonsense } from "../cases/relay/messages.js";
import { services, standardWebhooks, type Service } from "../cases/webhooks/services.js";
import { source } from "./stand-in.js";

describe("parseMessage", () => {
  it.each(deliveries)("[D.4] %s", (_title, message, expected) => {
    const delivery = parseMessage(JSON.stringify(message), source);
    if ("fault" in delivery) throw new Error(delivery.fault);
    const { headers, received, ...fields } = delivery;
    expect({ ...fields, ...received, deliveryHeader: headers["x-acme-delivery"] }).toMatchObject(
      expected,
    );
  });

  it.each(nonsense)("[D.5] gives a reason for %s, not its content", (_title, data) => {
    const result = parseMessage(data, source);
    expect(Object.keys(result)).toEqual(["fault"]);
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
    const delivery = parseMessage(JSON.stringify(message), sourceOf(service));
    expect(delivery).toMatchObject({ payload: service.body, name: "" });
    expect({ ...("headers" in delivery && delivery.headers) }).toEqual(headers);
    expect(delivery).toMatchObject({ received: { headers, method: "POST" } });
  });

  const standard = () => standardWebhooks.headers(standardWebhooks.body, 1_700_000_000);
  const headersOf = (member: string, message: object) => {
    const text = JSON.stringify({ ...standard(), ...message, [member]: "x" });
    const delivery = parseMessage(text, sourceOf(standardWebhooks));
    return "headers" in delivery ? Object.keys(delivery.headers) : [];
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
    const delivery = parseMessage(JSON.stringify(message), sourceOf(standardWebhooks));
    expect(delivery).toMatchObject({ id: "msg_1", payload: '{"type":"email.sent"}' });
  });

  it.each(withFields)("[D.5] $name: says that the payload is missing", (service) => {
    const message = JSON.stringify(service.headers(service.body, 1_700_000_000));
    expect(parseMessage(message, sourceOf(service))).toEqual({
      fault: 'expected the payload under "rawBody" or "body"',
    });
  });
});
