/** The model that a schema folder is read into. */
import { describe, expect, it } from "vitest";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema } from "../../codegen/read-schema.js";
import { miniatureModel } from "../cases/codegen/read/miniature-model.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";

describe("a schema folder", () => {
  it("is read into a model", () => {
    expect(read()).toEqual(miniatureModel);
  });

  it("is read alike in any order of its files", () => {
    const files = miniatureWith({});
    expect(readSchema([...files].reverse())).toEqual(readSchema(files));
  });

  it("is read without files that are no YAML", () => {
    expect(read({ "README.md": "# Formats\n" })).toEqual(read());
  });

  it("may have empty maps, which describe nothing", () => {
    const model = read({
      "events.yaml": "{}\n",
      "routes.yaml": "{}\n",
      "components/shared.yaml": "{}\n",
      "payloads/ping.yaml": undefined,
    });
    expect([model.events, model.routes, model.components]).toEqual([[], [], []]);
  });
});

describe("vendor.yaml", () => {
  it("keeps what is told in place of a default", () => {
    const { vendor } = read({
      "vendor.yaml": `name: acme
title: Acme
baseUrl: http://localhost:8080/api
mediaType: { accept: application/vnd.acme.v2+json, prefix: application/vnd.acme }
runtime: false
webhooks:
  path: /a/b
  event: { header: E }
  signature: { header: S, algorithm: hmac-sha1 }
  relay: { id: [i], event: [e], signature: [s, t], body: [b], rawBody: [r] }
`,
    });
    expect(vendor).toMatchObject({
      baseUrl: "http://localhost:8080/api",
      accept: "application/vnd.acme.v2+json",
      runtime: false,
      webhooks: {
        path: "/a/b",
        relay: { id: ["i"], event: ["e"], signature: ["s", "t"], body: ["b"], rawBody: ["r"] },
      },
    });
  });
});

describe("the types package", () => {
  it.each([
    [
      "{ name: acme-types, version: 1.2.3-rc.1 }",
      {
        name: "acme-types",
        version: "1.2.3-rc.1",
        description: "Types of the webhook payloads of Acme.",
      },
    ],
    [
      '{ name: "@acme/types", version: 0.1.0, description: All of it., license: MIT }',
      { name: "@acme/types", version: "0.1.0", description: "All of it.", license: "MIT" },
    ],
  ])("is read from %s", (entry, typesPackage) => {
    const [vendor] = miniatureWith({}).filter(({ path }) => path === "vendor.yaml");
    const text = `${vendor?.text ?? ""}typesPackage: ${entry}\n`;
    expect(read({ "vendor.yaml": text }).vendor.typesPackage).toEqual(typesPackage);
  });
});

describe("events.yaml and payloads/", () => {
  it("reads descriptions of events and actions, and the payload of each action", () => {
    const { events } = read({
      "events.yaml": `ticket:
  description: A ticket changed.
  actions: { opened: It was opened., closed: }
`,
      "payloads/ping.yaml": undefined,
      "payloads/ticket.yaml": `actions:
  opened: { properties: { ticket: { $ref: ../components/shared.yaml#/ticket } } }
`,
    });
    expect(events).toEqual([
      {
        name: "ticket",
        description: "A ticket changed.",
        actions: [
          {
            name: "opened",
            description: "It was opened.",
            payload: { properties: { ticket: { $ref: "components/shared.yaml#/ticket" } } },
            source: { file: "events.yaml", path: ["ticket", "actions", "opened"] },
          },
          {
            name: "closed",
            source: { file: "events.yaml", path: ["ticket", "actions", "closed"] },
          },
        ],
        source: { file: "events.yaml", path: ["ticket"] },
      },
    ]);
  });

  it("takes words of JavaScript's prototypes for ordinary names", () => {
    const { events } = read({
      "events.yaml": "constructor: { actions: [toString, valueOf] }\nhasOwnProperty:\n",
      "payloads/ping.yaml": undefined,
      "payloads/constructor.yaml":
        "actions: { toString: { properties: { constructor: { type: string } } } }\n",
    });
    expect(events.map(({ name }) => name)).toEqual(["constructor", "hasOwnProperty"]);
    const [toString, valueOf] = events[0]?.actions ?? [];
    expect(Object.entries(Object(toString?.payload).properties)).toEqual([
      ["constructor", { type: "string" }],
    ]);
    expect(valueOf).not.toHaveProperty("payload");
  });
});

