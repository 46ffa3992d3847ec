/** JSON Schemas of schemas, by Standard JSON Schema. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, expectTypeOf, it } from "vitest";
import { IssuesCreateBodySchema, PushPayloadSchema } from "typewire/schemas";
import { withJsonSchema } from "typewire/schemas/json-schema";
import type { CheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import * as runtime from "../../src/runtime/schemas.js";
import type { Plan } from "../../src/runtime/schemas.js";
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
const nullableTree: CheckedSchema = { anyOf: [{ type: ["null"] }, { $ref: "tree" }] };

const cases: readonly Case[] = [
  { title: "anything", schema: {} },
  { title: "nothing", schema: { not: {} } },
  { title: "text", schema: text },
  { title: "a number", schema: { type: ["number"] } },
  { title: "an integer", schema: count },
  { title: "null", schema: { type: ["null"] } },
  { title: "text or null", schema: { type: ["string", "null"] } },
  { title: "several types", schema: { type: ["string", "integer", "null"] } },
  { title: "several types, none of them null", schema: { type: ["boolean", "array"] } },
  { title: "listed values", schema: { enum: ["a", 1, null] } },
  { title: "other values", schema: { type: ["string"], not: { enum: ["a"] } } },
  { title: "an object", schema: namedObject },
  { title: "an object or null", schema: { ...namedObject, type: ["object", "null"] } },
  { title: "an object or text", schema: { ...namedObject, type: ["object", "string"] } },
  { title: "properties of any value", schema: { properties: { name: text } } },
  { title: "unusual names", schema: { required: ["a b", "", "?"], properties: { "a b": text } } },
  { title: "names of objects", schema: { properties: { ["__proto__"]: text, toString: count } } },
  { title: "a list", schema: { type: ["array"], items: namedObject } },
  { title: "a map", schema: { type: ["object"], additionalProperties: count } },
  { title: "other names", schema: { properties: { name: text }, additionalProperties: count } },
  {
    title: "patterns of an object alone",
    schema: { type: ["object"], patternProperties: { "^x-": text }, additionalProperties: text },
  },
  {
    title: "patterns",
    schema: { patternProperties: { "^x-": text }, additionalProperties: count },
    isLooser: true,
  },
  { title: "names", schema: { propertyNames: { enum: ["name"] } }, isLooser: true },
  { title: "a tuple", schema: { prefixItems: [text, count], minItems: 1 }, isLooser: true },
  {
    title: "a tuple and more",
    schema: { prefixItems: [text], minItems: 1, items: count },
    isLooser: true,
  },
  { title: "all of", schema: { allOf: [namedObject, { required: ["id"] }] } },
  { title: "any of", schema: { anyOf: [text, namedObject] } },
  { title: "any of, or null", schema: { anyOf: [{ type: ["null"] }, namedObject] } },
  {
    title: "a part that is used twice",
    schema: { properties: { a: namedObject, b: namedObject } },
  },
  { title: "what contains itself", schema: { $ref: "tree" }, isRecursive: true },
  { title: "what contains itself, or null", schema: nullableTree, isRecursive: true },
];

/** The values that each schema and its documents are asked for. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  1,
  1.5,
  "",
  "a",
  "b",
  [],
  ["a"],
  ["a", 1],
  ["a", "b"],
  [1],
  [{ name: "a" }],
  [{}],
  [null],
  {},
  { name: "a" },
  { name: 1 },
  { name: "a", id: 1 },
  { name: null },
  { id: "x" },
  { "a b": "", "": 1, "?": 1 },
  { "a b": 1, "": 1, "?": 1 },
  { toString: 1 },
  { toString: "" },
  { a: 1 },
  { a: "x" },
  { "x-a": "" },
  { "x-a": 1 },
  { "x-a": "", b: 1 },
  { "x-a": "", b: "" },
  { a: { name: "a" }, b: {} },
  { a: { name: "a" }, b: { name: "b" } },
  { children: [] },
  { children: [{ children: [{ name: 1 }] }] },
  { children: [{ name: "" }] },
];

/** The cases by their titles. */
const table = cases.map((each) => [each.title, each] as const);
const options = { strict: false, ownProperties: true } as const;

