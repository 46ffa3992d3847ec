/** Collects the objects inside a model: where each occurs, and which are equal. */
import {
  allowsNull,
  childrenOf,
  mapChildren,
  propertiesOf,
  requiredOf,
  type Step,
  without,
} from "../../json-schema/keywords.js";
import { isObjectSchema } from "../../json-schema/objects.js";
import { emitterEntries } from "../../model/entries.js";
import {
  type Component,
  type JsonSchema,
  type JsonSchemaObject,
  OBJECT_NAME,
  receivedBodies,
  type SchemaModel,
  type Source,
} from "../../model/model.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";
import type { Occurrence } from "./object-names.js";

/**
 * Collects the object schemas inside a model. Schemas are equal if their types are equal, including
 * the comments on their properties.
 */
export function collectObjectParts(model: SchemaModel): ObjectParts {
  const collector = new ObjectCollector(createAliasFollower(model.components));
  for (const component of model.components) collector.addComponent(component);
  const bodies = new Set<JsonSchema>();
  for (const root of listRoots(model)) {
    // Routes may share the schema of a body; it is counted once.
    if (root.owner.kind === "route" && bodies.has(root.schema)) continue;
    bodies.add(root.schema);
    collector.addRoot(root);
  }
  return collector.parts();
}

/** Finds equal objects by a text that equal types have. */
class ObjectCollector {
  readonly #followAlias: (ref: string) => string;
  readonly #byText = new Map<string, GrowingPart>();
  /** Canonical texts by the text of a schema, because most equal objects are written alike. */
  readonly #canonicalTexts = new Map<string, string>();
  readonly #bySchema = new Map<JsonSchema, ObjectPart>();

  constructor(followAlias: (ref: string) => string) {
    this.#followAlias = followAlias;
  }

  /** All objects that were added. */
  parts(): ObjectParts {
    return { parts: [...this.#byText.values()], bySchema: this.#bySchema };
  }

  /** Adds the objects inside a component and, if it is an object, the component itself. */
  addComponent({ ref, name, schema, source }: Component): void {
    const owner = { kind: "component" as const, name, entry: name, source, ref };
    const shallow = this.addRoot({ schema, owner, path: [] });
    if (!isObjectSchema(schema) || allowsNull(schema)) return;
    this.#intern(schema, shallow, [], source).ref ??= ref;
  }

  /** Adds the objects inside a root. Returns the root with references to them. */
  addRoot({ schema, ...occurrence }: Root): JsonSchema {
    const inside: InnerObjects = [];
    const shallow = this.#readRoot(schema, occurrence, inside);
    addOccurrences(inside);
    return shallow;
  }

  /**
   * Members of a root's compositions are not separate objects, because emitters look into them.
   * @param collected Gets the objects directly inside of the root.
   */
  #readRoot(schema: JsonSchema, occurrence: Occurrence, collected: InnerObjects): JsonSchema {
    if (typeof schema === "boolean") return schema;
    return mapChildren(schema, (child, step) =>
      step === undefined
        ? this.#readRoot(child, occurrence, collected)
        : this.#read(child, extend(occurrence, step), collected),
    );
  }

  /**
   * Finds the objects of a schema, inner ones first. Returns it with references to them.
   * @param collected Gets the outermost of these objects.
   */
  #read(schema: JsonSchema, occurrence: Occurrence, collected: InnerObjects): JsonSchema {
    if (!isObjectSchema(schema)) return this.#readChildren(schema, occurrence, collected);
    const inside: InnerObjects = [];
    const shallow = this.#readChildren(schema, occurrence, inside);
    const part = this.#intern(schema, shallow, inside, occurrence.owner.source);
    this.#bySchema.set(schema, part);
    collected.push([part, occurrence]);
    return referTo(`#${part.index}`, schema);
  }

  /** Replaces the objects directly inside of a schema by references, and collects them. */
  #readChildren(schema: JsonSchema, occurrence: Occurrence, collected: InnerObjects): JsonSchema {
    if (typeof schema === "boolean") return schema;
    return mapChildren(schema, (child, step) =>
      this.#read(child, extend(occurrence, step), collected),
    );
  }

  /**
   * Finds or adds the part of an object.
   * @param shallow The schema with references to the objects inside it, by which equal objects are found.
   */
  #intern(
    schema: JsonSchemaObject,
    shallow: JsonSchema,
    inside: InnerObjects,
    source: Source,
  ): GrowingPart {
    const text = this.#toCanonicalText(shallow);
    const part = this.#byText.get(text) ?? this.#add(text, schema, inside, source);
    const title = schema[OBJECT_NAME];
    if (typeof title === "string") part.titles.set(title, (part.titles.get(title) ?? 0) + 1);
    return part;
  }

  #toCanonicalText(schema: JsonSchema): string {
    const text = JSON.stringify(schema);
    const known = this.#canonicalTexts.get(text);
    if (known !== undefined) return known;
    const canonical = printCanonical(schema, this.#followAlias);
    this.#canonicalTexts.set(text, canonical);
    return canonical;
  }

  #add(text: string, schema: JsonSchemaObject, inside: InnerObjects, source: Source): GrowingPart {
    addOccurrences(inside);
    const part: GrowingPart = {
      index: this.#byText.size,
      schema: withoutAnnotations(schema),
      propertyCount: countProperties(schema),
      occurrences: [],
      titles: new Map(),
      source,
    };
    for (const [inner] of inside) inner.outer ??= part;
    this.#byText.set(text, part);
    return part;
  }
}

