/**
 * Plans for values that have one of several schemas. The runtime must find out which one a value has: by its type of
 * JSON, and among objects by a tag or by the properties that are there. For a number, or `{ kind: "card", at: … }`, or
 * `{ kind: "cash" }`, of which only the second has a time:
 *
 *     ["union", [[{ is: { kind: ["card"] } }, { at: "date-time" }]]]
 *
 * The plan 0 leaves a value as it is, and so does a union in which no case fits.
 */
import type { ValuePlan, ValueShape } from "../../../src/catalog/values.js";
import { followPlan, readPlan, ruleOf, type SchemaPlan } from "../../json-schema/plan.js";
import { isEqual } from "../../model/json.js";
import type { Alternative, Case, Planner } from "./alternatives.js";
import { isOnly, listJsonTypes } from "./json-types.js";
import { planByShape } from "./object-shapes.js";
import { planByTag } from "./object-tags.js";
import { planTogether } from "./objects-together.js";

/** Plans the members of a union, of which none is `null` alone. */
export function planMembers(members: readonly SchemaPlan[], planner: Planner): ValuePlan {
  const alternatives = members.map((schema) => ({
    schema,
    types: listJsonTypes(schema, planner.resolve),
    plan: planner.plan(schema),
  }));
  const [firstPlan = 0, ...furtherPlans] = alternatives.map(({ plan }) => plan);
  if (furtherPlans.every((plan) => isEqual(plan, firstPlan))) return firstPlan;
  const cases = listCases(alternatives, planner);
  const [single] = cases;
  // Plans of objects and lists leave everything else as it is.
  if (cases.length === 1 && single && isPlainType(single)) return single.plan;
  return ["union", cases.map(({ shape, plan }) => [shape, plan])];
}

/** Lists the cases with values, and those that keep a value from a later case. */
function listCases(alternatives: readonly Alternative[], planner: Planner): readonly Case[] {
  const objects = alternatives.filter(({ types }) => isOnly(types, "object"));
  const lists = alternatives.filter(({ types }) => isOnly(types, "array"));
  const scalars = alternatives.filter(
    (alternative) => !objects.includes(alternative) && !lists.includes(alternative),
  );
  return [
    ...scalars
      .filter(({ plan }) => plan !== 0)
      .map((scalar) => ({ shape: toScalarShape(scalar, alternatives), plan: scalar.plan })),
    ...planLists(lists, planner),
    ...planObjects(objects, planner),
  ];
}

/** A value is found by its format if another alternative allows other values of its type. */
function toScalarShape(
  { plan, types }: Alternative,
  alternatives: readonly Alternative[],
): ValueShape {
  if (typeof plan !== "string") return { type: types };
  const sharing = alternatives.filter((alternative) =>
    alternative.types.some((type) => types.includes(type)),
  );
  return sharing.length > 1 ? { format: plan } : { type: types };
}

/** Lists cannot be told apart, so their items have any of the plans. */
function planLists(lists: readonly Alternative[], planner: Planner): readonly Case[] {
  const plan = lists.length < 2 ? (lists[0]?.plan ?? 0) : planItems(lists, planner);
  return plan === 0 ? [] : [{ shape: { type: ["array"] }, plan }];
}

function planItems(lists: readonly Alternative[], planner: Planner): ValuePlan {
  const items = lists.map(({ schema }) => {
    const target = followPlan(schema, planner.resolve);
    return ruleOf(target, "list")?.items ?? ruleOf(target, "tuple")?.furtherItems ?? readPlan(true);
  });
  const plan = planner.planUnion(items);
  return plan === 0 ? 0 : ["list", plan];
}

/** Tells objects apart by a tag if there is one, else not at all if one plan is right for all, else by their shapes. */
function planObjects(objects: readonly Alternative[], planner: Planner): readonly Case[] {
  if (objects.length === 0) return [];
  return (
    planByTag(objects, planner) ?? planTogether(objects, planner) ?? planByShape(objects, planner)
  );
}

/** Tells whether a case is for all values of a type, and its plan is no format. */
function isPlainType({ shape, plan }: Case): boolean {
  return "type" in shape && !("has" in shape) && typeof plan !== "string";
}
