/** Messages of services whose signature or event name needs all headers. */
import { describe, expect, it } from "vitest";
import { parseMessage } from "../../src/relay/message.js";
import { services, standardWebhooks, type Service } from "../cases/webhooks/services.js";
import { source } from "./stand-in.js";
import { readDelivery } from "./read-delivery.js";

/** Headers of the connection to the relay, which are not the delivery's. */
const CONNECTION_HEADERS = {
  host: "relay.example",
  "content-length": "9",
  "x-forwarded-for": "::1",
};

/** Services whose signature or event name is made of any headers. */
const SERVICES = services.filter(({ parts }) => parts.fields !== undefined);

/** A service that names its events in a header, too. */
const NAMING = sourceOf({
  ...standardWebhooks,
  catalog: { ...standardWebhooks.catalog, event: { header: "x-event" } },
});

describe("parseMessage for a service whose scheme or names need all headers", () => {
  it.each(SERVICES)("[D.4] $name: headers and body as they were sent", (service) => {
    const { "content-type": _, ...headers } = signHeaders(service);
    const message = { ...CONNECTION_HEADERS, ...headers, rawBody: service.body };
    const delivery = readDelivery(JSON.stringify(message), sourceOf(service));
    expect(delivery).toMatchObject({ payload: service.body, name: "" });
    expect({ ...delivery.headers }).toEqual(headers);
    expect(delivery).toMatchObject({ received: { headers, method: "POST" } });
  });

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
    expect(listHeaders({ [name]: "x" })).not.toContain(name);
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
    expect(listHeaders({ [name]: "x" })).toContain(name);
  });

  it("[D.4] takes the id from its header for the log", () => {
    const message = { ...signHeaders(standardWebhooks), body: { type: "email.sent" } };
    const delivery = readDelivery(JSON.stringify(message), sourceOf(standardWebhooks));
    expect(delivery).toMatchObject({ id: "msg_1", payload: '{"type":"email.sent"}' });
  });

  it.each([
    ["none", {}],
    ["an empty one", { "x-event": "" }],
    ["a reserved one", { "x-event": "*" }],
  ])("[D.5] says which header names the event, with %s", (_, event) => {
    const message = JSON.stringify({ ...signHeaders(standardWebhooks), ...event, body: {} });
    expect(parseMessage(message, NAMING)).toEqual({
      kind: "fault",
      fault: 'expected an event name under "x-event"',
    });
  });

  it("[D.4] takes the name of the event from its header", () => {
    const message = JSON.stringify({
      ...signHeaders(standardWebhooks),
      "x-event": "paid",
      body: {},
    });
    expect(readDelivery(message, NAMING)).toMatchObject({ name: "paid", payload: "{}" });
  });

  it.each(SERVICES)("[D.5] $name: says that the payload is missing", (service) => {
    const message = JSON.stringify(signHeaders(service));
    expect(parseMessage(message, sourceOf(service))).toEqual({
      kind: "fault",
      fault: 'expected the payload under "rawBody" or "body"',
    });
  });
});

function sourceOf({ catalog, parts }: Service) {
  return { ...source, catalog, parts };
}

/** Headers with which a service signs its sample. */
function signHeaders(service: Service) {
  return service.headers(service.body, 1_700_000_000);
}

/** Names of the headers that a delivery has, of a message with these members beside the signed ones. */
function listHeaders(members: object): readonly string[] {
  const message = { ...signHeaders(standardWebhooks), body: { type: "a" }, ...members };
  return Object.keys(readDelivery(JSON.stringify(message), sourceOf(standardWebhooks)).headers);
}
