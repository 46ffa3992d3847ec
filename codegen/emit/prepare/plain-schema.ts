import {
  allowsNull,
  COMPOSITIONS,
  isDateTime,
  isSchema,
  membersOf,
  patternsOf,
  propertiesOf,
  typesBesideNull,
  typesOf,
  valuesOf,
} from "../../json-schema/keywords.js";
import {
  EXCLUDED_VALUES,
  FILE_CONTENT,
  type JsonSchema,
  type JsonSchemaObject,
  KNOWN_VALUES,
  VALUE_TYPE,
} from "../../model/model.js";
import { escapeComment } from "../print/escape.js";
import type { PlainSchema, RefName } from "./types.js";

/**
 * Reduces a schema to the keywords that determine its type.
 * @param isSent The value is only sent, never received. A time may then be a `Date`, which is sent
 *   as text.
 */
export function toPlainSchema(schema: JsonSchema, refName: RefName, isSent: boolean): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const annotations = readAnnotations(schema);
  if (typeof schema["$ref"] === "string") {
    return { tsType: refName(schema["$ref"]), ...annotations };
  }
  const keywords = typeKeywords(schema, refName, isSent);
  // json-schema-to-typescript takes a schema that has only a description for an object.
  if (Object.keys(keywords).length === 0) return { tsType: "unknown", ...annotations };
  if (!allowsNull(schema)) return { ...keywords, ...annotations };
  return { ...annotations, anyOf: [keywords, { type: "null" }] };
}

type Nested = (schema: JsonSchema) => PlainSchema;

interface Keywords {
  readonly [keyword: string]: unknown;
}

function typeKeywords(schema: JsonSchemaObject, refName: RefName, isSent: boolean): Keywords {
  if ("const" in schema) return valueKeywords([schema["const"]]);
  if (Array.isArray(schema["enum"])) return valueKeywords(schema["enum"]);
  if (schema[FILE_CONTENT] === true) return { tsType: "Blob" };
  const value = schema[VALUE_TYPE];
  if (typeof value === "string") return { tsType: value };
  const open = printOpenValues(schema);
  if (open !== undefined) return { tsType: open };
  if (isSent && isDateTime(schema)) return { tsType: "(string | Date)" };
  const nested: Nested = (child) => toPlainSchema(child, refName, isSent);
  const lists = listKeywords(schema, nested);
  const keywords = {
    ...("anyOf" in lists ? {} : typeKeyword(schema)),
    ...objectKeywords(schema, nested),
    ...lists,
    ...compositionKeywords(schema, nested),
  };
  return isBareObject(keywords) ? { ...keywords, additionalProperties: {} } : keywords;
}

/** json-schema-to-typescript would take a map among the values for a schema, and read the file of its `$ref`. */
function valueKeywords(values: readonly unknown[]): Keywords {
  const isPlain = values.every((value) => typeof value !== "object" || value === null);
  if (isPlain) return { enum: values };
  return { tsType: `(${values.map((value) => JSON.stringify(value)).join(" | ")})` };
}

/** TypeScript's names of the types whose values can be open. */
const OPEN_TYPES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
};

/**
 * The type of any text or number beside known ones; `undefined` for other schemas. Editors complete the
 * known values, which a union with plain `string` would hide.
 */
function printOpenValues(schema: JsonSchemaObject): string | undefined {
  if (EXCLUDED_VALUES in schema) return UNLISTED;
  const values = schema[KNOWN_VALUES];
  const types = typesBesideNull(schema).map((type) => OPEN_TYPES[type]);
  if (!Array.isArray(values) || types.includes(undefined)) return undefined;
  const known = values.map((value) => JSON.stringify(value));
  const others = new Set(types.map((type) => `(${String(type)} & {})`));
  return `(${[...known, ...others].join(" | ")})`;
}

/**
 * The type of a discriminator with an unknown value. It represents any text. A compiler rules it out
 * when code compares the discriminator with a known value, which it cannot do for `string`, nor for an
 * intersection with `string`.
 */
const UNLISTED = "`unlisted ${string}`";

function typeKeyword(schema: JsonSchemaObject): { readonly type?: string | readonly string[] } {
  if (typesOf(schema).length === 0) return {};
  const [first = "null", ...others] = typesBesideNull(schema);
  return { type: others.length === 0 ? first : [first, ...others] };
}

function objectKeywords(schema: JsonSchemaObject, nested: Nested): Keywords {
  const { required, additionalProperties } = schema;
  const others = isSchema(additionalProperties) ? additionalProperties : undefined;
  const names = others === false ? undefined : listedNames(schema);
  const listed = (names?.values ?? []).map((name) => [name, nested(others ?? true)] as const);
  const described = names !== undefined || "properties" in schema;
  const own = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => [name, nested(property)] as const,
  );
  return {
    ...(described && { properties: Object.fromEntries([...listed, ...own]) }),
    ...(Array.isArray(required) && { required }),
    ...(names === undefined
      ? indexKeyword(others, Object.values(patternsOf(schema)), nested)
      : { additionalProperties: names.isOpen && nested(others ?? true) }),
  };
}

