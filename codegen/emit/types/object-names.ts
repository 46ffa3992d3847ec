import type { Source } from "../../model.js";
import { toPascalCase } from "../../names.js";

/** A named entry of the YAML that contains schemas. */
export interface Owner {
  readonly kind: "event" | "component" | "route";
  readonly name: string;
  /** `<event>.<action>` for an action of an event; otherwise the name. */
  readonly entry: string;
  readonly source: Source;
}

/** One occurrence of an object: its owner and the properties that lead to it. */
export interface Occurrence {
  readonly owner: Owner;
  readonly path: readonly string[];
}

interface OccurringObject {
  readonly occurrences: readonly Occurrence[];
}

export interface NamedObject<Named> {
  readonly object: Named;
  /** Proposed names, the best first. */
  readonly names: readonly [string, ...string[]];
}

/** Proposes names for objects and sorts by them, so that an edit elsewhere does not change the order. */
export function orderByNames<Named extends OccurringObject>(
  objects: readonly Named[],
): readonly NamedObject<Named>[] {
  const named = objects.map((object) => {
    const beyondRoutes = object.occurrences.filter(({ owner }) => owner.kind !== "route");
    const counted = beyondRoutes.length > 0 ? beyondRoutes : object.occurrences;
    return { object, names: proposeNames(counted) };
  });
  const keyOf = ({ names }: NamedObject<Named>): string => names.join("\n");
  return named.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/**
 * An object of one owner gets that owner's name as prefix, so that the name depends on nothing
 * else. An object of several owners is named after the property that contains it most often,
 * prefixed with the parent property if that is the same everywhere.
 */
function proposeNames(occurrences: readonly Occurrence[]): readonly [string, ...string[]] {
  const leaf = mostFrequentLeaf(occurrences);
  const longer = join(parentOf(occurrences, leaf), leaf);
  const entries = [...new Set(occurrences.map(({ owner }) => owner.entry))].sort();
  const qualified = [leaf, longer].flatMap((name) => entries.map((entry) => join(entry, name)));
  const [owner = "", ...otherOwners] = new Set(occurrences.map((each) => each.owner.name));
  return otherOwners.length === 0
    ? [join(owner, leaf), join(owner, longer), ...qualified]
    : [hasOneParent(occurrences) ? longer : leaf, longer, leaf, ...qualified];
}

/** Among equally frequent names, the one with the shortest path wins, then the alphabet. */
function mostFrequentLeaf(occurrences: readonly Occurrence[]): string {
  const shallowFirst = [...occurrences].sort((one, other) => one.path.length - other.path.length);
  const depths = new Map<string, number>();
  for (const { path } of shallowFirst) {
    if (!depths.has(leafOf(path))) depths.set(leafOf(path), path.length);
  }
  return mostFrequent(
    occurrences.map(({ path }) => leafOf(path)),
    (leaf) => depths.get(leaf) ?? 0,
  );
}

function parentOf(occurrences: readonly Occurrence[], leaf: string): string {
  const named = occurrences.filter(({ path }) => leafOf(path) === leaf);
  return mostFrequent(named.map(({ path }) => path.at(-2) ?? ""));
}

function hasOneParent(occurrences: readonly Occurrence[]): boolean {
  const parents = new Set(occurrences.map(({ path }) => path.at(-2)));
  return parents.size === 1;
}

function leafOf(path: readonly string[]): string {
  return path.at(-1) ?? "";
}

/** Among equally frequent values, the lowest rank wins, then the alphabet. The input order does not matter. */
function mostFrequent(
  values: readonly string[],
  rankOf: (value: string) => number = () => 0,
): string {
  const counts = new Map<string, number>();
  for (const value of [...values].sort()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(
    ([one, oneCount], [other, otherCount]) => otherCount - oneCount || rankOf(one) - rankOf(other),
  );
  return first?.[0] ?? "";
}

/** Does not repeat a word: the `pull_request` of `pull_request` is named `pull_request`. */
function join(outer: string, inner: string): string {
  return toPascalCase(inner).startsWith(toPascalCase(outer)) ? inner : `${outer} ${inner}`.trim();
}
