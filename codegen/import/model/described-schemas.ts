/** Types and properties of schemas in a description, through its references and compositions. */
import { entriesOf, isMap, itemsOf, type Json, type JsonMap } from "../../model/json.js";
import { followChain, followMap, followReference } from "./references.js";

/** The types that a schema names or implies, also in references and compositions, without `null`. */
export function typesOfSchema(root: JsonMap, schema: Json, depth = 0): readonly string[] {
  const target = followReference(root, schema);
  if (!isMap(target) || depth > MAX_NESTED_COMPOSITIONS) return [];
  const { type, properties, items } = target;
  const types = type === undefined ? [] : [type].flat().map(String);
  if (types.length > 0) return types.filter((name) => name !== "null");
  const members = allMembersOf(target).flatMap((member) => typesOfSchema(root, member, depth + 1));
  const implied = [...(isMap(properties) ? ["object"] : []), ...(isMap(items) ? ["array"] : [])];
  return [...new Set([...members, ...implied])];
}

/** The properties of a schema and of its compositions, through references. Its own win. */
export function propertiesOfSchema(
  root: JsonMap,
  schema: Json,
  depth = 0,
): ReadonlyMap<string, Json> {
  const target = followChain(root, schema);
  if (!isMap(target) || depth > MAX_NESTED_COMPOSITIONS) return new Map();
  return new Map([
    ...allMembersOf(target).flatMap((member) => [...propertiesOfSchema(root, member, depth + 1)]),
    ...entriesOf(followMap(root, target["properties"])),
  ]);
}

/** The members of all compositions of a schema. */
export function allMembersOf(schema: JsonMap): readonly Json[] {
  return ["allOf", "oneOf", "anyOf"].flatMap((keyword) => itemsOf(schema[keyword]));
}

/** Limit of nested compositions. */
const MAX_NESTED_COMPOSITIONS = 10;