describe("[K.19] the JSON Schema of a schema", () => {
  it.each(table)("of %s has its verdicts in both drafts", (_title, { schema }) => {
    const plan = planOf(schema, { tree });
    for (const [target, ajv] of [
      ["draft-2020-12", new Ajv2020(options)],
      ["draft-07", new Ajv(options)],
    ] as const) {
      const document = documentOf(plan, target);
      expect(ajv.validateSchema(document)).toBe(true);
      const validate = ajv.compile(document);
      const verdicts = VALUES.map((value) => validate(value));
      expect(verdicts).toEqual(VALUES.map((value) => issuesOf(plan, value).length === 0));
    }
  });

  it.each(table)("of %s accepts no less in OpenAPI 3.0", (_title, { schema, ...limits }) => {
    const plan = planOf(schema, { tree });
    const write = (): Record<string, unknown> => documentOf(plan, "openapi-3.0");
    if (limits.isRecursive) {
      expect(write).toThrow("The schema contains itself");
      return;
    }
    const document = write();
    expect(JSON.stringify(document)).not.toMatch(
      /"(?:\$schema|\$defs|\$ref|prefixItems|patternProperties|propertyNames)":|"type":(?:\[|"null")/,
    );
    const validate = new Ajv(options).compile(document); // knows `nullable` of OpenAPI
    for (const value of VALUES) {
      const isRight = issuesOf(plan, value).length === 0;
      if (isRight || !limits.isLooser) expect([value, validate(value)]).toEqual([value, isRight]);
    }
  });

  it("is plain JSON, made anew at each call", () => {
    const { jsonSchema } = withJsonSchema(IssuesCreateBodySchema)["~standard"];
    const document = jsonSchema.input({ target: "draft-2020-12" });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    document["type"] = "changed";
    expect(jsonSchema.output({ target: "draft-2020-12" })["type"]).toBe("object");
  });

  it("names its draft", () => {
    const of = (target: string) =>
      withJsonSchema(PushPayloadSchema)["~standard"].jsonSchema.input({ target })["$schema"];
    expect([of("draft-2020-12"), of("draft-07"), of("openapi-3.0")]).toEqual([
      "https://json-schema.org/draft/2020-12/schema",
      "http://json-schema.org/draft-07/schema#",
      undefined,
    ]);
  });

  it.each(["draft-04", "", "toString"])("refuses the target %j", (target) => {
    const { jsonSchema } = withJsonSchema(IssuesCreateBodySchema)["~standard"];
    expect(() => jsonSchema.input({ target })).toThrow(/^Option "target" is .+; expected /);
  });

  it("refuses a schema of another copy of the package, and says which one it takes", () => {
    const { jsonSchema } = withJsonSchema(runtime.schema([() => () => undefined]))["~standard"];
    expect(() => jsonSchema.input({ target: "draft-07" })).toThrow(/another copy of the runtime/);
    const foreign = { "~standard": IssuesCreateBodySchema["~standard"] };
    expect(() => withJsonSchema(foreign)).toThrow(TypeError);
  });
});

/** Parts of the documents below. */
const STRING = { type: "string" };
const NAMED = { type: "object", properties: { name: STRING }, required: ["name"] };
const NULL = { type: "string", nullable: true, enum: [null] };

/** A schema, and its documents in the newest draft, in draft 7 and in OpenAPI 3.0, without their address. */
const documents: readonly (readonly [
  schema: CheckedSchema,
  newest: object,
  draft7: object,
  openApi: object,
])[] = [
  ...(
    [
      [{}, {}],
      [{ not: {} }, { not: {} }],
      [{ enum: ["a", 1, null] }, { enum: ["a", 1, null] }],
      [{ type: ["string"], not: { enum: ["a"] } }, { allOf: [STRING, { not: { enum: ["a"] } }] }],
      [namedObject, NAMED],
      [
        { type: ["object"], required: ["a"], properties: { a: text, b: count } },
        {
          type: "object",
          properties: { a: STRING, b: { type: "integer" } },
          required: ["a"],
        },
      ],
      [{ properties: { name: text } }, { properties: { name: STRING } }],
      [{ properties: { ["__proto__"]: text } }, { properties: { ["__proto__"]: STRING } }],
      [
        { required: ["a b"], properties: { "a b": text, "": count } },
        {
          allOf: [
            { required: ["a b"], properties: { "a b": STRING } },
            { properties: { "": { type: "integer" } } },
          ],
        },
      ],
      [
        { type: ["array"], items: namedObject },
        { type: "array", items: NAMED },
      ],
      [
        { type: ["object"], additionalProperties: text },
        { type: "object", additionalProperties: STRING },
      ],
      [
        { allOf: [namedObject, { required: ["id"] }] },
        { allOf: [NAMED, { properties: { id: {} }, required: ["id"] }] },
      ],
      [{ anyOf: [text, namedObject] }, { anyOf: [STRING, NAMED] }],
    ] as const
  ).map(([schema, same]) => [schema, same, same, same] as const),
  ...(
    [
      [{ type: ["null"] }, { type: "null" }, NULL],
      [
        { type: ["string", "null"] },
        { type: ["string", "null"] },
        { type: "string", nullable: true },
      ],
      [
        { type: ["string", "integer", "null"] },
        { type: ["string", "integer", "null"] },
        {
          anyOf: [
            { type: "string", nullable: true },
            { type: "integer", nullable: true },
          ],
        },
      ],
      [
        { type: ["boolean", "array"] },
        { type: ["boolean", "array"] },
        { anyOf: [{ type: "boolean" }, { type: "array" }] },
      ],
      [
        { ...namedObject, type: ["object", "null"] },
        { ...NAMED, type: ["null", "object"] },
        { ...NAMED, nullable: true },
      ],
      [
        { ...namedObject, type: ["object", "string"] },
        { ...NAMED, type: ["string", "object"] },
        { anyOf: [STRING, NAMED] },
      ],
      [
        { type: ["array", "null"], items: text },
        { type: ["null", "array"], items: STRING },
        { type: "array", items: STRING, nullable: true },
      ],
      [
        { anyOf: [{ type: ["null"] }, namedObject] },
        { anyOf: [{ type: "null" }, NAMED] },
        { anyOf: [NULL, NAMED] },
      ],
      [
        { properties: { name: text }, additionalProperties: count },
        {
          allOf: [
            { properties: { name: STRING } },
            { properties: { name: {} }, additionalProperties: { type: "integer" } },
          ],
        },
        {
          allOf: [
            { properties: { name: STRING } },
            { properties: { name: {} }, additionalProperties: { anyOf: [{ type: "integer" }] } },
          ],
        },
      ],
      [
        { patternProperties: { "^x-": text }, additionalProperties: count },
        {
          properties: {},
          patternProperties: { "^x-": STRING },
          additionalProperties: { type: "integer" },
        },
        { properties: {}, additionalProperties: { anyOf: [{ type: "integer" }, STRING] } },
      ],
      [{ propertyNames: { enum: ["name"] } }, { propertyNames: { enum: ["name"] } }, {}],
    ] as const
  ).map(([schema, draft, openApi]) => [schema, draft, draft, openApi] as const),
  [
    { prefixItems: [text, count], minItems: 1 },
    { prefixItems: [STRING, { type: "integer" }], items: {}, minItems: 1 },
    { items: [STRING, { type: "integer" }], additionalItems: {}, minItems: 1 },
    { items: { anyOf: [STRING, { type: "integer" }, {}] }, minItems: 1 },
  ],
  [
    { type: ["array"], prefixItems: [text], minItems: 0, items: count },
    { type: "array", prefixItems: [STRING], items: { type: "integer" }, minItems: 0 },
    { type: "array", items: [STRING], additionalItems: { type: "integer" }, minItems: 0 },
    { type: "array", items: { anyOf: [STRING, { type: "integer" }] }, minItems: 0 },
  ],
];

describe("[K.19] the document of a schema", () => {
  const ADDRESSES = [
    "https://json-schema.org/draft/2020-12/schema",
    "http://json-schema.org/draft-07/schema#",
  ];

  it.each(documents)("%j says no more and no less", (schema, newest, draft7, openApi) => {
    const plan = planOf(schema);
    expect(documentOf(plan, "draft-2020-12")).toEqual({ $schema: ADDRESSES[0], ...newest });
    expect(documentOf(plan, "draft-07")).toEqual({ $schema: ADDRESSES[1], ...draft7 });
    expect(documentOf(plan, "openapi-3.0")).toEqual(openApi);
  });

  const parts = {
    tree,
    named: namedObject,
    counted: { ...namedObject, properties: { name: count } },
  };
  const ref = (name: string): CheckedSchema => ({ $ref: name });
  const COUNTED = { ...NAMED, properties: { name: { type: "integer" } } };

  it.each<[schema: CheckedSchema, content: object, definitions: object | undefined]>([
    [
      { properties: { a: ref("named"), b: ref("named"), c: ref("counted"), d: ref("counted") } },
      {
        properties: {
          a: { $ref: "#/KEY/part1" },
          b: { $ref: "#/KEY/part1" },
          c: { $ref: "#/KEY/part2" },
          d: { $ref: "#/KEY/part2" },
        },
      },
      { part1: NAMED, part2: COUNTED },
    ],
    [
      ref("tree"),
      {
        type: "object",
        properties: { name: STRING, children: { type: "array", items: { $ref: "#" } } },
      },
      undefined,
    ],
    [
      nullableTree,
      { anyOf: [{ type: "null" }, { $ref: "#/KEY/part1" }] },
      {
        part1: {
          type: "object",
          properties: {
            name: STRING,
            children: { type: "array", items: { $ref: "#/KEY/part1" } },
          },
        },
      },
    ],
  ])("%j defines what is used twice, once", (schema, content, definitions) => {
    const plan = planOf(schema, parts);
    for (const [target, $schema, key] of [
      ["draft-2020-12", ADDRESSES[0], "$defs"],
      ["draft-07", ADDRESSES[1], "definitions"],
    ] as const) {
      const text = JSON.stringify({ $schema, ...content, [key]: definitions });
      const expected: unknown = JSON.parse(text.replaceAll("KEY", key));
      expect(documentOf(plan, target)).toEqual(expected);
    }
  });

  it("repeats in OpenAPI 3.0 what is used twice", () => {
    const plan = planOf({ properties: { a: ref("named"), b: ref("named") } }, parts);
    expect(documentOf(plan, "openapi-3.0")).toEqual({ properties: { a: NAMED, b: NAMED } });
  });

  it("is the same for what is taken and what is given", () => {
    const { input, output } = withJsonSchema(runtime.schema(planOf(namedObject)))["~standard"]
      .jsonSchema;
    for (const target of ["draft-2020-12", "draft-07", "openapi-3.0"])
      expect(input({ target })).toEqual(output({ target }));
  });
});

describe("[K.19] a schema with its JSON Schema", () => {
  const schema = withJsonSchema(IssuesCreateBodySchema);

  it("is one of both specs, with the types of its values", () => {
    const both: StandardSchemaV1 & StandardJSONSchemaV1 = schema;
    expect(both["~standard"]).toMatchObject({ version: 1, vendor: "typewire" });
    type Body = StandardSchemaV1.InferOutput<typeof IssuesCreateBodySchema>;
    expectTypeOf<StandardJSONSchemaV1.InferInput<typeof schema>>().toEqualTypeOf<Body>();
    expectTypeOf<StandardJSONSchemaV1.InferOutput<typeof schema>>().toEqualTypeOf<Body>();
    expectTypeOf<StandardSchemaV1.InferOutput<typeof schema>>().toEqualTypeOf<Body>();
  });

  it("validates as the schema does, which is left as it was", () => {
    const { validate } = schema["~standard"];
    expect(validate({ title: "a" })).toEqual({ value: { title: "a" } });
    expect(validate({}).issues).toHaveLength(1);
    expect(IssuesCreateBodySchema["~standard"]).not.toHaveProperty("jsonSchema");
    expect(schema.plan).toBe(IssuesCreateBodySchema.plan);
    expect(withJsonSchema(schema)["~standard"]).toMatchObject({ version: 1, vendor: "typewire" });
  });
});

/** The JSON Schema of a plan. */
function documentOf(plan: Plan, target: string): Record<string, unknown> {
  return withJsonSchema(runtime.schema(plan))["~standard"].jsonSchema.output({ target });
}

interface Case {
  readonly title: string;
  readonly schema: CheckedSchema;
  /** OpenAPI 3.0 says less, and takes values that do not match. */
  readonly isLooser?: true;
  /** OpenAPI 3.0 cannot say it. */
  readonly isRecursive?: true;
}
