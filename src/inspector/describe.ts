/** Types in a payload, as its JSON Schema has them. */
import { escapeKey, isRecord, readPath, unescapeKey } from "../base/values.js";
import type { DescribedType, Deviation, PayloadDescription } from "./types.js";

/** Maximum number of values that are described. */
const MAX_PLACES = 20_000;
/** Maximum number of schemas for one value: schemas may refer to themselves. */
const MAX_SCHEMAS = 64;

/**
 * Describes a payload by its schema: the type at each place.
 * @example
 * const describe = ({ event, payload }) =>
 *   describePayload(schemas[event], payload, { deviations: findDeviations(event, payload) });
 */
export function describePayload(
  schema: DescribedSchema,
  payload: unknown,
  options: DescribePayloadOptions = {},
): PayloadDescription {
  const { resolve = (reference: string) => findInside(schema, reference), deviations = [] } =
    options;
  const types = new Map<string, DescribedType>();
  const waiting: [place: string, value: unknown, schemas: readonly SchemaObject[]][] = [
    ["", payload, expand([schema], payload, resolve)],
  ];
  // Places that are pushed below are visited, too: those of a level before those inside them.
  for (const [place, value, schemas] of waiting) {
    if (types.size >= MAX_PLACES) break;
    const described = describeType(schemas);
    if (described !== undefined) types.set(place, described);
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const childSchemas = schemas.flatMap((each) => findChild(each, key, Array.isArray(value)));
      const expanded = expand(childSchemas, child, resolve);
      if (expanded.length > 0) waiting.push([`${place}/${escapeKey(key)}`, child, expanded]);
    }
  }
  return { types: Object.fromEntries(types), deviations };
}

/**
 * Lists all schemas that apply to a value: follows references and compositions. Of alternatives, those that the
 * value may match apply, or all of them if it can match none.
 */
function expand(
  schemas: readonly unknown[],
  value: unknown,
  resolve: Resolve,
): readonly SchemaObject[] {
  const waiting = [...schemas];
  const expanded = new Set<SchemaObject>();
  // Schemas that are pushed below are visited, too.
  for (const schema of waiting) {
    if (!isSchemaObject(schema) || expanded.size >= MAX_SCHEMAS || expanded.has(schema)) continue;
    expanded.add(schema);
    if (typeof schema["$ref"] === "string") waiting.push(resolve(schema["$ref"]));
    if (Array.isArray(schema["allOf"])) waiting.push(...(schema["allOf"] as unknown[])); // checked
    for (const keyword of ["anyOf", "oneOf"])
      waiting.push(...selectAlternatives(schema[keyword], value, resolve));
  }
  return [...expanded];
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

/** Describes the schemas of one place together; `undefined` if they say nothing about its type. */
function describeType(schemas: readonly SchemaObject[]): DescribedType | undefined {
  const title = schemas.map((each) => each["title"]).find((each) => typeof each === "string");
  const values = schemas.map((each) => each["enum"]).find((each) => Array.isArray(each));
  const constant = schemas.find((each) => Object.hasOwn(each, "const"));
  const allowed: readonly unknown[] | undefined =
    constant === undefined ? (values as readonly unknown[] | undefined) : [constant["const"]];
  const kinds = [...new Set(schemas.flatMap(listTypes))].join(" or ");
  const kind = kinds || (allowed === undefined ? undefined : kindOf(allowed[0]));
  const name = typeof title === "string" && kind === "object" ? title : kind;
  if (name === undefined) return undefined;
  const format = schemas.map((each) => each["format"]).find((each) => typeof each === "string");
  const type = typeof format === "string" ? `${name} (${format})` : name;
  return allowed === undefined ? { type } : { type, values: allowed };
}

/** Lists the types that a schema names; also `null`, if it is nullable as in OpenAPI 3.0. */
function listTypes(schema: SchemaObject): readonly string[] {
  const { type } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  const named = types.filter((each) => typeof each === "string");
  return schema["nullable"] === true && named.length > 0 ? [...named, "null"] : named;
}

/** Names the type of a value as JSON Schema does. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Finds the schema of a member or of an item: `undefined` or a boolean where there is none. */
function findChild(schema: SchemaObject, key: string, isItem: boolean): readonly unknown[] {
  if (isItem) {
    const prefix = schema["prefixItems"];
    if (Array.isArray(prefix) && Number(key) < prefix.length) return [prefix[Number(key)]];
    return [schema["items"]];
  }
  const properties = schema["properties"];
  if (isSchemaObject(properties) && Object.hasOwn(properties, key)) return [properties[key]];
  return [schema["additionalProperties"]];
}

/** Finds the schema of a reference into the schema itself. */
function findInside(root: DescribedSchema, reference: string): DescribedSchema | undefined {
  if (!reference.startsWith("#")) return undefined;
  const keys = reference.slice(1).split("/").slice(1);
  const found = readPath(
    root,
    keys.map((key) => unescapeKey(decodeURIComponent(key))),
  );
  return isSchemaObject(found) ? found : undefined;
}

function isSchemaObject(value: unknown): value is SchemaObject {
  return isRecord(value);
}

// ---- Types

/** JSON Schema. Only a part of its keywords is read. */
export type DescribedSchema = boolean | { readonly [keyword: string]: unknown };

export interface DescribePayloadOptions {
  /** Finds the schema of a `$ref`. Default: one that is inside the schema itself (`#/…`). */
  readonly resolve?: ((reference: string) => DescribedSchema | undefined) | undefined;
  /** Deviations that a validator has found. */
  readonly deviations?: readonly Deviation[] | undefined;
}

type SchemaObject = Readonly<Record<string, unknown>>;
type Resolve = (reference: string) => DescribedSchema | undefined;
