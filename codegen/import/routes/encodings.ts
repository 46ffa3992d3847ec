/** Imports the encodings of the fields of a form. */
import { isForm, kindOf } from "../../model/http.js";
import { entriesOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import type { ImportContext } from "../model/context.js";
import { propertiesOfSchema, typesOfSchema } from "../model/described-schemas.js";
import { describeJson, withoutUndefined } from "../model/description.js";

/**
 * Imports `encoding` of a form (OpenAPI Specification 3.1.0, section 4.8.15). If all lists have
 * brackets, the key `lists` says so.
 */
export function importEncoding(
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
  const { root } = context.description;
  const properties = propertiesOfSchema(root, schema);
  const encodings = readEncodings(type, encoding, properties, location, context);
  const listFields = [...properties.keys()].filter((name) =>
    typesOfSchema(root, properties.get(name)).includes("array"),
  );
  return shortenEncodings(type, encodings, listFields);
}

/** Reads the encodings of fields, without those that are the defaults. Notes those of no field. */
function readEncodings(
  type: string,
  encoding: Json,
  properties: ReadonlyMap<string, Json>,
  location: string,
  context: ImportContext,
): ReadonlyMap<string, JsonMap> {
  const encodings = new Map<string, JsonMap>();
  for (const [name, described] of entriesOf(encoding)) {
    const property = properties.get(name);
    if (property === undefined) {
      context.notes.lose(`the encoding of \`${name}\`, which the body does not have`, location);
      continue;
    }
    const fieldEncoding = readEncoding(type, described, property, `${location} ${name}`, context);
    if (Object.keys(fieldEncoding).length > 0) encodings.set(name, fieldEncoding);
  }
  return encodings;
}

/** Writes the encodings without brackets that the key `lists` or the type of the form implies. */
function shortenEncodings(
  type: string,
  encodings: ReadonlyMap<string, JsonMap>,
  listFields: readonly string[],
): JsonMap {
  const allBracketed =
    listFields.length > 0 &&
    listFields.every((name) => encodings.get(name)?.["style"] === "brackets");
  // `lists` implies the brackets of a list. Those of an object are the default of a URL-encoded form; in
  // multipart, the default is a part.
  const areBracketsImplied = (name: string): boolean =>
    listFields.includes(name) ? allBracketed : kindOf(type) === "form";
  const isImplied = (name: string, { style, contentType: part }: JsonMap): boolean =>
    part === undefined && style === "brackets" && areBracketsImplied(name);
  const explicit = [...encodings].filter(([name, each]) => !isImplied(name, each));
  return {
    ...(allBracketed && { lists: "brackets" }),
    ...(explicit.length > 0 && { encoding: Object.fromEntries(explicit) }),
  };
}

/** Reads the style and the media type of one property of a form; empty for the defaults. */
function readEncoding(
  type: string,
  encoding: Json,
  property: Json,
  location: string,
  context: ImportContext,
): JsonMap {
  const { contentType, style, explode, ...unsupported } = mapOf(encoding);
  for (const keyword of Object.keys(unsupported)) {
    if (keyword.startsWith("x-")) context.notes.skip(`\`${keyword}\` of an encoding`, "extension");
    else context.notes.lose(`\`${keyword}\` of an encoding`, location);
  }
  const types = typesOfSchema(context.description.root, property);
  return withoutUndefined({
    style: encodingStyle(style, explode, types),
    contentType: partType(type, contentType, location, context),
  });
}

/** The style of a property; `undefined` for the default: a list repeats its key. */
function encodingStyle(style: Json, explode: Json, types: readonly string[]): string | undefined {
  if (!types.includes("array") && !types.includes("object")) return undefined;
  if (style === "deepObject") return "brackets";
  if (style === "spaceDelimited" && explode !== true) return "spaces";
  if (style === "pipeDelimited" && explode !== true) return "pipes";
  if (explode === false) return "comma";
  // With `explode` alone, the style is `form`.
  const isFormStyle = style !== undefined || explode !== undefined;
  return isFormStyle && types.includes("object") ? "explode" : undefined;
}

/** The media type of a part. A list of types is not imported, because the caller's `Blob` has a type. */
function partType(
  type: string,
  contentType: Json,
  location: string,
  { notes }: ImportContext,
): string | undefined {
  if (contentType === undefined) return undefined;
  const isOneType = typeof contentType === "string" && /^[^,*\s]+\/[^,*\s]+$/.test(contentType);
  if (isOneType && kindOf(type) === "multipart") return contentType;
  notes.lose(`the content type ${describeJson(contentType)} of a part`, location);
  return undefined;
}
