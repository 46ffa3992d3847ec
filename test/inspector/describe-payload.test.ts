/** A payload beside its schema: types, texts, and where they differ. */
import { describe, expect, it } from "vitest";
import { describePayload, type DescribedSchema } from "../../src/inspector/index.js";

const TEXT = { type: "string" };
const OR_NULL = { type: "string or null" };

/** Constants, with the types that are shown. */
const CONSTANTS: readonly [value: unknown, type: string][] = [
  [null, "null"],
  [[], "array"],
  [{}, "object"],
  [1.5, "number"],
  [1, "integer"],
  [true, "boolean"],
];

/** Alternatives, a value that fits one of them, and the type that is shown. */
const ALTERNATIVES: readonly Alternatives[] = [
  ["a constant", [{ const: "a" }, { const: "b" }], "b", { type: "string", values: ["b"] }],
  ["values", [{ enum: ["a"] }, { enum: ["b"] }], "b", { type: "string", values: ["b"] }],
  ["a reference", [{ $ref: "#/$defs/n" }, TEXT], "", TEXT],
  ["a reference to nothing", [{ $ref: "#/$defs/no" }, { type: "null" }], ""],
  ["several types", [{ type: ["integer", "null"] }, TEXT], null, { type: "integer or null" }],
  ["`nullable`", [{ ...TEXT, nullable: true }, { type: "integer" }], null, OR_NULL],
  ["no type", [{ format: "date" }, { type: "null" }], ""],
  ["a number", [TEXT, { type: "integer" }, { type: "number" }], 1.5, { type: "number" }],
  ["a text, which is no number", [{ type: "number" }, TEXT], "", TEXT],
  ["an integer", [TEXT, { type: "integer" }], 7, { type: "integer" }],
  ["a list", [{ type: "object" }, { type: "array" }], [], { type: "array" }],
  ["an object", [{ type: "array" }, { type: "object" }], {}, { type: "object" }],
  ["anything", [true, { type: "null" }], ""],
  ["nothing", [false, TEXT], "", TEXT],
  ["none of them", [{ type: "null" }, TEXT, false], 7, { type: "null or string" }],
];

