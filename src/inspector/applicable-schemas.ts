/** The schemas that apply to a value: those of its place, and what they lead to by references and compositions. */
import { isRecord } from "../base/values.js";

/** Maximum number of schemas for one value: schemas may refer to themselves. */
const MAX_SCHEMAS = 64;

/**
 * Lists all schemas that apply to a value, without repeats: those that are given before those that they lead to.
 */
export function listApplicable(
  schemas: readonly unknown[],
  value: unknown,
  resolve: Resolve,
): readonly SchemaObject[] {
  const expanded = new Set<SchemaObject>();
  let level = schemas;
  while (level.length > 0) {
    const added: SchemaObject[] = [];
    for (const schema of level) {
      if (!isSchemaObject(schema) || expanded.size >= MAX_SCHEMAS || expanded.has(schema)) continue;
      expanded.add(schema);
      added.push(schema);
    }
    level = added.flatMap((schema) => listParts(schema, value, resolve));
  }
  return [...expanded];
}

/**
 * Lists the schemas that a schema leads to by references and compositions. Of alternatives, those that the value
 * may match apply, or all of them if it can match none.
 */
function listParts(schema: SchemaObject, value: unknown, resolve: Resolve): readonly unknown[] {
  const reference = schema["$ref"];
  const all: unknown = schema["allOf"];
  return [
    ...(typeof reference === "string" ? [resolve(reference)] : []),
    ...(Array.isArray(all) ? (all as readonly unknown[]) : []), // checked
    ...selectAlternatives(schema["anyOf"], value, resolve),
    ...selectAlternatives(schema["oneOf"], value, resolve),
  ];
}

function selectAlternatives(
  alternatives: unknown,
  value: unknown,
  resolve: Resolve,
): readonly unknown[] {
  if (!Array.isArray(alternatives)) return [];
  const all = alternatives as readonly unknown[];
  const possible = all.filter((alternative) => canMatch(alternative, value, resolve));
  return possible.length === 0 ? all : possible;
}

/** Compares a value with the constant, the values or the types of a schema; true if it has none of these. */
function canMatch(schema: unknown, value: unknown, resolve: Resolve): boolean {
  if (!isSchemaObject(schema)) return schema === true;
  const target = typeof schema["$ref"] === "string" ? resolve(schema["$ref"]) : schema;
  if (!isSchemaObject(target)) return true;
  if (Object.hasOwn(target, "const")) return target["const"] === value;
  if (Array.isArray(target["enum"])) return target["enum"].includes(value);
  const types = listTypes(target);
  const kind = kindOf(value);
  return (
    types.length === 0 || types.includes(kind) || (kind === "integer" && types.includes("number"))
  );
}

/** Finds the schema of a member or of an item: `undefined` or a boolean where there is none. */
export function findChild(schema: SchemaObject, key: string, isItem: boolean): readonly unknown[] {
  if (isItem) {
    const prefix = schema["prefixItems"];
    if (Array.isArray(prefix) && Number(key) < prefix.length) return [prefix[Number(key)]];
    return [schema["items"]];
  }
  const properties = schema["properties"];
  if (isSchemaObject(properties) && Object.hasOwn(properties, key)) return [properties[key]];
  return [schema["additionalProperties"]];
}

/** Lists the types that a schema names; also `null`, if it is nullable as in OpenAPI 3.0. */
export function listTypes(schema: SchemaObject): readonly string[] {
  const { type } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  const named = types.filter((each) => typeof each === "string");
  return schema["nullable"] === true && named.length > 0 ? [...named, "null"] : named;
}

/** Names the type of a value as JSON Schema does. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return isRecord(value);
}

// ---- Types

export type SchemaObject = Readonly<Record<string, unknown>>;

/** Finds the schema of a `$ref`; `undefined` if there is none. */
export type Resolve = (reference: string) => unknown;
