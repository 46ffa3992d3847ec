/** Compares a value with the limits of its schema: of a number, and of the size of a text, list or object. */
import type { JsonSchemaObject } from "../model/model.js";

/** Tests whether a value keeps the limits that apply to its type. Limits of other types say nothing about it. */
export function keepsLimits(schema: JsonSchemaObject, value: unknown): boolean {
  if (typeof value === "number") return keepsNumberLimits(schema, value);
  if (Array.isArray(value)) {
    const isUnique = () => new Set(value.map((item) => JSON.stringify(item))).size === value.length;
    const hasRoom = isWithin(schema, value.length, "minItems", "maxItems");
    return hasRoom && (!schema["uniqueItems"] || isUnique());
  }
  if (typeof value === "string") {
    const { pattern } = schema;
    const matches = typeof pattern !== "string" || new RegExp(pattern, "u").test(value);
    return matches && isWithin(schema, Array.from(value).length, "minLength", "maxLength");
  }
  if (typeof value !== "object" || value === null) return true;
  return isWithin(schema, Object.keys(value).length, "minProperties", "maxProperties");
}

function keepsNumberLimits(schema: JsonSchemaObject, value: number): boolean {
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  return (
    isWithin(schema, value, "minimum", "maximum") &&
    value > Number(exclusiveMinimum) &&
    value < Number(exclusiveMaximum) &&
    // The validator divides, too: for both, 0.3 is no multiple of 0.1.
    (multipleOf === undefined || Number.isInteger(value / Number(multipleOf)))
  );
}

function isWithin(schema: JsonSchemaObject, size: number, least: string, most: string): boolean {
  return size >= Number(schema[least] ?? -Infinity) && size <= Number(schema[most] ?? Infinity);
}