function addOccurrences(objects: InnerObjects): void {
  for (const [part, occurrence] of objects) part.occurrences.push(occurrence);
}

/** Keywords that may differ between occurrences of the same object. */
const VARYING_KEYWORDS = ["description", "deprecated", "default", "readOnly", "writeOnly"];

/** Replaces a schema by a reference. Annotations and `null` are kept. */
export function referTo(ref: string, schema: JsonSchemaObject): JsonSchemaObject {
  const annotations = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => VARYING_KEYWORDS.includes(keyword)),
  );
  if (!allowsNull(schema)) return { $ref: ref, ...annotations };
  return { ...annotations, anyOf: [{ $ref: ref }, { type: "null" }] };
}

/** Removes annotations and the type `null`. */
function withoutAnnotations(schema: JsonSchemaObject): JsonSchemaObject {
  const isList = Array.isArray(schema["type"]);
  return { ...without(schema, VARYING_KEYWORDS), ...(isList && { type: "object" }) };
}

/** Equal types give equal texts; the order of properties does not matter. */
function printCanonical(schema: JsonSchema, followAlias: (ref: string) => string): string {
  if (typeof schema === "boolean") return String(schema);
  const properties = Object.entries(propertiesOf(schema));
  const ordered = properties.sort(([one], [other]) => (one < other ? -1 : 1));
  const sorted = {
    ...withoutAnnotations(schema),
    properties: Object.fromEntries(ordered),
    required: [...new Set(requiredOf(schema))].sort(),
  };
  // Types of sent values, where a time may be a `Date`, differ in more cases than types of received ones.
  return JSON.stringify(toPlainSchema(sorted, followAlias, true));
}

/** Counts properties at any depth. */
function countProperties(schema: JsonSchema): number {
  if (typeof schema === "boolean") return 0;
  const inside = childrenOf(schema).map((child) => countProperties(child.schema));
  return inside.reduce((sum, count) => sum + count, Object.keys(propertiesOf(schema)).length);
}

/** Follows components that are only a reference. They have the type of its target. */
function createAliasFollower(components: readonly Component[]): (ref: string) => string {
  const targets = new Map(
    components.flatMap(({ ref, schema }) => {
      const target = typeof schema === "object" ? schema["$ref"] : undefined;
      const isAlias = typeof target === "string" && Object.keys(schema).length === 1;
      return isAlias ? [[ref, target] as const] : [];
    }),
  );
  return (ref) => {
    let last = ref;
    // The checker has refused circular references.
    for (let next = targets.get(ref); next !== undefined; next = targets.get(next)) last = next;
    return last;
  };
}

/** The schemas in which objects are looked for, beside components. */
function listRoots({ events, routes }: SchemaModel): readonly Root[] {
  const payloads = events.flatMap(emitterEntries).flatMap(({ name, event, payload, source }) => {
    const owner = { kind: "event" as const, name: event, entry: name, source };
    return payload === undefined ? [] : [{ schema: payload, owner, path: [] }];
  });
  const bodies = routes.flatMap((route) => {
    const { operation, parameters, body, source } = route;
    const owner = { kind: "route" as const, name: operation, entry: operation, source };
    return [
      ...parameters.map(({ name, schema }) => ({ schema, owner, path: [name] })),
      ...[body, ...(body?.furtherContents ?? []), ...receivedBodies(route)].map((each) => ({
        schema: each?.schema ?? true,
        owner,
        path: [],
      })),
    ];
  });
  return [...payloads, ...bodies];
}

/** The occurrence of a value inside another one. */
function extend({ owner, path }: Occurrence, step: Step | undefined): Occurrence {
  if (step === undefined) return { owner, path };
  if (typeof step === "object") return { owner, path: [...path, step.property] };
  const part = step === "items" ? "item" : "value";
  return { owner, path: [...path.slice(0, -1), `${path.at(-1) ?? owner.name} ${part}`] };
}

// ---- Types

/** An object schema. Equal schemas are one part. */
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

/** The objects directly inside a schema. They are counted if the schema is new. */
type InnerObjects = [part: GrowingPart, occurrence: Occurrence][];
