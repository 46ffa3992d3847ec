/** Converts a schema of OpenAPI 3.0 or 3.1 to the JSON Schema of the YAML. */
import { without } from "../../json-schema/keywords.js";
import { entriesOf, isEqual, isMap, itemsOf, type Json, type JsonMap } from "../../model/json.js";
import { isRegularExpression } from "../../read/documents/text-formats.js";
import { describeJson, isWritableKey } from "../model/description.js";
import { kindOfKeyword } from "../model/notes.js";
import { parsePointer, relativeReference } from "../model/pointers.js";
import { follow, followMap } from "../model/references.js";
import { propertiesOfSchema } from "../model/described-schemas.js";
import { componentFile, type ImportContext } from "../model/context.js";
import { resolveMap } from "../model/resolve-entry.js";
import { convertDiscriminator } from "./discriminators.js";
import { CARRIED_ANNOTATIONS, inOrder, KEYWORD_ORDER, pick } from "./keyword-order.js";
import { distinct, readExclusive, readPlain, readType } from "./plain-keywords.js";
import { joinSingleValues } from "./single-values.js";
import type { SchemaSite, SchemaValue } from "./types.js";

/** Converts a schema. Notes each part of it that the YAML cannot express. */
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

/** Limit of nesting. In YAML, a level of nesting takes about five columns of indentation. */
const MAX_SCHEMA_DEPTH = 35;

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
  const annotated = readPlain(annotations, site, context);
  if (constrained === true && Object.keys(annotated).length === 0) return target;
  return inOrder({ ...annotated, allOf: constrained === true ? [target] : [target, constrained] });
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

function noteUnknownKeywords(schema: JsonMap, site: SchemaSite, { notes }: ImportContext): void {
  for (const keyword of Object.keys(schema)) {
    if (HANDLED_KEYWORDS.has(keyword)) continue;
    if (SKIPPED_KEYWORDS.includes(keyword) || keyword.startsWith("x-"))
      notes.skip(`\`${keyword}\``, kindOfKeyword(keyword));
    else notes.lose(`the keyword \`${keyword}\``, site.location);
  }
}

const HANDLED_KEYWORDS: ReadonlySet<string> = new Set([...KEYWORD_ORDER, "nullable", "example"]);

/** Keywords that are ignored. */
const SKIPPED_KEYWORDS = ["title", "externalDocs", "xml", "$comment", "$id", "$schema"];

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
  noteDisjointValues(schema, site, context);
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

/** Notes an `allOf` whose members list values of which none is in all lists. */
function noteDisjointValues({ allOf }: JsonMap, site: SchemaSite, context: ImportContext): void {
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

/** Reads `properties` and `required`. A required property that is not described can have any value. */
function readProperties(schema: JsonMap, site: SchemaSite, context: ImportContext): JsonMap {
  const required = readRequired(schema, site, context);
  const described = readDescribed(schema, site, context);
  const { root } = context.description;
  // In a composition, another member may describe a property.
  const describedByAny =
    required.length > 0 ? propertiesOfSchema(root, site.whole ?? schema) : new Map<string, Json>();
  const ofRequired = required.length > 0 ? { required } : {};
  // An object without described properties can have any.
  if (described === undefined && describedByAny.size === 0) return ofRequired;
  const converted = convertProperties(described, site, context);
  const missing = required.filter(
    (name) => !Object.hasOwn(converted, name) && !describedByAny.has(name),
  );
  const properties = { ...converted, ...allowAnyValue(missing, site, context) };
  const hasProperties = described !== undefined || Object.keys(properties).length > 0;
  return { ...(hasProperties && { properties }), ...ofRequired };
}

/** The described properties; `undefined` if there are none. */
function readDescribed(
  { properties }: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): JsonMap | undefined {
  const location = `${site.location}/properties`;
  const described = resolveMap(properties, location, context);
  if (described === undefined || isMap(described)) return described;
  context.notes.lose(`${describeJson(described)} in place of a map`, location);
  return undefined;
}

/** Describes properties that a schema requires without a description. */
function allowAnyValue(
  names: readonly string[],
  site: SchemaSite,
  { notes }: ImportContext,
): JsonMap {
  const what = "Required but not described, so any value is allowed";
  for (const name of names) notes.tell(what, `${site.location}/${name}`);
  return Object.fromEntries(names.map((name) => [name, true]));
}

function convertProperties(
  described: Json,
  site: SchemaSite,
  context: ImportContext,
): Record<string, Json> {
  const properties: Record<string, Json> = {};
  for (const [name, child] of entriesOf(described)) {
    if (isWritableKey(name)) properties[name] = convertSchema(child, below(site, name), context);
    else context.notes.lose(`the property \`${name}\``, site.location);
  }
  return properties;
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

/** The site of a schema inside another one. */
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
