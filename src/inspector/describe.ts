/** Types in a payload, as its JSON Schema has them. */
import { escapeKey, readPath, unescapeKey } from "../base/values.js";
import {
  findChild,
  isSchemaObject,
  kindOf,
  listApplicable,
  listTypes,
  type Resolve,
  type SchemaObject,
} from "./applicable-schemas.js";
import type { DescribedType, Deviation, PayloadDescription } from "./types.js";

/** Maximum number of values that are described. */
const MAX_PLACES = 20_000;

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
  const root = { pointer: "", value: payload, schemas: listApplicable([schema], payload, resolve) };
  for (const { pointer, schemas } of walk(root, resolve)) {
    if (types.size >= MAX_PLACES) break;
    const described = describeType(schemas);
    if (described !== undefined) types.set(pointer, described);
  }
  return { types: Object.fromEntries(types), deviations };
}

/** Walks over the places of a payload that have schemas: those of one level, such as `/a`, before those inside. */
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
    const applicable = listApplicable(found, child, resolve);
    if (applicable.length === 0) return [];
    return [{ pointer: `${pointer}/${escapeKey(key)}`, value: child, schemas: applicable }];
  });
}

/** Describes the schemas of one place together; `undefined` if they say nothing about its type. */
function describeType(schemas: readonly SchemaObject[]): DescribedType | undefined {
  const values = listAllowedValues(schemas);
  const name = nameType(schemas, values);
  if (name === undefined) return undefined;
  const format = findText(schemas, "format");
  const type = format === undefined ? name : `${name} (${format})`;
  return values === undefined ? { type } : { type, values };
}

/** Lists the values that a constant or a list of the schemas allows; `undefined` if they have neither. */
function listAllowedValues(schemas: readonly SchemaObject[]): readonly unknown[] | undefined {
  const constant = schemas.find((each) => Object.hasOwn(each, "const"));
  if (constant !== undefined) return [constant["const"]];
  return schemas.map((each): unknown => each["enum"]).find((each) => Array.isArray(each));
}

/** Names a type by the title of an object, or else by its types, such as `string or null`, or by its first value. */
function nameType(
  schemas: readonly SchemaObject[],
  values: readonly unknown[] | undefined,
): string | undefined {
  const listed = [...new Set(schemas.flatMap(listTypes))].join(" or ");
  const types = listed === "" && values !== undefined ? kindOf(values[0]) : listed;
  const title = types === "object" ? findText(schemas, "title") : undefined;
  return title ?? (types === "" ? undefined : types);
}

/** Finds the first text under a keyword. */
function findText(schemas: readonly SchemaObject[], keyword: string): string | undefined {
  return schemas.map((each) => each[keyword]).find((each) => typeof each === "string");
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