describe("describePayload", () => {
  it.each<Described>([
    ["types", { type: "integer" }, 1, { "": { type: "integer" } }],
    ["several types", { type: ["string", "null"] }, "a", { "": { type: "string or null" } }],
    ["`nullable`", { type: "string", nullable: true }, "a", { "": { type: "string or null" } }],
    ["formats", { type: "string", format: "date" }, "", { "": { type: "string (date)" } }],
    ["values", { enum: ["a", "b"] }, "a", { "": { type: "string", values: ["a", "b"] } }],
    ["a constant", { const: 7 }, 7, { "": { type: "integer", values: [7] } }],
    ["titles", { title: "User", type: "object" }, {}, { "": { type: "User" } }],
    [
      "keys with slashes",
      { properties: { "a/b~c": { type: "string" } } },
      { "a/b~c": "" },
      { "/a~1b~0c": { type: "string" } },
    ],
    ["items", { items: { type: "null" } }, [null], { "/0": { type: "null" } }],
    [
      "tuples",
      { prefixItems: [{ type: "string" }], items: { type: "null" } },
      ["", null],
      {
        "/0": { type: "string" },
        "/1": { type: "null" },
      },
    ],
    [
      "other properties",
      { additionalProperties: { type: "string" } },
      { x: "" },
      {
        "/x": { type: "string" },
      },
    ],
    [
      "compositions",
      { allOf: [{ properties: { a: { type: "string" } } }] },
      { a: "" },
      {
        "/a": { type: "string" },
      },
    ],
    [
      "the alternative that fits",
      { oneOf: [{ type: "null" }, { type: "object", properties: { a: { type: "string" } } }] },
      { a: "" },
      { "": { type: "object" }, "/a": { type: "string" } },
    ],
    [
      "references in a circle",
      { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/a" }], type: "string" } } },
      "",
      { "": { type: "string" } },
    ],
    [
      "the alternative that fits, where an integer is a number, too",
      {
        anyOf: [
          { type: "number", format: "double" },
          { type: "string", format: "date" },
        ],
      },
      7,
      { "": { type: "number (double)" } },
    ],
    ["references to nothing", { $ref: "#/$defs/a" }, "", {}],
    ["no reference to another file", { $ref: "x/$defs/a", $defs: { a: TEXT } }, "", {}],
    ["no reference to a value that is no schema", { $ref: "#/a", a: 7 }, "", {}],
    [
      "references with escapes",
      { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": TEXT } },
      "",
      { "": TEXT },
    ],
    [
      "references to the schema itself",
      { type: "object", properties: { a: { $ref: "#" } } },
      { a: {} },
      { "": { type: "object" }, "/a": { type: "object" } },
    ],
    ["each type once", { allOf: [TEXT, TEXT] }, "", { "": TEXT }],
    ["`nullable` of a type alone", { nullable: true }, null, {}],
    ["types that are not null", { type: "string", nullable: false }, "", { "": TEXT }],
    ["types that are text", { type: ["string", 7] }, "", { "": TEXT }],
    ["formats of a type alone", { format: "date" }, "", {}],
    [
      "the first of several formats",
      { ...TEXT, format: 7, allOf: [{ format: "date" }, { format: "time" }] },
      "",
      { "": { type: "string (date)" } },
    ],
    [
      "the first of several titles",
      { type: "object", allOf: [{ title: 7 }, { title: "A" }, { title: "B" }] },
      {},
      { "": { type: "A" } },
    ],
    ["titles of objects alone", { title: "Name", ...TEXT }, "", { "": TEXT }],
    ["no title without a type", { title: "Name" }, "", {}],
    ["no values that are no list", { enum: "a", ...TEXT }, "", { "": TEXT }],
    [
      "a constant before values",
      { enum: ["a", "b"], allOf: [{ const: "b" }] },
      "b",
      { "": { type: "string", values: ["b"] } },
    ],
    ...CONSTANTS.map(([value, type]): Described => [
      `the kind of a constant: ${type}`,
      { const: value },
      value,
      { "": { type, values: [value] } },
    ]),
    ["items of lists alone", { items: TEXT }, { a: "" }, {}],
    ["properties of objects alone", { properties: { 0: TEXT } }, [""], {}],
    ["items where there is no tuple", { prefixItems: {}, items: TEXT }, [""], { "/0": TEXT }],
    [
      "other properties where none is declared",
      { properties: 7, additionalProperties: TEXT },
      { a: "" },
      { "/a": TEXT },
    ],
    [
      "no other property where one is declared",
      { properties: { a: {} }, additionalProperties: TEXT },
      { a: "" },
      {},
    ],
    ["compositions that are lists alone", { allOf: TEXT, anyOf: TEXT, ...TEXT }, "", { "": TEXT }],
    ...ALTERNATIVES.flatMap(([what, members, value, type]) =>
      ["anyOf", "oneOf"].map((keyword): Described => [
        `the alternative that fits ${what}: ${keyword}`,
        { [keyword]: members, $defs: { n: { type: "null" } } },
        value,
        type === undefined ? {} : { "": type },
      ]),
    ),
    ["no inherited key", { properties: {} }, { toString: 1, __proto__: null }, {}],
    ["nothing", true, { a: 1 }, {}],
  ])("reads %s", (_, schema, payload, types) => {
    expect(describePayload(schema, payload)).toEqual({ types, deviations: [] });
  });

  it("finds other schemas as it is told, and gives the deviations that it was given", () => {
    const deviations = [{ at: "", text: "must be null" }];
    const resolve = (reference: string) => ({ type: reference });
    expect(describePayload({ $ref: "#/x" }, "", { resolve, deviations })).toEqual({
      types: { "": { type: "#/x" } },
      deviations,
    });
  });

  it.each([
    [63, { "": { type: "string" } }],
    [64, {}],
  ])("reads 64 schemas of one value: one behind %i others", (otherCount, types) => {
    const nest = (count: number): { readonly [keyword: string]: unknown } =>
      count === 0 ? { type: "string" } : { allOf: [nest(count - 1)] };
    expect(describePayload({ ...nest(otherCount) }, "").types).toEqual(types);
  });

  it("describes 20,000 values", () => {
    const payload = Array.from({ length: 20_001 }, () => null);
    const places = Object.keys(describePayload({ items: { type: "null" } }, payload).types);
    expect([places.length, places.at(-1)]).toEqual([20_000, "/19999"]);
  });
});

type Described = [name: string, schema: DescribedSchema, payload: unknown, types: object];

type Alternatives = [what: string, members: readonly unknown[], value: unknown, type?: object];
