/** The issues that the plans of schemas find in values. */
import { describe, expect, it } from "vitest";
import type { CheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { issuesOf, planOf } from "./plan.js";

const text: CheckedSchema = { type: ["string"] };
const count: CheckedSchema = { type: ["integer"] };
const namedObject: CheckedSchema = {
  type: ["object"],
  required: ["name"],
  properties: { name: text },
};
const tree: CheckedSchema = {
  type: ["object"],
  properties: { name: text, children: { type: ["array"], items: { $ref: "tree" } } },
};

/** A schema, a value, and what is found: paths with their messages. */
const cases: readonly (readonly [CheckedSchema, unknown, Readonly<Record<string, string>>])[] = [
  [{}, undefined, {}],
  [{}, () => {}, {}],
  [{ type: ["string", "number", "boolean", "null", "array", "object"] }, () => {}, { "": "is not of type string or number or boolean or null or array or object" }], // prettier-ignore
  [{ not: {} }, 1, { "": "may not be there" }],
  [text, "a", {}],
  [text, 1, { "": "is not of type string" }],
  ...["string", "number", "integer", "boolean", "null", "array", "object"].map(
    (type) => [{ type: [type] }, undefined, { "": `is not of type ${type}` }] as const,
  ),
  [{ type: ["string", "null"] }, null, {}],
  [{ type: ["string", "null"] }, [], { "": "is not of type string or null" }],
  [count, 1.5, { "": "is not of type integer" }],
  [{ type: ["number"] }, 2, {}],
  [{ type: ["object"] }, [], { "": "is not of type object" }],
  [{ type: ["array"] }, {}, { "": "is not of type array" }],
  [{ enum: ["a", 1, null] }, 1, {}],
  [{ enum: ["a", 1, null] }, "1", { "": 'is not one of "a", 1, null' }],
  [{ type: ["string"], not: { enum: ["a"] } }, "b", {}],
  [{ type: ["string"], not: { enum: ["a"] } }, "a", { "": "is a known value" }],
  [namedObject, { name: "a", other: 1 }, {}],
  [namedObject, {}, { "/name": "is missing" }],
  [namedObject, { name: undefined }, { "/name": "is missing" }],
  [namedObject, { name: 1 }, { "/name": "is not of type string" }],
  [{ properties: { name: text } }, "no object", {}],
  [{ required: ["toString"] }, {}, { "/toString": "is missing" }],
  [{ required: ["__proto__"] }, {}, { "/__proto__": "is missing" }],
  [{ properties: { constructor: text } }, {}, {}],
  [
    { required: ["a b", "", "?"] },
    {},
    { "/a b": "is missing", "/": "is missing", "/?": "is missing" },
  ],
  [
    { properties: { "a b": text, "?": text } },
    { "a b": 1, "?": "" },
    { "/a b": "is not of type string" },
  ],
  [{ properties: { "a b": text } }, ["no object"], {}],
  [{ type: ["array"], items: namedObject }, [{ name: "a" }, {}, {}], { "/1/name": "is missing" }],
  [{ prefixItems: [text, count], minItems: 1 }, ["a"], {}],
  [{ prefixItems: [text, count], minItems: 2 }, ["a"], { "/1": "is missing" }],
  [{ prefixItems: [text, count], minItems: 1 }, [], { "/0": "is missing" }],
  [{ prefixItems: [text, count], minItems: 0 }, [], {}],
  [{ prefixItems: [text, count], minItems: 1 }, ["a", "b"], { "/1": "is not of type integer" }],
  [{ prefixItems: [text, count], minItems: 1 }, {}, {}],
  [
    { prefixItems: [text], minItems: 1, items: count },
    [1, "a", "b"],
    { "/0": "is not of type string", "/1": "is not of type integer" },
  ],
  [{ type: ["array", "null"], items: text }, null, {}],
  [{ type: ["array", "null"], items: text }, 1, { "": "is not of type null or array" }],
  [
    { prefixItems: [text], minItems: 1, items: count },
    ["a", 1, "b"],
    { "/2": "is not of type integer" },
  ],
  [
    { type: ["object"], additionalProperties: count },
    { a: 1, b: "x" },
    { "/b": "is not of type integer" },
  ],
  [{ properties: { a: text }, additionalProperties: count }, { a: "x", b: 1 }, {}],
  [{ patternProperties: { "^x-": text } }, { "x-a": 1, b: 2 }, { "/x-a": "is not of type string" }],
  [
    { patternProperties: { "^x-": text }, additionalProperties: count },
    { "x-a": "", b: "" },
    { "/b": "is not of type integer" },
  ],
  [{ propertyNames: { enum: ["a"] } }, ["no object"], {}],
  [{ propertyNames: { enum: ["a"] } }, { b: 1, c: 1 }, { "/b": "may not be there" }],
  [{ type: ["object"], additionalProperties: count }, [], { "": "is not of type object" }],
  [{ patternProperties: { "^x-": text } }, ["no object"], {}],
  [{ type: ["object"], patternProperties: { "^x-": text } }, [], { "": "is not of type object" }],
  [
    { patternProperties: { "^x": text, y$: count } },
    { x: 1, y: 1, xy: true },
    { "/x": "is not of type string" },
  ],
  [
    { patternProperties: { "^x": text, y$: count } },
    { y: 1, xy: 1 },
    { "/xy": "is not of type string" },
  ],
  [{ patternProperties: { "^.$": text } }, { "😀": 1 }, { "/😀": "is not of type string" }],
  [{ propertyNames: { enum: ["a"] } }, { a: 1, b: 1 }, { "/b": "may not be there" }],
  [
    { allOf: [namedObject, { required: ["id"] }] },
    {},
    { "/name": "is missing", "/id": "is missing" },
  ],
  [{ anyOf: [text, count] }, true, { "": "is not of type string or integer" }],
  [{ anyOf: [text, namedObject] }, true, { "": "matches none of the alternatives" }],
  [{ anyOf: [text, namedObject] }, {}, { "/name": "is missing" }],
  [{ anyOf: [text, {}] }, 1, {}],
  [{ anyOf: [{ type: ["null"] }, namedObject] }, null, {}],
  [{ anyOf: [{ type: ["null"] }, { enum: ["a"] }] }, "b", { "": 'is not one of "a"' }],
  [
    { $ref: "tree" },
    { children: [{ name: "a" }, { children: [{ name: 1 }] }] },
    { "/children/1/children/0/name": "is not of type string" },
  ],
];

/** The keyword of each message, by the way it begins. */
const KEYWORDS: readonly (readonly [beginning: string, keyword: string])[] = [
  ["is not of type ", "type"],
  ["is not one of ", "enum"],
  ["is a known value", "known"],
  ["is missing", "required"],
  ["may not be there", "never"],
  ["matches none ", "anyOf"],
];

describe("[K.3] [K.4] a schema", () => {
  it.each(cases)("%j finds in %j: %j", (schema, value, expected) => {
    const issues = issuesOf(planOf(schema, { tree }), value).map((issue) => ({
      ...issue,
      path: issue.path.map((key) => `/${key}`).join(""),
    }));
    expect(issues).toEqual(
      Object.entries(expected).map(([path, message]) => {
        const [, keyword] = KEYWORDS.find(([beginning]) => message.startsWith(beginning)) ?? [];
        return { path, message, keyword };
      }),
    );
  });

  it("gives the paths of issues, with numbers in lists", () => {
    const paths = (schema: CheckedSchema, value: unknown) =>
      issuesOf(planOf(schema), value).map(({ path }) => path);
    expect(paths({ type: ["array"], items: namedObject }, [{ name: "" }, { name: 1 }])).toEqual([
      [1, "name"],
    ]);
    const pair: CheckedSchema = { prefixItems: [text, count], minItems: 2, items: text };
    expect(paths(pair, [])).toEqual([[0], [1]]);
    expect(paths(pair, [1, "", 2])).toEqual([[0], [1], [2]]);
    const record: CheckedSchema = { type: ["object"], additionalProperties: count };
    expect(paths(record, { 1: "" })).toEqual([["1"]]);
  });

  it("reads own properties of any object, and no inherited ones", () => {
    const plan = planOf({ ...namedObject, properties: { name: text, id: count } });
    const inherited = Object.create({ name: "a", id: "no integer" }) as object;
    expect(issuesOf(plan, inherited)).toEqual([
      { path: ["name"], keyword: "required", message: "is missing" },
    ]);
    const withoutPrototype = Object.assign(Object.create(null) as object, { name: "a", id: 1 });
    expect(issuesOf(plan, withoutPrototype)).toEqual([]);
    expect(issuesOf(plan, Object.assign(inherited, { name: 1 }))).toEqual([
      { path: ["name"], keyword: "type", message: "is not of type string" },
    ]);
  });

  it("checks values one after the other, whatever the order of their properties", () => {
    const properties = { a: text, b: count, c: text };
    const plan = planOf({ type: ["object"], required: ["a", "b"], properties });
    const pathsOf = (value: unknown) => issuesOf(plan, value).map(({ path }) => path.join());
    for (const [value, expected] of [
      [{ a: "", b: 1, c: "" }, []],
      [{ c: 1, b: "", a: 1 }, ["c", "b", "a"]],
      [{ x: 1, a: "", y: 1, b: 1 }, []],
      [{ a: "", c: 1 }, ["c", "b"]],
      [{ b: 1 }, ["a"]],
      [{ a: undefined, b: undefined, c: undefined }, ["a", "b"]],
      [{ a: "", b: 1, c: undefined }, []],
    ] as const)
      expect(pathsOf(value)).toEqual(expected);
  });

  it.each([
    [12, "11"],
    [13, "11 …"],
  ])("lists the first twelve of %i values", (count, end) => {
    const values = Array.from({ length: count }, (_, index) => index);
    const [issue] = issuesOf(planOf({ enum: values }), "a");
    expect(issue?.message).toBe(`is not one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ${end}`);
  });

  it("reports the first of alternatives that are equally near", () => {
    const lacking = (...required: string[]): CheckedSchema => ({ type: ["object"], required });
    const plan = (...plans: CheckedSchema[]) => planOf({ anyOf: plans });
    const paths = (...plans: CheckedSchema[]) =>
      issuesOf(plan(...plans), {}).map(({ path }) => path.join());
    expect(paths(lacking("a"), lacking("b"))).toEqual(["a"]);
    expect(paths(lacking("a", "b"), lacking("c"))).toEqual(["c"]);
    expect(paths(text, lacking("a", "b"))).toEqual(["a", "b"]);
  });

  it("throws the error of a rule, unless the stack has overflowed", () => {
    const broken = () => () => {
      throw new TypeError("broken");
    };
    expect(() => issuesOf([broken], 1)).toThrow("broken");
  });

  it("tells what the nearest alternative lacks", () => {
    const kind = (value: string): CheckedSchema => ({
      type: ["object"],
      required: ["kind", value],
      properties: { kind: { enum: [value] } },
    });
    const plan = planOf({ anyOf: [kind("a"), kind("b"), kind("c")] });
    expect(issuesOf(plan, { kind: "b" })).toEqual([
      { path: ["b"], keyword: "required", message: "is missing" },
    ]);
  });

  it("refuses a value that is nested deeper than the call stack", () => {
    let value: object = { name: 1 };
    for (let depth = 0; depth < 100_000; depth++) value = { children: [value] };
    expect(issuesOf(planOf({ $ref: "tree" }, { tree }), value)).toEqual([
      { path: [], keyword: "depth", message: "is nested too deeply" },
    ]);
  });

  it("lists at most a hundred issues", () => {
    const required = Array.from({ length: 200 }, (_, index) => `name${100 + index}`);
    expect(issuesOf(planOf({ type: ["object"], required }), {})).toHaveLength(100);
    const halves = [required.slice(0, 60), required.slice(60, 120)].map((names) => ({
      type: ["object"],
      required: names,
    }));
    expect(issuesOf(planOf({ allOf: halves }), {}).map(({ path }) => path[0])).toEqual(
      required.slice(0, 100),
    );
  });

  it("gives issues that hold no value, and changes nothing", () => {
    const plan = planOf({
      type: ["object"],
      properties: { token: count },
      additionalProperties: text,
    });
    const value = Object.freeze({ token: "s3cret" });
    expect(JSON.stringify(issuesOf(plan, value))).not.toContain("s3cret");
  });
});
