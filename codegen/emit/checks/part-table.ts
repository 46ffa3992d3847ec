/** The parts that schemas consist of, equal ones once: schemas inside others, and the components that they refer to. */
import { mapChildren } from "../../json-schema/keywords.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Component } from "../../model/model.js";
import { type CheckedSchema, toCheckedSchema } from "./checked-schema.js";

/** The most components that recursion follows, each inside the one before. A thousand would overflow the stack. */
const MAX_FOLLOWED = 100;

/** All parts of some schemas and of the components that they refer to. */
export class PartTable {
  readonly #resolve: ResolveComponent;
  readonly #byText = new Map<string, SchemaPart>();
  readonly #bySchema = new Map<CheckedSchema, SchemaPart>();
  readonly #components = new Map<string, SchemaPart>();
  /** Functions that add what lies beyond {@link MAX_FOLLOWED} components. They run once the recursion has returned. */
  readonly #postponed: (() => void)[] = [];
  #depth = 0;

  constructor(resolve: ResolveComponent) {
    this.#resolve = resolve;
  }

  /** All parts, in the order in which they were added. */
  get parts(): Iterable<SchemaPart> {
    return this.#byText.values();
  }

  /** The parts that are components, by reference. */
  get components(): ReadonlyMap<string, SchemaPart> {
    return this.#components;
  }

  /** Adds a schema with all that it refers to. */
  add(schema: CheckedSchema, hint: string): SchemaPart {
    const part = this.#intern(schema, hint);
    for (let addNext = this.#postponed.pop(); addNext; addNext = this.#postponed.pop()) addNext();
    return part;
  }

  /** The part whose schema this is, or the component that it refers to. */
  partOf(schema: CheckedSchema): SchemaPart | undefined {
    if (schema.$ref === undefined) return this.#bySchema.get(schema);
    let part = this.#components.get(schema.$ref);
    // A component may only refer to another one. The checker refuses cycles.
    while (part?.schema.$ref !== undefined) part = this.#components.get(part.schema.$ref);
    return part;
  }

  /** Finds or adds a part, inner parts first. */
  #intern(schema: CheckedSchema, hint: string): SchemaPart {
    if (schema.$ref !== undefined) return this.#internComponent(schema.$ref, schema);
    const children: SchemaPart[] = [];
    const interned = mapCheckedChildren(schema, hint, (child, childHint) => {
      const part = this.#intern(child, childHint);
      children.push(part);
      return part.schema;
    });
    const text = JSON.stringify(interned);
    const known = this.#byText.get(text);
    known?.hints.add(hint);
    return known ?? this.#add({ schema: interned, text, hints: new Set([hint]), children });
  }

  /** Finds or adds the part of a reference, and the component that it refers to. */
  #internComponent(ref: string, schema: CheckedSchema): SchemaPart {
    const text = JSON.stringify(schema);
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const component: Component = this.#resolve(ref);
    const hints = new Set([component.name]);
    // Added before its target, which may contain the same reference.
    const reference = this.#add({ schema, text, hints, children: [] });
    if (this.#depth < MAX_FOLLOWED) this.#internTarget(component);
    else this.#postponed.push(() => this.#internTarget(component));
    return reference;
  }

  #internTarget({ ref, name, schema }: Component): void {
    this.#depth += 1;
    this.#components.set(ref, this.#intern(toCheckedSchema(schema), name));
    this.#depth -= 1;
  }

  #add(part: SchemaPart): SchemaPart {
    this.#byText.set(part.text, part);
    this.#bySchema.set(part.schema, part);
    return part;
  }
}

/** A copy with the schemas directly inside changed. A hint is the name of the nearest property. */
export function mapCheckedChildren(
  schema: CheckedSchema,
  hint: string,
  map: MapChild,
): CheckedSchema {
  return mapChildren({ ...schema }, (child, step) =>
    // The children of a checked schema are checked schemas.
    map(child as CheckedSchema, typeof step === "object" ? step.property : hint),
  );
}

// ---- Types

/** A part of a schema. Equal parts are the same object, and so are their schemas inside others. */
export interface SchemaPart {
  readonly schema: CheckedSchema;
  readonly text: string;
  /** Names of the properties that contain it, for its own name. */
  readonly hints: Set<string>;
  /** The parts directly inside, once for each place. Those of a component are not inside its references. */
  readonly children: readonly SchemaPart[];
}

/** Changes a schema inside another one. */
type MapChild = (child: CheckedSchema, hint: string) => CheckedSchema;
