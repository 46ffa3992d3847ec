import { entriesOf, isMap, itemsOf, type Json } from "../model/description.js";
import type { ImportContext } from "../model/context.js";
import { follow, followChain, parsePointer } from "../model/references.js";

/** Limit of nested compositions. */
const MAX_COMPOSITIONS = 10;

/**
 * The types besides `null` that a schema of the description allows, through references and
 * compositions. Empty if it allows any.
 */
export function typesOfSchema(schema: Json, context: ImportContext, depth = 0): readonly string[] {
  if (!isMap(schema) || depth > MAX_COMPOSITIONS) return [];
  const { $ref: reference, type, properties, items } = schema;
  const target = typeof reference === "string" ? resolve(reference, context) : undefined;
  if (target !== undefined) return typesOfSchema(target, context, depth + 1);
  const own = type === undefined ? [] : [type].flat().map(String);
  if (own.length > 0) return own.filter((name) => name !== "null");
  const members = ["allOf", "oneOf", "anyOf"]
    .flatMap((keyword) => itemsOf(schema[keyword]))
    .flatMap((member) => typesOfSchema(member, context, depth + 1));
  const implied = [...(isMap(properties) ? ["object"] : []), ...(isMap(items) ? ["array"] : [])];
  return [...new Set([...members, ...implied])];
}

/** The properties of a schema, of its `allOf` members and of its alternatives. */
export function propertiesOfSchema(
  schema: Json,
  context: ImportContext,
  depth = 0,
): ReadonlyMap<string, Json> {
  if (!isMap(schema) || depth > MAX_COMPOSITIONS) return new Map();
  const { $ref: reference, properties } = schema;
  if (typeof reference === "string") {
    return propertiesOfSchema(resolve(reference, context), context, depth + 1);
  }
  const inner = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => itemsOf(schema[keyword]));
  return new Map([
    ...inner.flatMap((member) => [...propertiesOfSchema(member, context, depth + 1)]),
    ...entriesOf(followChain(context.description.root, properties)),
  ]);
}

function resolve(reference: string, { description }: ImportContext): Json {
  const keys = parsePointer(reference);
  return keys && follow(description.root, keys);
}
