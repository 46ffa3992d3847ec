import { toComponentName } from "../names.js";
import { convertSchema, type SchemaValue } from "./convert-schema.js";
import {
  describe,
  entriesOf,
  isMap,
  isWritableKey,
  itemsOf,
  type Json,
  type JsonMap,
} from "./description.js";
import { type ImportContext, PARAMETER_FILE, resolveEntry } from "./import-context.js";
import { follow, parsePointer, relativeReference } from "./references.js";

/** Parameters of a route in the format of `routes.yaml`. */
export interface ImportedParameters {
  readonly path: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
}

/** Options of every call. A parameter cannot have one of these names. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...["baseUrl", "data", "headers", "mediaType", "method", "request", "url"],
]);

/** The schema keywords that a parameter may have. */
const PARAMETER_KEYWORDS: ReadonlySet<string> = new Set([
  ...["$ref", "type", "description", "deprecated", "format", "pattern", "enum", "const", "default"],
  ...["minLength", "maxLength", "minimum", "maximum", "items", "minItems", "maxItems"],
  ...["uniqueItems", "properties", "additionalProperties", "oneOf", "anyOf", "allOf"],
]);

/** Parameters of an operation override those of its path (OpenAPI 3.0.3, section 4.7.9.1). */
export function importParameters(
  lists: readonly Json[],
  location: string,
  context: ImportContext,
): ImportedParameters {
  const parameters = { path: new Map<string, Json>(), query: new Map<string, Json>() };
  for (const [index, item] of lists.flatMap(itemsOf).entries()) {
    const resolved = resolveEntry(item, `${location} parameters/${index}`, context);
    if (!resolved) continue;
    const { in: where, name } = resolved.value;
    if (typeof name !== "string" || typeof where !== "string") {
      context.fail(
        `${location} parameters/${index}`,
        "The parameter is incomplete; expected `name` and `in`",
      );
    } else if (where !== "path" && where !== "query") {
      context.notes.lose(`the ${where} parameter \`${name}\``, location);
    } else if (name === "" || !isWritableKey(name)) {
      context.notes.lose(`the ${where} parameter named ${JSON.stringify(name)}`, location);
    } else if (RESERVED_NAMES.has(name)) {
      context.notes.lose(`the parameter \`${name}\`, an option of every call`, location);
    } else {
      const site = `${location} ${where} ${name}`;
      parameters[where].set(name, toParameter(resolved.value, resolved.shared, site, context));
    }
  }
  return {
    path: Object.fromEntries(parameters.path),
    query: Object.fromEntries([...parameters.query].filter(([name]) => !parameters.path.has(name))),
  };
}

const CARRIED: ReadonlySet<string> = new Set([
  ...["name", "in", "required", "schema", "content", "description", "deprecated", "style"],
  ...["explode", "x-multi-segment"],
]);

function noteKeywords(parameter: JsonMap, location: string, { notes }: ImportContext): void {
  for (const keyword of Object.keys(parameter)) {
    if (CARRIED.has(keyword)) continue;
    if (/^(?:examples?|x-.*)$/.test(keyword)) notes.skip(`\`${keyword}\` of a parameter`);
    else notes.lose(`\`${keyword}\` of a parameter`, location);
  }
  const { in: where, style } = parameter;
  if (where === "query" && isMultiSegment(parameter)) {
    notes.skip("`x-multi-segment` of a query parameter, whose slashes are encoded");
  }
  if (where === "path" && style !== undefined && style !== "simple") {
    notes.lose(`the style ${describe(style)} of a path parameter`, location);
  }
}

function toParameter(
  parameter: JsonMap,
  shared: string | undefined,
  location: string,
  context: ImportContext,
): Json {
  noteKeywords(parameter, location, context);
  const isQuery = parameter["in"] === "query";
  const { schema, types } = parameterSchema(parameter, shared, location, context);
  const keywords = {
    ...schema,
    ...(isMultiSegment(parameter) && !isQuery && { multiSegment: true }),
    ...(parameter["deprecated"] === true && { deprecated: true }),
    ...(isQuery && parameter["required"] === true && { required: true }),
    ...(isQuery && readStyle(parameter, types, location, context)),
  };
  const { type, ...beside } = keywords as JsonMap; // made above
  return typeof type === "string" && Object.keys(beside).length === 0 ? type : keywords;
}

