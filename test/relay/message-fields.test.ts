/** Messages of services whose signature or event name needs all headers. */
import { describe, expect, it } from "vitest";
import { parseMessage } from "../../src/relay/message.js";
import { services, standardWebhooks, type Service } from "../cases/webhooks/services.js";
import { source } from "./stand-in.js";
import { readDelivery } from "./read-delivery.js";

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
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "expect",
    "accept",
    "accept-language",
    "content-type",
    "user-agent",
    "authorization",
    "cookie",
    "proxy-authorization",
    "forwarded",
    "via",
    "x-forwarded-proto",
    "x-real-ip",
  ])("[D.4] takes no header %s from a message", (name) => {
    expect(headersOf(name, { body: { type: "a" } })).not.toContain(name);
  });

  it.each([
    "x-host",
    "hosting",
    "x-te",
    "ten",
    "x-via",
    "viaduct",
    "x-cookie",
    "cookies",
    "x-accept",
    "x-content-type",
    "my-proxy-x",
    "x-real-ip-x",
    "not-forwarded",
    "x-forwarded",
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
