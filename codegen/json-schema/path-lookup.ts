/**
 * Tells if the values of a schema can have a dotted path, through compositions and lists, and else which names would
 * be right in place of the first wrong one.
 */
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { dereference, type ResolveComponent } from "./references.js";
import {
  ALTERNATIVES,
  isSchema,
  membersOf,
  patternsOf,
  propertiesOf,
  typesOf,
  valuesOf,
} from "./keywords.js";

/** Looks up a path such as `data.0.id`. A number is an index of a list, unless a property has that name. */
export function lookUpPath(
  schema: JsonSchema,
  path: string,
  resolve: ResolveComponent,
): PathLookup {
  const names = path.split(".");
  let schemas: readonly JsonSchema[] = [schema];
  for (const [index, name] of names.entries()) {
    const inside = schemas.map((each) => readFields(each, resolve, new Set()));
    if (inside.some(isOpen)) return { state: "open" };
    const { properties, items } = joinFields(inside);
    const next = properties.get(name) ?? (/^\d+$/.test(name) ? items : []);
    if (next.length === 0)
      return { state: "absent", start: names.slice(0, index), known: [...properties.keys()] };
    schemas = next;
  }
  return { state: "described", schemas };
}

/** Tests whether a value may have parts that nothing describes, as one of `{ type: object }` alone may. */
function isOpen(fields: Fields): boolean {
  return fields.allowsOthers ?? (fields.allowsObject && describesNone(fields));
}

function describesNone({ properties, items }: Fields): boolean {
  return properties.size === 0 && items.length === 0;
}

// ---- Fields of a schema

/** The fields of a schema, through references and compositions. */
function readFields(
  schema: JsonSchema,
  resolve: ResolveComponent,
  seen: ReadonlySet<JsonSchema>,
): Fields {
  const target = dereference(schema, resolve);
  if (target === true) return { ...NO_FIELDS, allowsOthers: true };
  if (target === false || seen.has(target)) return NO_FIELDS;
  const within = new Set([...seen, target]);
  const readMember = (member: JsonSchema): Fields => readFields(member, resolve, within);
  const fixed = joinFields([
    readDescribedFields(target),
    ...membersOf(target, "allOf").map(readMember),
  ]);
  const choices = ALTERNATIVES.flatMap((keyword) => membersOf(target, keyword).map(readMember));
  if (choices.length === 0) return fixed;
  // Alternatives that only list required properties describe no properties.
  const isEachOpen = describesNone(fixed) && choices.some(isOpen);
  return joinFields([{ ...fixed, ...(isEachOpen && { allowsOthers: true }) }, ...choices]);
}

const NO_FIELDS: Fields = {
  properties: new Map(),
  items: [],
  allowsOthers: undefined,
  allowsObject: false,
};

/** The fields that the schema itself describes. */
function readDescribedFields(schema: JsonSchemaObject): Fields {
  const types = typesOf(schema);
  const { items } = schema;
  const properties = Object.entries(propertiesOf(schema));
  return {
    properties: new Map(properties.map(([name, property]) => [name, [property]])),
    items: isSchema(items) ? [items] : [],
    allowsOthers: allowsOthers(schema),
    allowsObject:
      valuesOf(schema) === undefined && (types.length === 0 || types.includes("object")),
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
  const answers = parts.flatMap((part) => part.allowsOthers ?? []);
  return {
    properties,
    items: parts.flatMap(({ items }) => items),
    allowsOthers: answers.length === 0 ? undefined : answers.includes(true),
    allowsObject: parts.some(({ allowsObject }) => allowsObject),
  };
}

// ---- Types

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

/** The schemas of what a value can have, as one schema or several that apply together say. */
interface Fields {
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  /** Of the items, if the value is a list. */
  readonly items: readonly JsonSchema[];
  /** Set if other properties are allowed; `undefined` if no schema says so or denies it. */
  readonly allowsOthers: boolean | undefined;
  /** Set if the value can be an object. */
  readonly allowsObject: boolean;
}
