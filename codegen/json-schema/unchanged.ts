/** Finds the schemas that two versions have alike. Most are, and comparing them would read every type for nothing. */
import { directRefs, findLeading } from "./references.js";
import { isEqual } from "../model/json.js";
import type { JsonSchema, SchemaModel } from "../model/model.js";

/** Creates the test for two models. */
export function createUnchangedTest(before: SchemaModel, after: SchemaModel): UnchangedTest {
  const oldSchemas = new Map(before.components.map(({ ref, schema }) => [ref, schema]));
  const changed = findLeading(
    after.components,
    ({ ref, schema }) => !isEqual(oldSchemas.get(ref), schema),
  );
  return (one, other) =>
    isEqual(one, other) && ![...directRefs([other])].some((ref) => changed.has(ref));
}

/** Tests whether two schemas are written alike, and all components that they lead to as well. */
export type UnchangedTest = (before: JsonSchema, after: JsonSchema) => boolean;
