/**
 * Finds components that are equal, also those that refer to each other: two `Owner`s with the same properties, in two
 * files, are one type.
 */
import { groupBy } from "../../model/group-by.js";
import type { Component, SchemaModel } from "../../model/model.js";
import { toPascalCase } from "../../model/names.js";

/**
 * Merges equal components, so that their type is declared once. A component with the same name in
 * another file is removed; one with another name becomes a reference to the first.
 */
export function mergeEqualComponents(model: SchemaModel): SchemaModel {
  const classes = classify(model.components);
  const firsts = new Map<number | undefined, Component>();
  const replacements = new Map<string, string>();
  const components: Component[] = [];
  for (const component of model.components) {
    const classId = classes.get(component.ref);
    const first = firsts.get(classId);
    if (first === undefined) {
      firsts.set(classId, component);
      components.push(component);
    } else if (toPascalCase(first.name) === toPascalCase(component.name)) {
      replacements.set(component.ref, first.ref);
    } else {
      components.push({ ...component, schema: { $ref: first.ref } });
    }
  }
  return rewriteRefs({ ...model, components }, replacements);
}

/**
 * Numbers the classes of components with equal types, by `$ref`.
 *
 * Partition refinement (Hopcroft 1971). Starts with classes of equal text, references ignored. Splits a
 * class when only some of its members reference a given class, and queues the smaller half. O(n log n),
 * even for chains of components that differ only at their ends.
 */
function classify(components: readonly Component[]): ReadonlyMap<string, number> {
  const shapes = components.map(readShape);
  const partition = new Partition([...groupBy(shapes, ({ text }) => text).values()].map(refsOf));
  const referrersOf = groupBy(
    shapes.flatMap(({ ref, targets }) =>
      targets.map((target, position) => ({ ref, position, target })),
    ),
    ({ target }) => target,
  );
  for (const members of partition.takeAll())
    for (const referrers of groupReferrers(members, referrersOf)) partition.split(referrers);
  return partition.classIds;
}

/** Classes of components, and the queue of those whose referrers are still to be compared. */
class Partition {
  /** The class of each component, by `$ref`. */
  readonly classIds: Map<string, number>;
  readonly #classes: Set<string>[];
  readonly #queue: Set<number>;

  constructor(classes: Set<string>[]) {
    this.#classes = classes;
    this.classIds = new Map(
      classes.flatMap((refs, classId) => [...refs].map((ref) => [ref, classId] as const)),
    );
    this.#queue = new Set(classes.keys());
  }

  /** Takes the classes out of the queue, also those that are added meanwhile. */
  *takeAll(): Generator<ReadonlySet<string>> {
    for (const classId of this.#queue) {
      this.#queue.delete(classId);
      yield this.#classes[classId] ?? new Set();
    }
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
      this.#queue.add(added);
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

/** Replaces the references to components that were removed. */
function rewriteRefs(model: SchemaModel, replacements: ReadonlyMap<string, string>): SchemaModel {
  if (replacements.size === 0) return model;
  // The copy is still a model: only the text of some references changes.
  return rewrite(model) as SchemaModel;

  /** Copies only objects that contain such a reference. */
  function rewrite(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(rewrite);
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    let copy: Record<string, unknown> | undefined;
    for (const [key, child] of Object.entries(value) as [string, unknown][]) {
      const changed =
        key === "$ref" && typeof child === "string"
          ? (replacements.get(child) ?? child)
          : rewrite(child);
      if (changed !== child) (copy ??= { ...value })[key] = changed;
    }
    return copy ?? value;
  }
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
