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
  const root = { pointer: "", value: payload, schemas: expand([schema], payload, resolve) };
  for (const { pointer, schemas } of walk(root, resolve)) {
    if (types.size >= MAX_PLACES) break;
    const described = describeType(schemas);
    if (described !== undefined) types.set(pointer, described);
  }
  return { types: Object.fromEntries(types), deviations };
}

/** Walks over the places of a payload that have schemas: those of one level before those inside them. */
function* walk(root: Place, resolve: Resolve): Generator<Place, void, void> {
  let level: readonly Place[] = [root];
  while (level.length > 0) {
    yield* level;
    level = level.flatMap((place) => listInside(place, resolve));
  }
}

function listInside({ pointer, value, schemas }: Place, resolve: Resolve): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const found = schemas.flatMap((each) => findChild(each, key, Array.isArray(value)));
    const expanded = expand(found, child, resolve);
    if (expanded.length === 0) return [];
    return [{ pointer: `${pointer}/${escapeKey(key)}`, value: child, schemas: expanded }];
  });
}

/**
 * Lists all schemas that apply to a value, without repeats: those that are given before those that they lead to.
 */
function expand(
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

/** A value in a payload, and the schemas that apply to it. */
interface Place {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly value: unknown;
  readonly schemas: readonly SchemaObject[];
}

type SchemaObject = Readonly<Record<string, unknown>>;
type Resolve = (reference: string) => DescribedSchema | undefined;
