/** Chooses names for types of objects that occur in several places. */
import type { Source } from "../../model/model.js";
import { toPascalCase } from "../../model/names.js";

/**
 * Proposes names for objects, and sorts the objects by frequency, then by name: the most frequent object
 * gets a name that several want. An edit elsewhere seldom changes its choice.
 */
export function orderByNames<Named extends OccurringObject>(
  objects: readonly Named[],
): readonly NamedObject<Named>[] {
  const namedObjects = objects.map((object) => {
    // Names come from events and components, where there are any: a new route renames nothing.
    const outsideRoutes = object.occurrences.filter(({ owner }) => owner.kind !== "route");
    const occurrences = outsideRoutes.length > 0 ? outsideRoutes : object.occurrences;
    return { object, names: proposeNames({ ...object, occurrences }) };
  });
  const keyOf = ({ names }: NamedObject<Named>): string => names.join("\n");
  return namedObjects.sort(
    (one, other) =>
      other.object.occurrences.length - one.object.occurrences.length ||
      (keyOf(one) < keyOf(other) ? -1 : 1),
  );
}

/** Names of an object in the order in which they are tried. The last ones begin with each entry that has it. */
function proposeNames(object: OccurringObject): readonly [string, ...string[]] {
  const { occurrences } = object;
  const words = readObjectWords(object);
  const owners = new Set(occurrences.map(({ owner }) => owner.name));
  const [owner = ""] = owners;
  const unqualified =
    owners.size > 1 ? namesInSeveral(object, words) : namesInOne(owner, object, words);
  const entries = [...new Set(occurrences.map((occurrence) => occurrence.owner.entry))].sort();
  const qualified = [words.title, words.withParent].flatMap((name) =>
    entries.map((entry) => joinNames(entry, name)),
  );
  const [first, ...alternatives] = [...unqualified, ...qualified];
  return [first ?? words.title, ...alternatives];
}

function readObjectWords(object: OccurringObject): ObjectWords {
  const { occurrences, outer } = object;
  const leaf = mostFrequentLeaf(occurrences);
  const title = titleOf(object) ?? leaf;
  return {
    leaf,
    title,
    withParent: joinNames(parentName(occurrences, leaf), leaf),
    inside: outer === undefined ? [] : [joinNames(nameInside(outer), title)],
  };
}

/** Names of an object that several owners have. The parent comes first if it is always the same. */
function namesInSeveral(
  { occurrences }: OccurringObject,
  { leaf, title, withParent, inside }: ObjectWords,
): readonly string[] {
  const first = title === leaf && hasOneParent(occurrences) ? withParent : title;
  return [first, ...inside, withParent, leaf];
}

/**
 * Names of an object that only one owner has. They begin with the owner, so that they depend on nothing
 * else. An object that occurs once is first named after its outer object; without one, it has no such
 * name.
 */
function namesInOne(
  owner: string,
  { occurrences, outer }: OccurringObject,
  { leaf, title, withParent, inside }: ObjectWords,
): readonly string[] {
  const ofOwner = [title, leaf, withParent].map((name) => joinNames(owner, name));
  if (occurrences.length > 1) return [...ofOwner, `${owner} event ${title}`];
  return outer === undefined ? [] : [...inside, ...ofOwner];
}

/** The name that schemas give an object most often. */
function titleOf({ titles }: OccurringObject): string | undefined {
  const [title] = [...titles].sort(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  );
  return title?.[0];
}

/** The prefix of the names of objects inside an object. */
function nameInside(object: OccurringObject): string {
  return titleOf(object) ?? mostFrequentLeaf(object.occurrences);
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

/** The property around the leaf. */
function parentName(occurrences: readonly Occurrence[], leaf: string): string {
  const withLeaf = occurrences.filter(({ path }) => leafOf(path) === leaf);
  return mostFrequent(withLeaf.map(({ path }) => path.at(-2) ?? ""));
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

/** Joins two names without repeating a word: `pull_request` in `pull_request` is `pull_request`. */
function joinNames(outer: string, inner: string): string {
  return toPascalCase(inner).startsWith(toPascalCase(outer)) ? inner : `${outer} ${inner}`.trim();
}

// ---- Types

/** A named entry of the YAML that contains schemas. */
export interface Owner {
  readonly kind: "event" | "component" | "route";
  readonly name: string;
  /** `<event>.<action>` for an action of an event; otherwise the name. */
  readonly entry: string;
  readonly source: Source;
  /** The `$ref` of a component. */
  readonly ref?: string;
}

/** One occurrence of an object: its owner and the properties that lead to it. */
export interface Occurrence {
  readonly owner: Owner;
  readonly path: readonly string[];
}

/** An object, with all that its name depends on. */
interface OccurringObject {
  readonly occurrences: readonly Occurrence[];
  readonly titles: ReadonlyMap<string, number>;
  readonly outer?: OccurringObject;
}

export interface NamedObject<Named> {
  readonly object: Named;
  /** Proposed names, the best first. */
  readonly names: readonly [string, ...string[]];
}

/** Words for the name of an object. */
interface ObjectWords {
  /** The property that contains it most often. */
  readonly leaf: string;
  /** Its name in the schema, or else its leaf. */
  readonly title: string;
  /** The property around the leaf, and the leaf. */
  readonly withParent: string;
  /** The title of the outer object, and its own; none without an outer object. */
  readonly inside: readonly string[];
}
