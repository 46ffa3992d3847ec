import { toComponentName } from "../names.js";
import { isRegularExpression } from "../read/validate.js";
import {
  describe,
  entriesOf,
  isMap,
  isWritableKey,
  itemsOf,
  type Json,
  type JsonMap,
} from "./description.js";
import { componentFile, type ImportContext } from "./import-context.js";
import { follow, parsePointer, relativeReference } from "./references.js";

/** A schema in the YAML format. References are relative to the file that will contain it. */
export type SchemaValue = boolean | JsonMap;

/** The location of a schema in the description, and the file that will contain it. */
export interface SchemaSite {
  readonly location: string;
  readonly file: string;
  /** References that are being expanded, to detect circles. */
  readonly inside?: readonly string[];
}

/** Keywords that are copied unchanged, in output order. */
// prettier-ignore
const PLAIN_KEYWORDS = [
  "description", "deprecated", "readOnly", "format", "pattern", "enum", "const", "default",
  "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "uniqueItems",
  "minProperties", "maxProperties",
] as const;

/** All supported keywords, in output order. */
// prettier-ignore
export const KEYWORD_ORDER: readonly string[] = [
  "$ref", "type", "description", "deprecated", "readOnly", "format", "pattern", "enum", "const",
  "default", "minLength", "maxLength", "minimum", "maximum", "items", "minItems", "maxItems",
  "uniqueItems", "required", "properties", "additionalProperties", "minProperties",
  "maxProperties", "oneOf", "anyOf", "allOf",
];

/** Ignored keywords: types are named after YAML keys, and examples do not define a contract. */
// prettier-ignore
const SKIPPED_KEYWORDS: ReadonlySet<string> = new Set([
  "title", "example", "examples", "externalDocs", "xml", "discriminator", "writeOnly",
  "$comment", "$id", "$schema", "contentMediaType", "contentEncoding",
]);

const HANDLED_KEYWORDS: ReadonlySet<string> = new Set([...KEYWORD_ORDER, "nullable"]);

/** Converts a schema of OpenAPI 3.0 or 3.1. */
export function convertSchema(schema: Json, site: SchemaSite, context: ImportContext): SchemaValue {
  if (typeof schema === "boolean") return schema;
  if (!isMap(schema)) {
    context.fail(site.location, `The value is ${describe(schema)}; expected a schema`);
    return true;
  }
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== "string") return convertKeywords(schema, site, context);
  const target = convertReference(reference, site, context);
  return withSiblings(target, beside, site, context);
}

/** OpenAPI 3.0 ignores keywords beside a `$ref` (section 4.7.23.1); JSON Schema applies them. */
function withSiblings(
  target: SchemaValue,
  beside: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): SchemaValue {
  const siblings = Object.keys(beside);
  if (siblings.length === 0) return target;
  if (context.description.version === "3.0") {
    context.notes.lose(`${siblings.join(", ")} beside \`$ref\``, site.location);
    return target;
  }
  const rest = convertKeywords(beside, site, context);
  return rest === true ? target : { allOf: [target, rest] };
}

function convertReference(
  reference: string,
  site: SchemaSite,
  context: ImportContext,
): SchemaValue {
  const keys = parsePointer(reference);
  const target = keys && follow(context.description.root, keys);
  if (!keys || target === undefined) {
    const expected = "expected a reference to a schema of the same file";
    context.fail(site.location, `The reference is ${JSON.stringify(reference)}; ${expected}`);
    return true;
  }
  const [section, kind, name, ...deeper] = keys;
  const isShared = section === "components" && kind === "schemas" && deeper.length === 0;
  if (isShared && name !== undefined) {
    context.usedSchemas.add(name);
    const ref = `${componentFile(context)}#/${toComponentName(name)}`;
    return { $ref: relativeReference(site.file, ref) };
  }
  const inside = site.inside ?? [];
  if (inside.includes(reference)) {
    context.notes.lose("a reference to itself", site.location);
    return true;
  }
  return convertSchema(target, { ...site, inside: [...inside, reference] }, context);
}

function convertKeywords(schema: JsonMap, site: SchemaSite, context: ImportContext): SchemaValue {
  noteUnknown(schema, site, context);
  const parts: Record<string, Json> = {
    ...readType(schema, site, context),
    ...readPlain(schema, site, context),
    ...readChildren(schema, site, context),
    ...readCompositions(schema, site, context),
  };
  const { properties, required } = readProperties(schema, site, context);
  if (properties) parts["properties"] = properties;
  if (required.length > 0) parts["required"] = required;
  const value = schema["nullable"] === true ? addNull(parts) : parts;
  return Object.keys(value).length === 0 ? true : inOrder(value);
}

function noteUnknown(schema: JsonMap, site: SchemaSite, { notes }: ImportContext): void {
  for (const keyword of Object.keys(schema)) {
    if (HANDLED_KEYWORDS.has(keyword)) continue;
    if (SKIPPED_KEYWORDS.has(keyword) || keyword.startsWith("x-")) notes.skip(`\`${keyword}\``);
    else notes.lose(`the keyword \`${keyword}\``, site.location);
  }
}

// prettier-ignore
const TYPE_NAMES: ReadonlySet<Json> = new Set([
  "string", "integer", "number", "boolean", "object", "array", "null",
]);

function readType(
  { type }: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): { readonly type?: Json } {
  if (type === undefined) return {};
  const names = [...new Set<Json>([type].flat())];
  const odd = names.find((name) => !TYPE_NAMES.has(name));
  if (odd !== undefined) {
    context.fail(
      site.location,
      `The type is ${describe(odd)}; expected one of JSON Schema's types`,
    );
    return {};
  }
  if (names.length === 0) return {};
  return { type: names.length === 1 ? names[0] : names };
}

