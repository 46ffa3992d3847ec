/** Collects the objects inside a model: where each occurs, and which are equal. */
import {
  allowsNull,
  childrenOf,
  mapChildren,
  propertiesOf,
  type Step,
} from "../../json-schema/keywords.js";
import { isObjectSchema } from "../../json-schema/objects.js";
import { emitterEntries } from "../../model/entries.js";
import {
  type Component,
  type JsonSchema,
  type JsonSchemaObject,
  OBJECT_NAME,
  receivedBodies,
  type Route,
  type SchemaModel,
  type Source,
} from "../../model/model.js";
import { createTypeText, referTo, withoutAnnotations } from "./equal-objects.js";
import type { Occurrence, Owner } from "./object-names.js";

/** Collects the object schemas inside a model. Schemas with equal types are one part. */
export function collectObjectParts(model: SchemaModel): ObjectParts {
  const collector = new ObjectCollector(createTypeText(model.components));
  for (const component of model.components) collector.addComponent(component);
  const added = new Set<JsonSchema>();
  for (const root of listRoots(model)) {
    // Routes may share the schema of a body; it is counted once.
    if (root.owner.kind === "route" && added.has(root.schema)) continue;
    added.add(root.schema);
    collector.addRoot(root);
  }
  return collector.parts();
}

/**
 * Reads schemas from the inside out: an object is compared with others when the objects inside it are references.
 *
 * An object counts where it stands directly in a root. Inside another object, it counts when that one is found first:
 * a hundred equal objects hold the same objects.
 */
class ObjectCollector {
  readonly #typeTextOf: (schema: JsonSchema) => string;
  readonly #byTypeText = new Map<string, GrowingPart>();
  readonly #bySchema = new Map<JsonSchema, ObjectPart>();

  constructor(typeTextOf: (schema: JsonSchema) => string) {
    this.#typeTextOf = typeTextOf;
  }

  /** All objects that were added. */
  parts(): ObjectParts {
    return { parts: [...this.#byTypeText.values()], bySchema: this.#bySchema };
  }

  /** Adds the objects inside a component and, if it is an object, the component itself. */
  addComponent({ ref, name, schema, source }: Component): void {
    const owner = { kind: "component" as const, name, entry: name, source, ref };
    const shallow = this.addRoot({ schema, owner, path: [] });
    if (!isObjectSchema(schema) || allowsNull(schema)) return;
    // The objects inside are counted already, as those of a root.
    const part = this.#findOrAdd(schema, { schema: shallow, objects: [] }, source);
    part.ref ??= ref;
  }

  /** Adds the objects inside a root. Returns the root with references to them. */
  addRoot(root: Root): JsonSchema {
    const { schema, objects } = this.#readRoot(root.schema, root);
    for (const { part, occurrence } of objects) part.occurrences.push(occurrence);
    return schema;
  }

  /** Members of a root's compositions are not separate objects, because emitters look into them. */
  #readRoot(schema: JsonSchema, occurrence: Occurrence): ShallowSchema {
    return readChildren(schema, (child, step) =>
      step === undefined
        ? this.#readRoot(child, occurrence)
        : this.#readValue(child, extend(occurrence, step)),
    );
  }

  #readValue(schema: JsonSchema, occurrence: Occurrence): ShallowSchema {
    const shallow = readChildren(schema, (child, step) =>
      this.#readValue(child, extend(occurrence, step)),
    );
    if (!isObjectSchema(schema)) return shallow;
    const part = this.#findOrAdd(schema, shallow, occurrence.owner.source);
    this.#bySchema.set(schema, part);
    return { schema: referTo(`#${part.index}`, schema), objects: [{ part, occurrence }] };
  }

  /** The part of an object, which is a new one if no equal object was found before. */
  #findOrAdd(schema: JsonSchemaObject, shallow: ShallowSchema, source: Source): GrowingPart {
    const typeText = this.#typeTextOf(shallow.schema);
    const part = this.#byTypeText.get(typeText) ?? this.#add(typeText, schema, source, shallow);
    const title = schema[OBJECT_NAME];
    if (typeof title === "string") part.titles.set(title, (part.titles.get(title) ?? 0) + 1);
    return part;
  }

  /** Adds the part of an object that was found first, and counts the objects inside it. */
  #add(
    typeText: string,
    schema: JsonSchemaObject,
    source: Source,
    { objects }: ShallowSchema,
  ): GrowingPart {
    const added: GrowingPart = {
      index: this.#byTypeText.size,
      schema: withoutAnnotations(schema),
      propertyCount: countProperties(schema),
      occurrences: [],
      titles: new Map(),
      source,
    };
    this.#byTypeText.set(typeText, added);
    for (const { part, occurrence } of objects) {
      part.occurrences.push(occurrence);
      part.outer ??= added;
    }
    return added;
  }
}

