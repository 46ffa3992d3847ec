/**
 * Tells the objects of a union apart by their shapes: the properties that they require, and the types of those
 * properties that have another plan in another object. `{ id, at: date-time }` or `{ id, at: number }` become
 *
 *     { type: ["object"], has: ["at", "id"], types: { at: ["string"] } }
 *     { type: ["object"], has: ["at", "id"], types: { at: ["number"] } }
 */
import type { ValuePlan, ValueShape } from "../../../src/catalog/values.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import { schemaOf, type SchemaPlan } from "../../json-schema/plan.js";
import { groupBy } from "../../model/group-by.js";
import { isEqual } from "../../model/json.js";
import { type Alternative, type Case, type Planner, propertiesOf } from "./alternatives.js";
import { listJsonTypes } from "./json-types.js";

/**
 * A case for each shape, the one with the most required properties first. A case without values stays, because it
 * keeps its objects from a later one.
 */
export function planByShape(objects: readonly Alternative[], planner: Planner): readonly Case[] {
  const described = objects.map((object): Described => ({
    object,
    properties: propertiesOf(object.schema, planner),
  }));
  const shaped = described.map((each) => ({ each, shape: toShape(each, described, planner) }));
  return [...groupBy(shaped, ({ shape }) => JSON.stringify(shape)).values()]
    .flatMap((alike): readonly Case[] => {
      const plan = planAlike(
        alike.map(({ each }) => each),
        planner,
      );
      return alike.slice(0, 1).map(({ shape }) => ({ shape, plan }));
    })
    .sort(({ shape: one }, { shape: other }) => countRequired(other) - countRequired(one));
}

function countRequired({ has = [] }: ValueShape): number {
  return has.length;
}

function toShape(
  { object, properties }: Described,
  all: readonly Described[],
  planner: Planner,
): ValueShape {
  const has = readObjectProperties(schemaOf(object.schema), planner.resolve)?.required ?? [];
  const differing = [...properties].filter(([name, property]) => {
    const plan = planner.plan(property);
    return all.some((other) => {
      const same = other.properties.get(name);
      return same !== undefined && !isEqual(planner.plan(same), plan);
    });
  });
  const types = differing.map(
    ([name, property]) => [name, listJsonTypes(property, planner.resolve)] as const,
  );
  return {
    type: ["object"],
    has: [...has].sort(),
    ...(types.length > 0 && { types: Object.fromEntries(types) }),
  };
}

/** One plan for the objects of one shape: each property has any of its plans. */
function planAlike(alike: readonly Described[], planner: Planner): ValuePlan {
  const [first] = alike;
  if (alike.length < 2) return first?.object.plan ?? 0;
  const named = alike.flatMap(({ properties }) => [...properties]);
  const plans = [...groupBy(named, ([name]) => name)]
    .map(([name, ofName]): readonly [string, ValuePlan] => [
      name,
      planner.planUnion(ofName.map(([, schema]) => schema)),
    ])
    .filter(([, plan]) => plan !== 0);
  return plans.length === 0 ? 0 : Object.fromEntries(plans);
}

/** An object with its properties. */
interface Described {
  readonly object: Alternative;
  readonly properties: ReadonlyMap<string, SchemaPlan>;
}
