/**
 * Schemas of the default vendor beside other validators, over values and over values with one change: their
 * checks beside Ajv, their documents of JSON Schema in Ajv, and those of payloads beside `validatePayload`.
 */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { EventMap } from "typewire-webhook-types";
import * as exported from "typewire/schemas";
import { withJsonSchema } from "typewire/schemas/json-schema";
import { validatePayload } from "typewire/validate";
import { describe, expect, it } from "vitest";
import { readFormsOfRoutes } from "../../codegen/emit/calls/forms.js";
import { type CheckedSchema, toCheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { responseKey } from "../../codegen/emit/names/types.js";
import { createPayloadContext } from "../../codegen/emit/payloads/payloads.js";
import { mergeEqualComponents } from "../../codegen/emit/reshape/merge-components.js";
import { createSample } from "../../codegen/emit/samples/sample.js";
import { splitDirections } from "../../codegen/json-schema/directions.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { createMemo } from "../../codegen/model/memo.js";
import type { JsonSchema } from "../../codegen/model/model.js";
import { readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import type { Schema } from "../../src/runtime/schemas.js";
import { defaultModel } from "../cases/codegen/read/schema-folder.js";
import { createRandom } from "../random.js";
import { isWhole, sample } from "../sample.js";
import { createAjv } from "./plan.js";
import { changeOnce, fill } from "./variations.js";

// ---- Schemas as they are exported, and as the YAML describes them

const schemas: Readonly<Record<string, Schema<unknown>>> = Object.fromEntries(
  Object.entries(exported).filter(([name]) => /Schema\d*$/.test(name)),
) as Readonly<Record<string, Schema<unknown>>>; // as their names say

const model = mergeEqualComponents(splitDirections(defaultModel()));
const names = nameTypes(model, readFormsOfRoutes(model, createResolver(model)));
const { payloads, resolve } = createPayloadContext(model, names, createMemo());

/** Each schema of the YAML, with the name of what is generated of it. */
const described: readonly Described[] = [
  ...payloads.map(({ entry, schema }) => ({ key: entry.name, schema })),
  ...model.routes.flatMap(({ key, body, responses }) => [
    ...(body ? [{ key: responseKey(key, "body"), schema: body.schema }] : []),
    ...responses.flatMap(({ status, schema }) =>
      schema === undefined ? [] : [{ key: responseKey(key, status), schema }],
    ),
  ]),
].flatMap(({ key, schema }) => {
  const name = names.schemas.get(key) ?? "";
  return name in schemas ? [{ name, schema }] : [];
});

/** Events with actions have a schema that is any of those of their actions, which the YAML does not describe. */
const MAX_NOT_DESCRIBED = 60;

/** A little below their number, so that the YAML may change. */
const MIN_DESCRIBED = 3_420;

/** Ajv compiles each schema, which takes long in `npm run test:all`. In milliseconds. */
const TIMEOUT = 600_000;

// ---- The same schemas in Ajv

const ajvOfChecks = createAjv();
const ROOT = "https://components.example/";

const indexes = new Map(model.components.map(({ ref }, index) => [ref, index]));

ajvOfChecks.addSchema({
  $id: ROOT,
  $defs: Object.fromEntries(
    model.components.map(({ ref, schema }) => [indexOf(ref), toAjvSchema(toCheckedSchema(schema))]),
  ),
});

describe("[K.3] every schema of the default vendor", () => {
  it("is generated", () => {
    expect(described.length).toBeGreaterThanOrEqual(MIN_DESCRIBED);
    expect(Object.keys(schemas).length - described.length).toBeLessThanOrEqual(MAX_NOT_DESCRIBED);
  });

  const compared = sample("schemas", described, 90, () => false, 400);
  it(
    "has the verdict of Ajv on values, and on values with one change",
    { timeout: TIMEOUT },
    () => {
      const plan = { seed: 20_261_123, changes: 12, other: "Ajv" };
      const verdicts = compareVerdicts(compared, plan, ({ schema }, random) => {
        const checked = toCheckedSchema(schema);
        const example = createSample(schema, { resolve, baseUrl: "https://api.vendor.example" });
        return {
          validate: ajvOfChecks.compile(toAjvSchema(checked) as object),
          values: [example, ...fillOften(checked, random)],
        };
      });
      const least = compared.length * 8; // of 52 for each schema
      expect(verdicts.valid).toBeGreaterThan(least);
      expect(verdicts.invalid).toBeGreaterThan(least);
    },
  );
});

describe("[K.19] the JSON Schema of every schema of the default vendor", () => {
  const ajvOfTarget = {
    "draft-2020-12": new Ajv2020({ strict: false, ownProperties: true }),
    "draft-07": new Ajv({ strict: false, ownProperties: true }),
  } as const;
  // Ajv compiles a document with all of its parts anew, so the rest of the schemas would take an hour.
  const step = isWhole ? 70 : 350;
  const compared = described.filter((_, index) => index % step === 0);
  it.each(Object.entries(ajvOfTarget))(
    "has its verdicts, in %s",
    { timeout: TIMEOUT },
    (target, ajv) => {
      const plan = { seed: 20_261_128, changes: 8, other: "its document" };
      const verdicts = compareVerdicts(compared, plan, ({ name, schema }, random) => {
        const generated = withJsonSchema(schemas[name] as Schema<unknown>);
        const document = generated["~standard"].jsonSchema.input({ target });
        expect(ajv.validateSchema(document), name).toBe(true);
        return {
          validate: ajv.compile(JSON.parse(JSON.stringify(document)) as object),
          values: fillOften(toCheckedSchema(schema), random),
        };
      });
      const least = compared.length * 4; // of 27 for each schema
      expect(verdicts.valid).toBeGreaterThan(least);
      expect(verdicts.invalid).toBeGreaterThan(least);
    },
  );
});

describe("[B.29] [K.3] validatePayload and the schemas of payloads", () => {
  it("have one verdict on recorded deliveries, and on those with one change", async () => {
    const random = createRandom(20_261_124);
    let compared = 0;
    const deliveries = sample("deliveries", readRecordedDeliveries(), 50);
    for (const { name, payload } of deliveries) {
      const schema = names.schemas.get(name) ?? "";
      for (const value of withChanges(payload, 10, random)) {
        const { valid } = await validatePayload(name as keyof EventMap, value);
        expect({ name, isValid: isValid(schema, value) }).toEqual({ name, isValid: valid });
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(deliveries.length * 8); // of 11 for each; fails without deliveries, too
  });
});

/**
 * Expects that exported schemas and another validator have one verdict on values, and on copies with one change;
 * counts the verdicts.
 */
function compareVerdicts(
  compared: readonly Described[],
  { seed, changes, other }: ComparePlan,
  prepare: (schema: Described, random: () => number) => Prepared,
): Readonly<Record<"valid" | "invalid", number>> {
  const random = createRandom(seed);
  const counts = { valid: 0, invalid: 0 };
  for (const each of compared) {
    const { validate, values } = prepare(each, random);
    for (const value of values.flatMap((base) => withChanges(base, changes, random))) {
      const verdict = isValid(each.name, value);
      counts[verdict ? "valid" : "invalid"]++;
      if (validate(value) !== verdict)
        expect.fail(`${each.name} (${verdict}) differs from ${other} in ${JSON.stringify(value)}.`);
    }
  }
  return counts;
}

/** Three values with what a schema describes. */
function fillOften(schema: CheckedSchema, random: () => number): readonly unknown[] {
  return Array.from({ length: 3 }, () => fill(schema, followRef, random));
}

/** A value, and a number of copies with one change. */
function withChanges(value: unknown, copies: number, random: () => number): readonly unknown[] {
  return [value, ...Array.from({ length: copies }, () => changeOnce(value, random))];
}

function followRef(ref: string): CheckedSchema {
  return toCheckedSchema(resolve(ref).schema);
}

/** A schema for Ajv, which refers to components in the document that has all of them. */
function toAjvSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toAjvSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "$ref" && typeof value === "string"
        ? [key, `${ROOT}#/$defs/${indexOf(value)}`]
        : [key, key === "enum" ? value : toAjvSchema(value)],
    ),
  );
}

/** The name of a component in the document that has all of them. */
function indexOf(ref: string): number {
  const index = indexes.get(ref);
  if (index === undefined) throw new Error(`There is no component ${ref}.`);
  return index;
}

/** Tells whether an exported schema takes a value. */
function isValid(name: string, value: unknown): boolean {
  const result = schemas[name]?.["~standard"].validate(value);
  if (result === undefined) throw new Error(`There is no schema ${name}.`);
  return result.issues === undefined;
}

/** A schema of the YAML, with the name of the exported one. */
interface Described {
  readonly name: string;
  readonly schema: JsonSchema;
}

interface ComparePlan {
  readonly seed: number;
  /** Number of copies of each value that have one change. */
  readonly changes: number;
  /** The other validator, for messages. */
  readonly other: string;
}

/** A schema in the other validator, and values to begin with. */
interface Prepared {
  readonly validate: (value: unknown) => unknown;
  readonly values: readonly unknown[];
}
