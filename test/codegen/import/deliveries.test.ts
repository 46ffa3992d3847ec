/** Facts about deliveries that an import finds, and those that it leaves to be filled in. */
import { describe, expect, it } from "vitest";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone } from "../../cases/codegen/import/describe.js";

describe("deliveries", () => {
  it("are named as their payload has it, where all say so", () => {
    const { names, webhooks } = importWebhooks({
      "x-webhooks": {
        EmailSentEvent: webhook({ object: { const: "event" }, type: { const: "email.sent" } }),
        email_lost: webhook({ object: { const: "event" }, type: { enum: ["email.lost"] } }),
      },
    });
    expect(names).toEqual(["email.sent", "email.lost"]);
    expect(webhooks).toContain("  event: { body: type }\n  action: none\n  # TODO signature: ");
  });

  it("are named by a field with their key among its values, as in a payload that they share", () => {
    const type = { enum: ["card.created", "card.lost"] };
    const kind = { enum: ["a", "b"] };
    const { names, webhooks } = importWebhooks({
      webhooks: { "card.created": webhook({ kind, type }), "card.lost": webhook({ kind, type }) },
    });
    expect(names).toEqual(["card.created", "card.lost"]);
    expect(webhooks).toContain("  event: { body: type }\n");
  });

  it("end a search for their name where a schema contains itself", () => {
    const payload = { allOf: [{ $ref: "#/components/schemas/Loop" }] };
    const { names } = importWebhooks({
      webhooks: {
        a: { post: { requestBody: { content: { "application/json": { schema: payload } } } } },
      },
      components: { schemas: { Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] } } },
    });
    expect(names).toEqual(["a"]);
  });

  it("keep their names otherwise, and a TODO that is reported", () => {
    const { names, todos, texts } = importWebhooks({
      webhooks: { "orders/create": webhook({}), "/AUTHORISATION": webhook({}) },
    });
    expect(names).toEqual(["orders/create", "AUTHORISATION"]);
    expect(todos.map(({ path }) => path.join("."))).toEqual([
      "webhooks.event",
      "webhooks.signature",
    ]);
    expect(texts["payloads/orders_create.yaml"]).toContain("\nevent: orders/create\n");
  });

  it("are signed as the extension says", () => {
    const { webhooks, todos } = importWebhooks({
      "x-fern-webhook-signature": {
        type: "hmac",
        header: "x-sig",
        encoding: "hex",
        "signature-prefix": "v1=",
        "payload-format": { components: ["timestamp", "body"], delimiter: "." },
        timestamp: { header: "x-time", format: "unix-millis" },
      },
      webhooks: { a: webhook({ type: { const: "a" } }) },
    });
    expect(todos).toEqual([]);
    expect(webhooks).toContain("content:");
    expect(webhooks).toContain("unit: milliseconds");
  });
});

function webhook(properties: object, more: object = {}) {
  return {
    post: {
      ...more,
      requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
    },
  };
}

function importWebhooks(parts: object) {
  const { texts } = importAlone(describeApi(parts));
  const model = readSchema(Object.entries(texts).map(([path, text]) => ({ path, text })));
  const [, webhooks = ""] = (texts["vendor.yaml"] ?? "").split("webhooks:\n");
  return { names: model.events.map(({ name }) => name), webhooks, todos: model.todos, texts };
}
