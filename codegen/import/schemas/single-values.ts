/** Joins alternatives of a single value each to an `enum`. */
import { ALTERNATIVES, typeOfValue } from "../../json-schema/keywords.js";
import { isMap, itemsOf, type Json, type JsonMap } from "../../model/json.js";
import { isDeep, isText } from "./plain-keywords.js";

/**
 * Writes a choice of single values, the annotated enumeration of OpenAPI 3.1, as `enum`. Received values
 * that the service adds later are then allowed, as those of any `enum` are.
 */
export function joinSingleValues(schema: JsonMap): JsonMap {
  const [keyword, ...further] = ALTERNATIVES.filter((each) => schema[each] !== undefined);
  if (keyword === undefined || further.length > 0 || "enum" in schema || "const" in schema)
    return schema;
  const members = itemsOf(schema[keyword]);
  const values = members.flatMap(readSingleValue);
  if (values.length === 0 || values.length < members.length) return schema;
  const types = new Set(itemsOf(values).map(typeOfValue));
  const isNullable = types.has("null");
  const type = schema["type"] ?? [...types].filter((type) => type !== "null");
  const { [keyword]: _members, ...beside } = schema;
  return {
    ...beside,
    type: isNullable ? [...new Set([type, "null"].flat())] : type,
    enum: values,
    ...describeValues(schema["description"], members),
  };
}

/** Keywords of a member of an annotated enumeration. The others would limit the value, or be lost. */
const VALUE_KEYWORDS = new Set(["const", "enum", "type", "title", "description"]);

/** The value of a schema that allows no other one and is not deprecated; else none. */
function readSingleValue(member: Json): readonly Json[] {
  const isKnown = (key: string): boolean => VALUE_KEYWORDS.has(key) || key.startsWith("x-");
  if (!isMap(member) || !Object.keys(member).every(isKnown)) return [];
  if (member["type"] === "null") return [null];
  const values = "const" in member ? [member["const"] ?? null] : itemsOf(member["enum"]);
  return values.length === 1 && !isDeep(values[0], 0) ? values : [];
}

/** Adds what the members say of their values. The title of a text mostly repeats it. */
function describeValues(description: Json, members: readonly Json[]): JsonMap {
  const lines = members.filter(isMap).flatMap((member) => {
    const [value] = readSingleValue(member);
    const { title = "", description: text = "" } = member;
    const name = isText(title) && typeof value !== "string" ? ` (${title})` : "";
    const meaning = isText(text) && text !== description ? `: ${text}` : "";
    return name + meaning === "" ? [] : [`- \`${String(value)}\`${name}${meaning}`];
  });
  if (lines.length === 0) return {};
  const list = lines.join("\n");
  return { description: isText(description) ? `${description}\n\n${list}` : list };
}
