/**
 * Makes the table of shared plans small: equal plans occur once, and unused ones are left out. For a route with the
 * plan `["list", 3]`, which becomes `["list", 1]`:
 *
 * ```
 * index  before                     after
 *   0    0                          0
 *   1    { created: "date-time" }   { owner: 2 }
 *   2    { due: "date" }            { created: "date-time" }
 *   3    { owner: 4 }
 *   4    { created: "date-time" }
 * ```
 */
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
  const present = plansByName
    .map(({ name, plans }) => ({ name, plans: plans.filter(({ plan }) => plan !== 0) }))
    .filter(({ plans }) => plans.length > 0);
  const indexes = new Map(table.map((plan, index) => [JSON.stringify(plan), index]));
  const compact = new CompactTable(table);
  const plans = present.map(({ name, plans: plansOfName }) => {
    const entries = plansOfName.map(({ place, plan }) => {
      // A plan that is in the table is an index of it.
      const shared = indexes.get(JSON.stringify(plan)) ?? plan;
      return [place, compact.use(shared)] as const;
    });
    return [name, new Map(entries)] as const;
  });
  return { shared: compact.shared, plans: new Map(plans) };
}

/** A table that has only the plans that are used, each once. */
class CompactTable {
  /** Grows with each plan that is used. */
  readonly shared: ValuePlan[] = [0];
  readonly #table: readonly ValuePlan[];
  /** By index of the former table: the index of its first equal plan. */
  readonly #firstEqual: readonly number[];
  /** By index of the former table: the index in this one. It has those of first equal plans alone. */
  readonly #newIndexes = new Map<number, number>();

  constructor(table: readonly ValuePlan[]) {
    this.#table = table;
    this.#firstEqual = findFirstEqual(table);
  }

  /** Adds the plans that a plan leads to. Returns it with the indexes of this table. */
  use(plan: ValuePlan): ValuePlan {
    return mapIndexes(plan, (index) => this.#useIndex(index));
  }

  /** Adds the plan at an index of the former table. Returns what refers to it. */
  #useIndex(index: number): ValuePlan {
    const first = this.#firstEqual[index] ?? 0;
    const plan = this.#table[first] ?? 0;
    // A format takes no more space than an index.
    if (typeof plan === "string" || plan === 0) return plan;
    const known = this.#newIndexes.get(first);
    if (known !== undefined) return known;
    // Has its index before its own plans are added, because it may contain itself.
    const added = this.shared.push(0) - 1;
    this.#newIndexes.set(first, added);
    this.shared[added] = this.use(plan);
    return added;
  }
}

/**
 * By index: the index of the first equal plan, such as `[0, 1, 2, 3, 1]` for the table above. Plans are also equal if
 * they lead to equal plans: once two plans are known to be equal, those that refer to them may be equal too. So plans
 * are compared again until that finds no further ones.
 */
function findFirstEqual(table: readonly ValuePlan[]): readonly number[] {
  let known: readonly number[] = table.map((_, index) => index);
  for (;;) {
    const next = compareOnce(table, known);
    if (next.every((first, index) => first === known[index])) return next;
    known = next;
  }
}

/** Finds the first equal plan of each, where plans refer to the ones that are known to be equal. */
function compareOnce(table: readonly ValuePlan[], known: readonly number[]): readonly number[] {
  const firstByText = new Map<string, number>();
  return table.map((plan, index) => {
    const text = JSON.stringify(mapIndexes(plan, (inner) => known[inner] ?? 0));
    const first = firstByText.get(text) ?? index;
    firstByText.set(text, first);
    return first;
  });
}

// ---- Indexes inside a plan

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

/** The plans of one route or event. */
export interface NamedPlans {
  readonly name: string;
  readonly plans: readonly PlacedPlan[];
}

/** The plan of what one place holds: of the responses with a status, or of a payload. */
interface PlacedPlan {
  readonly place: string;
  readonly plan: ValuePlan;
}