/** Reads the schemas directly inside a schema, and joins what is found in them. */
function readChildren(
  schema: JsonSchema,
  read: (child: JsonSchema, step: Step | undefined) => ShallowSchema,
): ShallowSchema {
  if (typeof schema === "boolean") return { schema, objects: [] };
  const objects: FoundObject[] = [];
  const shallow = mapChildren(schema, (child, step) => {
    const found = read(child, step);
    objects.push(...found.objects);
    return found.schema;
  });
  return { schema: shallow, objects };
}

/** The occurrence of a value inside another one. */
function extend({ owner, path }: Occurrence, step: Step | undefined): Occurrence {
  if (step === undefined) return { owner, path };
  if (typeof step === "object") return { owner, path: [...path, step.property] };
  const part = step === "items" ? "item" : "value";
  return { owner, path: [...path.slice(0, -1), `${path.at(-1) ?? owner.name} ${part}`] };
}

/** Counts properties at any depth. */
function countProperties(schema: JsonSchema): number {
  if (typeof schema === "boolean") return 0;
  const inside = childrenOf(schema).map((child) => countProperties(child.schema));
  return inside.reduce((sum, count) => sum + count, Object.keys(propertiesOf(schema)).length);
}

// ---- Roots

/** The schemas in which objects are looked for, beside components. */
function listRoots({ events, routes }: SchemaModel): readonly Root[] {
  const payloads = events.flatMap(emitterEntries).flatMap((entry): readonly Root[] => {
    const { name, event, payload, source } = entry;
    const owner: Owner = { kind: "event", name: event, entry: name, source };
    return payload === undefined ? [] : [{ schema: payload, owner, path: [] }];
  });
  return [...payloads, ...routes.flatMap(listRouteRoots)];
}

function listRouteRoots(route: Route): readonly Root[] {
  const { operation, parameters, body, source } = route;
  const owner: Owner = { kind: "route", name: operation, entry: operation, source };
  const sent = body ? [body, ...(body.furtherContents ?? [])] : [];
  return [
    ...parameters.map(({ name, schema }) => ({ schema, owner, path: [name] })),
    ...[...sent, ...receivedBodies(route)].map(({ schema = true }) => ({
      schema,
      owner,
      path: [],
    })),
  ];
}

// ---- Types

/** An object, and all that are equal to it. */
export interface ObjectPart {
  /** Numbers the parts in the order in which they are found. */
  readonly index: number;
  /** The schema where it was found first, without annotations. */
  readonly schema: JsonSchemaObject;
  /** Includes the properties of all objects inside. */
  readonly propertyCount: number;
  /** Occurrences inside equal outer objects count once. */
  readonly occurrences: readonly Occurrence[];
  /** The names that schemas give the part (`OBJECT_NAME`), with the number of schemas. */
  readonly titles: ReadonlyMap<string, number>;
  /** The object that contains the first occurrence, if that is no root. */
  readonly outer?: ObjectPart;
  /** The source of the first occurrence. */
  readonly source: Source;
  /** The first component with this schema, if there is one. */
  readonly ref?: string;
}

export interface ObjectParts {
  readonly parts: readonly ObjectPart[];
  /** By the object schemas of the model. Those with a name of their own are left out. */
  readonly bySchema: ReadonlyMap<JsonSchema, ObjectPart>;
}

/** A schema with a name of its own: a component, a payload, a parameter or a body. */
interface Root extends Occurrence {
  readonly schema: JsonSchema;
}

/** A part to which occurrences are still added. */
interface GrowingPart extends ObjectPart {
  readonly occurrences: Occurrence[];
  readonly titles: Map<string, number>;
  outer?: GrowingPart;
  ref?: string;
}

/** A schema with references in place of the objects inside it. */
interface ShallowSchema {
  readonly schema: JsonSchema;
  /** The outermost of these objects. */
  readonly objects: readonly FoundObject[];
}

interface FoundObject {
  readonly part: GrowingPart;
  readonly occurrence: Occurrence;
}
