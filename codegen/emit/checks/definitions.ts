/** Finds the parts that schemas share, so that each is printed once. */
import type { ResolveComponent } from "../../json-schema/references.js";
import { mapChildren } from "../../json-schema/keywords.js";
import type { Component } from "../../model/model.js";
import { toCamelCase, toPartName } from "../../model/names.js";
import { type CheckedSchema, toCheckedSchema } from "./checked-schema.js";

/**
 * Extracts common parts from root schemas. A component is named after its type. The name of another part consists of
 * a property name and a digest of its content, so that an edit elsewhere does not rename it.
 * @param typeNames The names of the types of components, by reference.
 */
export function shareDefinitions(
  roots: ReadonlyMap<string, CheckedSchema>,
  resolve: ResolveComponent,
  typeNames: ReadonlyMap<string, string>,
): SharedDefinitions {
  const table = new PartTable(resolve, typeNames);
  const rootParts = [...roots].map(([name, schema]) => ({ name, part: table.add(schema, name) }));
  // Only when all roots are added is it known which parts they share.
  const names = table.nameShared();
  const definitions = [...names].map(([part, name]) => table.define(name, part, names));
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const definedRoots = rootParts.map(({ name, part }) =>
    table.define(name, table.follow(part.schema) ?? part, names),
  );
  return {
    roots: new Map(definedRoots.map((root) => [root.name, root])),
    definitions: reachFrom(definedRoots, byName),
  };
}

/** In characters: a shorter part is repeated rather than shared. */
const MIN_SHARED_SCHEMA = 200;

/** Limit of components that are followed from one to the next by recursion. A thousand would overflow the stack. */
const MAX_FOLLOWED = 100;

/** All parts of some schemas and of the components that they refer to. */
class PartTable {
  readonly #resolve: ResolveComponent;
  readonly #typeNames: ReadonlyMap<string, string>;
  readonly #parts = new Map<string, SchemaPart>();
  readonly #components = new Map<string, SchemaPart>();
  /** Adds the targets of components at the end of a long chain. Called when the stack is free again. */
  readonly #postponed: (() => void)[] = [];
  #depth = 0;

  constructor(resolve: ResolveComponent, typeNames: ReadonlyMap<string, string>) {
    this.#resolve = resolve;
    this.#typeNames = typeNames;
  }

  /** Adds a schema with all that it refers to. */
  add(schema: CheckedSchema, hint: string): SchemaPart {
    const part = this.#intern(schema, hint);
    for (let addNext = this.#postponed.pop(); addNext; addNext = this.#postponed.pop()) addNext();
    return part;
  }

  /** Finds or adds a part, inner parts first, and counts how many parts contain it. */
  #intern(schema: CheckedSchema, hint: string): SchemaPart {
    if (schema.$ref !== undefined) return this.#internComponent(schema.$ref, schema);
    const children: SchemaPart[] = [];
    const interned = mapCheckedChildren(schema, hint, (child, childHint) => {
      const part = this.#intern(child, childHint);
      children.push(part);
      return part.schema;
    });
    const text = JSON.stringify(interned);
    const known = this.#parts.get(text);
    known?.hints.add(hint);
    if (known !== undefined) return known;
    for (const child of children) child.count += 1;
    return this.#add(interned, text, hint);
  }

  /** Finds or adds the part of a reference, and the component that it refers to. */
  #internComponent(ref: string, schema: CheckedSchema): SchemaPart {
    const text = JSON.stringify(schema);
    const known = this.#parts.get(text);
    if (known !== undefined) return known;
    const component: Component = this.#resolve(ref);
    const reference = this.#add(schema, text, component.name);
    if (this.#depth < MAX_FOLLOWED) this.#internTarget(component);
    else this.#postponed.push(() => this.#internTarget(component));
    return reference;
  }

