/** Messages of relays that forward headers and body as JSON. */
import { describe, expect, it } from "vitest";
import { parseMessage, type MessageSource } from "../../src/relay/message.js";
import { deliveries, nonsense } from "../cases/relay/messages.js";
import { source } from "./stand-in.js";
import { readDelivery } from "./read-delivery.js";

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
        id: "1",
        name: "issues",
        payload: text,
        method: "POST",
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

  const NO_ID = 'expected a header value under "x-request-id" or "x-acme-delivery"';
  const NO_NAME = 'expected an event name under "x-acme-event"';
  const RESERVED = 'expected a name without a dot, `*` or `error` under "x-acme-event"';

  it.each<[changes: object, fault: string | undefined]>([
    [{ "x-request-id": "" }, NO_ID],
    [{ "x-request-id": undefined }, NO_ID],
    [{ "x-request-id": "a".repeat(8_192) }, undefined],
    [{ "x-request-id": "a".repeat(8_193) }, NO_ID],
    [{ "x-acme-event": 7 }, NO_NAME],
    [{ "x-acme-event": "" }, NO_NAME],
    [{ "x-acme-event": "\na" }, NO_NAME],
    [{ "x-acme-event": "a\n" }, NO_NAME],
    [{ "x-acme-event": "é" }, NO_NAME],
    [{ "x-acme-event": "!~" }, undefined],
    [{ "x-acme-event": "a".repeat(256) }, undefined],
    [{ "x-acme-event": "a".repeat(257) }, NO_NAME],
    [{ "x-acme-event": "a.b" }, RESERVED],
    [{ "x-acme-event": "*" }, RESERVED],
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
