/**
 * Plans the objects of a union without telling them apart, if their properties never contradict each other:
 * `{ at: date-time }` or `{ at: date-time, until: date-time }` have one plan for both,
 * `{ at: "date-time", until: "date-time" }`. A time `at` in one and a text `at` in the other contradict each other.
 */
import type { ValuePlan } from "../../../src/catalog/values.js";
import { followPlan, ruleOf, type SchemaPlan } from "../../json-schema/plan.js";
import { isEqual } from "../../model/json.js";
import type { Alternative, Case, Planner } from "./alternatives.js";
import { combine } from "./combine-plans.js";

/** One case for all of the objects, or none if they have no values; `undefined` if they contradict each other. */
export function planTogether(
  objects: readonly Alternative[],
  planner: Planner,
): readonly Case[] | undefined {
  const plans = new Map<string, ValuePlan>();
  for (const properties of objects.map(({ schema }) => planProperties(schema, planner))) {
    if (properties === undefined) return undefined;
    for (const [name, plan] of properties) {
      if (!isEqual(plans.get(name) ?? plan, plan)) return undefined;
      plans.set(name, plan);
    }
  }
  const present = [...plans].filter(([, plan]) => plan !== 0);
  return present.length === 0
    ? []
    : [{ shape: { type: ["object"] }, plan: Object.fromEntries(present) }];
}

/**
 * The plan of each property, those of its `allOf` included. `undefined` for an object that is more than its
 * properties: one with alternatives of its own, or with values in properties that it does not name.
 */
function planProperties(
  schema: SchemaPlan,
  planner: Planner,
): ReadonlyMap<string, ValuePlan> | undefined {
  const target = followPlan(schema, planner.resolve);
  const object = ruleOf(target, "object");
  if (target.kind !== "rules" || ruleOf(target, "union") !== undefined) return undefined;
  if (object !== undefined && planner.planOthers(object) !== 0) return undefined;
  const plans = new Map(
    [...(object?.properties ?? [])].map(([name, property]) => [name, planner.plan(property)]),
  );
  for (const member of ruleOf(target, "intersection")?.members ?? []) {
    const inherited = planProperties(member, planner);
    if (inherited === undefined) return undefined;
    for (const [name, plan] of inherited) plans.set(name, combine([plans.get(name) ?? 0, plan]));
  }
  return plans;
}
