/** The keywords of one schema: what is inside it, and the types and values that it allows. */
import { isMap } from "../model/json.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";

/** Keywords whose members describe the value itself. */
export const COMPOSITIONS = ["allOf", "anyOf", "oneOf"] as const;

/** Compositions whose members are alternatives. */
export const ALTERNATIVES = ["anyOf", "oneOf"] as const;

/** The keywords that hold one schema, with the step to its value. */
const SINGLE_SCHEMAS = [
  ["items", "items"],
  ["additionalProperties", "others"],
  ["propertyNames", "others"],
] as const;

/** The keywords that hold a list of schemas, with the step to their values. */
const SCHEMA_LISTS = [
  ...COMPOSITIONS.map((keyword) => [keyword, undefined] as const),
  ["prefixItems", "items"] as const,
] as const;

/** The keywords that hold schemas by name, with the step to the value of a name. */
const SCHEMA_MAPS = [
  ["properties", (name: string): Step => ({ property: name })],
  ["patternProperties", (): Step => "others"],
] as const;

/** Tests whether a value can be a schema: a map or a boolean. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isMap(value);
}

/** The schemas directly inside a schema. A keyword of the wrong type holds none. */
export function childrenOf(schema: JsonSchemaObject): readonly Child[] {
  if (!holdsSchemas(schema)) return NO_CHILDREN;
  const children: Child[] = [];
  for (const [keyword] of SCHEMA_MAPS) {
    if (!(keyword in schema)) continue;
    for (const [name, child] of Object.entries(schemasIn(schema, keyword)))
      children.push({ path: [keyword, name], schema: child });
  }
  for (const [keyword] of SCHEMA_LISTS) {
    if (!(keyword in schema)) continue;
    for (const [index, child] of membersOf(schema, keyword).entries())
      children.push({ path: [keyword, index], schema: child });
  }
  for (const [keyword] of SINGLE_SCHEMAS) {
    const child = schema[keyword];
    if (isSchema(child)) children.push({ path: [keyword], schema: child });
  }
  return children;
}

const NO_CHILDREN: readonly Child[] = [];

/**
 * Tests whether a schema has a keyword that holds schemas. Most describe scalars. The keywords are written out because
 * engines read those of a list more slowly, and every pass over a model asks this of every schema.
 */
function holdsSchemas(schema: JsonSchemaObject): boolean {
  return (
    schema["properties"] !== undefined ||
    schema["items"] !== undefined ||
    schema["allOf"] !== undefined ||
    schema["anyOf"] !== undefined ||
    schema["oneOf"] !== undefined ||
    schema["additionalProperties"] !== undefined ||
    schema["patternProperties"] !== undefined ||
    schema["propertyNames"] !== undefined ||
    schema["prefixItems"] !== undefined
  );
}

/**
 * A copy with every schema of {@link childrenOf} changed; the same schema if none of them is. Most passes over a model
 * change few schemas, and copies of the others would be most of their time and memory.
 */
export function mapChildren(schema: JsonSchemaObject, change: ChangeChild): JsonSchemaObject {
  if (!holdsSchemas(schema)) return schema;
  let changed: JsonSchemaObject = schema;
  const replace = (keyword: string, value: unknown): void => {
    if (value !== schema[keyword]) changed = { ...changed, [keyword]: value };
  };
  for (const [keyword, stepTo] of SCHEMA_MAPS) {
    if (!(keyword in schema)) continue;
    const schemas = schemasIn(schema, keyword);
    replace(
      keyword,
      mapValues(schemas, (child, name) => change(child, stepTo(name))),
    );
  }
  for (const [keyword, step] of SCHEMA_LISTS) {
    if (!(keyword in schema)) continue;
    const members = membersOf(schema, keyword);
    const copies = members.map((member) => change(member, step));
    if (copies.some((copy, index) => copy !== members[index])) replace(keyword, copies);
  }
  for (const [keyword, step] of SINGLE_SCHEMAS) {
    const child = schema[keyword];
    if (isSchema(child)) replace(keyword, change(child, step));
  }
  return changed;
}

/** A copy with every value changed; the same map if none of them is. */
function mapValues(
  map: Readonly<Record<string, JsonSchema>>,
  change: (value: JsonSchema, name: string) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(map);
  const copies = entries.map(([name, value]) => [name, change(value, name)] as const);
  const isSame = copies.every(([, copy], index) => copy === entries[index]?.[1]);
  return isSame ? map : Object.fromEntries(copies);
}

