import { ALTERNATIVES, annotatedRefOf, typeOfValue, without } from "../../json-schema/keywords.js";
import {
  entriesOf,
  isEqual,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
} from "../../model/json.js";
import { isRegularExpression } from "../../read/documents/validate.js";
import {
  describeJson,
  follow,
  followMap,
  isWritableKey,
  parsePointer,
  propertiesOfSchema,
  relativeReference,
} from "../model/description.js";
import { componentFile, type ImportContext, resolveMap } from "../model/context.js";

/** A schema in the YAML format. References are relative to the file that it is written to. */
export type SchemaValue = boolean | JsonMap;

/** The location of a schema in the description, and the file that it is written to. */
export interface SchemaSite {
  readonly location: string;
  readonly file: string;
  /** The number of schemas around it. */
  readonly depth?: number;
  /** The outermost composition that the schema is a member of. */
  readonly whole?: Json;
}

/** Limit of nesting. In YAML, a level of nesting takes about five columns of indentation. */
const MAX_SCHEMA_DEPTH = 35;

/** All supported keywords, in output order. */
// prettier-ignore
const KEYWORD_ORDER: readonly string[] = [
  "$ref", "type", "description", "deprecated", "readOnly", "writeOnly", "format",
  "contentMediaType", "contentEncoding", "pattern", "enum", "const", "default", "examples", "minLength",
  "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "prefixItems", "items", "minItems", "maxItems", "uniqueItems", "required",
  "properties", "patternProperties", "additionalProperties", "propertyNames", "minProperties",
  "maxProperties", "oneOf", "anyOf", "allOf", "discriminator",
];

const KEYWORD_RANKS: ReadonlyMap<string, number> = new Map(
  KEYWORD_ORDER.map((keyword, rank) => [keyword, rank]),
);

/** Keywords that are ignored. */
const SKIPPED_KEYWORDS = ["title", "externalDocs", "xml", "$comment", "$id", "$schema"];

const HANDLED_KEYWORDS: ReadonlySet<string> = new Set([...KEYWORD_ORDER, "nullable", "example"]);

/** Converts a schema of OpenAPI 3.0 or 3.1. */
export function convertSchema(schema: Json, site: SchemaSite, context: ImportContext): SchemaValue {
  if (typeof schema === "boolean") return schema;
  if (!isMap(schema)) {
    context.notes.lose(`${describeJson(schema)} in place of a schema`, site.location);
    return true;
  }
  if ((site.depth ?? 0) > MAX_SCHEMA_DEPTH) {
    context.notes.lose(
      `what is inside more than ${MAX_SCHEMA_DEPTH} schemas`,
      site.location.slice(0, 100),
    );
    return true;
  }
  if (typeof schema["$ref"] !== "string") return convertKeywords(schema, site, context);
  const { $ref: reference, ...beside } = schema;
  const target = convertReference(reference, site, context);
  return withSiblings(target, beside, site, context);
}

/**
 * Adds the keywords beside a `$ref`. OpenAPI 3.0 ignores them (section 4.7.23.1), JSON Schema applies
 * them. Annotations are always kept, because their authors meant them.
 */
function withSiblings(
  target: SchemaValue,
  beside: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): SchemaValue {
  const { nullable, ...withoutNullable } = beside;
  // OpenAPI 3.0 ignores it, but its author meant it.
  if (nullable === true) {
    return { anyOf: [withSiblings(target, withoutNullable, site, context), { type: "null" }] };
  }
  const annotations = pick(withoutNullable, CARRIED_ANNOTATIONS);
  const constraints = without(withoutNullable, CARRIED_ANNOTATIONS);
  const siblings = Object.keys(constraints);
  const isIgnored = siblings.length > 0 && context.description.version === "3.0";
  if (isIgnored) context.notes.lose(`${siblings.join(", ")} beside \`$ref\``, site.location);
  const constrained = isIgnored ? true : convertKeywords(constraints, site, context);
  const read = readPlain(annotations, site, context);
  if (constrained === true && Object.keys(read).length === 0) return target;
  return inOrder({ ...read, allOf: constrained === true ? [target] : [target, constrained] });
}

