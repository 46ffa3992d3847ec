/** An import over what an earlier one wrote, and over what was edited since. */
import { describe, expect, it } from "vitest";
import { SchemaError } from "../../../codegen/model/messages.js";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const PET = { $ref: "#/components/schemas/pet" };

const first = describePets({ id: { type: "integer" }, name: { type: "string" } });

describe("an import over its own result", () => {
  const { texts } = importAlone(first);

  it("changes no byte", () => {
    expect(importInto(texts, first).texts).toEqual(texts);
  });

  it("is a schema that reads without mistakes", () => {
    const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
    const { routes, events, components } = readSchema(files);
    expect([routes.length, events.length, components.length]).toEqual([2, 1, 1]);
  });

  it("follows the description where that has changed, and only there", () => {
    const next = describePets(
      { id: { type: "string" }, age: { type: "integer" } },
      { delete: { operationId: "pets/clear", responses: { 204: {} } } },
    );
    const again = importInto(texts, next).texts;
    const changed = Object.keys(texts).filter((path) => again[path] !== texts[path]);
    expect(changed).toEqual(["routes.yaml", "components/api.yaml", "imported.yaml"]);
    expect(again["components/api.yaml"]).toMatch(
      /\n  properties: \{ id: \{ type: string \}, age: \{ type: integer \} \}\n$/,
    );
    expect(again["routes.yaml"]).toBe(
      `${texts["routes.yaml"]}\nDELETE /pets:\n  operation: pets/clear\n  responses:\n    204: null\n`,
    );
  });
});

describe("an import over an edited schema", () => {
  const edited = {
    "vendor.yaml": "name: mine\ntitle: Mine\nbaseUrl: https://mine.example\n",
    "events.yaml": `# By hand.

# Comes first.
other:
  description: Something else.

pet:
  description: A pet.
  actions:
    closed: It is gone.
    created:
`,
    "routes.yaml": `# Routes.
# Two lines.

# Ours alone.
GET /mine:
  operation: mine/get

POST /pets: # inside
  operation: pets/create
  summary: Add a pet.
  body:
    schema:
      $ref: components/api.yaml#/pet
  responses: { 201: { $ref: components/api.yaml#/pet } }

GET /pets:
  operation: pets/list
  summary: All pets.
  query:
    tags: { type: array, items: { type: string }, style: brackets }
    page: { type: integer, description: Which page. }
  responses:
    200: { description: All of them., schema: { type: array, items: { $ref: components/api.yaml#/pet } } }
`,
    "components/api.yaml": `handmade: { type: string }

pet:
  description: A pet.
  type: object
  properties:
    name: { type: string, description: What it is called., examples: [Rex] }
    gone: { type: string }
`,
    "payloads/pet.yaml": `actions:
  # Told by hand.
  created:
    type: object
    description: It came.
    properties:
      action: { type: string, enum: [created] } # inside

  lost: { type: object }
`,
    "corrections.yaml": "# untouched\n",
  };
  const { texts, notes, shortNotes } = importInto(edited, first);

  it("keeps the vendor, and leaves alone files that an import does not write", () => {
    expect(texts["vendor.yaml"]).toContain("name: mine\n");
    expect(texts["vendor.yaml"]).toContain("\nbaseUrl: https://mine.example\n");
    expect(Object.keys(texts)).not.toContain("corrections.yaml");
  });

  it("keeps events with their order, descriptions and comments", () => {
    expect(texts["events.yaml"]).toBe(edited["events.yaml"]);
  });

  it("keeps routes: their order, comments, summaries, styles and descriptions", () => {
    expect(texts["routes.yaml"]).toBe(edited["routes.yaml"]);
  });

  it("keeps the texts of schemas and the order of what is still there", () => {
    expect(texts["components/api.yaml"]).toBe(`handmade: { type: string }

pet:
  description: A pet.
  type: object
  properties:
    id: { type: integer }
    name: { type: string, description: What it is called., examples: [Rex] }
`);
  });

  it("keeps the texts of payloads, comments above them, and actions of its own", () => {
    expect(texts["payloads/pet.yaml"]).toBe(`actions:
  # Told by hand.
  created:
    type: object
    description: It came.
    properties: { action: { enum: [created] }, pet: { $ref: ../components/api.yaml#/pet } }

  closed:
    type: object
    properties: { action: { enum: [closed] } }

  lost: { type: object }
`);
  });

  it("notes what it kept, and what it could not keep", () => {
    expect(notes).toContain(
      "Not imported: a comment inside an entry that has changed: payloads/pet.yaml created.",
    );
    expect(shortNotes).toContain(
      "Kept, though not in the description: events.yaml other, routes.yaml GET /mine, payloads/pet.yaml lost and 1 more.",
    );
  });

  it("changes nothing when it is done again", () => {
    expect(importInto({ ...edited, ...texts }, first).texts).toEqual(texts);
  });
});

describe("an import into a folder that is no schema", () => {
  it.each<[what: string, path: string, text: string]>([
    ["of no YAML", "events.yaml", "a: ["],
    ["of a mapping with a wrong key", "import.yaml", "server: {}"],
  ])("is refused: %s", (_what, path, text) => {
    expect(() => importInto({ [path]: text }, first)).toThrow(SchemaError);
  });
});

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

/** A description of two routes, an event with two actions and a shared schema. */
function describePets(properties: object, more: object = {}) {
  const created = { type: "object", properties: { action: { enum: ["created"] }, pet: PET } };
  const closed = { type: "object", properties: { action: { enum: ["closed"] } } };
  return describeApi({
    paths: {
      "/pets": {
        get: {
          operationId: "pets/list",
          parameters: [
            { name: "page", in: "query", schema: { type: "integer" } },
            { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
          ],
          responses: { 200: json({ type: "array", items: PET }) },
        },
        post: {
          operationId: "pets/create",
          requestBody: { required: true, ...json(PET) },
          responses: { 201: json(PET) },
        },
        ...more,
      },
    },
    webhooks: {
      "pet-created": { post: { requestBody: json(created) } },
      "pet-closed": { post: { requestBody: json(closed) } },
    },
    components: { schemas: { pet: { type: "object", properties } } },
  });
}
