/** Samples have the values that a schema gives as examples and defaults, where these are valid. */
import { describe, expect, it } from "vitest";
import { createSample } from "../../codegen/emit/samples/sample.js";
import { importSchema } from "../cases/codegen/import/describe.js";

describe("[K.15] a sample", () => {
  it.each<[what: string, schema: object, value: unknown]>([
    ["a text", { type: "string", examples: ["Ada"] }, "Ada"],
    ["a default", { type: "string", default: "none" }, "none"],
    ["an example before a default", { type: "string", default: "none", examples: ["Ada"] }, "Ada"],
    ["the first valid one", { type: "string", maxLength: 3, examples: [7, "Adele", "Ada"] }, "Ada"],
    ["a text by its pattern", { type: "string", pattern: "^A", examples: ["x", "Ada"] }, "Ada"],
    ["no empty text", { type: "string", examples: [""] }, "example"],
    ["an integer", { type: "integer", examples: [1.5, 12] }, 12],
    ["a number within its bounds", { type: "number", maximum: 2, examples: [3, 1.5] }, 1.5],
    ["more than an exclusive minimum", { type: "integer", exclusiveMinimum: 4 }, 5],
    ["a fraction between two limits", { type: "number", exclusiveMinimum: 0, maximum: 1 }, 0.5],
    ["less than an exclusive maximum", { type: "number", exclusiveMaximum: 0 }, -1],
    ["a multiple", { type: "integer", minimum: 4, multipleOf: 3 }, 6],
    ["the last multiple", { type: "integer", minimum: 4, maximum: 5, multipleOf: 5 }, 5],
    [
      "an example that is a multiple",
      { type: "number", multipleOf: 0.1, examples: [0.25, 0.3] },
      0.3,
    ],
    [
      "an example within exclusive limits",
      { type: "number", exclusiveMaximum: 3, examples: [3, 2] },
      2,
    ],
    ["a flag", { type: "boolean", default: true }, true],
    ["a flag that is none", { type: "boolean", default: "yes" }, false],
    ["a known value", { type: "string", knownValues: ["a", "b"], examples: ["c", "b"] }, "b"],
    ["a known number", { type: "integer", knownValues: [4, 5] }, 4],
    ["a value of an enum", { enum: ["a", "b"], default: "b" }, "b"],
    ["a constant, whatever else is said", { const: "a", examples: ["b"] }, "a"],
    [
      "the values of an object's example, and only what is required",
      object(
        { id: { type: "integer" }, name: { type: "string" } },
        {
          examples: [{ id: 12, name: 7, more: true }],
        },
      ),
      { id: 12, name: "example" },
    ],
    [
      "a property's own example before the object's",
      object({ id: { type: "integer", examples: [1] } }, { examples: [{ id: 12 }] }),
      { id: 1 },
    ],
    [
      "the items of a list's example, and no more than it needs",
      { type: "array", minItems: 2, items: { type: "string" }, examples: [["a", "b", "c"]] },
      ["a", "b"],
    ],
    ["an empty list", { type: "array", items: { type: "string" }, examples: [["a"]] }, []],
    ["an example in a part", { allOf: [{ type: "string" }, { examples: ["Ada"] }] }, "Ada"],
    [
      "no inherited property",
      object({ toString: { type: "string" } }, { examples: [{}] }),
      { toString: "example" },
    ],
  ])("has %s", (_, schema, value) => {
    expect(createSampleOf(schema)).toEqual(value);
  });
});

describe("[K.15] an import", () => {
  it.each<[version: "3.0.3" | "3.1.0", schema: object, yaml: string]>([
    ["3.0.3", { type: "string", example: "Ada" }, "{ type: string, examples: [Ada] }"],
    ["3.1.0", { type: "string", examples: ["Ada", "Bob"] }, "{ type: string, examples: [Ada] }"],
    ["3.1.0", { type: "integer", default: 3, examples: [] }, "{ type: integer, default: 3 }"],
    ["3.0.3", { type: "string", example: "" }, "{ type: string }"],
    ["3.0.3", { type: "string", example: "x".repeat(400) }, "{ type: string }"],
    ["3.0.3", { type: "string", enum: ["a", "b"], example: "b" }, "{ type: string, enum: [a, b] }"],
    [
      "3.0.3",
      { type: "string", deprecated: true, readOnly: true },
      "{ type: string, deprecated: true, readOnly: true }",
    ],
  ])("of version %s keeps of %j", (version, schema, yaml) => {
    expect(importSchema(schema, version).yaml).toBe(yaml);
  });
});

function createSampleOf(schema: object): unknown {
  return createSample(
    { ...schema },
    {
      baseUrl: "https://acme.example",
      resolve: (ref) => {
        throw new Error(`There is no component ${ref}.`);
      },
    },
  );
}

/** An object that requires all of its properties. */
function object(properties: object, keywords: object = {}): object {
  return {
    type: "object",
    required: Object.keys(properties),
    properties,
    ...keywords,
  };
}
