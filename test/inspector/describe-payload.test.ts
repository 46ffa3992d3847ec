/** A payload beside its schema: types, texts, and where they differ. */
import { describe, expect, it } from "vitest";
import { describePayload, type DescribedSchema } from "../../src/inspector/index.js";

const TEXT = { type: "string" };
const OR_NULL = { type: "string or null" };

/** Constants, with the types that are shown. */
const CONSTANTS: readonly { readonly value: unknown; readonly type: string }[] = [
  { value: null, type: "null" },
  { value: [], type: "array" },
  { value: {}, type: "object" },
  { value: 1.5, type: "number" },
  { value: 1, type: "integer" },
  { value: true, type: "boolean" },
];

/** Alternatives, a value that fits one of them, and the type that is shown, if there is one. */
const ALTERNATIVES: readonly Alternatives[] = [
  {
    kind: "a constant",
    members: [{ const: "a" }, { const: "b" }],
    value: "b",
    type: { type: "string", values: ["b"] },
  },
  {
    kind: "values",
    members: [{ enum: ["a"] }, { enum: ["b"] }],
    value: "b",
    type: { type: "string", values: ["b"] },
  },
  { kind: "a reference", members: [{ $ref: "#/$defs/n" }, TEXT], value: "", type: TEXT },
  {
    kind: "a reference to nothing",
    members: [{ $ref: "#/$defs/no" }, { type: "null" }],
    value: "",
  },
  {
    kind: "several types",
    members: [{ type: ["integer", "null"] }, TEXT],
    value: null,
    type: { type: "integer or null" },
  },
  {
    kind: "`nullable`",
    members: [{ ...TEXT, nullable: true }, { type: "integer" }],
    value: null,
    type: OR_NULL,
  },
  { kind: "no type", members: [{ format: "date" }, { type: "null" }], value: "" },
  {
    kind: "a number",
    members: [TEXT, { type: "integer" }, { type: "number" }],
    value: 1.5,
    type: { type: "number" },
  },
  {
    kind: "a text, which is no number",
    members: [{ type: "number" }, TEXT],
    value: "",
    type: TEXT,
  },
  { kind: "an integer", members: [TEXT, { type: "integer" }], value: 7, type: { type: "integer" } },
  {
    kind: "a list",
    members: [{ type: "object" }, { type: "array" }],
    value: [],
    type: { type: "array" },
  },
  {
    kind: "an object",
    members: [{ type: "array" }, { type: "object" }],
    value: {},
    type: { type: "object" },
  },
  { kind: "anything", members: [true, { type: "null" }], value: "" },
  { kind: "nothing", members: [false, TEXT], value: "", type: TEXT },
  {
    kind: "the first ones that have a type where none fits",
    members: [{ type: "null" }, TEXT, false],
    value: 7,
    type: { type: "null or string" },
  },
];

