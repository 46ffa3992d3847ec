/** Imports the schemas of parameters: in a route, or in a file of their own for the parameters that routes share. */
import { type JsonMap, textOf } from "../../model/json.js";
import { type ImportContext, parameterFile, ROUTE_FILE } from "../model/context.js";
import { relativeReference } from "../model/pointers.js";
import { resolveEntry } from "../model/resolve-entry.js";
import { convertSchema } from "../schemas/convert-schema.js";
import type { SchemaValue } from "../schemas/types.js";
import { contentOf } from "./parameter-styles.js";

/**
 * The schema of a parameter in a route. A shared parameter becomes a component, unless its schema is only a type or a
 * reference.
 * @param shared The name of a shared parameter in the description.
 */
export function parameterSchema(
  parameter: JsonMap,
  shared: string | undefined,
  location: string,
  context: ImportContext,
): JsonMap {
  if (shared === undefined) return importOwnSchema(parameter, location, context);
  const schema = importSharedSchema(parameter, location, context);
  const keywords = Object.keys(schema);
  const isAlone = (keyword: string) => keywords.length === 1 && typeof schema[keyword] === "string";
  if (isAlone("type")) return schema;
  // The reference is written anew, relative to the file of the routes.
  if (isAlone("$ref")) return importOwnSchema(parameter, location, context);
  context.usedParameters.add(shared);
  const ref = `${parameterFile(context)}#/${context.parameterNames.get(shared) ?? ""}`;
  return { $ref: relativeReference(ROUTE_FILE, ref) };
}

/** Imports the shared parameters that routes refer to, in the order of the description. */
export function importSharedParameters(context: ImportContext): ReadonlyMap<string, SchemaValue> {
  const { parameterNames, usedParameters } = context;
  const entries = [...parameterNames].flatMap(([name, component]) => {
    if (!usedParameters.has(name)) return [];
    const location = `components/parameters/${name}`;
    const entry = { $ref: `#/${location.replaceAll("~", "~0")}` };
    const resolved = resolveEntry(entry, location, context);
    if (!resolved) return [];
    const schema = importSharedSchema(resolved.value, location, context);
    return [[component, schema] as const];
  });
  return new Map(entries);
}

// ---- One schema

/** The schema of a parameter for the file of shared ones, whose components can have every keyword. */
function importSharedSchema(parameter: JsonMap, location: string, context: ImportContext): JsonMap {
  const schema = convertParameter(parameter, parameterFile(context), location, context);
  const description = textOf(parameter["description"]) ?? "";
  if ("$ref" in schema && description !== "") return { description, allOf: [schema] };
  return withDescription(schema, description);
}

/** The schema of a parameter for the file of the routes. */
function importOwnSchema(parameter: JsonMap, location: string, context: ImportContext): JsonMap {
  const schema = convertParameter(parameter, ROUTE_FILE, location, context);
  const description = textOf(parameter["description"]) ?? "";
  return withParameterKeywords(withDescription(schema, description));
}

function convertParameter(
  parameter: JsonMap,
  file: string,
  location: string,
  context: ImportContext,
): JsonMap {
  const source = parameter["schema"] ?? contentOf(parameter, context)?.schema;
  const schema = convertSchema(source ?? true, { location, file }, context);
  // A boolean schema is read as a string: nothing is known about the parameter.
  return typeof schema === "boolean" ? { type: "string" } : schema;
}

/** Puts the type first, then the description of the parameter, which replaces that of its schema. */
function withDescription(schema: JsonMap, description: string): JsonMap {
  // A parameter is only sent, so `readOnly` and `writeOnly` have no meaning.
  const { type, readOnly: _read, writeOnly: _write, ...furtherKeywords } = schema;
  const ofType = type === undefined ? {} : { type };
  if (description === "") return { ...ofType, ...furtherKeywords };
  const { description: _replaced, ...withoutDescription } = furtherKeywords;
  return { ...ofType, description, ...withoutDescription };
}

/**
 * Moves a schema into `allOf` if it has a keyword that a parameter cannot have, or that has another
 * meaning there, such as `required`.
 */
function withParameterKeywords(schema: JsonMap): JsonMap {
  if (Object.keys(schema).every((keyword) => PARAMETER_KEYWORDS.has(keyword))) return schema;
  const { description, ...withoutDescription } = schema;
  return { ...(description !== undefined && { description }), allOf: [withoutDescription] };
}

/** Schema keywords that a parameter of `routes.yaml` can have. */
// prettier-ignore
const PARAMETER_KEYWORDS: ReadonlySet<string> = new Set([
  "$ref", "type", "description", "deprecated", "format", "pattern", "enum", "const", "default",
  "contentMediaType", "contentEncoding", "minLength", "maxLength", "minimum", "maximum",
  "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "items", "prefixItems", "minItems",
  "maxItems", "uniqueItems", "properties", "additionalProperties", "patternProperties",
  "propertyNames", "minProperties", "maxProperties", "oneOf", "anyOf", "allOf", "discriminator",
]);