/** The members of a composition or of a tuple, or none. */
export function membersOf(
  schema: JsonSchemaObject,
  keyword: Composition | "prefixItems",
): readonly JsonSchema[] {
  const members = schema[keyword];
  return Array.isArray(members) ? members.filter(isSchema) : [];
}

/** The `$ref` of a schema that is a reference; `undefined` for any other. */
export function refOf(schema: JsonSchema): string | undefined {
  const ref = typeof schema === "object" ? schema["$ref"] : undefined;
  return typeof ref === "string" ? ref : undefined;
}

/** Keywords that do not limit a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "deprecated",
  "default",
  "examples",
  "readOnly",
  "writeOnly",
]);

/** The `$ref` of a schema, or of its `allOf` if the schema only adds annotations to a reference. */
export function annotatedRefOf(schema: JsonSchema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const members = membersOf(schema, "allOf");
  const [member] = members;
  const isWrapped =
    members.length === 1 &&
    Object.keys(schema).every((keyword) => keyword === "allOf" || ANNOTATIONS.has(keyword));
  return refOf(schema) ?? (member !== undefined && isWrapped ? annotatedRefOf(member) : undefined);
}

/** The described properties, or none. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return schemasIn(schema, "properties");
}

/** A property that the schema itself describes. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = propertiesOf(schema);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schemas of `patternProperties`, or none. */
export function patternsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return schemasIn(schema, "patternProperties");
}

function schemasIn(schema: JsonSchema, keyword: string): Readonly<Record<string, JsonSchema>> {
  const schemas = typeof schema === "object" ? schema[keyword] : undefined;
  if (!isMap(schemas)) return {};
  if (isMapOfSchemas(schemas)) return schemas;
  const entries = Object.entries(schemas).filter(([, child]) => isSchema(child));
  return Object.fromEntries(entries) as Readonly<Record<string, JsonSchema>>; // filtered above
}

/** The names of the required properties, or none. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  const required = typeof schema === "object" ? schema["required"] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** The description of a schema, if it is text. */
export function descriptionOf(schema: JsonSchema): string | undefined {
  const description = typeof schema === "object" ? schema["description"] : undefined;
  return typeof description === "string" ? description : undefined;
}

/** A copy of a schema without some keywords. */
export function without(schema: JsonSchemaObject, keywords: readonly string[]): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}

function isMapOfSchemas(map: object): map is Readonly<Record<string, JsonSchema>> {
  return Object.values(map).every(isSchema);
}

// ---- Types and values of a schema

/** The types that a schema names. Without any, all types are allowed. */
export function typesOf({ type }: JsonSchemaObject): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((type) => typeof type === "string");
}

/** {@link typesOf} without `null`. */
export function typesBesideNull(schema: JsonSchemaObject): readonly string[] {
  return typesOf(schema).filter((type) => type !== "null");
}

/** Tests whether the types allow `null` beside another type, and `null` is not listed in `enum`. */
export function allowsNull(schema: JsonSchemaObject): boolean {
  const types = typesOf(schema);
  if (types.length < 2 || !types.includes("null")) return false;
  return valuesOf(schema)?.includes(null) !== true;
}

/** The values that a schema lists in `const` or `enum`; `undefined` if it lists none. */
export function valuesOf(schema: JsonSchemaObject): readonly unknown[] | undefined {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? (schema["enum"] as readonly unknown[]) : undefined;
}

/** The type of a value, by its name in JSON Schema. */
export function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Tests whether a schema describes a time as text (RFC 3339). */
export function isDateTime(schema: JsonSchema): boolean {
  if (typeof schema === "boolean" || schema["format"] !== "date-time") return false;
  const types = typesBesideNull(schema);
  return types.length === 1 && types[0] === "string";
}

/** Tests whether a schema allows `null` only. */
export function isNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["type"] === "null";
}

// ---- Types

/** A step into a value: to a property, to the items of a list, or to all other properties. */
export type Step = { readonly property: string } | "items" | "others";

export type Composition = (typeof COMPOSITIONS)[number];

/** A schema directly inside another. */
export interface Child {
  /** From the outer schema to this one. */
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** Changes a schema inside another. The step to a member of a composition is `undefined`. */
export type ChangeChild = (child: JsonSchema, step: Step | undefined) => JsonSchema;