/** The names that properties can have, if the schema lists them. */
interface ListedNames {
  readonly values: readonly string[];
  /** There may be others. */
  readonly isOpen: boolean;
}

function listedNames({ propertyNames: names }: JsonSchemaObject): ListedNames | undefined {
  if (!isSchema(names) || typeof names === "boolean") return undefined;
  const only = valuesOf(names);
  const known: unknown = only ?? names[KNOWN_VALUES];
  if (!Array.isArray(known)) return undefined;
  const values = known.filter((value): value is string => typeof value === "string");
  return { values, isOpen: only === undefined };
}

/** Joins the types of all patterns, because TypeScript has one index signature for all names. */
function indexKeyword(
  others: JsonSchema | undefined,
  patterns: readonly JsonSchema[],
  nested: Nested,
): Keywords {
  if (patterns.length === 0 || others === true) {
    if (others === undefined) return {};
    return { additionalProperties: typeof others === "boolean" ? others : nested(others) };
  }
  const types = others === undefined || others === false ? patterns : [...patterns, others];
  return { additionalProperties: { anyOf: types.map(nested) } };
}

/**
 * Without `minItems`, a list has all items of its tuple. With fewer, it is one of several tuples.
 * Without `items`, further items may be anything.
 */
function listKeywords(schema: JsonSchemaObject, nested: Nested): Keywords {
  const { items, minItems } = schema;
  const first = membersOf(schema, "prefixItems").map(nested);
  if (first.length === 0) return isSchema(items) ? { items: nested(items) } : {};
  const additionalItems = isSchema(items) ? nested(items) : {};
  const least = typeof minItems === "number" ? Math.min(minItems, first.length) : first.length;
  const whole = { type: "array", items: first, additionalItems };
  if (least === first.length) return whole;
  const shorter = first.slice(least).map((_, index) => {
    const items = first.slice(0, least + index);
    if (items.length === 0) return { tsType: "[]" };
    return { type: "array", items, additionalItems: false };
  });
  return { anyOf: [...shorter, whole] };
}

/** Leaves out members that only require properties, because these do not change the type. */
function compositionKeywords(schema: JsonSchemaObject, nested: Nested): Keywords {
  const keywords: { [keyword: string]: unknown } = {};
  const hasProperties = Object.keys(propertiesOf(schema)).length > 0;
  for (const keyword of COMPOSITIONS) {
    const members = membersOf(schema, keyword);
    const typed = members.filter((member) => !isUntyped(member));
    const isOpen = keyword !== "allOf" && typed.length < members.length;
    // With an alternative of any type, the whole is of any type, or any object if it has properties.
    if (typed.length === 0 || (isOpen && !hasProperties)) continue;
    keywords[keyword] = [...typed.map(nested), ...(isOpen ? [{ tsType: "{}" }] : [])];
  }
  return keywords;
}

const UNTYPED_KEYWORDS: ReadonlySet<string> = new Set([
  "description",
  "required",
  "minProperties",
  "maxProperties",
]);

function isUntyped(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  if (schema["type"] !== undefined && schema["type"] !== "object") return false;
  const keywords = Object.keys(schema).filter((keyword) => keyword !== "type");
  return keywords.every((keyword) => UNTYPED_KEYWORDS.has(keyword)) && !isBareObject(schema);
}

/** Tells whether a schema describes no property of its object, which may then hold anything. */
function isBareObject(keywords: Keywords): boolean {
  const described = ["properties", "additionalProperties", ...COMPOSITIONS];
  return keywords["type"] === "object" && !described.some((keyword) => keyword in keywords);
}

function readAnnotations(schema: JsonSchemaObject): { description?: string; deprecated?: true } {
  const parts = [
    describeText(schema["description"]),
    describeMedia(schema),
    describeDefault(schema["default"]),
  ];
  const description = parts.filter((part) => part !== "").join("\n\n");
  return {
    ...(description === "" ? {} : { description }),
    ...(schema["deprecated"] === true ? { deprecated: true } : {}),
  };
}

function describeText(description: unknown): string {
  return typeof description === "string" ? escapeComment(description) : "";
}

function describeMedia({
  contentMediaType: type,
  contentEncoding: encoding,
}: JsonSchemaObject): string {
  if (typeof type !== "string") return "";
  return escapeComment(
    `Contents: \`${type}\`${typeof encoding === "string" ? ` in \`${encoding}\`` : ""}`,
  );
}

function describeDefault(value: unknown): string {
  return value === undefined ? "" : escapeComment(`Default: \`${JSON.stringify(value)}\``);
}
