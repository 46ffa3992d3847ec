/** The alternatives of a union, and the cases by which the runtime finds out which of them a value has. */
import type { JsonType, ValuePlan, ValueShape } from "../../../src/catalog/values.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import { type ObjectRule, readMap, schemaOf, type SchemaPlan } from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";

/** An alternative of a union, with the types of JSON that it allows. */
export interface Alternative {
  readonly schema: SchemaPlan;
  readonly types: readonly JsonType[];
  /** 0 for an alternative without values. */
  readonly plan: ValuePlan;
}

/** A shape that values can have, and their plan. The first case whose shape fits applies. */
export interface Case {
  readonly shape: ValueShape;
  readonly plan: ValuePlan;
}

/** Plans the schemas inside a union. */
export interface Planner {
  readonly resolve: ResolveComponent;
  plan(schema: SchemaPlan): ValuePlan;
  planUnion(members: readonly SchemaPlan[]): ValuePlan;
  /** Plans the properties that a schema does not name. */
  planOthers(object: ObjectRule): ValuePlan;
}

/** The named properties of an object, including those of its `allOf`. */
export function propertiesOf(
  schema: SchemaPlan,
  { resolve }: Planner,
): ReadonlyMap<string, SchemaPlan> {
  const object = readObjectProperties(schemaOf(schema), resolve);
  return readMap(object?.properties ?? {});
}
