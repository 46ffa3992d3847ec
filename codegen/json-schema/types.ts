import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { dereference, type ResolveComponent } from "./references.js";
import { ALTERNATIVES, membersOf } from "./walk.js";

/** The types that a schema names; none if it names none, and then any type is allowed. */
export function typesOf({ type }: JsonSchemaObject): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((each) => typeof each === "string");
}

/** {@link typesOf} without `null`. */
export function typesBesideNull(schema: JsonSchemaObject): readonly string[] {
  return typesOf(schema).filter((type) => type !== "null");
}

/** Whether the list of types allows `null` beside another type, and no `enum` already lists it. */
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

/** JSON Schema's name for the type of a value. */
export function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Whether a schema describes a time as text (RFC 3339). */
export function isDateTime(schema: JsonSchema): boolean {
  if (typeof schema === "boolean" || schema["format"] !== "date-time") return false;
  const types = typesBesideNull(schema);
  return types.length === 1 && types[0] === "string";
}

/** Whether a schema allows any value of a type. */
export function acceptsType(schema: JsonSchema, type: string, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  const accepts = (member: JsonSchema) => acceptsType(member, type, resolve);
  return (
    isNamed(typesOf(target), type) &&
    listsType(target, type) &&
    membersOf(target, "allOf").every(accepts) &&
    ALTERNATIVES.every(
      (keyword) => !(keyword in target) || membersOf(target, keyword).some(accepts),
    )
  );
}

function isNamed(types: readonly string[], type: string): boolean {
  if (types.length === 0 || types.includes(type)) return true;
  return type === "integer" && types.includes("number");
}

/** Beside an `enum`, a type is allowed only if one of the values has it. */
function listsType(schema: JsonSchemaObject, type: string): boolean {
  const values = valuesOf(schema);
  if (values === undefined) return true;
  return values.some((value) => {
    const own = typeOfValue(value);
    return own === type || (own === "integer" && type === "number");
  });
}
