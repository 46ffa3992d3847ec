import type { JsonSchema, JsonSchemaObject } from "../model/model.js";

/** The types that a schema names. Without any, all types are allowed. */
export function typesOf({ type }: JsonSchemaObject): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((each) => typeof each === "string");
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
