/** Additions of OpenAPI 3.2: methods of any name, and shared media types. */
import { describe, expect, it } from "vitest";
import { generate } from "../../../codegen/generate.js";
import { importChecked } from "../../../codegen/import/import.js";

const SCHEMA = { type: "object", properties: { text: { type: "string" } } };

const DESCRIPTION = JSON.stringify({
  openapi: "3.2.0",
  info: { title: "Acme", version: "1" },
  servers: [{ url: "https://api.acme.example" }],
  paths: {
    "/items": {
      query: {
        operationId: "items/search",
        requestBody: {
          content: { "application/json": { $ref: "#/components/mediaTypes/search" } },
        },
        responses: {
          200: { content: { "application/json": { $ref: "#/components/mediaTypes/search" } } },
        },
      },
      additionalOperations: {
        Copy: { operationId: "items/copy", responses: { 204: {} } },
        QUERY: { operationId: "items/again", responses: { 204: {} } },
      },
    },
  },
  components: { mediaTypes: { search: { schema: SCHEMA } } },
});

const file = { path: "api.json", text: DESCRIPTION };
const imported = importChecked(file, []);
const texts = Object.fromEntries(imported.folder.map(({ path, text }) => [path, text]));

describe("OpenAPI 3.2", () => {
  it("has other methods, in their case", () => {
    expect(texts["vendor.yaml"]).toContain("\nmethods: [Copy]\n");
    expect(texts["routes.yaml"]).toContain(`QUERY /items:
  operation: items/search
  body: { required: false, schema: { type: object, properties: { text: { type: string } } } }
  responses:
    200: { type: object, properties: { text: { type: string } } }

Copy /items:
  operation: items/copy
  responses:
    204: null
`);
    expect(imported.notes.join("\n")).toContain(
      "an operation with QUERY, which is no method of its own: QUERY /items",
    );
    expect(imported.allNotes.join("\n")).not.toContain("mediaTypes");
  });

  it("is the same when it is imported again", () => {
    expect(importChecked(file, imported.folder).folder).toEqual(imported.folder);
  });

  it("becomes a catalog, types and pages with these methods", async () => {
    const files = await generate(imported.model);
    const textOf = (path: string): string => files.find((each) => each.path === path)?.text ?? "";
    expect(textOf("endpoint-catalog.ts")).toContain('methods: ["QUERY", "Copy"],');
    expect(textOf("routes.ts")).toContain('"QUERY /items": [');
    expect(textOf("endpoints.ts")).toContain('Method extends "QUERY" | "Copy" ? Method : ');
  });
});
