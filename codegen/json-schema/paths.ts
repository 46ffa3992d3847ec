/** Looks up and changes properties in schemas by dotted paths. */
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { dereference, type ResolveComponent } from "./references.js";
import {
  ALTERNATIVES,
  isSchema,
  membersOf,
  patternsOf,
  propertiesOf,
  propertyOf,
  requiredOf,
  typesOf,
  valuesOf,
} from "./keywords.js";

/** The property that a dotted path leads to; `undefined` if it is not described. */
export function findPropertyAt(
  schema: JsonSchema,
  path: string,
  resolve: ResolveComponent,
): PropertyAt | undefined {
  let current = dereference(schema, resolve);
  let isRequired = true;
  for (const name of path.split(".")) {
    if (typeof current === "boolean") return undefined;
    const property = propertyOf(current, name);
    if (property === undefined) return undefined;
    isRequired &&= requiredOf(current).includes(name);
    current = dereference(property, resolve);
  }
  return { schema: current, isRequired };
}

// ---- Setting the value at a path

/** The schema of any object. */
export const ANY_OBJECT: JsonSchemaObject = { type: "object", additionalProperties: true };

/**
 * Sets the only value at a dotted path, and makes it required. Each alternative is changed. Values
 * inside lists stay the same.
 */
export function setValueAt(
  schema: JsonSchema,
  path: string,
  value: string,
  resolve: ResolveComponent,
): JsonSchemaObject {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return setProperty(ANY_OBJECT, path, value, resolve);
  for (const keyword of ALTERNATIVES) {
    const variants = membersOf(target, keyword);
    if (variants.length === 0 || "properties" in target) continue;
    const changed = variants.map((variant) => setValueAt(variant, path, value, resolve));
    return { ...target, [keyword]: changed };
  }
  return setProperty(target, path, value, resolve);
}

/** Sets the value in an object schema without alternatives. */
function setProperty(
  schema: JsonSchemaObject,
  path: string,
  value: string,
  resolve: ResolveComponent,
): JsonSchemaObject {
  if ("items" in schema || schema["type"] === "array") return schema;
  const [name = "", ...deeperPath] = path.split(".");
  const { [name]: described, ...otherProperties } = propertiesOf(schema);
  const property =
    deeperPath.length === 0
      ? { ...annotationsOf(described), enum: [value] }
      : setValueAt(described ?? ANY_OBJECT, deeperPath.join("."), value, resolve);
  return {
    ...schema,
    properties: { [name]: property, ...otherProperties },
    required: [...new Set([name, ...requiredOf(schema)])],
  };
}

/** The keywords that stay when a value takes the place of a schema. */
function annotationsOf(described: JsonSchema | undefined): JsonSchemaObject {
  return typeof described === "object" ? { description: described["description"] } : {};
}

// ---- Looking up a path, also in compositions and lists

/** The key of a list's items among the properties. No property in a path has an empty name. */
const ITEM = "";

/** Looks up a path in a schema, through its compositions. A number is an index of a list. */
export function lookUpPath(
  schema: JsonSchema,
  path: string,
  resolve: ResolveComponent,
): PathLookup {
  const names = path.split(".");
  let schemas: readonly JsonSchema[] = [schema];
  for (const [index, name] of names.entries()) {
    const inside = schemas.map((schema) => readFields(schema, resolve, new Set()));
    if (inside.some(isOpen)) return { state: "open" };
    const step = inside.some(({ properties }) => properties.has(name)) ? name : ITEM;
    const next = inside.flatMap(({ properties }) => properties.get(step) ?? []);
    if (next.length === 0 || (step === ITEM && !/^\d+$/.test(name))) {
      const known = inside.flatMap(({ properties }) => [...properties.keys()]);
      const knownNames = new Set(known.filter((each) => each !== ITEM));
      return { state: "absent", start: names.slice(0, index), known: [...knownNames] };
    }
    schemas = next;
  }
  return { state: "described", schemas };
}

const NO_FIELDS: Fields = { properties: new Map(), allowsOthers: undefined, allowsObject: false };

/** Tests whether a value may have properties that nothing describes. */
function isOpen({ properties, allowsOthers, allowsObject }: Fields): boolean {
  return allowsOthers ?? (allowsObject && properties.size === 0);
}

/** The properties of a schema, through references and compositions. */
function readFields(
  schema: JsonSchema,
  resolve: ResolveComponent,
  seen: ReadonlySet<JsonSchema>,
): Fields {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return { ...NO_FIELDS, allowsOthers: target ? true : undefined };
  if (seen.has(target)) return NO_FIELDS;
  const within = new Set([...seen, target]);
  const readMember = (member: JsonSchema): Fields => readFields(member, resolve, within);
  const fixed = joinFields([
    readDescribedFields(target),
    ...membersOf(target, "allOf").map(readMember),
  ]);
  const choices = ALTERNATIVES.flatMap((keyword) => membersOf(target, keyword).map(readMember));
  if (choices.length === 0) return fixed;
  // Alternatives that only list required properties describe no properties.
  const isEachOpen = fixed.properties.size === 0 && choices.some(isOpen);
  return joinFields([{ ...fixed, ...(isEachOpen && { allowsOthers: true }) }, ...choices]);
}

/** The properties that the schema itself describes. */
function readDescribedFields(schema: JsonSchemaObject): Fields {
  const types = typesOf(schema);
  const allowsObject =
    valuesOf(schema) === undefined && (types.length === 0 || types.includes("object"));
  const { items } = schema;
  const properties = Object.entries(propertiesOf(schema));
  const withItems = isSchema(items) ? [...properties, [ITEM, items] as const] : properties;
  return {
    properties: new Map(withItems.map(([name, schema]) => [name, [schema]])),
    allowsOthers: allowsOthers(schema),
    allowsObject,
  };
}

/** Tests whether properties without a name in the schema are allowed; `undefined` if it does not say. */
function allowsOthers(schema: JsonSchemaObject): boolean | undefined {
  if (Object.keys(patternsOf(schema)).length > 0) return true;
  const { additionalProperties: additional } = schema;
  return additional === undefined ? undefined : additional !== false;
}

/** The fields of schemas that describe one value together. */
function joinFields(parts: readonly Fields[]): Fields {
  const properties = new Map<string, JsonSchema[]>();
  for (const [name, schemas] of parts.flatMap((part) => [...part.properties]))
    properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  const answers = parts.flatMap(({ allowsOthers }) => allowsOthers ?? []);
  return {
    properties,
    allowsOthers: answers.length === 0 ? undefined : answers.includes(true),
    allowsObject: parts.some(({ allowsObject }) => allowsObject),
  };
}

// ---- Types

/** A property of an object, found by a path. */
export interface PropertyAt {
  readonly schema: JsonSchema;
  /** Set if all objects on the path require the next property. */
  readonly isRequired: boolean;
}

/** The result of looking up a dotted path. */
export type PathLookup =
  | { readonly state: "described"; readonly schemas: readonly JsonSchema[] }
  /** Further properties are allowed, or none are described. */
  | { readonly state: "open" }
  | {
      readonly state: "absent";
      /** The part of the path that is described. */
      readonly start: readonly string[];
      /** The names that can follow it. */
      readonly known: readonly string[];
    };

/** The properties that a value can have. */
interface Fields {
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  /** Set if other properties are allowed; `undefined` if the schema does not say. */
  readonly allowsOthers: boolean | undefined;
  /** Set if the value can be an object. */
  readonly allowsObject: boolean;
}
