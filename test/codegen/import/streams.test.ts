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

describe("the media type of a response", () => {
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
  ])("makes a stream of %s", (_title, content, stream) => {
    expect(importPost(content)).toEqual({ stream, responses: { 200: null }, notes: [] });
  });

  it("makes a stream of events whose names are the values of a discriminator", () => {
    const content = { "text/event-stream": { schema: NAMED_EVENTS } };
    expect(importPost(content, {}, NAMED)).toEqual({
      stream: {
        format: "sse",
        events: {
          note: { $ref: "components/api.yaml#/Note" },
          ping: { $ref: "components/api.yaml#/Ping" },
        },
      },
      responses: { 200: null },
      notes: [],
    });
  });
});

describe("a response that comes whole or as a stream", () => {
  const content = {
    "application/json": { schema: TEXT },
    "text/event-stream": { schema: INTEGER },
  };

  it("follows the convention of OpenAI if the parameter `stream` asks for the stream", () => {
    const asking = takeParameter("stream", { type: ["boolean", "null"] });
    expect(importPost(content, asking)).toEqual({
      stream: {
        format: "sse",
        item: INTEGER,
        end: "[DONE]",
        when: { stream: true },
        error: "error",
      },
      responses: { 200: TEXT },
      notes: [],
    });
  });

  it("is a stream if a parameter of another name is true", () => {
    const asking = takeParameter("stream_response", { type: "boolean" });
    expect(importPost(content, asking).stream).toEqual({
      format: "sse",
      item: INTEGER,
      when: { stream_response: true },
    });
  });

  it("is a stream if a parameter has the one of its values that names the format", () => {
    const asking = takeParameter("stream_format", { enum: ["sse", "audio"] });
    expect(importPost(content, asking).stream).toEqual({
      format: "sse",
      item: INTEGER,
      when: { stream_format: "sse" },
    });
  });

  it("is imported without the stream if no parameter asks for it", () => {
    const { stream, notes } = importPost({ "application/json": {}, "text/event-stream": {} });
    expect(stream).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/text\/event-stream, because no parameter asks/)]);
  });
});

describe("`x-fern-streaming`", () => {
  const content = { "application/json": { schema: INTEGER } };

  it.each(["audio/mpeg", "application/octet-stream", "text/plain"])(
    "makes no stream of %s, which has no items",
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

  it("makes a stream of lines of JSON", () => {
    expect(importPost(content, { "x-fern-streaming": true })).toMatchObject({
      stream: { format: "json-lines", contentType: "application/json", item: INTEGER },
      responses: { 200: null },
    });
  });

  it("describes a stream beside the whole response, with the parameter that asks for it", () => {
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

/** A body with one parameter. */
function takeParameter(name: string, schema: object) {
  return {
    requestBody: {
      content: {
        "application/json": { schema: { type: "object", properties: { [name]: schema } } },
      },
    },
  };
}

/** Imports one POST, and returns what became of its responses, with all notes of the import. */
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
  return { stream, responses, notes };
}

interface Imported {
  readonly stream?: unknown;
  readonly responses?: unknown;
}
