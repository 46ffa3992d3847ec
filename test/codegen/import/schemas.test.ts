/** Schemas of OpenAPI 3.0 and 3.1, and the YAML that they become. */
import { describe, expect, it } from "vitest";
import { describeApi, importAlone, importSchema } from "../../cases/codegen/import/describe.js";

const shared = { pet: { type: "object", properties: { name: { type: "string" } } } };
const ref = { $ref: "#/components/schemas/pet" };

describe("a schema of OpenAPI 3.0", () => {
  it.each<[what: string, schema: unknown, yaml: string]>([
    ["a type", { type: "string" }, "{ type: string }"],
    ["nullable", { type: "string", nullable: true }, '{ type: [string, "null"] }'],
    ["not nullable", { type: "string", nullable: false }, "{ type: string }"],
    [
      "a nullable enum without null in it",
      { type: "string", nullable: true, enum: ["a"] },
      '{ type: [string, "null"], enum: [a, null] }',
    ],
    [
      "a nullable enum with null in it",
      { type: "string", nullable: true, enum: ["a", null] },
      '{ type: [string, "null"], enum: [a, null] }',
    ],
    [
      "a nullable reference",
      { nullable: true, allOf: [ref] },
      '{ anyOf: [{ allOf: [{ $ref: components/api.yaml#/pet }] }, { type: "null" }] }',
    ],
    [
      "a nullable union",
      { nullable: true, anyOf: [ref, { type: "string" }] },
      '{ anyOf: [{ $ref: components/api.yaml#/pet }, { type: string }, { type: "null" }] }',
    ],
    [
      "a nullable choice",
      { nullable: true, oneOf: [ref] },
      '{ anyOf: [{ oneOf: [{ $ref: components/api.yaml#/pet }] }, { type: "null" }] }',
    ],
    ["anything that may be null", { nullable: true }, "true"],
    [
      "exclusive limits",
      { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
      "{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 9 }",
    ],
    [
      "limits that are not exclusive",
      { type: "number", minimum: 0, exclusiveMinimum: false, exclusiveMaximum: true },
      "{ type: number, minimum: 0 }",
    ],
    [
      "a nullable object",
      { type: "object", nullable: true, properties: { a: { type: "string" } } },
      '{ type: [object, "null"], properties: { a: { type: string } } }',
    ],
  ])("%s", (_what, schema, yaml) => {
    expect(importSchema(schema, "3.0.3", shared).yaml).toBe(yaml);
  });

  it("keeps texts beside a reference, and notes limits beside it as lost", () => {
    const siblings = { description: "Mine.", readOnly: true, minProperties: 1 };
    const { yaml, notes } = importSchema({ ...ref, ...siblings }, "3.0.3", shared);
    const annotations = "description: Mine., readOnly: true";
    expect(yaml).toBe(`{ ${annotations}, allOf: [{ $ref: components/api.yaml#/pet }] }`);
    expect(notes).toEqual(["Not imported: minProperties beside `$ref`: GET /x 200."]);
  });
});

describe("a schema of OpenAPI 3.1", () => {
  it.each<[what: string, schema: unknown, yaml: string]>([
    ["anything", {}, "true"],
    ["nothing", false, "false"],
    ["a list of types", { type: ["string", "null"] }, '{ type: [string, "null"] }'],
    ["a list of one type", { type: ["string"] }, "{ type: string }"],
    ["a constant", { const: "a" }, "{ const: a }"],
    [
      "a choice of constants",
      { oneOf: [{ const: "a" }, { const: "b" }] },
      "{ type: string, enum: [a, b] }",
    ],
    [
      "a choice of described constants",
      {
        type: "integer",
        description: "S.",
        oneOf: [
          { const: 1, title: "ON", description: "Up." },
          { const: 2, title: "OFF", "x-color": "red" },
        ],
      },
      '{ type: integer, description: "S.\\n\\n- `1` (ON): Up.\\n- `2` (OFF)", enum: [1, 2] }',
    ],
    [
      "a choice of enums of one value and null",
      { anyOf: [{ type: "string", enum: ["a"], title: "A" }, { const: "b" }, { type: "null" }] },
      '{ type: [string, "null"], enum: [a, b, null] }',
    ],
    [
      "a choice of a constant and a limited value",
      { oneOf: [{ const: "a" }, { type: "string", minLength: 2 }] },
      "{ oneOf: [{ const: a }, { type: string, minLength: 2 }] }",
    ],
    [
      "a choice of a constant and an enum of two",
      { oneOf: [{ const: "a" }, { enum: ["b", "c"] }] },
      "{ oneOf: [{ const: a }, { enum: [b, c] }] }",
    ],
    [
      "a choice of objects that are constants",
      { oneOf: [{ const: { a: 1 } }, { const: { a: 2 } }] },
      "{ oneOf: [{ const: { a: 1 } }, { const: { a: 2 } }] }",
    ],
    ["read-only", { type: "integer", readOnly: true }, "{ type: integer, readOnly: true }"],
    ["deprecated", { type: "integer", deprecated: true }, "{ type: integer, deprecated: true }"],
    ["a format", { type: "string", format: "date-time" }, "{ type: string, format: date-time }"],
    [
      "limits, in one order",
      { maximum: 9, minimum: 1, default: 5, type: "integer" },
      "{ type: integer, default: 5, minimum: 1, maximum: 9 }",
    ],
    [
      "exclusive limits and steps",
      { type: "number", multipleOf: 0.5, exclusiveMaximum: 9, exclusiveMinimum: 1 },
      "{ type: number, exclusiveMinimum: 1, exclusiveMaximum: 9, multipleOf: 0.5 }",
    ],
    [
      "limits of a list",
      { type: "array", uniqueItems: true, maxItems: 2, minItems: 1, items: { type: "string" } },
      "{ type: array, items: { type: string }, minItems: 1, maxItems: 2, uniqueItems: true }",
    ],
    ["a pattern", { type: "string", pattern: "^\\d+$" }, '{ type: string, pattern: "^\\\\d+$" }'],
    [
      "texts that YAML would take for something else",
      { enum: ["null", "1", "on", "", "a: b", "#x", 1, null, true] },
      '{ enum: ["null", "1", "on", "", "a: b", "#x", 1, null, true] }',
    ],
    ["an enum that repeats itself", { enum: ["a", "b", "a"] }, "{ enum: [a, b] }"],
    [
      "properties with odd names",
      { properties: { "+1": {}, null: {}, "a.b": {}, $ref: {} } },
      '{ properties: { "+1": true, "null": true, a.b: true, $ref: true } }',
    ],
    [
      "additional properties",
      { type: "object", additionalProperties: { type: "string" } },
      "{ type: object, additionalProperties: { type: string } }",
    ],
    [
      "no additional properties",
      { additionalProperties: false },
      "{ additionalProperties: false }",
    ],
    [
      "siblings of a reference",
      { ...ref, description: "Mine." },
      "{ description: Mine., allOf: [{ $ref: components/api.yaml#/pet }] }",
    ],
    [
      "siblings of a reference that limit it",
      { ...ref, description: "Mine.", minProperties: 1 },
      "{ description: Mine., allOf: [{ $ref: components/api.yaml#/pet }, { minProperties: 1 }] }",
    ],
    [
      "a property that another part of a composition describes",
      { allOf: [ref, { required: ["name"], properties: {} }] },
      "{ allOf: [{ $ref: components/api.yaml#/pet }, { required: [name], properties: {} }] }",
    ],
    [
      "a reference in place of properties",
      { type: "object", properties: { $ref: "#/components/schemas/pet/properties" } },
      "{ type: object, properties: { name: { type: string } } }",
    ],
    [
      "a reference to nothing in place of properties",
      { type: "object", properties: { $ref: "#/components/none" } },
      "{ type: object }",
    ],
    [
      "a reference into a shared schema, written out",
      { $ref: "#/components/schemas/pet/properties/name" },
      "{ type: string }",
    ],
    ["required without properties", { required: ["a", "a"] }, "{ required: [a] }"],
  ])("%s", (_what, schema, yaml) => {
    expect(importSchema(schema, "3.1.0", shared).yaml).toBe(yaml);
  });

  it.each<[what: string, schema: object, note: string]>([
    [
      "a keyword without a word for it",
      { not: { type: "string" } },
      "Not imported: the keyword `not`: GET /x 200.",
    ],
    ["a title", { title: "T" }, "Ignored: `title` (1)."],
    ["titles", { title: "A", xml: {} }, "Ignored: `title` (1)."],
    ["an extension", { "x-y": 1 }, "Ignored: `x-y` (1)."],
    ["a pattern that is none", { pattern: "(" }, 'Not imported: `pattern: "("`: GET /x 200.'],
    [
      "a required property that is not described",
      { properties: {}, required: ["a"] },
      "Required but not described, so any value is allowed: GET /x 200/a.",
    ],
    [
      "a required property that no part of the whole describes",
      { allOf: [{ properties: { b: {} } }, { required: ["a", "b"] }] },
      "Required but not described, so any value is allowed: GET /x 200/allOf/1/a.",
    ],
    [
      "`required` of an older draft",
      { properties: { a: { required: true } } },
      "Not imported: `required: true`: GET /x 200/a.",
    ],
    [
      "what JavaScript cannot hold",
      { properties: JSON.parse('{"__proto__": {}}') as object },
      "Not imported: the property `__proto__`: GET /x 200.",
    ],
  ])("tells of %s", (_what, schema, note) => {
    expect(importSchema(schema, "3.1.0").notes).toContain(note);
  });

  it.each<[what: string, members: readonly object[], isNoted: boolean]>([
    ["enums without a common value", [{ enum: ["a", "b"] }, { enum: ["c"] }], true],
    ["a constant that an enum lacks", [{ enum: ["a"] }, { const: "b" }], true],
    ["enums behind references", [{ $ref: "#/components/schemas/one" }, { enum: ["c"] }], true],
    ["enums with a common value", [{ enum: ["a", "b"] }, { enum: ["b", "c"] }], false],
    ["one enum", [{ enum: ["a"] }, { type: "string" }], false],
  ])("is noted where `allOf` combines %s", (_what, members, isNoted) => {
    const schemas = { one: { type: "string", enum: ["a", "b"] } };
    const { notes } = importSchema({ allOf: members }, "3.1.0", schemas);
    const note =
      "No value is in all lists that `allOf` combines, so that none can be sent: GET /x 200.";
    expect(notes.filter((each) => each.includes("`allOf`"))).toEqual(isNoted ? [note] : []);
  });

  it("breaks what is too long for a line into block form", () => {
    const properties = Object.fromEntries(
      ["first", "second", "third", "fourth"].map((name) => [`${name}_of_the_properties`, {}]),
    );
    const required = Object.keys(properties);
    expect(importSchema({ type: "object", properties, required }, "3.1.0").yaml).toBe(
      [
        "type: object",
        "      required:",
        "        - first_of_the_properties",
        "        - second_of_the_properties",
        "        - third_of_the_properties",
        "        - fourth_of_the_properties",
        "      properties:",
        "        first_of_the_properties: true",
        "        second_of_the_properties: true",
        "        third_of_the_properties: true",
        "        fourth_of_the_properties: true",
      ].join("\n"),
    );
  });
});

describe("shared schemas", () => {
  it("are written in the order of the description, where something leads to them", () => {
    const schemas = {
      b: { type: "array", items: { $ref: "#/components/schemas/a" } },
      unused: { type: "string" },
      a: { properties: { b: { $ref: "#/components/schemas/b" } } },
      "odd name!": { type: "string" },
    };
    const schema = {
      anyOf: [{ $ref: "#/components/schemas/b" }, { $ref: "#/components/schemas/odd name!" }],
    };
    const { texts, notes, yaml } = importSchema(schema, "3.1.0", schemas);
    expect(texts["components/api.yaml"]).toBe(
      [
        "# yaml-language-server: $schema=../../codegen/meta/components.schema.json",
        "",
        "b:",
        "  type: array",
        '  items: { $ref: "#/a" }',
        "",
        "a:",
        '  properties: { b: { $ref: "#/b" } }',
        "",
        "odd-name:",
        "  type: string",
        "",
      ].join("\n"),
    );
    expect(yaml).toContain("components/api.yaml#/odd-name");
    expect(notes).toEqual(["Ignored: shared schemas that nothing refers to (1)."]);
  });

  it("have a part under a name of its own, where others refer to it", () => {
    const tree = { type: "object", properties: { child: { $ref: "#/definitions/tree" } } };
    const schema = { $ref: "#/components/schemas/x/definitions" };
    expect(importSchema(schema, "3.1.0", { x: { definitions: tree } }).notes).toContain(
      'Not imported: a reference to nothing, "#/definitions/tree": schemas/x/definitions/child.',
    );
    const inner = { properties: { child: { $ref: "#/components/schemas/x/properties/y" } } };
    const part = { $ref: "#/components/schemas/x/properties/y" };
    const { yaml, texts } = importSchema(part, "3.1.0", {
      x: { properties: { y: inner } },
    });
    expect(yaml).toBe("{ $ref: components/api.yaml#/x-y }");
    expect(texts["components/api.yaml"]).toContain(
      'x-y:\n  properties: { child: { $ref: "#/x-y" } }\n',
    );
  });
});

describe("a reference in place of a map of media types", () => {
  it.each<[pointer: string, yaml: string, notes: readonly string[]]>([
    ["#/components/x-content", "{ type: string }", []],
    [
      "#/components/none",
      "true",
      ['Not imported: a reference to nothing, "#/components/none": POST /x body, POST /x 200.'],
    ],
  ])("%s is %s, in bodies and responses", (pointer, yaml, notes) => {
    const content = { $ref: pointer };
    const post = { operationId: "x/do", requestBody: { content }, responses: { 200: { content } } };
    const { texts, notes: told } = importAlone(
      describeApi({
        paths: { "/x": { post } },
        components: { "x-content": { "application/json": { schema: { type: "string" } } } },
      }),
    );
    expect(texts["routes.yaml"]).toContain(`  body: { required: false, schema: ${yaml} }
  responses:
    200: ${yaml}
`);
    expect(told.filter((note) => note.startsWith("Not imported"))).toEqual(notes);
  });
});
