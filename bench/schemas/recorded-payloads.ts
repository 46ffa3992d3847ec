/** The recorded payloads, checked by the schemas of their events, and by Ajv with the same schemas. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readCalls } from "../../codegen/emit/calls/forms.js";
import { toCheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { createPayloadContext } from "../../codegen/emit/payloads/payloads.js";
import { mergeEqualComponents } from "../../codegen/emit/reshape/merge-components.js";
import { splitDirections } from "../../codegen/json-schema/directions.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { createMemo } from "../../codegen/model/memo.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import { payloadLoaders } from "../../generated/schemas/loaders.js";
import {
  qualifiedName,
  readRecordedDeliveries,
  type RecordedDelivery,
} from "../../scripts/start/recorded-deliveries.js";
import type { Schema } from "../../src/runtime/schemas.js";
import { defaultModel } from "../../test/cases/codegen/read/schema-folder.js";
import type { Row } from "../harness/measure.js";
import { isValid, measurePasses } from "./measure-passes.js";

export async function measureRecorded(): Promise<Row> {
  const deliveries = readRecordedDeliveries();
  const schemas = await loadSchemas(deliveries);
  const validators = new AjvValidators(mergeEqualComponents(splitDirections(defaultModel())));
  const tests = deliveries.flatMap((delivery) => {
    const name = qualifiedName(delivery);
    const [ours, ajv] = [schemas.get(name), validators.find(name)]; // none for unions of actions
    if (ours === undefined || ajv === undefined) return [];
    return [{ payload: delivery.payload, ours: ours["~standard"].validate, ajv }];
  });
  return measurePasses(
    `${tests.length} recorded payloads`,
    () => countValid(tests, ({ ours, payload }) => isValid(ours(payload))),
    [{ name: "Ajv", pass: () => countValid(tests, (test) => test.ajv(test.payload)), atMost: 2 }],
  );
}

/** The generated schemas of the events of deliveries, by the names of payloads. */
async function loadSchemas(
  deliveries: readonly RecordedDelivery[],
): Promise<ReadonlyMap<string, Schema<unknown>>> {
  const schemas = new Map<string, Schema<unknown>>();
  for (const event of new Set(deliveries.map(({ name }) => name)))
    for (const [name, schema] of (await payloadLoaders[event]?.()) ?? []) schemas.set(name, schema);
  return schemas;
}

function countValid<Test>(tests: readonly Test[], check: (test: Test) => boolean): number {
  let count = 0;
  for (const test of tests) if (check(test)) count += 1;
  return count;
}

// ---- Ajv

/** Validators of payloads by Ajv, each compiled once. */
class AjvValidators {
  /** Keywords that are not of JSON Schema, such as those of known values, say nothing to Ajv. */
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #payloads: ReadonlyMap<string, JsonSchema>;
  /** The names of components in the one document that has them all, by reference. */
  readonly #definitions: ReadonlyMap<string, number>;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(model: SchemaModel) {
    const names = nameTypes(model, readCalls(model, createResolver(model)));
    const { payloads } = createPayloadContext(model, names, createMemo());
    this.#payloads = new Map(payloads.map(({ entry, schema }) => [entry.name, schema]));
    this.#definitions = new Map(model.components.map(({ ref }, index) => [ref, index]));
    const definitions = model.components.map(({ ref, schema }) => [
      this.#definitions.get(ref),
      this.#toAjvSchema(schema),
    ]);
    this.#ajv.addSchema({ $id: DOCUMENT, $defs: Object.fromEntries(definitions) as object });
  }

  find(name: string): ValidateFunction | undefined {
    const schema = this.#payloads.get(name);
    if (schema === undefined) return undefined;
    const compiled = this.#compiled.get(name) ?? this.#ajv.compile(this.#toAjvSchema(schema));
    this.#compiled.set(name, compiled);
    return compiled;
  }

  #toAjvSchema(schema: JsonSchema): object {
    return this.#moveReferences(toCheckedSchema(schema)) as object; // of an object
  }

  /** Leads references to components into the document. */
  #moveReferences(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#moveReferences(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        if (key === "$ref")
          return [key, `${DOCUMENT}#/$defs/${this.#definitions.get(String(child)) ?? ""}`];
        return [key, key === "enum" ? child : this.#moveReferences(child)];
      }),
    );
  }
}

const DOCUMENT = "https://components.example/";
