import type { ResolveComponent } from "../../json-schema/references.js";
import { mapChildren } from "../../json-schema/walk.js";
import type { Component } from "../../model.js";
import { toPartName } from "../../names.js";
import { type CheckedSchema, toCheckedSchema } from "./checked-schema.js";

/** A shape in which every reference is the name of a definition. */
export interface Definition {
  readonly name: string;
  readonly shape: CheckedSchema;
  /** The names of the definitions that it refers to itself. */
  readonly uses: ReadonlySet<string>;
}

/** Shapes with what they share taken out. */
export interface SharedDefinitions {
  readonly roots: ReadonlyMap<string, Definition>;
  /** By name: the components, and every part that stands in two places or more. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** A part of a shape, the same object wherever an equal part stands. */
interface Part {
  readonly shape: CheckedSchema;
  readonly text: string;
  /** What it is called where it stands. */
  readonly hints: Set<string>;
  count: number;
  /** Of several objects, one of which has to match: each is told apart by a function of its own. */
  isAlternative: boolean;
}

/** A part that is shorter is not worth a function of its own. */
const SHORTEST = 200;

/**
 * Takes what roots share out of them. Names are made of what a part is called and of a digest of
 * what it says, so that an edit in one place renames nothing elsewhere.
 */
export function shareDefinitions(
  roots: ReadonlyMap<string, CheckedSchema>,
  resolve: ResolveComponent,
): SharedDefinitions {
  const parts = new Map<string, Part>();
  const components = new Map<string, Part>();
  const rootParts = new Map([...roots].map(([name, shape]) => [name, intern(shape, name)]));
  const names = nameParts([...parts.values()], components);
  const all = [...names].map(([part, name]) => define(name, part));
  const byName = new Map(all.map((definition) => [definition.name, definition]));
  const ownRoots = [...rootParts].map(([name, part]) => {
    return [name, define(name, followReference(part.shape) ?? part)] as const;
  });
  const used = reachFrom(
    ownRoots.map(([, root]) => root),
    byName,
  );
  return { roots: new Map(ownRoots), definitions: used };

  /** Every equal part becomes one, from the leaves upwards; counts from how many it is reached. */
  function intern(shape: CheckedSchema, hint: string): Part {
    if (shape.$ref !== undefined) return internComponent(resolve(shape.$ref), shape);
    const children: Part[] = [];
    const own = mapCheckedChildren(shape, hint, (child, childHint) => {
      const part = intern(child, childHint);
      children.push(part);
      return part.shape;
    });
    markAlternatives(own, parts);
    const text = JSON.stringify(own);
    const known = parts.get(text);
    known?.hints.add(hint);
    if (known !== undefined) return known;
    for (const child of children) child.count += 1;
    const part = { shape: own, text, hints: new Set([hint]), count: 0, isAlternative: false };
    parts.set(text, part);
    return part;
  }

  function internComponent({ ref, name, schema }: Component, shape: CheckedSchema): Part {
    const text = JSON.stringify(shape);
    const known = parts.get(text);
    if (known !== undefined) return known;
    const reference = { shape, text, hints: new Set([name]), count: 0, isAlternative: false };
    parts.set(text, reference);
    components.set(ref, intern(toCheckedSchema(schema), name));
    return reference;
  }

  function nameParts(
    all: readonly Part[],
    byRef: ReadonlyMap<string, Part>,
  ): ReadonlyMap<Part, string> {
    const targets = new Map([...byRef].map(([ref, part]) => [part, ref.replace(/^.*#\//, "")]));
    const nameOf = (part: Part): string => {
      const component = targets.get(part);
      return toPartName(component === undefined ? part.hints : [component], part.text);
    };
    const isShared = (part: Part): boolean =>
      part.shape.$ref === undefined &&
      (part.isAlternative ||
        ((targets.has(part) || part.count > 1) &&
          // What refers to others may refer to itself in the end.
          (part.text.length >= SHORTEST || part.text.includes('"$ref"'))));
    return new Map(all.filter(isShared).map((part) => [part, nameOf(part)]));
  }

  function define(name: string, part: Part): Definition {
    const uses = new Set<string>();
    return { name, shape: mapCheckedChildren(part.shape, "", print), uses };

    function print(shape: CheckedSchema): CheckedSchema {
      const child = followReference(shape);
      const definition = child && names.get(child);
      if (definition === undefined) return mapCheckedChildren(child?.shape ?? shape, "", print);
      uses.add(definition);
      return { $ref: definition };
    }
  }

  function followReference(shape: CheckedSchema): Part | undefined {
    if (shape.$ref === undefined) return parts.get(JSON.stringify(shape));
    let part = components.get(shape.$ref);
    // A component can be nothing but a reference to another one; circles of these are refused.
    while (part?.shape.$ref !== undefined) part = components.get(part.shape.$ref);
    return part;
  }
}

/** The definitions that are called at all, in the order of their names. */
export function reachFrom(
  roots: readonly Definition[],
  byName: ReadonlyMap<string, Definition>,
): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of next.uses) {
      const definition = byName.get(name);
      if (definition === undefined || found.has(name)) continue;
      found.set(name, definition);
      pending.push(definition);
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function markAlternatives({ anyOf = [] }: CheckedSchema, parts: ReadonlyMap<string, Part>): void {
  const objects = anyOf.filter(({ properties }) => properties !== undefined);
  for (const object of objects) {
    const part = parts.get(JSON.stringify(object));
    if (part !== undefined && objects.length > 1) part.isAlternative = true;
  }
}

type MapChild = (child: CheckedSchema, hint: string) => CheckedSchema;

/** A copy with the schemas directly inside changed. A hint is the name of the nearest property. */
function mapCheckedChildren(schema: CheckedSchema, hint: string, map: MapChild): CheckedSchema {
  const copy = mapChildren({ ...schema }, (child, step) =>
    // The children of a checked schema are checked schemas.
    map(child as CheckedSchema, typeof step === "object" ? step.property : hint),
  );
  return copy;
}
