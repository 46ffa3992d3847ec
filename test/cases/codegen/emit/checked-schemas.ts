/** Schemas of one property, with what the check of a payload takes and refuses. */
import type { JsonSchema } from "../../../../codegen/model/model.js";
import { component, refTo } from "./miniature.js";

/** An enum with a text that is too long for one line. */
export const word = component("word", { type: "string", enum: ["a", `${"long ".repeat(50)}word`] });

const objects: JsonSchema = {
  oneOf: [
    {
      type: "object",
      required: ["kind", "a"],
      properties: { kind: { enum: ["a"] }, a: { type: "string" } },
    },
    {
      type: "object",
      required: ["kind", "b"],
      properties: { kind: { enum: ["b"] }, b: { type: "string" } },
    },
  ],
};

export const schemaCases: readonly SchemaCase[] = [
  {
    about: "a text",
    schema: { type: "string" },
    takes: ["", "a"],
    refuses: [
      [1, "", "type"],
      [null, "", "type"],
      [undefined, "", "required"],
    ],
  },
  { about: "a number", schema: { type: "number" }, takes: [0, -1.5], refuses: [["1", "", "type"]] },
  {
    about: "an integer",
    schema: { type: "integer" },
    takes: [0, 2 ** 60],
    refuses: [
      [1.5, "", "type"],
      ["1", "", "type"],
    ],
  },
  { about: "a boolean", schema: { type: "boolean" }, takes: [true], refuses: [[0, "", "type"]] },
  {
    about: "null",
    schema: { type: "null" },
    takes: [null],
    refuses: [
      ["", "", "type"],
      [0, "", "type"],
    ],
  },
  {
    about: "several types",
    schema: { type: ["string", "null"] },
    takes: ["", null],
    refuses: [[1, "", "type"]],
  },
  { about: "anything", schema: true, takes: [1, null, {}], refuses: [[undefined, "", "required"]] },
  { about: "nothing", schema: false, takes: [], refuses: [[1, "", "never"]] },
  {
    about: "values",
    schema: { enum: ["a", 1, null] },
    takes: ["a", 1, null],
    refuses: [
      ["b", "", "enum"],
      ["1", "", "enum"],
    ],
  },
  {
    about: "values and null",
    schema: { type: ["string", "null"], enum: ["a"] },
    takes: ["a", null],
    refuses: [["b", "", "enum"]],
  },
  { about: "a constant", schema: { const: "a" }, takes: ["a"], refuses: [["b", "", "enum"]] },
  {
    about: "an object",
    schema: { type: "object" },
    takes: [{}, { a: 1 }],
    refuses: [
      [[], "", "type"],
      [null, "", "type"],
      ["", "", "type"],
    ],
  },
  {
    about: "properties",
    schema: {
      type: "object",
      required: ["a"],
      properties: { a: { type: "string" }, b: { type: "integer" } },
      additionalProperties: false,
    },
    takes: [{ a: "" }, { a: "", b: 1, c: 2 }],
    refuses: [
      [{}, "/a", "required"],
      [{ a: "", b: "" }, "/b", "type"],
    ],
  },
  {
    about: "a property that is required without a schema",
    schema: { type: "object", required: ["a"] },
    takes: [{ a: 1 }],
    refuses: [[{}, "/a", "required"]],
  },
  {
    about: "odd names",
    schema: {
      type: "object",
      properties: { "a/b~c": { type: "string" }, "ü'\"": { type: "string" } },
    },
    takes: [{ "a/b~c": "" }],
    refuses: [
      [{ "a/b~c": 1 }, "/a~1b~0c", "type"],
      [{ "ü'\"": 1 }, "/ü'\"", "type"],
    ],
  },
  {
    about: "inherited names",
    schema: {
      type: "object",
      required: ["constructor"],
      properties: { constructor: { type: "string" }, toString: { type: "string" } },
    },
    takes: [{ constructor: "" }],
    refuses: [
      [{}, "/constructor", "required"],
      [{ constructor: "", toString: 1 }, "/toString", "type"],
    ],
  },
  {
    about: "a map",
    schema: { type: "object", additionalProperties: { type: "string" } },
    takes: [{}, { a: "" }],
    refuses: [[{ a: "", "b/": 1, c: 2 }, "/b~1", "type"]],
  },
  {
    about: "a map beside properties",
    schema: {
      type: "object",
      properties: { a: { type: "integer" } },
      additionalProperties: { type: "string" },
    },
    takes: [{ a: 1, b: "" }],
    refuses: [[{ a: 1, b: 2 }, "/b", "type"]],
  },
  {
    about: "a list: its first wrong item",
    schema: { type: "array", items: { type: "string" } },
    takes: [[], ["a"]],
    refuses: [
      [["a", 1, 2], "/1", "type"],
      [{}, "", "type"],
    ],
  },
  {
    about: "a tuple",
    schema: { type: "array", prefixItems: [{ type: "string" }, true], items: false },
    takes: [["a", 1]],
    refuses: [
      [["a"], "/1", "required"],
      [[1, 1], "/0", "type"],
      [["a", 1, 2], "/2", "never"],
    ],
  },
  {
    about: "a tuple with fewer items, and others after it",
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: { type: "boolean" },
      minItems: 1,
    },
    takes: [["a"], ["a", 1], ["a", 1, true, false]],
    refuses: [
      [[], "/0", "required"],
      [["a", "b"], "/1", "type"],
      [["a", 1, 2], "/2", "type"],
    ],
  },
  {
    about: "a tuple without a word about further items",
    schema: { prefixItems: [{ type: "string" }] },
    takes: [["a", 1], "no list"],
    refuses: [[[1], "/0", "type"]],
  },
  {
    about: "patterns of names, before other properties",
    schema: {
      type: "object",
      properties: { "x-a": true },
      patternProperties: { "^x-": { type: "string" }, "^n/": { type: "integer" } },
      additionalProperties: { type: "boolean" },
    },
    takes: [{}, { "x-a": "", "n/": 1, other: true }],
    refuses: [
      [{ "x-a": 1 }, "/x-a", "type"],
      [{ "n/1": "" }, "/n~11", "type"],
      [{ other: 1 }, "/other", "type"],
    ],
  },
  {
    about: "the names of properties",
    schema: { propertyNames: { enum: ["a", "b/c"] }, additionalProperties: { type: "string" } },
    takes: [{}, { a: "", "b/c": "" }, 1],
    refuses: [
      [{ "d/e": "" }, "/d~1e", "never"],
      [{ a: 1 }, "/a", "type"],
    ],
  },
  {
    about: "a shared schema of names",
    schema: { propertyNames: refTo("word"), type: "object" },
    takes: [{ a: 1 }],
    refuses: [[{ b: 1 }, "/b", "never"]],
  },
  {
    about: "a list of objects",
    schema: { type: "array", items: refTo("user") },
    takes: [[{ id: 1, login: "a" }]],
    refuses: [[[{ id: 1, login: 2 }], "/0/login", "type"]],
  },
  {
    about: "a reference",
    schema: refTo("user"),
    takes: [{ id: 1, login: "a" }],
    refuses: [[{ id: 1 }, "/login", "required"]],
  },
  {
    about: "a reference or null",
    schema: { oneOf: [refTo("user"), { type: "null" }] },
    takes: [null, { id: 1, login: "a" }],
    refuses: [
      [{ id: 1 }, "/login", "required"],
      ["", "", "type"],
    ],
  },
  {
    about: "all of several",
    schema: {
      allOf: [
        refTo("user"),
        { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      ],
    },
    takes: [{ id: 1, login: "a", name: "b" }],
    refuses: [
      [{ id: 1, login: "a" }, "/name", "required"],
      [{ id: "", login: "a", name: "" }, "/id", "type"],
    ],
  },
  {
    about: "types as alternatives",
    schema: { oneOf: [{ type: "string" }, { type: "integer" }] },
    takes: ["", 1],
    refuses: [[true, "", "type"]],
  },
  {
    about: "objects as alternatives: the nearest",
    schema: objects,
    takes: [
      { kind: "a", a: "" },
      { kind: "b", b: "" },
    ],
    refuses: [
      [{ kind: "b", b: 1 }, "/b", "type"],
      [{ kind: "a", a: 1 }, "/a", "type"],
      ["", "", "anyOf"],
    ],
  },
  {
    about: "alternatives in a list",
    schema: { type: "array", items: objects },
    takes: [[{ kind: "a", a: "" }]],
    refuses: [[[{ kind: "b", b: 1 }], "/0/b", "type"]],
  },
  {
    about: "alternatives that overlap: nothing is excluded",
    schema: { oneOf: [{ type: "number" }, { type: "integer" }] },
    takes: [1],
    refuses: [["", "", "type"]],
  },
  {
    about: "one alternative beside all of several",
    schema: {
      allOf: [{ type: "object", required: ["a"] }],
      anyOf: [{ type: "object", required: ["b"] }],
    },
    takes: [{ a: 1, b: 1 }],
    refuses: [
      [{ b: 1 }, "/a", "required"],
      [{ a: 1 }, "/b", "required"],
    ],
  },
  {
    about: 'the text "null", which is not null',
    schema: { anyOf: [{ enum: ["null"] }, { type: "integer" }] },
    takes: ["null", 1],
    refuses: [[null, "", "anyOf"]],
  },
  {
    about: "what is not enforced",
    schema: { type: "string", format: "uri", minLength: 5, maxLength: 6, pattern: "^x" },
    takes: ["", "any text"],
    refuses: [],
  },
  {
    about: "what is not enforced of numbers",
    schema: { type: "integer", minimum: 5, maximum: 6 },
    takes: [0, 7],
    refuses: [],
  },
  {
    about: "a schema that refers to itself",
    schema: refTo("node"),
    takes: [{ value: "", child: { value: "" } }],
    refuses: [[{ value: "", child: { value: 1 } }, "/child/value", "type"]],
  },
];

interface SchemaCase {
  readonly about: string;
  readonly schema: JsonSchema;
  readonly takes: readonly unknown[];
  readonly refuses: readonly (readonly [value: unknown, path: string, keyword: string])[];
}
