/** The recorded payloads, checked by the schemas of their events, and by Ajv with the same schemas. */
import { mergeEqualComponents } from "../../codegen/emit/reshape/merge-components.js";
import { splitDirections } from "../../codegen/json-schema/directions.js";
import { payloadLoaders } from "../../generated/schemas/loaders.js";
import {
  qualifiedName,
  readRecordedDeliveries,
  type RecordedDelivery,
} from "../../scripts/start/recorded-deliveries.js";
import type { Schema } from "../../src/runtime/schemas.js";
import { defaultModel } from "../../test/cases/codegen/read/schema-folder.js";
import type { Row } from "../harness/measure.js";
import { AjvValidators } from "./ajv-validators.js";
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
