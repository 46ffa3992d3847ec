/** Makes the table of shared plans small: equal plans occur once, and unused ones are left out. */
import type { ValueFormat, ValuePlan, ValueShape } from "../../../src/catalog/values.js";

/** Plans by the names of routes or events. */
export interface PlannedValues {
  /** The first one is 0, which means no plan. */
  readonly shared: readonly ValuePlan[];
  readonly plans: ReadonlyMap<string, ReadonlyMap<string, ValuePlan>>;
  /** In the order of their first use. */
  readonly formats: readonly ValueFormat[];
}

export const NO_VALUES: PlannedValues = { shared: [], plans: new Map(), formats: [] };

/** The plans of one route or event, by their places. */
export type NamedPlans = readonly [
  name: string,
  plans: readonly (readonly [place: string, ValuePlan])[],
];

/** Leaves out names without plans. */
export function compactPlans(
  table: readonly ValuePlan[],
  named: readonly NamedPlans[],
): Omit<PlannedValues, "formats"> {
  const indexes = new Map(table.map((plan, index) => [JSON.stringify(plan), index]));
  const share = (plan: ValuePlan): ValuePlan => indexes.get(JSON.stringify(plan)) ?? plan;
  const used = named
    .map(([name, plans]): NamedPlans => {
      const present = plans.filter(([, plan]) => plan !== 0);
      return [name, present.map(([place, plan]) => [place, share(plan)])];
    })
    .filter(([, plans]) => plans.length > 0);
  const roots = used.flatMap(([, plans]) => plans.map(([, plan]) => plan));
  const { shared, rename } = compactTable(table, roots);
  const plans = used.map(
    ([name, plans]) =>
      [name, new Map(plans.map(([place, plan]) => [place, rename(plan)]))] as const,
  );
  return { shared, plans: new Map(plans) };
}

interface CompactTable {
  readonly shared: readonly ValuePlan[];
  /** A plan with the indexes of the new table. */
  readonly rename: (plan: ValuePlan) => ValuePlan;
}

/** @param roots The plans that lead to shared ones; they are not in the table. */
function compactTable(table: readonly ValuePlan[], roots: readonly ValuePlan[]): CompactTable {
  const first = findEqual(table);
  const toFirst = (index: number): number => first[index] ?? 0;
  const indexes = new Map<number, number>();
  const shared: ValuePlan[] = [0];
  const rename = (plan: ValuePlan): ValuePlan =>
    mapIndexes(plan, (index) => {
      const target = toFirst(index);
      const plan = table[target] ?? 0;
      // A format takes no more space than an index.
      if (typeof plan === "string" || plan === 0) return plan;
      const known = indexes.get(target);
      if (known !== undefined) return known;
      const added = shared.push(0) - 1;
      indexes.set(target, added);
      shared[added] = rename(plan);
      return added;
    });
  for (const root of roots) rename(root);
  return { shared, rename };
}

/** By index: the first equal plan. Plans are also equal if they lead to equal plans. */
function findEqual(table: readonly ValuePlan[]): readonly number[] {
  let first: readonly number[] = table.map((_, index) => index);
  for (;;) {
    const seen = new Map<string, number>();
    const next = table.map((plan, index) => {
      const text = JSON.stringify(mapIndexes(plan, (inner) => first[inner] ?? 0));
      const known = seen.get(text) ?? index;
      seen.set(text, known);
      return known;
    });
    if (next.every((target, index) => target === first[index])) return first;
    first = next;
  }
}

/** A plan with other indexes. 0, which is no plan, stays. */
function mapIndexes(plan: ValuePlan, map: (index: number) => ValuePlan): ValuePlan {
  const inside = (inner: ValuePlan): ValuePlan => mapIndexes(inner, map);
  if (plan === 0 || typeof plan === "string") return plan;
  if (typeof plan === "number") return map(plan);
  if (!isListPlan(plan))
    return Object.fromEntries(Object.entries(plan).map(([name, inner]) => [name, inside(inner)]));
  switch (plan[0]) {
    case "list":
      return ["list", inside(plan[1])];
    case "tuple":
      return ["tuple", plan[1].map(inside), inside(plan[2])];
    case "map":
      return ["map", inside(plan[1]), plan[2]];
    case "all":
      return ["all", plan[1].map(inside)];
    case "union":
      return [
        "union",
        plan[1].map(([shape, inner]): [ValueShape, ValuePlan] => [shape, inside(inner)]),
      ];
  }
}

function isListPlan(
  plan: Exclude<ValuePlan, string | number>,
): plan is Extract<ValuePlan, readonly unknown[]> {
  return Array.isArray(plan);
}
