/** Converts keywords that hold no other schemas: types, limits, values and texts. */
import { itemsOf, type Json, type JsonMap } from "../../model/json.js";
import { isRegularExpression } from "../../read/documents/text-formats.js";
import type { ImportContext } from "../model/context.js";
import { describeJson } from "../model/description.js";
import type { SchemaSite } from "./types.js";

/** Reads the types of a schema. A format that stands in place of a type is read as both. */
export function readType({ type }: JsonMap, site: SchemaSite, { notes }: ImportContext): JsonMap {
  if (type === undefined) return {};
  if (typeof type === "string" && TYPE_NAMES.has(type)) return { type };
  const names = [...new Set<Json>([type].flat())];
  const [only] = names.length === 1 ? names : [];
  const meant = MEANT_TYPES.get(only);
  if (meant !== undefined) {
    notes.tell(`The type ${describeJson(only)} is read as ${JSON.stringify(meant)}`, site.location);
    return meant;
  }
  for (const odd of names.filter((name) => !TYPE_NAMES.has(name))) {
    notes.lose(`the type ${describeJson(odd)}, which JSON Schema does not have`, site.location);
  }
  const known = names.filter((name) => TYPE_NAMES.has(name));
  if (known.length === 0 || known.length < names.length) return {};
  return { type: known.length === 1 ? known[0] : known };
}

// prettier-ignore
const TYPE_NAMES: ReadonlySet<Json> = new Set([
  "string", "integer", "number", "boolean", "object", "array", "null",
]);

/** Formats, and types of other languages, that authors write as a type. */
const MEANT_TYPES: ReadonlyMap<Json, JsonMap> = new Map<Json, JsonMap>([
  ["int", { type: "integer" }],
  ["int32", { type: "integer", format: "int32" }],
  ["int64", { type: "integer", format: "int64" }],
  ["long", { type: "integer", format: "int64" }],
  ["float", { type: "number", format: "float" }],
  ["double", { type: "number", format: "double" }],
  ["bool", { type: "boolean" }],
  ["date", { type: "string", format: "date" }],
  ["date-time", { type: "string", format: "date-time" }],
  ["uuid", { type: "string", format: "uuid" }],
  ["file", { type: "string", format: "binary" }],
]);

/** Copies plain keywords with valid values, and the first example. Notes invalid values. */
export function readPlain(schema: JsonMap, site: SchemaSite, { notes }: ImportContext): JsonMap {
  const parts: Record<string, Json> = {};
  for (const [keyword, isValid] of PLAIN_KEYWORDS) {
    const value = schema[keyword];
    if (value === undefined || (keyword === "description" && value === "")) continue;
    if (isDeep(value)) {
      notes.lose(`\`${keyword}\`, whose value is nested too deeply`, site.location);
    } else if (isValid(value)) {
      parts[keyword] = keyword === "enum" ? distinct(value as readonly Json[]) : value; // as tested
    } else notes.lose(`\`${keyword}: ${JSON.stringify(value)}\``, site.location);
  }
  return { ...parts, ...readExamples(schema) };
}

/** Keywords that are copied unchanged, with a test of their values. An invalid value is noted. */
const PLAIN_KEYWORDS = Object.entries<(value: Json) => boolean>({
  description: isText,
  deprecated: isBoolean,
  readOnly: isBoolean,
  writeOnly: isBoolean,
  format: isText,
  contentMediaType: isText,
  contentEncoding: isText,
  pattern: (value) => isText(value) && isRegularExpression(value),
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  default: () => true,
  minLength: isCount,
  maxLength: isCount,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: Number.isFinite,
  exclusiveMaximum: Number.isFinite,
  multipleOf: (value) => Number.isFinite(value) && Number(value) > 0,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isBoolean,
  minProperties: isCount,
  maxProperties: isCount,
});

export function isText(value: Json): value is string {
  return typeof value === "string" && value !== "";
}

function isBoolean(value: Json): boolean {
  return typeof value === "boolean";
}

function isCount(value: Json): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** Reads the first example. An `enum` or a `const` needs none. */
function readExamples(schema: JsonMap): JsonMap {
  const { example, examples } = schema;
  const [first] = Array.isArray(examples) ? itemsOf(examples) : [example];
  const isNeeded = (first ?? "") !== "" && !("enum" in schema) && !("const" in schema);
  const isShort = !isDeep(first) && JSON.stringify(first ?? "").length <= MAX_EXAMPLE_LENGTH;
  return isNeeded && isShort ? { examples: [first] } : {};
}

/** Limit of an example in characters. Samples are short. */
const MAX_EXAMPLE_LENGTH = 300;

/** Tests whether a value is nested more deeply than the import writes it. */
export function isDeep(value: Json, levels = 10): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeep(child, levels - 1));
}

/** Each value once, compared by its JSON. */
export function distinct(values: readonly Json[]): readonly Json[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}

/** Translates `exclusiveMinimum: true` of OpenAPI 3.0 to the number itself, which JSON Schema has in its place. */
export function readExclusive(schema: JsonMap): JsonMap {
  return EXCLUSIVE_LIMITS.reduce<JsonMap>((converted, [exclusive, inclusive]) => {
    if (typeof converted[exclusive] !== "boolean") return converted;
    const { [exclusive]: flag, [inclusive]: limit, ...others } = converted;
    if (limit === undefined) return others;
    return { ...others, [flag ? exclusive : inclusive]: limit };
  }, schema);
}

const EXCLUSIVE_LIMITS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;
