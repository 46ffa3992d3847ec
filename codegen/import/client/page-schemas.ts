/**
 * Reads the schemas of pages: behind references, and with what they have by `allOf`. A page is often
 * `{ allOf: [{ $ref: … }, { properties: … }] }`, whose properties are those of both.
 */
import { entriesOf, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { followMap } from "../model/references.js";

/** Follows references, and enters compositions with a single member, apart from `null`. */
export function resolveSchema(root: JsonMap, schema: Json, depth = 0): JsonMap {
  const target = followMap(root, schema);
  const members = ["oneOf", "anyOf", "allOf"].map((keyword) =>
    itemsOf(target[keyword]).filter((each) => mapOf(each)["type"] !== "null"),
  );
  const [only] = members.filter((list) => list.length > 0);
  const isWrapper = target["properties"] === undefined && target["type"] === undefined;
  if (only?.length !== 1 || !isWrapper || depth > MAX_COMPOSITIONS) return target;
  return resolveSchema(root, only[0], depth + 1);
}

/** The properties of an object, including those of its `allOf`. */
export function inheritedProperties(
  root: JsonMap,
  schema: Json,
  depth = 0,
): ReadonlyMap<string, Json> {
  const target = resolveSchema(root, schema);
  if (depth > MAX_COMPOSITIONS) return new Map();
  const inherited = itemsOf(target["allOf"]).flatMap((member) => [
    ...inheritedProperties(root, member, depth + 1),
  ]);
  return new Map([...inherited, ...entriesOf(target["properties"])]);
}

/** The names of the required properties, including those of its `allOf`. */
export function inheritedRequired(root: JsonMap, schema: Json, depth = 0): readonly string[] {
  const target = resolveSchema(root, schema);
  if (depth > MAX_COMPOSITIONS) return [];
  const inherited = itemsOf(target["allOf"]).flatMap((member) =>
    inheritedRequired(root, member, depth + 1),
  );
  return [...inherited, ...itemsOf(target["required"]).map(String)];
}

/** Tests whether a schema names one of these types. */
export function hasType(schema: JsonMap, ...types: readonly string[]): boolean {
  return [schema["type"]].flat().some((each) => types.includes(String(each)));
}

/** Deeper compositions, which may contain themselves, are not entered. */
const MAX_COMPOSITIONS = 3;
