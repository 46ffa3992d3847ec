/** Events that refer to what they are about: an import finds the route that responds with it. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const api = {
  servers: [{ url: "https://api.acme.example" }],
  paths: {
    "/v1/billing/meters/{id}": get(["id"], "billing.meter"),
    "/v1/billing/{customer}/meters/{id}": get(["customer", "id"], "billing.meter"),
    "/v2/core/accounts/{account}": get(["account"], "v2.core.account"),
    "/v2/core/twins/{id}": get(["id"], "twin"),
    "/v2/core/pairs/{id}": get(["id"], "twin"),
  },
  webhooks: {
    "v1.billing.meter.no_meter_found": post(thin("v1.billing.meter.no_meter_found")),
    "v2.core.account.closed": post(thin("v2.core.account.closed", "v2.core.account")),
    "v2.core.account.link.returned": post(thin("v2.core.account.link.returned")),
    "twin.born": post(thin("twin.born", "twin")),
    "lost.thing": post(thin("lost.thing", "nobody")),
    "plain.event": post({ type: "object", properties: { id: { type: "string" } } }),
  },
  components: {
    schemas: {
      "billing.meter": resource("billing.meter"),
      "v2.core.account": resource("v2.core.account"),
      twin: resource("twin"),
    },
  },
};

const account = {
  resource: {
    route: "GET /v2/core/accounts/{account}",
    parameters: { account: "related_object.id" },
  },
};

const text = describeApi(api);

describe("an event that refers to a resource", () => {
  it("has the one route of it, found by its tag or by the name of the event", () => {
    const { texts } = importAlone(text);
    expect(readEvents(texts)).toEqual({
      "v1.billing.meter.no_meter_found": {
        resource: {
          route: "GET /v1/billing/meters/{id}",
          parameters: { id: "related_object.id" },
        },
      },
      "v2.core.account.closed": account,
      "v2.core.account.link.returned": account,
      "twin.born": null, // two routes respond with it
      "lost.thing": null,
      "plain.event": null,
    });
    const files = Object.entries(texts).map(([path, each]) => ({ path, text: each }));
    expect(readSchema(files).events[1]?.resource).toEqual(account.resource);
    expect(importInto(texts, text).texts).toEqual(texts);
  });

  it("keeps what was written by hand", () => {
    const { texts } = importAlone(text);
    const edited = texts["events.yaml"]?.replace("related_object.id", "id") ?? "";
    const again = importInto({ ...texts, "events.yaml": edited }, text).texts;
    expect(again["events.yaml"]).toBe(edited);
  });
});

function thin(event: string, tag?: string) {
  return {
    type: "object",
    properties: {
      id: { type: "string" },
      type: { type: "string", enum: [event] },
      related_object: {
        type: "object",
        nullable: true,
        properties: {
          id: { type: "string" },
          type: { type: "string", ...(tag !== undefined && { enum: [tag] }) },
          url: { type: "string" },
        },
      },
    },
  };
}

function post(schema: object) {
  return {
    post: { requestBody: { content: { "application/json": { schema } } } },
  };
}

function get(parameters: readonly string[], tag: string) {
  return {
    get: {
      parameters: parameters.map((name) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
      })),
      responses: {
        200: {
          description: "ok",
          content: {
            "application/json": { schema: { $ref: `#/components/schemas/${tag}` } },
          },
        },
      },
    },
  };
}

function resource(tag: string) {
  return {
    type: "object",
    properties: { id: { type: "string" }, object: { type: "string", enum: [tag] } },
  };
}

function readEvents(texts: Readonly<Record<string, string>>): unknown {
  return parse(texts["events.yaml"] ?? "");
}
