/** Responses that come item by item: from YAML to the client. */
import { describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";

const CHANGES = `GET /changes:
  operation: changes/follow
  stream:
    format: sse
    events:
      ping: { type: object, required: [at], properties: { at: { type: integer } } }
      note: { type: string }
  responses: { 200: null }
`;
const CHATS = `POST /chats:
  operation: chats/create
  body: { schema: { type: object, properties: { stream: { type: boolean } } } }
  stream: { format: sse, item: { $ref: components/api.yaml#/Delta }, end: "[DONE]", when: { stream: true }, error: error }
  responses: { 200: { type: string } }
`;
const LINES = `POST /lines:
  operation: lines/read
  stream: { format: json-lines, contentType: application/x-ndjson; charset=utf-8 }
GET /sequence:
  operation: sequence/read
  stream: { format: json-seq, item: { type: integer } }
`;
const DELTA = `Delta:
  oneOf: [{ $ref: "#/Text" }, { $ref: "#/End" }]
Text: { type: object, required: [type, text], properties: { type: { const: text }, text: { type: string } } }
End: { type: object, required: [type], properties: { type: { const: end } } }
`;

describe("a route that streams", () => {
  it("is in the catalog of the client", async () => {
    const file = await print(CHANGES + CHATS + LINES, DELTA);
    const catalog = file("client-catalog.ts");
    expect(catalog.slice(catalog.indexOf("  streams:"))).toBe(`  streams: {
    "GET /changes": { format: "sse", type: "text/event-stream", events: ["ping", "note"], text: ["note"] },
    "POST /chats": { format: "sse", type: "text/event-stream", end: "[DONE]", when: { stream: true }, error: "error" },
    "POST /lines": { format: "json-lines", type: "application/x-ndjson" },
    "GET /sequence": { format: "json-seq", type: "application/json-seq" },
  },
} as const;
`);
  });

  it("has types of its items", async () => {
    const file = await print(CHANGES + CHATS + LINES, DELTA);
    const types = file("client-types.ts");
    expect(types).toContain(`export interface RouteStreams {
  "GET /changes": $responses.ChangesFollowItem;
  "POST /chats": $responses.Delta;
  "POST /lines": $responses.LinesReadItem;
  "GET /sequence": $responses.SequenceReadItem;
}
`);
    expect(types).toContain(`"GET /changes": { success: Success<200, never>; errors: {} };`);
    expect(types).toContain(
      `"POST /chats": { success: Success<200, $responses.ChatsCreateResponse200>; errors: {} };`,
    );
    expect(file("responses.ts")).toMatch(/ChangesFollowItem =\s+\|? ?\{\s+event: "ping";/);
  });

  it.each([
    ["one format", CHATS, "addStreams: /* @__PURE__ */ createStreams({ sse: eventStream })"],
    [
      "events with names that a GET gives",
      CHANGES,
      "addStreams: /* @__PURE__ */ reconnecting(/* @__PURE__ */ createStreams({ sse: eventStream }, { readItem: readDeclaredItem }))",
    ],
    [
      "other formats",
      LINES,
      'addStreams: /* @__PURE__ */ createStreams({ "json-lines": jsonLines, "json-seq": jsonSequence',
    ],
  ])("brings the code for %s", async (_title, routes, code) => {
    const file = await print(routes, DELTA);
    expect(file("client.ts").replace(/\s+/g, " ")).toContain(code);
    expect(file("client.ts")).toContain("RouteLists, never, RouteStreams>");
  });

  it("brings none to other clients", async () => {
    const file = await print("GET /a:\n  operation: a/a\n");
    expect(file("client.ts") + file("client-types.ts") + file("client-catalog.ts")).not.toMatch(
      /stream/i,
    );
  });
});

/** A function that gives the text of a generated file. */
async function print(routes: string, components = "{}"): Promise<(path: string) => string> {
  const model = readSchema([
    { path: "vendor.yaml", text: "name: acme\ntitle: Acme\nbaseUrl: https://a.example\n" },
    { path: "routes.yaml", text: routes },
    { path: "components/api.yaml", text: components },
  ]);
  const files = await generate(model);
  return (path) => files.find((file) => file.path === path)?.text ?? "";
}