/** Keywords that describe a value and do not limit it. */
// prettier-ignore
const CARRIED_ANNOTATIONS = [
  "description", "deprecated", "readOnly", "writeOnly", "default", "example", "examples",
];

function pick(map: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => keys.includes(key)));
}

function convertReference(
  reference: string,
  site: SchemaSite,
  context: ImportContext,
): SchemaValue {
  const name = context.shared.nameOf(reference);
  if (name !== undefined) {
    return { $ref: relativeReference(site.file, `${componentFile(context)}#/${name}`) };
  }
  const keys = parsePointer(reference);
  const target = keys && keys.length > 0 ? follow(context.description.root, keys) : undefined;
  if (target === undefined) {
    context.notes.lose(`a reference to nothing, ${JSON.stringify(reference)}`, site.location);
    return true;
  }
  return convertSchema(target, { ...site, depth: (site.depth ?? 0) + 1 }, context);
}

function convertKeywords(
  described: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): SchemaValue {
  const schema = readExclusive(joinSingleValues(described));
  noteUnknownKeywords(schema, site, context);
  const parts = {
    ...readType(schema, site, context),
    ...readPlain(schema, site, context),
    ...readChildren(schema, site, context),
    ...readCompositions(schema, site, context),
    ...readProperties(schema, site, context),
  };
  const value = schema["nullable"] === true ? allowNull(parts) : parts;
  return Object.keys(value).length === 0 ? true : inOrder(value);
}

/**
 * Writes a choice of single values, the annotated enumeration of OpenAPI 3.1, as `enum`. Received values
 * that the service adds later are then allowed, as those of any `enum` are.
 */
