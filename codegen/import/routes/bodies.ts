import { isForm, kindOf } from "../../model/media-types.js";
import { hasRequestBody } from "../../model/model.js";
import { convertSchema } from "../schemas/convert-schema.js";
import { describe, entriesOf, isMap, type Json, type JsonMap } from "../model/description.js";
import { type ContentEntry, readContentEntries } from "./content.js";
import { type ImportContext, resolveEntry } from "../model/context.js";
import { propertiesOfSchema, typesOfSchema } from "../schemas/schema-types.js";

const ROUTE_FILE = "routes.yaml";
const JSON_MEDIA_TYPE = "application/json";

/** Imports the body of an operation: media types with one schema, or each with its own. */
export function importBody(key: string, body: Json, context: ImportContext): JsonMap | undefined {
  if (body === undefined) return undefined;
  const method = key.slice(0, key.indexOf(" "));
  if (!hasRequestBody(method)) {
    context.notes.lose(`the body of a ${method} request`, key);
    return undefined;
  }
  const resolved = resolveEntry(body, `${key} requestBody`, context);
  if (!resolved) return undefined;
  const location = `${key} body`;
  const entries = readContentEntries(resolved.value["content"], location, context);
  if (entries.length === 0) {
    context.notes.lose("a body without a media type", key);
    return undefined;
  }
  const contents = entries.map(
    (entry) => [entry[0], importEntry(entry, location, context)] as const,
  );
  const required = resolved.value["required"] !== true && { required: false };
  const [first] = contents;
  const isSame = contents.every(([, each]) => isEqual(each, first?.[1]));
  if (first && isSame) {
    return { ...required, ...mediaTypes(contents.map(([type]) => type)), ...first[1] };
  }
  const content = contents.map(([type, each]) => [type, shorten(each)] as const);
  return { ...required, content: Object.fromEntries(content) };
}

function isEqual(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function mediaTypes([first = JSON_MEDIA_TYPE, ...others]: readonly string[]): JsonMap {
  if (others.length > 0) return { contentType: [first, ...others] };
  return first === JSON_MEDIA_TYPE ? {} : { contentType: first };
}

/** A schema without an encoding needs no key `schema`. */
function shorten(content: JsonMap): Json {
  return Object.keys(content).length === 1 ? content["schema"] : content;
}

function importEntry(
  [type, entry]: ContentEntry,
  location: string,
  context: ImportContext,
): JsonMap {
  const { schema = true, encoding } = entry;
  const converted = convertSchema(schema, { location, file: ROUTE_FILE }, context);
  return { schema: converted, ...importEncoding(type, schema, encoding, location, context) };
}

/** How one property of a form is written, before what is usual is left out. */
interface Encoding {
  readonly style?: string;
  readonly contentType?: string;
}

/**
 * `encoding` of a form (OpenAPI Specification 3.1.0, section 4.8.15). Lists that are all written
 * alike become `lists`.
 */
function importEncoding(
  type: string,
  schema: Json,
  encoding: Json,
  location: string,
  context: ImportContext,
): JsonMap {
  if (encoding === undefined) return {};
  if (!isForm(type)) {
    if (entriesOf(encoding).length > 0) context.notes.lose(`\`encoding\` of ${type}`, location);
    return {};
  }
  const properties = propertiesOfSchema(schema, context);
  const known = entriesOf(encoding).flatMap(([name, each]) => {
    const property = properties.get(name);
    if (property !== undefined) {
      return [[name, readEncoding(type, each, property, `${location} ${name}`, context)] as const];
    }
    context.notes.lose(`the encoding of \`${name}\`, which the body does not have`, location);
    return [];
  });
  const told = new Map(known.filter(([, each]) => Object.keys(each).length > 0));
  const lists = [...properties].filter(([, each]) =>
    typesOfSchema(each, context).includes("array"),
  );
  const areBrackets = lists.every(([name]) => told.get(name)?.style === "brackets");
  const isWhole = lists.length > 0 && areBrackets;
  const isList = (name: string): boolean => lists.some(([list]) => list === name);
  // The members of an object are in brackets anyway in a form, in a part of its own otherwise.
  const isUsual = (name: string): boolean => (isList(name) ? isWhole : kindOf(type) === "form");
  const rest = [...told].filter(
    ([name, { style, contentType: part }]) =>
      part !== undefined || style !== "brackets" || !isUsual(name),
  );
  return {
    ...(isWhole && { lists: "brackets" }),
    ...(rest.length > 0 && { encoding: Object.fromEntries(rest) }),
  };
}

/** Empty for what is usual: a list repeats its key, members of an object are in brackets. */
function readEncoding(
  type: string,
  encoding: Json,
  property: Json,
  location: string,
  context: ImportContext,
): Encoding {
  const { contentType, style, explode, ...others } = isMap(encoding) ? encoding : {};
  for (const keyword of Object.keys(others)) {
    if (keyword.startsWith("x-")) context.notes.skip(`\`${keyword}\` of an encoding`);
    else context.notes.lose(`\`${keyword}\` of an encoding`, location);
  }
  const types = typesOfSchema(property, context);
  const own = encodingStyle(style, explode, types);
  const part = partType(type, contentType, location, context);
  return {
    ...(own !== undefined && { style: own }),
    ...(part !== undefined && { contentType: part }),
  };
}

function encodingStyle(style: Json, explode: Json, types: readonly string[]): string | undefined {
  if (!types.includes("array") && !types.includes("object")) return undefined;
  if (style === "deepObject") return "brackets";
  if (style === "spaceDelimited" && explode !== true) return "spaces";
  if (style === "pipeDelimited" && explode !== true) return "pipes";
  if (explode === false) return "comma";
  // `form` is the default where `explode` alone is given.
  const isForm = style !== undefined || explode !== undefined;
  return isForm && types.includes("object") ? "explode" : undefined;
}

/** One media type; a list of allowed ones is the business of the `Blob`. */
function partType(
  type: string,
  contentType: Json,
  location: string,
  { notes }: ImportContext,
): string | undefined {
  if (contentType === undefined) return undefined;
  const isOne = typeof contentType === "string" && /^[^,*\s]+\/[^,*\s]+$/.test(contentType);
  if (isOne && kindOf(type) === "multipart") return contentType;
  notes.lose(`the content type ${describe(contentType)} of a part`, location);
  return undefined;
}
