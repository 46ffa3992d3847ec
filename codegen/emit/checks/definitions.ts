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
  const parts = new PartTable(resolve, typeNames);
  const rootParts = new Map([...roots].map(([name, schema]) => [name, parts.add(schema, name)]));
  const names = parts.nameShared();
  const definitions = [...names].map(([part, name]) => parts.define(name, part, names));
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const definedRoots = new Map(
    [...rootParts].map(([name, part]) => [
      name,
      parts.define(name, parts.follow(part.schema) ?? part, names),
    ]),
  );
  return { roots: definedRoots, definitions: reachFrom([...definedRoots.values()], byName) };
}

/** In characters: a shorter part is repeated rather than shared. */
const MIN_SHARED_SCHEMA = 200;

/** Limit of components that are followed from one to the next. A thousand would fill the stack. */
const MAX_FOLLOWED = 100;

/** All parts of some schemas and of the components that they refer to. */
class PartTable {
  readonly #resolve: ResolveComponent;
  readonly #typeNames: ReadonlyMap<string, string>;
  readonly #parts = new Map<string, SchemaPart>();
  readonly #components = new Map<string, SchemaPart>();
  /** Components at the end of a long chain. They are added when the stack is free again. */
  readonly #waiting: (() => void)[] = [];
  #depth = 0;

  constructor(resolve: ResolveComponent, typeNames: ReadonlyMap<string, string>) {
    this.#resolve = resolve;
    this.#typeNames = typeNames;
  }

  /** Adds a schema with all that it refers to. */
  add(schema: CheckedSchema, hint: string): SchemaPart {
    const part = this.#intern(schema, hint);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
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

  #internComponent(ref: string, schema: CheckedSchema): SchemaPart {
    const text = JSON.stringify(schema);
    const known = this.#parts.get(text);
    if (known !== undefined) return known;
    const component: Component = this.#resolve(ref);
    const reference = this.#add(schema, text, component.name);
    const internTarget = (): void => {
      const target = toCheckedSchema(component.schema);
      this.#components.set(component.ref, this.#intern(target, component.name));
    };
    if (this.#depth >= MAX_FOLLOWED) this.#waiting.push(internTarget);
    else {
      this.#depth += 1;
      internTarget();
      this.#depth -= 1;
    }
    return reference;
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
    const print = (schema: CheckedSchema): CheckedSchema => {
      const child = this.follow(schema);
      const definition = child && names.get(child);
      if (definition === undefined) return mapCheckedChildren(child?.schema ?? schema, "", print);
      uses.add(definition);
      return { $ref: definition };
    };
    return { name, schema: mapCheckedChildren(part.schema, "", print), uses };
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

type MapChild = (child: CheckedSchema, hint: string) => CheckedSchema;

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