function joinSingleValues(schema: JsonMap): JsonMap {
  const [keyword, ...further] = ALTERNATIVES.filter((each) => schema[each] !== undefined);
  if (keyword === undefined || further.length > 0 || "enum" in schema || "const" in schema)
    return schema;
  const members = itemsOf(schema[keyword]);
  const values = members.flatMap(readSingleValue);
  if (values.length === 0 || values.length < members.length) return schema;
  const types = new Set(itemsOf(values).map(typeOfValue));
  const isNullable = types.has("null");
  const named = schema["type"] ?? [...types].filter((type) => type !== "null");
  const { [keyword]: _members, ...beside } = schema;
  return {
    ...beside,
    type: isNullable ? [...new Set([named, "null"].flat())] : named,
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

function noteUnknownKeywords(schema: JsonMap, site: SchemaSite, { notes }: ImportContext): void {
  for (const keyword of Object.keys(schema)) {
    if (HANDLED_KEYWORDS.has(keyword)) continue;
    if (SKIPPED_KEYWORDS.includes(keyword) || keyword.startsWith("x-"))
      notes.skip(`\`${keyword}\``);
    else notes.lose(`the keyword \`${keyword}\``, site.location);
  }
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

function readType({ type }: JsonMap, site: SchemaSite, { notes }: ImportContext): JsonMap {
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

/** Translates `exclusiveMinimum: true` of OpenAPI 3.0 to the number itself, which JSON Schema has in its place. */
function readExclusive(schema: JsonMap): JsonMap {
  return EXCLUSIVE_LIMITS.reduce<JsonMap>((read, [exclusive, inclusive]) => {
    if (typeof read[exclusive] !== "boolean") return read;
    const { [exclusive]: flag, [inclusive]: limit, ...others } = read;
    if (limit === undefined) return others;
    return { ...others, [flag ? exclusive : inclusive]: limit };
  }, schema);
}

const EXCLUSIVE_LIMITS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

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

function isText(value: Json): value is string {
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

/** Limit of an example in characters. Samples are short. */
const MAX_EXAMPLE_LENGTH = 300;

/** Reads the first example. An `enum` or a `const` needs none. */
function readExamples(schema: JsonMap): JsonMap {
  const { example, examples } = schema;
  const [first] = Array.isArray(examples) ? itemsOf(examples) : [example];
  const isNeeded = (first ?? "") !== "" && !("enum" in schema) && !("const" in schema);
  const isShort = !isDeep(first) && JSON.stringify(first ?? "").length <= MAX_EXAMPLE_LENGTH;
  return isNeeded && isShort ? { examples: [first] } : {};
}

/** Tests whether a value is nested more deeply than the import writes it. */
function isDeep(value: Json, levels = 10): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeep(child, levels - 1));
}

function distinct(values: readonly Json[]): readonly Json[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}

function readChildren(schema: JsonMap, site: SchemaSite, context: ImportContext): JsonMap {
  const parts: Record<string, Json> = {};
  for (const keyword of ["items", "additionalProperties", "propertyNames"]) {
    if (schema[keyword] === undefined) continue;
    parts[keyword] = convertSchema(schema[keyword], below(site, keyword), context);
  }
  const patternMap = resolveMap(schema["patternProperties"], site.location, context);
  const patterns = entriesOf(patternMap).flatMap(([pattern, child]) => {
    if (isWritableKey(pattern) && isRegularExpression(pattern)) {
      const at = below(site, `patternProperties/${pattern}`);
      return [[pattern, convertSchema(child, at, context)] as const];
    }
    context.notes.lose(`the pattern ${JSON.stringify(pattern)} of property names`, site.location);
    return [];
  });
  if (patterns.length > 0) parts["patternProperties"] = Object.fromEntries(patterns);
  return parts;
}

function readCompositions(schema: JsonMap, site: SchemaSite, context: ImportContext): JsonMap {
  const parts: Record<string, Json> = {};
  noteImpossible(schema, site, context);
  for (const keyword of ["oneOf", "anyOf", "allOf", "prefixItems"]) {
    const members = schema[keyword];
    if (members !== undefined && !Array.isArray(members)) {
      context.notes.lose(
        `${describeJson(members)} in place of a list`,
        `${site.location}/${keyword}`,
      );
    }
    if (itemsOf(members).length === 0) continue;
    const whole = keyword === "prefixItems" ? undefined : (site.whole ?? schema);
    parts[keyword] = itemsOf(members).map((member, index) =>
      convertSchema(member, { ...below(site, `${keyword}/${index}`), whole }, context),
    );
  }
  return { ...parts, ...convertDiscriminator(schema, parts, site, context) };
}

/** Converts a discriminator. Keeps the values of its mapping that lead to a `$ref` beside it. */
function convertDiscriminator(
  { discriminator }: JsonMap,
  { oneOf, anyOf }: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): { readonly discriminator?: JsonMap } {
  if (discriminator === undefined) return {};
  const propertyName = mapOf(discriminator)["propertyName"];
  const members = [...itemsOf(oneOf), ...itemsOf(anyOf)].filter(isMap);
  const references = members.flatMap((member) => annotatedRefOf(member) ?? []);
  if (!isMap(discriminator) || !isText(propertyName) || references.length === 0) {
    context.notes.lose("`discriminator` without references to choose from", site.location);
    return {};
  }
  const entries = entriesOf(discriminator["mapping"]).flatMap(([value, target]) => {
    const name = isText(target) ? nameOfAlternative(target, context) : undefined;
    const reference = references.find((each) => name !== undefined && each.endsWith(`#/${name}`));
    if (reference !== undefined && isWritableKey(value)) return [[value, reference] as const];
    context.notes.lose(
      `the value \`${value}\` of a discriminator, which is of another schema`,
      site.location,
    );
    return [];
  });
  const mapping = entries.length > 0 ? { mapping: Object.fromEntries(entries) } : {};
  return { discriminator: { propertyName, ...mapping } };
}

/** Notes an `allOf` whose members allow different values, so that no value matches. */
function noteImpossible({ allOf }: JsonMap, site: SchemaSite, context: ImportContext): void {
  const { root } = context.description;
  const lists = itemsOf(allOf).flatMap((member): (readonly Json[])[] => {
    const { enum: values, const: only } = followMap(root, member);
    if (Array.isArray(values)) return [values];
    return only === undefined ? [] : [[only]];
  });
  const [first, ...furtherLists] = lists;
  if (first === undefined || furtherLists.length === 0) return;
  const hasCommon = first.some((value) =>
    furtherLists.every((list) => list.some((other) => isEqual(other, value))),
  );
  if (!hasCommon)
    context.notes.tell(
      "No value is in all lists that `allOf` combines, so that none can be sent",
      site.location,
    );
}

/** The component that a discriminator maps a value to, by reference or by name. */
function nameOfAlternative(target: string, { shared }: ImportContext): string | undefined {
  if (target.startsWith("#/")) return shared.nameOf(target);
  const name = target.replace(/^.*\//, "").replaceAll("~", "~0");
  return shared.nameOf(`#/components/schemas/${name}`);
}

/** Reads `properties` and `required`. A required property that is not described can have any value. */
function readProperties(schema: JsonMap, site: SchemaSite, context: ImportContext): JsonMap {
  const required = readRequired(schema, site, context);
  const described = resolveMap(schema["properties"], `${site.location}/properties`, context);
  if (described !== undefined && !isMap(described)) {
    context.notes.lose(
      `${describeJson(described)} in place of a map`,
      `${site.location}/properties`,
    );
  }
  const whole = site.whole ?? schema;
  const elsewhere =
    required.length > 0 ? propertiesOfSchema(context.description.root, whole) : undefined;
  // An object without described properties can have any.
  const ofRequired = required.length > 0 ? { required } : {};
  if (!isMap(described) && (elsewhere === undefined || elsewhere.size === 0)) return ofRequired;
  const properties: Record<string, Json> = {};
  for (const [name, child] of entriesOf(described)) {
    if (isWritableKey(name)) properties[name] = convertSchema(child, below(site, name), context);
    else context.notes.lose(`the property \`${name}\``, site.location);
  }
  const missing = required.filter((name) => !Object.hasOwn(properties, name));
  for (const name of missing.filter((name) => !elsewhere?.has(name))) {
    context.notes.tell(
      "Required but not described, so any value is allowed",
      `${site.location}/${name}`,
    );
    properties[name] = true;
  }
  return {
    ...((isMap(described) || Object.keys(properties).length > 0) && { properties }),
    ...ofRequired,
  };
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

function below({ location, file, depth = 0 }: SchemaSite, step: string): SchemaSite {
  return { file, location: `${location}/${step}`, depth: depth + 1 };
}

/** Translates `nullable` of OpenAPI 3.0 (section 4.7.24.1) to JSON Schema. */
function allowNull(parts: JsonMap): JsonMap {
  const { type, enum: values } = parts;
  if ("oneOf" in parts || "anyOf" in parts || "allOf" in parts) return composeNull(parts);
  return {
    ...parts,
    ...(type !== undefined && { type: [...new Set([type, "null"].flat())] }),
    ...(values !== undefined && { enum: distinct([...itemsOf(values), null]) }),
  };
}

/** Adds `null` by `anyOf`. A member may allow `null` already, which `oneOf` would refuse. */
function composeNull(parts: JsonMap): JsonMap {
  const { anyOf, ...withoutAnyOf } = parts;
  const isPlainUnion =
    Array.isArray(anyOf) &&
    Object.keys(withoutAnyOf).every((keyword) => CARRIED_ANNOTATIONS.includes(keyword));
  if (isPlainUnion) return { ...withoutAnyOf, anyOf: [...itemsOf(anyOf), { type: "null" }] };
  const outside = CARRIED_ANNOTATIONS.filter((keyword) => keyword !== "default");
  return { ...pick(parts, outside), anyOf: [inOrder(without(parts, outside)), { type: "null" }] };
}

/** Sorts keywords as they are written, and leaves out those without a value. */
function inOrder(parts: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([keyword, value]) => KEYWORD_RANKS.has(keyword) && value !== undefined)
      .sort(([one], [other]) => rankOf(one) - rankOf(other)),
  );
}

function rankOf(keyword: string): number {
  return KEYWORD_RANKS.get(keyword) ?? 0;
}
