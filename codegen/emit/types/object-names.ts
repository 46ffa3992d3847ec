import type { Source } from "../../model.js";
import { toPascalCase } from "../../names.js";

/** What has a name in the YAML and schemas of its own. */
export interface Owner {
  readonly kind: "event" | "component" | "route";
  readonly name: string;
  /** Of an event with an action: with it. */
  readonly entry: string;
  readonly source: Source;
}

/** Where an object stands: the properties that lead to it. */
export interface Place {
  readonly owner: Owner;
  readonly path: readonly string[];
}

/** What an object may be called, the best name first. */
export interface NamedObject<Placed> {
  readonly object: Placed;
  readonly names: readonly [string, ...string[]];
}

/** Proposes names, in an order that an edit elsewhere does not change. */
export function orderByNames<Placed extends { readonly places: readonly Place[] }>(
  objects: readonly Placed[],
): readonly NamedObject<Placed>[] {
  const named = objects.map((object) => {
    const elsewhere = object.places.filter(({ owner }) => owner.kind !== "route");
    return { object, names: proposeNames(elsewhere.length > 0 ? elsewhere : object.places) };
  });
  const keyOf = ({ names }: NamedObject<Placed>): string => names.join("\n");
  return named.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/**
 * Of one owner's objects names begin with the owner, so that they depend on nothing else. What
 * several owners have is called as most of them call it; with what holds it, where that is the
 * same everywhere.
 */
function proposeNames(places: readonly Place[]): readonly [string, ...string[]] {
  const leaf = mostFrequentLeaf(places);
  const longer = join(parentOf(places, leaf), leaf);
  const entries = [...new Set(places.map(({ owner }) => owner.entry))].sort();
  const qualified = [leaf, longer].flatMap((name) => entries.map((entry) => join(entry, name)));
  const [owner = "", ...otherOwners] = new Set(places.map((place) => place.owner.name));
  return otherOwners.length === 0
    ? [join(owner, leaf), join(owner, longer), ...qualified]
    : [hasOneParent(places) ? longer : leaf, longer, leaf, ...qualified];
}

/** Of several names the one that is reached first, then the first in the alphabet. */
function mostFrequentLeaf(places: readonly Place[]): string {
  const shallowFirst = [...places].sort((one, other) => one.path.length - other.path.length);
  const depths = new Map<string, number>();
  for (const { path } of shallowFirst) {
    if (!depths.has(leafOf(path))) depths.set(leafOf(path), path.length);
  }
  return mostFrequent(
    places.map(({ path }) => leafOf(path)),
    (leaf) => depths.get(leaf) ?? 0,
  );
}

function parentOf(places: readonly Place[], leaf: string): string {
  const named = places.filter(({ path }) => leafOf(path) === leaf);
  return mostFrequent(named.map(({ path }) => path.at(-2) ?? ""));
}

function hasOneParent(places: readonly Place[]): boolean {
  const parents = new Set(places.map(({ path }) => path.at(-2)));
  return parents.size === 1;
}

function leafOf(path: readonly string[]): string {
  return path.at(-1) ?? "";
}

/** In whatever order the values stand: of several the one of the least rank, then of the alphabet. */
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

/** Says nothing twice: the `pull_request` of a `pull_request` is no `pull_request pull_request`. */
function join(outer: string, inner: string): string {
  return toPascalCase(inner).startsWith(toPascalCase(outer)) ? inner : `${outer} ${inner}`.trim();
}