describe("routes.yaml", () => {
  const readRoute = (yaml: string) => read({ "routes.yaml": yaml }).routes[0];

  it("reads every key of a route", () => {
    const route = readRoute(`POST /a/{b}/c/{d}:
  operation: a/create
  summary: Create it.
  deprecated: true
  server: https://uploads.acme.example
  path: { d: integer, b: { type: string, multiSegment: true, description: Where. } }
  query:
    key: { type: string, required: true, deprecated: true }
    list: { type: array, items: { type: string }, style: brackets }
  body:
    required: false
    contentType: [text/plain, text/x-markdown]
    schema: { type: string }
  responses: { 201: true, 4XX: { $ref: components/shared.yaml#/ticket }, default: null }
`);
    expect(route).toMatchObject({
      method: "POST",
      url: "/a/{b}/c/{d}",
      summary: "Create it.",
      deprecated: true,
      server: "https://uploads.acme.example",
      body: {
        required: false,
        contentTypes: ["text/plain", "text/x-markdown"],
        schema: { type: "string" },
      },
      responses: [
        { status: "201", contentType: "application/json", schema: true },
        { status: "4XX", schema: { $ref: "components/shared.yaml#/ticket" } },
        { status: "default" },
      ],
    });
    expect(route?.parameters).toEqual([
      {
        name: "b",
        in: "path",
        required: true,
        deprecated: false,
        description: "Where.",
        multiSegment: true,
        schema: { type: "string" },
      },
      {
        name: "d",
        in: "path",
        required: true,
        deprecated: false,
        multiSegment: false,
        schema: { type: "integer" },
      },
      {
        name: "key",
        in: "query",
        required: true,
        deprecated: true,
        multiSegment: false,
        schema: { type: "string" },
      },
      {
        name: "list",
        in: "query",
        required: false,
        deprecated: false,
        multiSegment: false,
        style: "brackets",
        schema: { type: "array", items: { type: "string" } },
      },
    ]);
  });

  it("takes a body for required, of JSON, unless it says otherwise", () => {
    const route = readRoute("POST /x: { operation: x/a, body: { schema: true } }\n");
    expect(route?.body).toEqual({
      required: true,
      contentTypes: ["application/json"],
      schema: true,
    });
    expect(route?.responses).toEqual([]);
  });

  it("takes the description of a shared parameter, unless the parameter has its own", () => {
    const route = readRoute(`GET /x:
  operation: x/a
  query:
    page: { $ref: components/shared.yaml#/page }
    other: { $ref: components/shared.yaml#/page, description: Mine., required: true }
`);
    expect(route?.parameters).toMatchObject([
      { description: "Which page.", schema: { $ref: "components/shared.yaml#/page" } },
      { description: "Mine.", required: true, schema: { $ref: "components/shared.yaml#/page" } },
    ]);
  });

  it("tells a response with its media type from a schema", () => {
    const route = readRoute(`GET /x:
  operation: x/a
  responses:
    200: { contentType: text/html, schema: { type: string }, description: A page. }
    302: { schema: null, description: Elsewhere. }
    400: { type: object, properties: { schema: true } }
`);
    expect(route?.responses).toEqual([
      {
        status: "200",
        description: "A page.",
        contentType: "text/html",
        schema: { type: "string" },
      },
      { status: "302", description: "Elsewhere." },
      {
        status: "400",
        contentType: "application/json",
        schema: { type: "object", properties: { schema: true } },
      },
    ]);
  });

  it("lets a body have properties that are named as options are", () => {
    const route = readRoute(
      "PATCH /x: { operation: x/a, body: { schema: { type: object, properties: { url: true } } } }\n",
    );
    expect(route?.body?.schema).toEqual({ type: "object", properties: { url: true } });
  });

  it("takes words of JavaScript's prototypes for ordinary parameters", () => {
    const route = readRoute(
      '"GET /x/{constructor}": { operation: x/a, path: { constructor: string }, query: { valueOf: string } }\n',
    );
    expect(route?.parameters.map(({ name }) => name)).toEqual(["constructor", "valueOf"]);
  });
});

describe("references", () => {
  it("are normalised wherever a schema can stand, and nowhere else", () => {
    const { components } = read({
      "components/other.yaml": `every:
  items: { $ref: shared.yaml#/ticket }
  additionalProperties: { $ref: "#/own" }
  properties: { $ref: { $ref: ../components/shared.yaml#/ticket } }
  oneOf: [{ $ref: shared.yaml#/ticket }]
  anyOf: [{ $ref: shared.yaml#/ticket }]
  allOf: [{ $ref: ./shared.yaml#/ticket }]
  default: { $ref: untouched }
  enum: [{ $ref: untouched }]
own: true
`,
    });
    const ticket = { $ref: "components/shared.yaml#/ticket" };
    const untouched = { $ref: "untouched" };
    expect(components[0]?.schema).toEqual({
      items: ticket,
      additionalProperties: { $ref: "components/other.yaml#/own" },
      properties: { $ref: ticket },
      oneOf: [ticket],
      anyOf: [ticket],
      allOf: [ticket],
      default: untouched,
      enum: [untouched],
    });
  });

  it("may lead in circles through what they describe", () => {
    const model = read({
      "components/other.yaml": 'node: { properties: { next: { $ref: "#/node" } } }\n',
    });
    expect(model.components[0]?.schema).toEqual({
      properties: { next: { $ref: "components/other.yaml#/node" } },
    });
  });
});

function read(files: Readonly<Record<string, string | undefined>> = {}): SchemaModel {
  return readSchema(miniatureWith(files));
}
