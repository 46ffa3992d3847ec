/**
 * Finds the components that are equal, also those that refer to each other, by partition refinement (Hopcroft 1971):
 * classes of components that look equal are split until nothing tells their members apart.
 *
 *     Cat: { owner: A }   Dog: { owner: B }   Cow: { owner: C }   A, B: { id: string }   C: { id: number }
 *
 * Without regard to references, `Cat`, `Dog` and `Cow` are one class, `A` and `B` are another, and `C` is one. Only
 * `Cat` and `Dog` refer to the class of `A` and `B` by their first reference, so that `Cow` is split off.
 */
import { groupBy } from "../../model/group-by.js";
import type { Component } from "../../model/model.js";

/**
 * Numbers the classes of components with equal types, by `$ref`. Only the smaller half of a split class is compared
 * again, so that this takes O(n log n), even for chains of components that differ only at their ends.
 */
export function classifyComponents(components: readonly Component[]): ReadonlyMap<string, number> {
  const shapes = components.map(readShape);
  const partition = new Partition([...groupBy(shapes, ({ text }) => text).values()].map(refsOf));
  const referrersOf = groupBy(
    shapes.flatMap(({ ref, targets }) =>
      targets.map((target, position) => ({ ref, position, target })),
    ),
    ({ target }) => target,
  );
  let members = partition.next();
  while (members !== undefined) {
    const referrers = groupReferrers(members, referrersOf);
    for (const ofPosition of referrers) partition.split(ofPosition);
    members = partition.next();
  }
  return partition.classIds;
}

/** Classes of components. Each has its turn once, in the order in which they are made, also one that is split off. */
class Partition {
  /** The class of each component, by `$ref`. */
  readonly classIds: Map<string, number>;
  readonly #classes: Set<string>[];
  /** The number of classes that had their turn. */
  #done = 0;

  constructor(classes: Set<string>[]) {
    this.#classes = classes;
    this.classIds = new Map(
      classes.flatMap((refs, classId) => [...refs].map((ref) => [ref, classId] as const)),
    );
  }

  /** The members of the class whose turn it is; `undefined` after the last one. */
  next(): ReadonlySet<string> | undefined {
    const members = this.#classes[this.#done];
    this.#done += 1;
    return members;
  }

  /** Splits each class that has only some of these components. */
  split(refs: ReadonlySet<string>): void {
    for (const [classId, inside] of groupBy(refs, (ref) => this.classIds.get(ref) ?? 0)) {
      const members = this.#classes[classId] ?? new Set();
      if (inside.length === members.size) continue;
      const smaller = inside.length * 2 > members.size ? withoutAll(members, inside) : inside;
      const added = this.#classes.push(new Set(smaller)) - 1;
      for (const ref of smaller) {
        members.delete(ref);
        this.classIds.set(ref, added);
      }
    }
  }
}

/** Groups the components that refer to a class, by the position of the reference. */
function groupReferrers(
  targets: Iterable<string>,
  referrersOf: ReadonlyMap<string, readonly Referrer[]>,
): readonly ReadonlySet<string>[] {
  const referrers = [...targets].flatMap((ref) => referrersOf.get(ref) ?? []);
  return [...groupBy(referrers, ({ position }) => position).values()].map(refsOf);
}

function refsOf(components: readonly { readonly ref: string }[]): Set<string> {
  return new Set(components.map(({ ref }) => ref));
}

function withoutAll(members: ReadonlySet<string>, removed: readonly string[]): readonly string[] {
  const excluded = new Set(removed);
  return [...members].filter((ref) => !excluded.has(ref));
}

function readShape({ ref, schema }: Component): ComponentShape {
  const targets: string[] = [];
  const text = JSON.stringify(schema, (key, value: unknown) => {
    // Examples do not change a type. The property `examples` of an object is a schema, not a list.
    if (key === "examples" && Array.isArray(value)) return undefined;
    if (key !== "$ref" || typeof value !== "string") return value;
    targets.push(value);
    return "";
  });
  return { ref, text, targets };
}

// ---- Types

/** A schema as text without its references, and their targets. */
interface ComponentShape {
  readonly ref: string;
  readonly text: string;
  readonly targets: readonly string[];
}

/** A reference: the component that has it, and which of its references it is. */
interface Referrer {
  readonly ref: string;
  readonly position: number;
}
