import { bareType, hasRequestBody, isForm, JSON_MEDIA_TYPE, kindOf } from "../../model/http.js";
import {
  entriesOf,
  isEqual,
  isMap,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import { convertSchema, type SchemaValue } from "../schemas/convert-schema.js";
import {
  describeJson,
  followChain,
  followMap,
  propertiesOfSchema,
  typesOfSchema,
  withoutUndefined,
} from "../model/description.js";
import { type ImportContext, resolveEntry, resolveMap, ROUTE_FILE } from "../model/context.js";

/** Imports the body of an operation: one schema for all media types, or one for each. */
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
  const content = contents.map(([type, each]) => [type, toShortForm(each)] as const);
  return { ...required, content: Object.fromEntries(content) };
}

function mediaTypes([first = JSON_MEDIA_TYPE, ...furtherTypes]: readonly string[]): JsonMap {
  if (furtherTypes.length > 0) return { contentType: [first, ...furtherTypes] };
  return first === JSON_MEDIA_TYPE ? {} : { contentType: first };
}

/** A schema without an encoding needs no key `schema`. */
function toShortForm(content: JsonMap): Json {
  return Object.keys(content).length === 1 ? content["schema"] : content;
}

function importEntry(
  [type, entry]: DescribedContent,
  location: string,
  context: ImportContext,
): JsonMap {
  const { schema = true, encoding } = entry;
  const converted = convertSchema(schema, { location, file: ROUTE_FILE }, context);
  return { schema: converted, ...importEncoding(type, schema, encoding, location, context) };
}

/**
 * Imports `encoding` of a form (OpenAPI Specification 3.1.0, section 4.8.15). If all lists have
 * brackets, the key `lists` says so.
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

/** The content of a response: one schema and the media types that use it. */
interface ImportedContent {
  /** In the order of the description, JSON first. */
  readonly mediaTypes: readonly string[];
  readonly schema: SchemaValue;
  /** Binary types beside JSON, whatever their schemas. */
  readonly binaryTypes: readonly string[];
}

/** A media type with its entry in the description. */
type DescribedContent = readonly [mediaType: string, entry: JsonMap];

/** The media types of a body or a response, JSON first, otherwise in the order of the description. */
function readContentEntries(
  content: Json,
  location: string,
  context: ImportContext,
): readonly DescribedContent[] {
  const map = resolveMap(content, location, context);
  // The reference is broken, but there is a body.
  if (content !== undefined && map === undefined) return [[JSON_MEDIA_TYPE, {}]];
  const entries = entriesOf(map).flatMap(([mediaType, entry]): DescribedContent[] => {
    // Since OpenAPI 3.2, media types can be shared.
    const shared = followChain(context.description.root, entry);
    if (isMap(entry) && shared === undefined) {
      context.notes.lose(`a reference to nothing, ${JSON.stringify(entry["$ref"])}`, location);
    }
    if (isMediaType(mediaType)) return [[mediaType, isMap(shared) ? shared : {}]];
    context.notes.lose(`${JSON.stringify(mediaType)}, which is not a media type`, location);
    return [];
  });
  for (const [, entry] of entries) noteContentKeywords(entry, location, context);
  return entries.sort(([a], [b]) => rank(a) - rank(b));
}

/** Imports `content` of a response. If schemas differ, only those media types stay that have the first. */
function importContent(
  content: Json,
  location: string,
  context: ImportContext,
): ImportedContent | undefined {
  const entries = withoutBinaryJson(readContentEntries(content, location, context), context);
  for (const [, { encoding }] of entries) {
    if (encoding !== undefined) context.notes.lose("`encoding` of a media type", location);
  }
  const [first] = entries;
  if (!first) return undefined;
  const [mediaType, { schema }] = first;
  const isSame = ([, { schema: other }]: DescribedContent): boolean => isEqual(other, schema);
  const hasJson = kindOf(mediaType) === "json";
  const binaries = entries.filter((entry) => hasJson && isBinary(entry, context));
  const comparable = entries.filter((entry) => !binaries.includes(entry));
  const alike = comparable.filter(isSame).map(([name]) => name);
  for (const [other] of comparable.filter((entry) => !isSame(entry))) {
    context.notes.lose(`${other} beside ${mediaType}, whose schemas differ`, location);
  }
  return {
    binaryTypes: binaries.map(([name]) => name),
    mediaTypes: [mediaType, ...alike.filter((name) => name !== mediaType)],
    schema: convertSchema(schema ?? true, { location, file: ROUTE_FILE }, context),
  };
}

/** Media types whose bodies are no text, whatever a description says of their values. */
const BINARY_TYPE = /^(?:(?:audio|font|image|video)\/|application\/(?:gzip|octet-stream|pdf|zip)$)/;

/** Tests whether a media type has bytes: by its name, or by a schema of bytes. */
function isBinary([mediaType, { schema }]: DescribedContent, context: ImportContext): boolean {
  const type = bareType(mediaType);
  if (kindOf(type) !== "bytes" || /[/+]xml$/.test(type)) return false;
  return BINARY_TYPE.test(type) || isBinarySchema(schema, context);
}

