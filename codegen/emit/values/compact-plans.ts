/** Makes the table of shared plans small: equal plans occur once, and unused ones are left out. */
import type { ValueFormat, ValuePlan, ValueShape } from "../../../src/catalog/values.js";

export const NO_VALUES: PlannedValues = { shared: [], plans: new Map(), formats: [] };

/**
 * Makes the table of the runtime.
 * @param plansByName Names without plans are left out.
 */
export function compactPlans(
  table: readonly ValuePlan[],
  plansByName: readonly NamedPlans[],
): Omit<PlannedValues, "formats"> {
  const indexes = new Map(table.map((plan, index) => [JSON.stringify(plan), index]));
  const share = (plan: ValuePlan): ValuePlan => indexes.get(JSON.stringify(plan)) ?? plan;
  const withPlans = plansByName
    .map(([name, plans]): NamedPlans => {
      const present = plans.filter(([, plan]) => plan !== 0);
      return [name, present.map(([place, plan]) => [place, share(plan)])];
    })
    .filter(([, plans]) => plans.length > 0);
  const compact = new CompactTable(table);
  const plans = withPlans.map(
    ([name, ofName]) =>
      [name, new Map(ofName.map(([place, plan]) => [place, compact.use(plan)]))] as const,
  );
  return { shared: compact.shared, plans: new Map(plans) };
}

/** A table that has only the plans that are used, each once. */
class CompactTable {
  /** Grows with each plan that is used. */
  readonly shared: ValuePlan[] = [0];
  readonly #table: readonly ValuePlan[];
  /** By index of the former table: the index of its first equal plan. */
  readonly #firsts: readonly number[];
  /** From indexes of the former table to those of this one. */
  readonly #indexes = new Map<number, number>();

  constructor(table: readonly ValuePlan[]) {
    this.#table = table;
    this.#firsts = findEqual(table);
  }

  /** Adds the plans that a plan leads to. Returns it with the indexes of this table. */
  use(plan: ValuePlan): ValuePlan {
    return mapIndexes(plan, (index) => {
      const first = this.#firsts[index] ?? 0;
      const target = this.#table[first] ?? 0;
      // A format takes no more space than an index.
      if (typeof target === "string" || target === 0) return target;
      const known = this.#indexes.get(first);
      if (known !== undefined) return known;
      // Has its index before its own plans are added, because it may contain itself.
      const added = this.shared.push(0) - 1;
      this.#indexes.set(first, added);
      this.shared[added] = this.use(target);
      return added;
    });
  }
}

/**
 * By index: the first equal plan. Plans are also equal if they lead to equal plans, so that equal plans are joined
 * again and again until nothing changes.
 */
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

// ---- Types

/** Plans by the names of routes or events. */
export interface PlannedValues {
  /** The first one is 0, which means no plan. */
  readonly shared: readonly ValuePlan[];
  readonly plans: ReadonlyMap<string, ReadonlyMap<string, ValuePlan>>;
  /** In the order of their first use. */
  readonly formats: readonly ValueFormat[];
}

/** The plans of one route or event, by their places. */
export type NamedPlans = readonly [
  name: string,
  plans: readonly (readonly [place: string, ValuePlan])[],
];