function isMultiSegment(parameter: JsonMap): boolean {
  const schema = parameter["schema"];
  return [parameter, schema].some((entry) => isMap(entry) && entry["x-multi-segment"] === true);
}

interface ParameterSchema {
  readonly schema: JsonMap;
  /** The types that the schema or its component names; the style depends on them. */
  readonly types: readonly Json[];
}

/** A shared parameter becomes a component, unless it is only a type or a reference. */
function parameterSchema(
  parameter: JsonMap,
  shared: string | undefined,
  location: string,
  context: ImportContext,
): ParameterSchema {
  const isShared = shared !== undefined;
  const file = isShared ? PARAMETER_FILE : "routes.yaml";
  const schema = sharedParameterSchema(parameter, file, location, context);
  const types = typesOfParameter(schema, parameter, context);
  const keywords = Object.keys(schema);
  const isAlone = (keyword: string) => keywords.length === 1 && typeof schema[keyword] === "string";
  if (!isShared || isAlone("type")) return { schema, types };
  if (isAlone("$ref")) {
    return { schema: sharedParameterSchema(parameter, "routes.yaml", location, context), types };
  }
  context.usedParameters.add(shared);
  const ref = `${PARAMETER_FILE}#/${toComponentName(shared)}`;
  return { schema: { $ref: relativeReference("routes.yaml", ref) }, types };
}

function typesOfParameter(
  converted: JsonMap,
  { schema }: JsonMap,
  { description }: ImportContext,
): readonly Json[] {
  if (converted["type"] !== undefined) return [converted["type"]].flat();
  const reference = isMap(schema) ? schema["$ref"] : undefined;
  const keys = typeof reference === "string" ? parsePointer(reference) : undefined;
  const target = keys && follow(description.root, keys);
  return isMap(target) ? [target["type"] ?? []].flat() : [];
}

/** The schema of a parameter, with the description of the parameter. */
export function sharedParameterSchema(
  parameter: JsonMap,
  file: string,
  location: string,
  context: ImportContext,
): JsonMap {
  const source = parameter["schema"] ?? contentSchema(parameter, location, context);
  const converted = convertSchema(source ?? true, { location, file }, context);
  const description = parameter["description"];
  const own = typeof description === "string" && description !== "" ? { description } : {};
  const isAlone = typeof converted === "object" && "$ref" in converted;
  if (isAlone && file === PARAMETER_FILE && "description" in own) {
    return { ...own, allOf: [converted] };
  }
  const { type, ...rest } = toMap(converted);
  const keywords = { ...(type !== undefined && { type }), ...own, ...rest, ...own };
  return onlyParameterKeywords(keywords, location, context);
}

function contentSchema({ content }: JsonMap, location: string, { notes }: ImportContext): Json {
  const [first] = entriesOf(content);
  if (first) notes.lose(`the media type ${first[0]} of a parameter`, location);
  return isMap(first?.[1]) ? first[1]["schema"] : undefined;
}

/** A parameter without a type is a string. */
function toMap(schema: SchemaValue): JsonMap {
  return typeof schema === "boolean" ? { type: "string" } : schema;
}

function onlyParameterKeywords(
  schema: JsonMap,
  location: string,
  { notes }: ImportContext,
): JsonMap {
  const kept = Object.entries(schema).filter(([keyword]) => {
    const isKept = PARAMETER_KEYWORDS.has(keyword);
    if (!isKept) notes.lose(`\`${keyword}\` of a parameter`, location);
    return isKept;
  });
  return Object.fromEntries(kept);
}

/** The default style of lists repeats the key (section 4.7.12.2); objects need an explicit style. */
function readStyle(
  { style, explode }: JsonMap,
  types: readonly Json[],
  location: string,
  { notes }: ImportContext,
): { readonly style?: string } {
  const isObject = types.includes("object");
  const isPlain = types.length > 0 && !isObject && !types.includes("array");
  const hasStyle = style !== undefined && style !== "form";
  if (isPlain) {
    if (hasStyle) notes.lose(`the style ${describe(style)} of a single value`, location);
    return {};
  }
  if (style === "deepObject") return { style: "brackets" };
  if (style === "spaceDelimited" || style === "pipeDelimited") {
    notes.lose(`the style ${style}, written as \`comma\` instead`, location);
    return { style: "comma" };
  }
  if (isObject) {
    notes.lose("the style form of an object, written as `brackets` instead", location);
    return { style: "brackets" };
  }
  return types.includes("array") && explode === false ? { style: "comma" } : {};
}