describe("describePayload, for one value", () => {
  it.each<Described>([
    {
      claim: "reads the type",
      schema: { type: "integer" },
      payload: 1,
      types: { "": { type: "integer" } },
    },
    {
      claim: "reads several types",
      schema: { type: ["string", "null"] },
      payload: "a",
      types: { "": { type: "string or null" } },
    },
    {
      claim: "reads `nullable` as the type null besides",
      schema: { type: "string", nullable: true },
      payload: "a",
      types: { "": { type: "string or null" } },
    },
    {
      claim: "ignores `nullable: false`",
      schema: { type: "string", nullable: false },
      payload: "",
      types: { "": TEXT },
    },
    {
      claim: "ignores types that are no texts",
      schema: { type: ["string", 7] },
      payload: "",
      types: { "": TEXT },
    },
    {
      claim: "reads a type once that stands there twice",
      schema: { allOf: [TEXT, TEXT] },
      payload: "",
      types: { "": TEXT },
    },
    {
      claim: "ignores `nullable` where there is no type",
      schema: { nullable: true },
      payload: null,
      types: {},
    },
    {
      claim: "reads the format behind the type",
      schema: { type: "string", format: "date" },
      payload: "",
      types: { "": { type: "string (date)" } },
    },
    {
      claim: "ignores a format where there is no type",
      schema: { format: "date" },
      payload: "",
      types: {},
    },
    {
      claim: "reads the first of several formats that is a text",
      schema: { ...TEXT, format: 7, allOf: [{ format: "date" }, { format: "time" }] },
      payload: "",
      types: { "": { type: "string (date)" } },
    },
    {
      claim: "reads the title of an object in place of its type",
      schema: { title: "User", type: "object" },
      payload: {},
      types: { "": { type: "User" } },
    },
    {
      claim: "reads the first of several titles that is a text",
      schema: { type: "object", allOf: [{ title: 7 }, { title: "A" }, { title: "B" }] },
      payload: {},
      types: { "": { type: "A" } },
    },
    {
      claim: "ignores the title of what is no object",
      schema: { title: "Name", ...TEXT },
      payload: "",
      types: { "": TEXT },
    },
    {
      claim: "ignores a title where there is no type",
      schema: { title: "Name" },
      payload: "",
      types: {},
    },
    {
      claim: "reads the values of an `enum`, and their type",
      schema: { enum: ["a", "b"] },
      payload: "a",
      types: { "": { type: "string", values: ["a", "b"] } },
    },
    {
      claim: "ignores an `enum` that is no list",
      schema: { enum: "a", ...TEXT },
      payload: "",
      types: { "": TEXT },
    },
    {
      claim: "reads a constant as the only value",
      schema: { const: 7 },
      payload: 7,
      types: { "": { type: "integer", values: [7] } },
    },
    {
      claim: "reads a constant before the values of an `enum`",
      schema: { enum: ["a", "b"], allOf: [{ const: "b" }] },
      payload: "b",
      types: { "": { type: "string", values: ["b"] } },
    },
    {
      claim: "finds nothing in a schema that allows everything",
      schema: true,
      payload: { a: 1 },
      types: {},
    },
  ])("$claim", expectTypes);

  it.each(CONSTANTS)("reads the kind of a constant: $type", ({ value, type }) => {
    expectTypes({
      schema: { const: value },
      payload: value,
      types: { "": { type, values: [value] } },
    });
  });
});

describe("describePayload, for properties and items", () => {
  it.each<Described>([
    {
      claim: "reads a property, and escapes its name in the place",
      schema: { properties: { "a/b~c": { type: "string" } } },
      payload: { "a/b~c": "" },
      types: { "/a~1b~0c": { type: "string" } },
    },
    {
      claim: "reads `additionalProperties` for a property that is not declared",
      schema: { additionalProperties: { type: "string" } },
      payload: { x: "" },
      types: { "/x": { type: "string" } },
    },
    {
      claim: "reads `additionalProperties` where `properties` is no object",
      schema: { properties: 7, additionalProperties: TEXT },
      payload: { a: "" },
      types: { "/a": TEXT },
    },
    {
      claim: "ignores `additionalProperties` for a property that is declared",
      schema: { properties: { a: {} }, additionalProperties: TEXT },
      payload: { a: "" },
      types: {},
    },
    {
      claim: "ignores `properties` for a list",
      schema: { properties: { 0: TEXT } },
      payload: [""],
      types: {},
    },
    {
      claim: "ignores keys that every object inherits",
      schema: { properties: {} },
      payload: { toString: 1, __proto__: null },
      types: {},
    },
    {
      claim: "reads the items of a list",
      schema: { items: { type: "null" } },
      payload: [null],
      types: { "/0": { type: "null" } },
    },
    {
      claim: "reads the items of a tuple, and those behind it",
      schema: { prefixItems: [{ type: "string" }], items: { type: "null" } },
      payload: ["", null],
      types: { "/0": { type: "string" }, "/1": { type: "null" } },
    },
    {
      claim: "reads `items` where `prefixItems` is no list",
      schema: { prefixItems: {}, items: TEXT },
      payload: [""],
      types: { "/0": TEXT },
    },
    {
      claim: "ignores `items` for what is no list",
      schema: { items: TEXT },
      payload: { a: "" },
      types: {},
    },
  ])("$claim", expectTypes);
});