function isBinarySchema(schema: Json, { description: { root } }: ImportContext): boolean {
  const { format, contentMediaType, contentEncoding } = followMap(root, schema);
  return (
    typesOfSchema(root, schema).includes("string") &&
    (format === "binary" || (contentMediaType !== undefined && contentEncoding === undefined))
  );
}

/** Leaves out JSON that is described as bytes, because JSON has none, if other types have them. */
function withoutBinaryJson(
  entries: readonly DescribedContent[],
  context: ImportContext,
): readonly DescribedContent[] {
  const isFalse = ([type, { schema }]: DescribedContent): boolean =>
    kindOf(type) === "json" && isBinarySchema(schema, context);
  return entries.some((entry) => isBinary(entry, context))
    ? entries.filter((entry) => !isFalse(entry))
    : entries;
}

/** Tests whether `routes.yaml` accepts a media type. */
function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+( *;.*)?$/.test(text);
}

function rank(mediaType: string): number {
  if (bareType(mediaType) === JSON_MEDIA_TYPE) return 0;
  return kindOf(mediaType) === "json" ? 1 : 2;
}

function noteContentKeywords(entry: Json, location: string, { notes }: ImportContext): void {
  for (const [keyword] of entriesOf(entry)) {
    if (/^(?:examples?|x-.*)$/.test(keyword)) notes.skip(`\`${keyword}\` of a media type`);
    else if (keyword !== "schema" && keyword !== "encoding")
      notes.lose(`\`${keyword}\` of a media type`, location);
  }
}

/** Imports responses. `accept` is absent if it can be derived from them. */
export function importResponses(
  key: string,
  responses: Json,
  context: ImportContext,
): { readonly responses: JsonMap; readonly accept?: string } {
  const map = resolveMap(responses, `${key} responses`, context);
  const types = new Map<string, readonly string[]>();
  const entries = entriesOf(map).flatMap(([status, response]) => {
    if (status.startsWith("x-")) return [];
    const name = status === "default" ? status : status.toUpperCase();
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(name)) {
      context.notes.lose(`the status ${status}`, key);
      return [];
    }
    const resolved = resolveEntry(response, `${key} responses/${status}`, context);
    if (!resolved) return [];
    const { mediaTypes, entry } = importResponse(key, name, resolved.value, context);
    types.set(name, mediaTypes);
    return [[name, entry] as const];
  });
  return { responses: Object.fromEntries(entries), ...acceptOf(types) };
}

/**
 * The `accept` header of a route with a download of several types. Beside JSON, other types only
 * repeat the same value, so they are not asked for.
 */
function acceptOf(types: ReadonlyMap<string, readonly string[]>): { readonly accept?: string } {
  const all = [...types];
  const successes = all.filter(([status]) => isSuccess(status)).map(([, list]) => list);
  if (!successes.some(hasAlternatives)) return {};
  const ofSuccesses = successes.flatMap((list) =>
    hasAlternatives(list) ? list : list.slice(0, 1),
  );
  const ofErrors = all
    .filter(([status]) => !isSuccess(status))
    .flatMap(([, [first]]) => first ?? []);
  return { accept: [...new Set([...ofSuccesses, ...ofErrors])].join(", ") };
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function hasAlternatives([first = "", ...furtherTypes]: readonly string[]): boolean {
  return furtherTypes.length > 0 && kindOf(first) !== "json";
}

/** Imports a response, if possible in the short form: the schema alone, or `null` for no body. */
function importResponse(
  key: string,
  status: string,
  response: JsonMap,
  context: ImportContext,
): { readonly mediaTypes: readonly string[]; readonly entry: Json } {
  const headers = keysOf(response["headers"]).filter((name) => !context.client.reads(name));
  if (headers.length > 0) context.notes.lose("headers of responses", key);
  if (keysOf(response["links"]).length > 0) context.notes.lose("links of responses", key);
  const location = `${key} ${status}`;
  const content = importContent(response["content"], location, context);
  const { mediaTypes = [], binaryTypes = [] } = content ?? {};
  const [mediaType = JSON_MEDIA_TYPE, ...furtherTypes] = mediaTypes;
  for (const other of isSuccess(status) && hasAlternatives(mediaTypes) ? [] : furtherTypes) {
    context.notes.lose(`${other} beside ${mediaType}, with the same schema`, location);
  }
  const schema = content ? content.schema : null;
  const long = withoutUndefined({
    description: textOf(response["description"]) || undefined,
    contentType:
      binaryTypes.length > 0
        ? [mediaType, ...binaryTypes]
        : mediaType === JSON_MEDIA_TYPE
          ? undefined
          : mediaType,
    schema,
  });
  return { mediaTypes, entry: Object.keys(long).length > 1 ? long : schema };
}
