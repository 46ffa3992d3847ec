import type { JsonSchema, JsonSchemaObject } from "../model.js";

/** The keywords that say several things of one value. */
export const compositions = ["allOf", "anyOf", "oneOf"] as const;

/** The keywords that hold schemas. */
const parents = [...compositions, "properties", "items", "additionalProperties"];

/** The members of a composition; none where there is none. */
export function membersOf(schema: JsonSchemaObject, keyword: string): readonly JsonSchema[] {
  const members = schema[keyword];
  return Array.isArray(members) ? (members as readonly JsonSchema[]) : []; // as validated
}

export function propertiesOf(schema: JsonSchemaObject): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>; // as validated
}

export function requiredOf(schema: JsonSchemaObject): readonly string[] {
  return (schema["required"] ?? []) as readonly string[]; // as validated
}

/** The types that a schema names itself; `undefined` when it names none. */
export function typesOf(schema: JsonSchemaObject): readonly string[] | undefined {
  const type = schema["type"];
  if (type === undefined) return undefined;
  return Array.isArray(type) ? type.map(String) : [type as string]; // as validated
}

export function isObject(schema: JsonSchema): schema is JsonSchemaObject {
  return typeof schema === "object";
}

/** A copy with every schema directly inside changed; the schema itself when there is none. */
export function mapChildren(
  schema: JsonSchemaObject,
  change: (child: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  if (!parents.some((keyword) => keyword in schema)) return schema;
  const changed: Record<string, unknown> = { ...schema };
  for (const keyword of compositions) {
    if (keyword in schema) changed[keyword] = membersOf(schema, keyword).map(change);
  }
  if ("properties" in schema) {
    const entries = Object.entries(propertiesOf(schema));
    changed["properties"] = Object.fromEntries(entries.map(([key, child]) => [key, change(child)]));
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const child = schema[keyword];
    if (typeof child === "object" && child !== null) changed[keyword] = change(child as JsonSchema); // as validated
  }
  return changed;
}

/** Without the keywords named. */
export function without(schema: JsonSchemaObject, keywords: readonly string[]): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}

/** The name that JSON Schema has for a value's type. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