describe("describePayload, for references", () => {
  it.each<Described>([
    {
      claim: "reads a reference with escapes",
      schema: { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": TEXT } },
      payload: "",
      types: { "": TEXT },
    },
    {
      claim: "reads a reference to the schema itself",
      schema: { type: "object", properties: { a: { $ref: "#" } } },
      payload: { a: {} },
      types: { "": { type: "object" }, "/a": { type: "object" } },
    },
    {
      claim: "ends where references go in a circle",
      schema: {
        $ref: "#/$defs/a",
        $defs: { a: { allOf: [{ $ref: "#/$defs/a" }], type: "string" } },
      },
      payload: "",
      types: { "": { type: "string" } },
    },
    {
      claim: "ignores a reference to nothing",
      schema: { $ref: "#/$defs/a" },
      payload: "",
      types: {},
    },
    {
      claim: "ignores a reference to another file",
      schema: { $ref: "x/$defs/a", $defs: { a: TEXT } },
      payload: "",
      types: {},
    },
    {
      claim: "ignores a reference to a value that is no schema",
      schema: { $ref: "#/a", a: 7 },
      payload: "",
      types: {},
    },
  ])("$claim", expectTypes);
});

describe("describePayload, for compositions and alternatives", () => {
  it.each<Described>([
    {
      claim: "reads the members of `allOf`",
      schema: { allOf: [{ properties: { a: { type: "string" } } }] },
      payload: { a: "" },
      types: { "/a": { type: "string" } },
    },
    {
      claim: "reads the alternative that fits an object, and its properties",
      schema: {
        oneOf: [{ type: "null" }, { type: "object", properties: { a: { type: "string" } } }],
      },
      payload: { a: "" },
      types: { "": { type: "object" }, "/a": { type: "string" } },
    },
    {
      claim: "takes an integer for a number where no alternative is an integer",
      schema: {
        anyOf: [
          { type: "number", format: "double" },
          { type: "string", format: "date" },
        ],
      },
      payload: 7,
      types: { "": { type: "number (double)" } },
    },
    {
      claim: "ignores `allOf` and `anyOf` that are no lists",
      schema: { allOf: TEXT, anyOf: TEXT, ...TEXT },
      payload: "",
      types: { "": TEXT },
    },
  ])("$claim", expectTypes);

  describe.each(["anyOf", "oneOf"])("of `%s`", (keyword) => {
    it.each(ALTERNATIVES)("reads the alternative that fits: $kind", ({ members, value, type }) => {
      expectTypes({
        schema: { [keyword]: members, $defs: { n: { type: "null" } } },
        payload: value,
        types: type === undefined ? {} : { "": type },
      });
    });
  });
});

describe("describePayload", () => {
  it("finds references by the `resolve` that it gets, and gives the deviations that it was given", () => {
    const deviations = [{ at: "", text: "must be null" }];
    const resolve = (reference: string) => ({ type: reference });
    expect(describePayload({ $ref: "#/x" }, "", { resolve, deviations })).toEqual({
      types: { "": { type: "#/x" } },
      deviations,
    });
  });

  it.each([
    {
      claim: "reads the 64th schema of a value",
      otherCount: 63,
      types: { "": { type: "string" } },
    },
    { claim: "ignores the 65th schema of a value", otherCount: 64, types: {} },
  ])("$claim", ({ otherCount, types }) => {
    const nest = (count: number): { readonly [keyword: string]: unknown } =>
      count === 0 ? { type: "string" } : { allOf: [nest(count - 1)] };
    expect(describePayload({ ...nest(otherCount) }, "").types).toEqual(types);
  });

  it("describes 20,000 values of a payload, and no more", () => {
    const payload = Array.from({ length: 20_001 }, () => null);
    const places = Object.keys(describePayload({ items: { type: "null" } }, payload).types);
    expect([places.length, places.at(-1)]).toEqual([20_000, "/19999"]);
  });
});

/** Expects these types by the place of their value, and no deviation from the schema. */
function expectTypes({ schema, payload, types }: Omit<Described, "claim">): void {
  expect(describePayload(schema, payload)).toEqual({ types, deviations: [] });
}

interface Described {
  readonly claim: string;
  readonly schema: DescribedSchema;
  readonly payload: unknown;
  /** Shown types, by the places of their values: "" is the payload itself. */
  readonly types: object;
}

interface Alternatives {
  /** The kind of alternative that fits. */
  readonly kind: string;
  readonly members: readonly unknown[];
  readonly value: unknown;
  readonly type?: object;
}