/** Checks of keyword values. A value that fails is omitted and noted. */
const IS_VALID_VALUE: Readonly<Record<string, (value: Json) => boolean>> = {
  description: isText,
  deprecated: isBoolean,
  readOnly: isBoolean,
  format: isText,
  pattern: (value) => isText(value) && isRegularExpression(String(value)),
  enum: (value) => Array.isArray(value) && value.length > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  uniqueItems: isBoolean,
};

function isText(value: Json): boolean {
  return typeof value === "string" && value !== "";
}

function isBoolean(value: Json): boolean {
  return typeof value === "boolean";
}

function isCount(value: Json): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function readPlain(schema: JsonMap, site: SchemaSite, { notes }: ImportContext): JsonMap {
  const parts: Record<string, Json> = {};
  for (const keyword of PLAIN_KEYWORDS) {
    const value = schema[keyword];
    if (value === undefined || (keyword === "description" && value === "")) continue;
    if (IS_VALID_VALUE[keyword]?.(value) ?? true) {
      parts[keyword] = keyword === "enum" ? distinct(value as readonly Json[]) : value; // as tested
    } else notes.lose(`\`${keyword}: ${JSON.stringify(value)}\``, site.location);
  }
  return parts;
}

function distinct(values: readonly Json[]): readonly Json[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}

function readChildren(schema: JsonMap, site: SchemaSite, context: ImportContext): JsonMap {
  const parts: Record<string, Json> = {};
  for (const keyword of ["items", "additionalProperties"]) {
    if (schema[keyword] === undefined) continue;
    parts[keyword] = convertSchema(schema[keyword], below(site, keyword), context);
  }
  return parts;
}

function readCompositions(schema: JsonMap, site: SchemaSite, context: ImportContext): JsonMap {
  const parts: Record<string, Json> = {};
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const members = schema[keyword];
    if (members !== undefined && !Array.isArray(members)) {
      context.fail(
        `${site.location}/${keyword}`,
        `The value is ${describe(members)}; expected a list`,
      );
    }
    if (itemsOf(members).length === 0) continue;
    parts[keyword] = itemsOf(members).map((member, index) =>
      convertSchema(member, below(site, `${keyword}/${index}`), context),
    );
  }
  return parts;
}

interface Properties {
  readonly properties?: JsonMap;
  readonly required: readonly string[];
}

/** A required property without a description may have any value. */
function readProperties(schema: JsonMap, site: SchemaSite, context: ImportContext): Properties {
  const required = readRequired(schema, site, context);
  const described = schema["properties"];
  if (described !== undefined && !isMap(described)) {
    context.fail(
      `${site.location}/properties`,
      `The value is ${describe(described)}; expected a map`,
    );
  }
  if (!isMap(described)) return { required };
  const properties: Record<string, Json> = {};
  for (const [name, child] of entriesOf(described)) {
    if (isWritableKey(name)) properties[name] = convertSchema(child, below(site, name), context);
    else context.notes.lose(`the property \`${name}\``, site.location);
  }
  for (const name of required.filter((name) => !Object.hasOwn(properties, name))) {
    context.notes.tell(
      `Required but not described, so any value is allowed: \`${name}\``,
      site.location,
    );
    properties[name] = true;
  }
  return { properties, required };
}

function readRequired(
  { required }: JsonMap,
  site: SchemaSite,
  { notes }: ImportContext,
): readonly string[] {
  if (required === undefined) return [];
  if (!Array.isArray(required)) {
    notes.lose(`\`required: ${JSON.stringify(required)}\``, site.location);
    return [];
  }
  return [...new Set(required.map(String))].filter(isWritableKey);
}

function below({ location, ...site }: SchemaSite, step: string): SchemaSite {
  return { ...site, location: `${location}/${step}` };
}

/** Translates `nullable` of OpenAPI 3.0 (section 4.7.24.1) to JSON Schema. */
function addNull(parts: JsonMap): JsonMap {
  const { type, enum: values } = parts;
  if ("oneOf" in parts || "anyOf" in parts || "allOf" in parts) return composeNull(parts);
  return {
    ...parts,
    ...(type !== undefined && { type: [...new Set([type, "null"].flat())] }),
    ...(values !== undefined && { enum: distinct([...itemsOf(values), null]) }),
  };
}

/** Uses `anyOf`, not `oneOf`, because a member may already allow null. */
function composeNull(parts: JsonMap): JsonMap {
  const { anyOf, ...others } = parts;
  const isPlainUnion = Array.isArray(anyOf) && Object.keys(others).every(isAnnotation);
  if (isPlainUnion) return { ...others, anyOf: [...itemsOf(anyOf), { type: "null" }] };
  const { description, deprecated, readOnly, ...rest } = parts;
  const annotations = { description, deprecated, readOnly };
  return {
    ...Object.fromEntries(Object.entries(annotations).filter(([, value]) => value !== undefined)),
    anyOf: [inOrder(rest), { type: "null" }],
  };
}

function isAnnotation(keyword: string): boolean {
  return ["description", "deprecated", "readOnly", "default"].includes(keyword);
}

function inOrder(parts: JsonMap): JsonMap {
  const present = KEYWORD_ORDER.filter((keyword) => parts[keyword] !== undefined);
  return Object.fromEntries(present.map((keyword) => [keyword, parts[keyword]]));
}
