/** The keywords that YAML can have, in the order in which they are written. */
import type { JsonMap } from "../../model/json.js";

/** All supported keywords, in output order. */
// prettier-ignore
export const KEYWORD_ORDER: readonly string[] = [
  "$ref", "type", "description", "deprecated", "readOnly", "writeOnly", "format",
  "contentMediaType", "contentEncoding", "pattern", "enum", "const", "default", "examples",
  "minLength", "maxLength",
  "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
  "prefixItems", "items", "minItems", "maxItems", "uniqueItems",
  "required", "properties", "patternProperties", "additionalProperties", "propertyNames",
  "minProperties", "maxProperties",
  "oneOf", "anyOf", "allOf", "discriminator",
];

const KEYWORD_RANKS: ReadonlyMap<string, number> = new Map(
  KEYWORD_ORDER.map((keyword, rank) => [keyword, rank]),
);

/** Sorts keywords as they are written, and leaves out those without a value. */
export function inOrder(parts: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([keyword, value]) => KEYWORD_RANKS.has(keyword) && value !== undefined)
      .sort(([one], [other]) => rankOf(one) - rankOf(other)),
  );
}

function rankOf(keyword: string): number {
  return KEYWORD_RANKS.get(keyword) ?? 0;
}

/** Keywords that describe a value and do not limit it. */
// prettier-ignore
export const CARRIED_ANNOTATIONS = [
  "description", "deprecated", "readOnly", "writeOnly", "default", "example", "examples",
];

/** The entries of a map with these keys. */
export function pick(map: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => keys.includes(key)));
}
