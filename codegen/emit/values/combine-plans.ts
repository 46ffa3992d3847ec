/**
 * Joins plans that apply to the same JSON, as those of the members of `allOf` do. Plans of properties become one:
 *
 *     { at: "date-time" } and { until: "date-time" }  →  { at: "date-time", until: "date-time" }
 *     { at: "date-time" } and the shared plan 3       →  ["all", [{ at: "date-time" }, 3]]
 */
import type { PropertyPlans, ValuePlan } from "../../../src/catalog/values.js";
import { groupBy } from "../../model/group-by.js";
import { isEqual } from "../../model/json.js";

/** Joins plans; equal ones count once, and 0 does not count. */
export function combine(plans: readonly ValuePlan[]): ValuePlan {
  const present = plans.filter((plan) => plan !== 0);
  const ofProperties = present.filter(isProperties);
  const joined = [
    ...(ofProperties.length > 0 ? [combineProperties(ofProperties)] : []),
    ...present.filter((plan) => !isProperties(plan)),
  ];
  const distinct = joined.filter(
    (plan, index) => joined.findIndex((each) => isEqual(each, plan)) === index,
  );
  return distinct.length > 1 ? ["all", distinct] : (distinct[0] ?? 0);
}

/** A property of several plans has their combination. */
function combineProperties(plans: readonly PropertyPlans[]): PropertyPlans {
  const byName = groupBy(
    plans.flatMap((plan) => Object.entries(plan)),
    ([name]) => name,
  );
  return Object.fromEntries(
    [...byName].map(([name, entries]) => [name, combine(entries.map(([, plan]) => plan))]),
  );
}

function isProperties(plan: ValuePlan): plan is PropertyPlans {
  return typeof plan === "object" && !Array.isArray(plan);
}
