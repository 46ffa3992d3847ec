import { isObjectSchema } from "../../json-schema/objects.js";
import { allowsNull } from "../../json-schema/types.js";
import {
  childrenOf,
  mapChildren,
  propertiesOf,
  requiredOf,
  type Step,
  without,
} from "../../json-schema/walk.js";
import type { Component, JsonSchema, JsonSchemaObject, SchemaModel, Source } from "../../model.js";
import { emitterEntries } from "../emitter-entries.js";
import type { Place } from "./object-names.js";
import { toPlainSchema } from "./plain-schema.js";

/** An object schema, one for all equal ones. */
export interface ObjectPart {
  /** In the order in which they are found. */
  readonly index: number;
  /** As it stands in the first place, without what is said of that place. */
  readonly schema: JsonSchemaObject;
  /** Of itself and of all objects inside. */
  readonly propertyCount: number;
  /** One in each different surrounding. */
  readonly places: readonly Place[];
  /** Of the first place. */
  readonly source: Source;
  /** The component that describes it. */
  readonly ref?: string;
}

export interface ObjectParts {
  readonly all: readonly ObjectPart[];
  /** Of the object schemas in the model, apart from those with a name of their own. */
  readonly bySchema: ReadonlyMap<JsonSchema, ObjectPart>;
}

/** A schema with a name of its own. */
interface Root extends Place {
  readonly schema: JsonSchema;
}

/** As it is while more of its places may be found. */
interface FoundPart extends ObjectPart {
  readonly places: Place[];
  ref?: string;
}

type Occurrences = [part: FoundPart, place: Place][];

/** What may differ from place to place is said in each place. */
const ANNOTATIONS = ["description", "deprecated", "default", "readOnly"];

/**
 * Collects the objects inside the schemas of a model, one for all whose types are equal, down to
 * the comments on their properties. What stands in several equal objects counts once.
 */
export function collectObjectParts(model: SchemaModel): ObjectParts {
  const parts = new Map<string, FoundPart>();
  const bySchema = new Map<JsonSchema, ObjectPart>();
  const followAlias = createAliasFollower(model.components);

  for (const { ref, name, schema, source } of model.components) {
    const owner = { kind: "component" as const, name, entry: name, source };
    const shallow = readRoot({ schema, owner, path: [] });
    if (!isObjectSchema(schema) || allowsNull(schema)) continue;
    intern(schema, shallow, [], source).ref ??= ref;
  }
  const bodies = new Set<JsonSchema>();
  for (const root of listRoots(model)) {
    if (root.owner.kind === "route" && bodies.has(root.schema)) continue;
    bodies.add(root.schema);
    readRoot(root);
  }
  return { all: [...parts.values()], bySchema };

  function readRoot({ schema, ...place }: Root): JsonSchema {
    const inside: Occurrences = [];
    const shallow = readInside(schema, place, inside, "top");
    addPlaces(inside);
    return shallow;
  }

  /** Members of a composition at the top have no name, but emitters look into them. */
  function readInside(
    schema: JsonSchema,
    place: Place,
    found: Occurrences,
    level?: "top",
  ): JsonSchema {
    if (typeof schema === "boolean") return schema;
    return mapChildren(schema, (child, step) =>
      level === "top" && step === undefined
        ? readInside(child, place, found, "top")
        : read(child, extendPlace(place, step), found),
    );
  }

  function read(schema: JsonSchema, place: Place, found: Occurrences): JsonSchema {
    if (!isObjectSchema(schema)) return readInside(schema, place, found);
    const inside: Occurrences = [];
    const part = intern(schema, readInside(schema, place, inside), inside, place.owner.source);
    bySchema.set(schema, part);
    found.push([part, place]);
    return referTo(`#${part.index}`, schema);
  }

  function intern(
    schema: JsonSchemaObject,
    shallow: JsonSchema,
    inside: Occurrences,
    source: Source,
  ): FoundPart {
    const text = canonicalText(shallow, followAlias);
    const known = parts.get(text);
    if (known !== undefined) return known;
    addPlaces(inside);
    const part: FoundPart = {
      index: parts.size,
      schema: describeAlone(schema),
      propertyCount: countProperties(schema),
      places: [],
      source,
    };
    parts.set(text, part);
    return part;
  }

  function addPlaces(occurrences: Occurrences): void {
    for (const [part, place] of occurrences) part.places.push(place);
  }
}

/** A reference in place of a schema, with the schema's annotations. */
export function referTo(ref: string, schema: JsonSchemaObject): JsonSchemaObject {
  const annotations = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)),
  );
  if (!allowsNull(schema)) return { $ref: ref, ...annotations };
  return { ...annotations, anyOf: [{ $ref: ref }, { type: "null" }] };
}

/** The object alone: without annotations, and without `null` beside it. */
function describeAlone(schema: JsonSchemaObject): JsonSchemaObject {
  const isList = Array.isArray(schema["type"]);
  return { ...without(schema, ANNOTATIONS), ...(isList && { type: "object" }) };
}

/** Equal types give equal texts, whatever the order of their properties. */
function canonicalText(schema: JsonSchema, followAlias: (ref: string) => string): string {
  if (typeof schema === "boolean") return String(schema);
  const properties = Object.entries(propertiesOf(schema));
  const ordered = properties.sort(([one], [other]) => (one < other ? -1 : 1));
  const sorted = {
    ...describeAlone(schema),
    properties: Object.fromEntries(ordered),
    required: [...new Set(requiredOf(schema))].sort(),
  };
  // Schemas of what is sent distinguish more than schemas of what is received.
  return JSON.stringify(toPlainSchema(sorted, followAlias, true));
}

function countProperties(schema: JsonSchema): number {
  if (typeof schema === "boolean") return 0;
  const inside = childrenOf(schema).map((child) => countProperties(child.schema));
  return inside.reduce((sum, count) => sum + count, Object.keys(propertiesOf(schema)).length);
}

/** A component that is nothing but a reference has the type of its target. */
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
    // Circles are refused when the schema is read.
    for (let next = targets.get(ref); next !== undefined; next = targets.get(next)) last = next;
    return last;
  };
}

function listRoots({ events, routes }: SchemaModel): readonly Root[] {
  const payloads = events.flatMap(emitterEntries).flatMap(({ name, event, payload, source }) => {
    const owner = { kind: "event" as const, name: event, entry: name, source };
    return payload === undefined ? [] : [{ schema: payload, owner, path: [] }];
  });
  const bodies = routes.flatMap(({ operation, parameters, body, responses, source }) => {
    const owner = { kind: "route" as const, name: operation, entry: operation, source };
    return [
      ...parameters.map(({ name, schema }) => ({ schema, owner, path: [name] })),
      ...[body, ...responses].map((each) => ({ schema: each?.schema ?? true, owner, path: [] })),
    ];
  });
  return [...payloads, ...bodies];
}

function extendPlace({ owner, path }: Place, step: Step | undefined): Place {
  if (step === undefined) return { owner, path };
  if (typeof step === "object") return { owner, path: [...path, step.property] };
  const part = step === "items" ? "item" : "value";
  return { owner, path: [...path.slice(0, -1), `${path.at(-1) ?? owner.name} ${part}`] };
}
