/** The plan that a JSON Schema is read into. */
import { describe, expect, it } from "vitest";
import {
  isNullable,
  isNullPlan,
  readPlan,
  type RulesPlan,
} from "../../codegen/json-schema/plan.js";
import type { JsonSchema, JsonSchemaObject } from "../../codegen/model/model.js";

const TEXT = { type: "string" };

/** The kinds of rules that a schema is read into. */
const KINDS: readonly (readonly [name: string, JsonSchemaObject, readonly string[]])[] = [
  ["a scalar", TEXT, []],
  ["an enum", { enum: ["a", "b"] }, ["literal"]],
  ["a const", { const: 1 }, ["literal"]],
  ["properties", { properties: { a: TEXT } }, ["object"]],
  ["required properties", { required: ["a"] }, ["object"]],
  ["a map", { additionalProperties: TEXT }, ["object"]],
  ["patterns and names", { patternProperties: { "^a": TEXT }, propertyNames: TEXT }, ["object"]],
  ["a list", { items: TEXT }, ["list"]],
  ["a tuple", { prefixItems: [TEXT], items: TEXT }, ["tuple"]],
  ["allOf", { allOf: [TEXT] }, ["intersection"]],
  ["anyOf", { anyOf: [TEXT] }, ["union"]],
  ["oneOf", { oneOf: [TEXT] }, ["union"]],
  ["anyOf and oneOf", { anyOf: [TEXT], oneOf: [TEXT] }, ["intersection"]],
  ["allOf and anyOf", { allOf: [TEXT], anyOf: [TEXT] }, ["intersection", "union"]],
  ["keywords of the wrong type", { items: 1, anyOf: {}, properties: [], enum: "a" }, ["object"]],
];

describe("a plan of a schema", () => {
  it.each(KINDS)("has the rules of %s", (_name, schema, kinds) => {
    expect(readRules(schema).rules.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("is any, never or a reference", () => {
    expect(readPlan(true)).toEqual({ kind: "any" });
    expect(readPlan(false)).toEqual({ kind: "never" });
    expect(readPlan({ $ref: "#/a", description: "A." })).toMatchObject({
      kind: "reference",
      ref: "#/a",
      notes: { description: "A." },
    });
  });

  it("is made once", () => {
    const schema = { items: TEXT };
    expect(readPlan(schema)).toBe(readPlan(schema));
  });

  it.each([
    [{}, 2],
    [{ minItems: 1 }, 1],
    [{ minItems: 5 }, 2],
  ])("gives a tuple of two with %o at least %i items", (limits, least) => {
    const { rules } = readRules({ prefixItems: [TEXT, TEXT], ...limits });
    expect(rules).toMatchObject([{ kind: "tuple", least }]);
  });

  it("keeps limits of the right type", () => {
    const schema = { minimum: 1, maximum: "2", pattern: "a", format: 3, minItems: 0 };
    expect(readRules(schema).limits).toEqual({ minimum: 1, pattern: "a", minItems: 0 });
  });

  it.each([
    [{ type: ["string", "null"] }, true],
    [{ type: ["string", "null"], enum: ["a", null] }, false],
    [{ type: "null" }, false],
    [TEXT, false],
  ])("knows if %o adds null", (schema, expected) => {
    expect(isNullable(readRules(schema))).toBe(expected);
  });

  it("knows a schema that allows null only", () => {
    expect(isNullPlan(readPlan({ type: "null" }))).toBe(true);
    expect(isNullPlan(readPlan({ type: ["string", "null"] }))).toBe(false);
    expect(isNullPlan(readPlan(true))).toBe(false);
  });
});

function readRules(schema: JsonSchema): RulesPlan {
  const plan = readPlan(schema);
  if (plan.kind !== "rules") throw new Error(`The plan is ${plan.kind}.`);
  return plan;
}
