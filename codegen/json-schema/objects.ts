import { isSchema, mapOf } from "../emit/types/plain-schema.js";
import type { JsonSchema, JsonSchemaObject } from "../model.js";
import { dereference, type ResolveComponent } from "./references.js";

/** The properties of the objects that a schema allows. */
export interface ObjectShape {
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly unknown[];
  /** More properties than those described. */
  readonly open: boolean;
  /** Some of what the schema allows is neither such an object nor `null`. */
  readonly hasOtherForms: boolean;
}

/**
 * Reads an object, its `allOf` members among it, and what is an object of its alternatives: their
 * properties stand together, and required is what all of them require. `null` adds nothing: it is
 * sent by leaving every property out. None for a schema that allows no object or names no property.
 */
export function readObjectShape(
  schema: JsonSchema,
  resolve: ResolveComponent,
): ObjectShape | undefined {
  const shape = readShape(schema, resolve);
  return shape !== undefined && isEmpty(shape) ? undefined : shape;
}

function readShape(schema: JsonSchema, resolve: ResolveComponent): ObjectShape | undefined {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean" || "enum" in target || "const" in target) return undefined;
  const types = typesOf(target);
  if (!types.includes("object")) return undefined;
  const members = membersOf(target, "allOf").map((member) => readShape(member, resolve));
  const choices = ["anyOf", "oneOf"]
    .filter((keyword) => membersOf(target, keyword).length > 0)
    .map((keyword) => readChoice(membersOf(target, keyword), resolve));
  const shapes = [...choices, ...members].filter((shape) => shape !== undefined);
  if (shapes.length < choices.length + members.length) return undefined;
  const fixed = mergeShapes([ownShape(target, types), ...shapes.slice(choices.length)]);
  return choices.length === 0 ? fixed : limitChoices(fixed, shapes.slice(0, choices.length));
}

/** What a schema says of its own properties stands over what its alternatives say of them. */
function limitChoices(fixed: ObjectShape, choices: readonly ObjectShape[]): ObjectShape {
  // First for the order of the properties, last for what is said of them.
  const merged = mergeShapes([fixed, ...choices, fixed]);
  return isEmpty(fixed) ? merged : { ...merged, open: fixed.open };
}

function isEmpty({ properties }: ObjectShape): boolean {
  return Object.keys(properties).length === 0;
}

/** The types that are allowed beside `null`; an object where nothing is said. */
function typesOf({ type = "object" }: JsonSchemaObject): readonly unknown[] {
  return [type].flat().filter((name) => name !== "null");
}

function membersOf(schema: JsonSchemaObject, keyword: string): readonly JsonSchema[] {
  const members = schema[keyword];
  return Array.isArray(members) ? members.filter(isSchema) : [];
}

function ownShape(schema: JsonSchemaObject, types: readonly unknown[]): ObjectShape {
  const additional = schema["additionalProperties"];
  return {
    properties: mapOf(schema["properties"]),
    required: Array.isArray(schema["required"]) ? schema["required"] : [],
    open: additional !== undefined && additional !== false,
    hasOtherForms: types.length > 1,
  };
}

/** All of the shapes at once; of two that have a property, the later describes it. */
function mergeShapes(shapes: readonly ObjectShape[]): ObjectShape {
  return {
    properties: Object.fromEntries(shapes.flatMap(({ properties }) => Object.entries(properties))),
    required: shapes.flatMap(({ required }) => required),
    open: shapes.some(({ open }) => open),
    hasOtherForms: shapes.some(({ hasOtherForms }) => hasOtherForms),
  };
}

/** One of the shapes, whichever; none when no alternative is an object. */
function readChoice(
  alternatives: readonly JsonSchema[],
  resolve: ResolveComponent,
): ObjectShape | undefined {
  const telling = alternatives.filter((schema) => !isNull(schema));
  const shapes = telling
    .map((schema) => readShape(schema, resolve))
    .filter((shape) => shape !== undefined);
  const [first] = shapes;
  if (first === undefined) return undefined;
  return {
    properties: joinProperties(shapes),
    required: first.required.filter((name) =>
      shapes.every(({ required }) => required.includes(name)),
    ),
    open: shapes.some(({ open }) => open),
    hasOtherForms:
      shapes.length < telling.length || shapes.some(({ hasOtherForms }) => hasOtherForms),
  };
}

function isNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["type"] === "null";
}

function joinProperties(shapes: readonly ObjectShape[]): ObjectShape["properties"] {
  const schemas = new Map<string, JsonSchema[]>();
  for (const [name, schema] of shapes.flatMap(({ properties }) => Object.entries(properties))) {
    schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  return Object.fromEntries([...schemas].map(([name, own]) => [name, joinSchemas(own)]));
}

/** What differs in its description alone is told once. */
function joinSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map<string, JsonSchema>();
  for (const schema of schemas) {
    const text = JSON.stringify(schema, (key, value: unknown) =>
      key === "description" ? undefined : value,
    );
    if (!distinct.has(text)) distinct.set(text, schema);
  }
  const [first = true, ...others] = distinct.values();
  if (others.length === 0) return first;
  const description = typeof first === "object" ? first["description"] : undefined;
  return { ...(description !== undefined && { description }), anyOf: [first, ...others] };
}
