/** Responses that come item by item, from descriptions to YAML. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { describeApi, importAlone } from "../../cases/codegen/import/describe.js";

const INTEGER = { type: "integer" };
const TEXT = { type: "string" };

/** Events that have one union as their data, of which each name is one alternative. */
const NAMED_EVENTS = {
  type: "object",
  properties: {
    event: { type: "string", enum: ["note", "ping"] },
    data: {
      oneOf: [{ $ref: "#/components/schemas/Note" }, { $ref: "#/components/schemas/Ping" }],
      discriminator: {
        propertyName: "type",
        mapping: { note: "#/components/schemas/Note", ping: "#/components/schemas/Ping" },
      },
    },
  },
};

const NAMED = {
  Note: { type: "object", properties: { type: { const: "note" }, text: TEXT } },
  Ping: { type: "object", properties: { type: { const: "ping" } } },
};

describe("a response is imported as a stream", () => {
  it.each<[title: string, content: object, stream: object]>([
    ["events", { "text/event-stream": { schema: INTEGER } }, { format: "sse", item: INTEGER }],
    [
      "events with a sentinel",
      { "text/event-stream": { schema: INTEGER, "x-speakeasy-sse-sentinel": "[END]" } },
      { format: "sse", item: INTEGER, end: "[END]" },
    ],
    [
      "events as objects",
      {
        "text/event-stream": {
          schema: { type: "object", properties: { id: TEXT, data: { type: "object" } } },
        },
      },
      { format: "sse", item: { type: "object" } },
    ],
    [
      "events by name",
      {
        "text/event-stream": {
          itemSchema: {
            type: "object",
            properties: { event: TEXT, data: TEXT },
            oneOf: [
              { properties: { event: { const: "note" } } },
              {
                properties: {
                  event: { const: "ping" },
                  data: { contentMediaType: "application/json", contentSchema: INTEGER },
                },
              },
            ],
          },
        },
      },
      { format: "sse", events: { note: TEXT, ping: INTEGER } },
    ],
    [
      "lines",
      { "application/jsonl": { itemSchema: INTEGER } },
      { format: "json-lines", item: INTEGER },
    ],
    [
      "lines of another type",
      { "application/x-ndjson": { schema: { type: "array", items: INTEGER } } },
      { format: "json-lines", contentType: "application/x-ndjson", item: INTEGER },
    ],
    ["a sequence", { "application/json-seq": {} }, { format: "json-seq" }],
    [
      "events whose names are the values of a discriminator",
      { "text/event-stream": { schema: NAMED_EVENTS } },
      {
        format: "sse",
        events: {
          note: { $ref: "components/api.yaml#/Note" },
          ping: { $ref: "components/api.yaml#/Ping" },
        },
      },
    ],
  ])("by its media type: %s", (_title, content, stream) => {
    const imported = importPost(content, {}, NAMED);
    expect(imported).toEqual({ stream, responses: { 200: null }, notes: [] });
  });

  it("that a parameter asks for", () => {
    const content = {
      "application/json": { schema: TEXT },
      "text/event-stream": { schema: INTEGER },
    };
    const convention = { end: "[DONE]", when: { stream: true }, error: "error" };
    const { stream, responses, notes } = importPost(content, asks({ type: ["boolean", "null"] }));
    expect({ stream, notes }).toEqual({
      stream: { format: "sse", item: INTEGER, ...convention },
      notes: [],
    });
    expect(responses).toEqual({ 200: TEXT });
    expect(importPost(content, asks({ enum: ["sse", "audio"] }, "stream_format")).stream).toEqual({
      format: "sse",
      item: INTEGER,
      when: { stream_format: "sse" },
    });
    expect(importPost(content, asks({ type: "boolean" }, "stream_response")).stream).toEqual({
      format: "sse",
      item: INTEGER,
      when: { stream_response: true },
    });
  });

  it("unless no parameter asks for it", () => {
    const content = { "application/json": {}, "text/event-stream": {} };
    const { stream, notes } = importPost(content);
    expect(stream).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/text\/event-stream, because no parameter asks/)]);
  });

  it.each(["audio/mpeg", "application/octet-stream", "text/plain"])(
    "but not by `x-fern-streaming` if it is %s, which has no items",
    (type) => {
      const bytes = { type: "string", format: "binary" };
      const { stream, responses, notes } = importPost(
        { [type]: { schema: bytes } },
        { "x-fern-streaming": true },
      );
      expect({ stream, responses }).toEqual({
        responses: { 200: { contentType: type, schema: bytes } },
      });
      expect(notes).toEqual([
        "Not a stream of items, though `x-fern-streaming` says so: POST /chats.",
      ]);
    },
  );

  it("by `x-fern-streaming`", () => {
    const content = { "application/json": { schema: INTEGER } };
    expect(importPost(content, { "x-fern-streaming": true })).toMatchObject({
      stream: { format: "json-lines", contentType: "application/json", item: INTEGER },
      responses: { 200: null },
    });
    const fern = {
      format: "sse",
      terminator: "[END]",
      "stream-condition": "$request.live",
      response: { $ref: "#/components/schemas/Chat" },
      "response-stream": { $ref: "#/components/schemas/Delta" },
    };
    const schemas = {
      Chat: { type: "object" },
      Delta: { type: "object", properties: { a: TEXT } },
    };
    const both = importPost(content, { "x-fern-streaming": fern }, schemas);
    expect(both).toEqual({
      stream: {
        format: "sse",
        contentType: "application/json",
        item: { $ref: "components/api.yaml#/Delta" },
        end: "[END]",
        when: { live: true },
      },
      responses: { 200: { $ref: "components/api.yaml#/Chat" } },
      notes: [],
    });
  });
});

function asks(schema: object, name = "stream") {
  return {
    requestBody: {
      content: {
        "application/json": { schema: { type: "object", properties: { [name]: schema } } },
      },
    },
  };
}

/** Imports one POST. */
function importPost(content: object, more: object = {}, schemas: object = {}) {
  const post = {
    operationId: "chats/create",
    responses: { 200: { description: "", content } },
    ...more,
  };
  const text = describeApi({ paths: { "/chats": { post } }, components: { schemas } });
  const { texts, notes } = importAlone(text);
  const routes = parse(texts["routes.yaml"] ?? "") as Record<string, Imported>;
  const { stream, responses } = routes["POST /chats"] ?? {};
  return { stream, responses, notes: notes.filter((note) => /stream|event|Lines/i.test(note)) };
}

interface Imported {
  readonly stream?: unknown;
  readonly responses?: unknown;
}