  #internTarget({ ref, name, schema }: Component): void {
    this.#depth += 1;
    this.#components.set(ref, this.#intern(toCheckedSchema(schema), name));
    this.#depth -= 1;
  }

  #add(schema: CheckedSchema, text: string, hint: string): SchemaPart {
    const part = { schema, text, hints: new Set([hint]), count: 0 };
    this.#parts.set(text, part);
    return part;
  }

  /** The names of the parts that become definitions. */
  nameShared(): ReadonlyMap<SchemaPart, string> {
    const components = new Map([...this.#components].map(([ref, part]) => [part, ref]));
    const isShared = ({ text, count, schema }: SchemaPart, isComponent: boolean) => {
      if (schema.$ref !== undefined) return false;
      // A part with references may refer to itself in the end.
      const isLong = text.length >= MIN_SHARED_SCHEMA || text.includes('"$ref"');
      return (isComponent || count > 1) && isLong;
    };
    const shared = [...this.#parts.values()].filter((part) => isShared(part, components.has(part)));
    return new Map(
      shared.map((part) => {
        const component = components.get(part);
        const name = component === undefined ? undefined : this.#nameComponent(component, part);
        return [part, name ?? toPartName(part.hints, part.text)];
      }),
    );
  }

  #nameComponent(ref: string, { text }: SchemaPart): string {
    const type = this.#typeNames.get(ref);
    return type === undefined
      ? toPartName([ref.replace(/^.*#\//, "")], text)
      : toCamelCase(`${type} plan`);
  }

  /** Replaces the parts that have names by references to them. */
  define(name: string, part: SchemaPart, names: ReadonlyMap<SchemaPart, string>): Definition {
    const uses = new Set<string>();
    const refer = (schema: CheckedSchema): CheckedSchema => {
      const child = this.follow(schema);
      const definition = child && names.get(child);
      if (definition === undefined) return mapCheckedChildren(child?.schema ?? schema, "", refer);
      uses.add(definition);
      return { $ref: definition };
    };
    return { name, schema: mapCheckedChildren(part.schema, "", refer), uses };
  }

  /** The part that a schema is, or the component that it refers to. */
  follow(schema: CheckedSchema): SchemaPart | undefined {
    if (schema.$ref === undefined) return this.#parts.get(JSON.stringify(schema));
    let part = this.#components.get(schema.$ref);
    // A component may only refer to another one. The checker refuses cycles.
    while (part?.schema.$ref !== undefined) part = this.#components.get(part.schema.$ref);
    return part;
  }
}

/** All definitions that the roots use, directly or indirectly, sorted by name. */
export function reachFrom(
  roots: readonly Definition[],
  byName: ReadonlyMap<string, Definition>,
): ReadonlyMap<string, Definition> {
  const reached = new Map<string, Definition>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of next.uses) {
      const definition = byName.get(name);
      if (definition === undefined || reached.has(name)) continue;
      reached.set(name, definition);
      pending.push(definition);
    }
  }
  return new Map([...reached].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A copy with the schemas directly inside changed. A hint is the name of the nearest property. */
function mapCheckedChildren(schema: CheckedSchema, hint: string, map: MapChild): CheckedSchema {
  return mapChildren({ ...schema }, (child, step) =>
    // The children of a checked schema are checked schemas.
    map(child as CheckedSchema, typeof step === "object" ? step.property : hint),
  );
}

// ---- Types

/** A schema in which every reference is the name of a definition. */
export interface Definition {
  readonly name: string;
  readonly schema: CheckedSchema;
  /** The names of the definitions that it refers to directly. */
  readonly uses: ReadonlySet<string>;
}

/** Schemas with their common parts taken out. */
export interface SharedDefinitions {
  readonly roots: ReadonlyMap<string, Definition>;
  /** By name: components, and every part that occurs at least twice. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** A part of a schema. Equal parts are the same object. */
interface SchemaPart {
  readonly schema: CheckedSchema;
  readonly text: string;
  /** Names of the properties that contain it, for its own name. */
  readonly hints: Set<string>;
  /** The number of parts that contain it. */
  count: number;
}

/** Changes a schema inside another one. */
type MapChild = (child: CheckedSchema, hint: string) => CheckedSchema;
