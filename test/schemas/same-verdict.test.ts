/** Every schema of the default vendor beside Ajv: over samples, and over samples with one change. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { EventMap } from "typewire-webhook-types";
import * as exported from "typewire/schemas";
import { withJsonSchema } from "typewire/schemas/json-schema";
import { validatePayload } from "typewire/validate";
import { describe, expect, it } from "vitest";
import { readCalls } from "../../codegen/emit/calls/forms.js";
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
const names = nameTypes(model, readCalls(model, createResolver(model)));
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

/** Most exported schemas that have none in the YAML: those of events that are any of their actions. */
const MAX_NOT_DESCRIBED = 60;

// ---- The same schemas in Ajv

const ajv = createAjv();
const ROOT = "https://components.example/";

const refs = new Map(model.components.map(({ ref }, index) => [ref, index]));
const indexOf = (ref: string): number => refs.get(ref) ?? -1;

ajv.addSchema({
  $id: ROOT,
  $defs: Object.fromEntries(
    model.components.map(({ ref, schema }) => [indexOf(ref), toAjvSchema(toCheckedSchema(schema))]),
  ),
});

describe("[K.3] every schema of the default vendor", () => {
  it("is generated", () => {
    expect(described.length).toBeGreaterThan(3_400);
    expect(Object.keys(schemas).length - described.length).toBeLessThan(MAX_NOT_DESCRIBED + 1);
  });

  const drawn = sample("schemas", described, 90, () => false, 400);
  it(
    "has the verdict of Ajv over samples, and samples with one change",
    { timeout: 600_000 },
    () => {
      const random = createRandom(20_261_123);
      const counts = { valid: 0, invalid: 0 };
      for (const { name, schema } of drawn) {
        const checked = toCheckedSchema(schema);
        const validate = ajv.compile(toAjvSchema(checked) as object);
        const samples = [
          createSample(schema, { resolve, baseUrl: "https://api.vendor.example" }),
          ...Array.from({ length: 3 }, () => fill(checked, followRef, random)),
        ];
        const values = samples.flatMap((value) => [
          value,
          ...Array.from({ length: 12 }, () => changeOnce(value, random)),
        ]);
        for (const value of values) {
          const expected = validate(value);
          counts[expected ? "valid" : "invalid"]++;
          if (isValid(name, value) !== expected)
            expect.fail(`${name} differs from Ajv (${expected}) in ${JSON.stringify(value)}.`);
        }
      }
      expect(counts.valid).toBeGreaterThan(drawn.length * 8);
      expect(counts.invalid).toBeGreaterThan(drawn.length * 8);
    },
  );
});

describe("[K.19] the JSON Schema of every schema of the default vendor", () => {
  const ajvOf = {
    "draft-2020-12": new Ajv2020({ strict: false, ownProperties: true }),
    "draft-07": new Ajv({ strict: false, ownProperties: true }),
  } as const;
  // Ajv compiles a document with all of its parts anew, so the rest of the schemas would take an hour.
  const step = isWhole ? 70 : 350;
  const drawn = described.filter((_, index) => index % step === 0);
  it.each(Object.entries(ajvOf))("has its verdicts, in %s", { timeout: 600_000 }, (target, ajv) => {
    const random = createRandom(20_261_128);
    const counts = { valid: 0, invalid: 0 };
    for (const { name, schema } of drawn) {
      const generated = withJsonSchema(schemas[name] as Schema<unknown>);
      const document = generated["~standard"].jsonSchema.input({ target });
      expect(ajv.validateSchema(document), name).toBe(true);
      const validate = ajv.compile(JSON.parse(JSON.stringify(document)) as object);
      const samples = Array.from({ length: 3 }, () =>
        fill(toCheckedSchema(schema), followRef, random),
      );
      const values = samples.flatMap((value) => [
        value,
        ...Array.from({ length: 8 }, () => changeOnce(value, random)),
      ]);
      for (const value of values) {
        const isRight = isValid(name, value);
        counts[isRight ? "valid" : "invalid"]++;
        if (validate(value) !== isRight)
          expect.fail(
            `${name} differs from its document (${isRight}) in ${JSON.stringify(value)}.`,
          );
      }
    }
    expect(counts.valid).toBeGreaterThan(drawn.length * 4);
    expect(counts.invalid).toBeGreaterThan(drawn.length * 4);
  });
});

describe("[B.29] [K.3] validatePayload and the schemas of payloads", () => {
  it("have one verdict on recorded deliveries, and on those with one change", async () => {
    const random = createRandom(20_261_124);
    let compared = 0;
    const deliveries = sample("deliveries", readRecordedDeliveries(), 50);
    for (const { name, payload } of deliveries) {
      const schema = names.schemas.get(name) ?? "";
      for (const value of [
        payload,
        ...Array.from({ length: 10 }, () => changeOnce(payload, random)),
      ]) {
        const { valid } = await validatePayload(name as keyof EventMap, value);
        expect({ name, isValid: isValid(schema, value) }).toEqual({ name, isValid: valid });
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(deliveries.length * 8);
  });
});

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
