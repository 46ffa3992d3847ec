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
  const properties = propertiesOfSchema(context.description.root, schema);
  const known = entriesOf(encoding).flatMap(([name, each]) => {
    const property = properties.get(name);
    if (property !== undefined) {
      return [[name, readEncoding(type, each, property, `${location} ${name}`, context)] as const];
    }
    context.notes.lose(`the encoding of \`${name}\`, which the body does not have`, location);
    return [];
  });
  const encodings = new Map(known.filter(([, each]) => Object.keys(each).length > 0));
  const listFields = [...properties.keys()].filter((name) =>
    typesOfSchema(context.description.root, properties.get(name)).includes("array"),
  );
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

/** Reads the style and the media type of one property of a form. Empty for the usual ones. */
function readEncoding(
  type: string,
  encoding: Json,
  property: Json,
  location: string,
  context: ImportContext,
): JsonMap {
  const { contentType, style, explode, ...unsupported } = mapOf(encoding);
  for (const keyword of Object.keys(unsupported)) {
    if (keyword.startsWith("x-")) context.notes.skip(`\`${keyword}\` of an encoding`);
    else context.notes.lose(`\`${keyword}\` of an encoding`, location);
  }
  const types = typesOfSchema(context.description.root, property);
  return withoutUndefined({
    style: encodingStyle(style, explode, types),
    contentType: partType(type, contentType, location, context),
  });
}

/** The style of a property; `undefined` for the usual one: a list repeats its key. */
function encodingStyle(style: Json, explode: Json, types: readonly string[]): string | undefined {
  if (!types.includes("array") && !types.includes("object")) return undefined;
  if (style === "deepObject") return "brackets";
  if (style === "spaceDelimited" && explode !== true) return "spaces";
  if (style === "pipeDelimited" && explode !== true) return "pipes";
  if (explode === false) return "comma";
  // With `explode` alone, the style is `form`.
  const isForm = style !== undefined || explode !== undefined;
  return isForm && types.includes("object") ? "explode" : undefined;
}

/** The media type of a part. A list of types is not imported, because the caller's `Blob` has a type. */
function partType(
  type: string,
  contentType: Json,
  location: string,
  { notes }: ImportContext,
): string | undefined {
  if (contentType === undefined) return undefined;
  const isOne = typeof contentType === "string" && /^[^,*\s]+\/[^,*\s]+$/.test(contentType);
  if (isOne && kindOf(type) === "multipart") return contentType;
  notes.lose(`the content type ${describeJson(contentType)} of a part`, location);
  return undefined;
}
