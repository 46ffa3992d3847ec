/** Random schemas and values: the plan of a schema has the verdict of Ajv. */
import { expect, it } from "vitest";
import type { CheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { createRandom } from "../random.js";
import { repetitions } from "../sample.js";
import { createAjv, issuesOf, planOf } from "./plan.js";

const random = createRandom(20_261_123);
const NAMES = ["a", "b c", "x-1", "toString", "?"];
const VALUES = ["a", "", 0, 1.5, true, null, [], {}];

it("[K.3] any schema has the verdict of Ajv on any value", () => {
  const ajv = createAjv();
  let accepted = 0;
  for (let count = 0; count < repetitions(500); count++) {
    const schema = createSchema(3);
    const plan = planOf(schema);
    const validate = ajv.compile(schema);
    for (let index = 0; index < 10; index++) {
      const value = createValue(3);
      const isValid = issuesOf(plan, value).length === 0;
      expect(isValid, `${JSON.stringify(schema)} ${JSON.stringify(value)}`).toBe(validate(value));
      if (isValid) accepted++;
    }
  }
  expect(accepted).toBeGreaterThan(repetitions(500));
});

/** A random schema. */
function createSchema(depth: number): CheckedSchema {
  const inner = (): CheckedSchema => createSchema(depth - 1);
  const record = () => ({ [pick(NAMES)]: inner(), [pick(NAMES)]: inner() });
  const leaves: (() => CheckedSchema)[] = [
    () => ({
      type: [pick(["string", "integer", "number", "boolean", "null", "array", "object"])],
    }),
    () => ({ type: ["object", "null"] }),
    () => ({ enum: [pick(["a", 1, null]), "b"] }),
    () => ({}),
  ];
  if (depth === 0) return pick(leaves)();
  return pick<() => CheckedSchema>([
    ...leaves,
    () => ({ type: ["object"], required: [pick(NAMES)], properties: record() }),
    () => ({ type: ["object", "null"], properties: record(), additionalProperties: inner() }),
    () => ({
      required: [pick(NAMES)],
      patternProperties: { "^x": inner() },
      additionalProperties: inner(),
    }),
    () => ({ type: ["array"], items: inner() }),
    () => ({ prefixItems: [inner(), inner()], minItems: pick([0, 1, 2]), items: inner() }),
    () => ({ propertyNames: { enum: [pick(NAMES)] }, properties: record() }),
    () => ({ allOf: [inner(), inner()] }),
    () => ({ anyOf: [inner(), inner(), inner()] }),
    () => ({ type: ["object"], properties: record(), anyOf: [inner(), inner()] }),
    () => ({ not: {} }),
    () => ({ type: [pick(["string", "integer"])], not: { enum: ["a", 0] } }),
  ])();
}

/** A random value, of names that schemas have. */
function createValue(depth: number): unknown {
  if (depth === 0 || random() < 0.3) return pick(VALUES);
  const inner = (): unknown => createValue(depth - 1);
  return random() < 0.4 ? [inner(), inner()] : { [pick(NAMES)]: inner(), [pick(NAMES)]: inner() };
}

/** Any of some values. */
function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}
