/** The properties of an object, however its schema composes them. */
import { groupBy } from "../model/group-by.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { dereference, type ResolveComponent } from "./references.js";
import {
  ALTERNATIVES,
  isNull,
  membersOf,
  propertiesOf,
  requiredOf,
  typesBesideNull,
  typesOf,
} from "./keywords.js";

/** Tests whether a schema describes an object by its properties, and allows nothing else but `null`. */
export function isObjectSchema(schema: JsonSchema): schema is JsonSchemaObject {
  if (typeof schema === "boolean" || Object.keys(propertiesOf(schema)).length === 0) return false;
  if (["$ref", "enum", "const"].some((keyword) => keyword in schema)) return false;
  if (typesOf(schema).length === 0) return true;
  const types = typesBesideNull(schema);
  return types.length === 1 && types[0] === "object";
}

/**
 * Collects the properties of an object schema, of its `allOf` members and of its alternatives. A
 * property is required if every alternative requires it. `null` is ignored: a body of `null` is sent
 * without any property.
 * @returns `undefined` if the schema allows no object, or describes no property.
 */
export function readObjectProperties(
  schema: JsonSchema,
  resolve: ResolveComponent,
): ObjectProperties | undefined {
  const object = createReader(resolve)(schema);
  return object !== undefined && hasNoProperties(object) ? undefined : object;
}

/** Creates a reader that reads each schema once, even if many compositions lead to it. */
function createReader(resolve: ResolveComponent): ReadObject {
  const known = new Map<JsonSchema, ObjectProperties | undefined>();
  const read: ReadObject = (schema) => {
    const target = dereference(schema, resolve);
    if (!known.has(target)) known.set(target, readObject(target, read));
    return known.get(target);
  };
  return read;
}

function readObject(target: JsonSchema, read: ReadObject): ObjectProperties | undefined {
  if (typeof target === "boolean" || "enum" in target || "const" in target) return undefined;
  if (typesOf(target).length > 0 && !typesOf(target).includes("object")) return undefined;
  const members = allDefined(membersOf(target, "allOf").map(read));
  const choices = allDefined(
    ALTERNATIVES.map((keyword) => membersOf(target, keyword))
      .filter((alternatives) => alternatives.length > 0)
      .map((alternatives) => readChoice(alternatives, read)),
  );
  if (members === undefined || choices === undefined) return undefined;
  const fixed = mergeObjects([readOwnProperties(target), ...members]);
  return choices.length === 0 ? fixed : addChoices(fixed, choices);
}

/** The items; `undefined` if one of them is. */
function allDefined<Item>(items: readonly (Item | undefined)[]): readonly Item[] | undefined {
  const defined = items.filter((item) => item !== undefined);
  return defined.length === items.length ? defined : undefined;
}

/** Adds the properties of alternatives to those of the schema itself, whose schemas win. */
function addChoices(
  fixed: ObjectProperties,
  choices: readonly ObjectProperties[],
): ObjectProperties {
  // The first `fixed` sets the order of the properties, the last one their schemas.
  const combined = mergeObjects([fixed, ...choices, fixed]);
  return hasNoProperties(fixed)
    ? combined
    : { ...combined, allowsAdditional: fixed.allowsAdditional };
}

function hasNoProperties({ properties }: ObjectProperties): boolean {
  return Object.keys(properties).length === 0;
}

function readOwnProperties(schema: JsonSchemaObject): ObjectProperties {
  const additional = schema["additionalProperties"];
  return {
    properties: propertiesOf(schema),
    required: requiredOf(schema),
    allowsAdditional: additional !== undefined && additional !== false,
    hasOtherForms: typesBesideNull(schema).length > 1,
    isChoice: false,
  };
}

/** Merges objects into one with the properties of all. The last schema of a property counts. */
function mergeObjects(objects: readonly ObjectProperties[]): ObjectProperties {
  return {
    properties: Object.fromEntries(objects.flatMap(({ properties }) => Object.entries(properties))),
    required: [...new Set(objects.flatMap(({ required }) => required))],
    allowsAdditional: objects.some(({ allowsAdditional }) => allowsAdditional),
    hasOtherForms: objects.some(({ hasOtherForms }) => hasOtherForms),
    isChoice: objects.some(({ isChoice }) => isChoice),
  };
}

/** Merges alternatives into one object; `undefined` if none of them is an object. */
function readChoice(
  alternatives: readonly JsonSchema[],
  read: ReadObject,
): ObjectProperties | undefined {
  const values = alternatives.filter((schema) => !isNull(schema));
  const objects = values.map(read).filter((object) => object !== undefined);
  const [first] = objects;
  if (first === undefined) return undefined;
  return {
    properties: joinProperties(objects),
    required: first.required.filter((name) =>
      objects.every(({ required }) => required.includes(name)),
    ),
    allowsAdditional: objects.some(({ allowsAdditional }) => allowsAdditional),
    hasOtherForms:
      objects.length < values.length || objects.some(({ hasOtherForms }) => hasOtherForms),
    isChoice: true,
  };
}

/** The properties that any of the objects has. */
function joinProperties(objects: readonly ObjectProperties[]): ObjectProperties["properties"] {
  const properties = groupBy(
    objects.flatMap((object) => Object.entries(object.properties)),
    ([name]) => name,
  );
  return Object.fromEntries(
    [...properties].map(([name, entries]) => [
      name,
      joinSchemas(entries.map(([, schema]) => schema)),
    ]),
  );
}

/** Joins the schemas of a property. Schemas that differ only in descriptions count as one. */
function joinSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map<string, JsonSchema>();
  for (const schema of schemas) {
    const text = JSON.stringify(schema, (key, value: unknown) =>
      key === "description" ? undefined : value,
    );
    if (!distinct.has(text)) distinct.set(text, schema);
  }
  const [first = true, ...furtherSchemas] = distinct.values();
  if (furtherSchemas.length === 0) return first;
  const description = typeof first === "object" ? first["description"] : undefined;
  return { ...(description !== undefined && { description }), anyOf: [first, ...furtherSchemas] };
}

// ---- Types

/** The properties of the objects that a schema allows. */
export interface ObjectProperties {
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly string[];
  /** Set if objects may have properties that are not described. */
  readonly allowsAdditional: boolean;
  /** Set if the schema also allows values that are neither such objects nor `null`. */
  readonly hasOtherForms: boolean;
  /** Set if the properties come from several alternatives. */
  readonly isChoice: boolean;
}

/** Reads the object that a schema allows; `undefined` if it allows none. */
type ReadObject = (schema: JsonSchema) => ObjectProperties | undefined;
