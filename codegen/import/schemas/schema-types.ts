import { entriesOf, isMap, itemsOf, type Json } from "../model/description.js";
import type { ImportContext } from "../model/context.js";
import { follow, followChain, parsePointer } from "../model/references.js";

/** Limit of compositions and references inside each other. */
const MAX_DEPTH = 10;

/**
 * The types besides `null` that a schema of the description names or implies, also in references and
 * compositions. Empty if there are none.
 */
export function typesOfSchema(schema: Json, context: ImportContext, depth = 0): readonly string[] {
  if (!isMap(schema) || depth > MAX_DEPTH) return [];
  const { $ref: reference, type, properties, items } = schema;
  const target = typeof reference === "string" ? followReference(reference, context) : undefined;
  if (target !== undefined) return typesOfSchema(target, context, depth + 1);
  const own = type === undefined ? [] : [type].flat().map(String);
  if (own.length > 0) return own.filter((name) => name !== "null");
  const members = ["allOf", "oneOf", "anyOf"]
    .flatMap((keyword) => itemsOf(schema[keyword]))
    .flatMap((member) => typesOfSchema(member, context, depth + 1));
  const implied = [...(isMap(properties) ? ["object"] : []), ...(isMap(items) ? ["array"] : [])];
  return [...new Set([...members, ...implied])];
}

/** The properties of a schema and of its compositions, behind references too. Its own ones win. */
export function propertiesOfSchema(
  schema: Json,
  context: ImportContext,
  depth = 0,
): ReadonlyMap<string, Json> {
  if (!isMap(schema) || depth > MAX_DEPTH) return new Map();
  const { $ref: reference, properties } = schema;
  if (typeof reference === "string") {
    return propertiesOfSchema(followReference(reference, context), context, depth + 1);
  }
  const inner = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => itemsOf(schema[keyword]));
  return new Map([
    ...inner.flatMap((member) => [...propertiesOfSchema(member, context, depth + 1)]),
    ...entriesOf(followChain(context.description.root, properties)),
  ]);
}

function followReference(reference: string, { description }: ImportContext): Json {
  const keys = parsePointer(reference);
  return keys && follow(description.root, keys);
}
