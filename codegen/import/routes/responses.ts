/** Imports the responses of a route, and the `accept` header that asks for them. */
import { bareType, JSON_MEDIA_TYPE, kindOf } from "../../model/http.js";
import { entriesOf, isEqual, type Json, type JsonMap, keysOf, textOf } from "../../model/json.js";
import { type ImportContext, ROUTE_FILE } from "../model/context.js";
import { typesOfSchema } from "../model/described-schemas.js";
import { withoutUndefined } from "../model/description.js";
import { followMap } from "../model/references.js";
import { resolveEntry, resolveMap } from "../model/resolve-entry.js";
import { convertSchema } from "../schemas/convert-schema.js";
import type { SchemaValue } from "../schemas/types.js";
import { type DescribedContent, readContentEntries } from "./contents.js";

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
  const areAllAskedFor = isSuccess(status) && isDownloadOfSeveralTypes(mediaTypes);
  if (!areAllAskedFor)
    for (const other of furtherTypes)
      context.notes.lose(`${other} beside ${mediaType}, with the same schema`, location);
  const schema = content ? content.schema : null;
  const longForm = withoutUndefined({
    description: textOf(response["description"]) || undefined,
    contentType: chooseContentType(mediaType, binaryTypes),
    schema,
  });
  return { mediaTypes, entry: Object.keys(longForm).length > 1 ? longForm : schema };
}

/** The key `contentType` of a response; `undefined` for JSON alone, the default. */
function chooseContentType(mediaType: string, binaryTypes: readonly string[]): Json {
  if (binaryTypes.length > 0) return [mediaType, ...binaryTypes];
  return mediaType === JSON_MEDIA_TYPE ? undefined : mediaType;
}

/** Imports `content` of a response, with the schema of its first media type. */
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
  const { binaryTypes, sameTypes, lostTypes } = groupMediaTypes(entries, first, context);
  for (const lost of lostTypes)
    context.notes.lose(`${lost} beside ${mediaType}, whose schemas differ`, location);
  return {
    binaryTypes,
    mediaTypes: [mediaType, ...sameTypes.filter((name) => name !== mediaType)],
    schema: convertSchema(schema ?? true, { location, file: ROUTE_FILE }, context),
  };
}

/** Beside JSON, binary types stay, whatever their schemas; of the others, those with the schema of the first. */
function groupMediaTypes(
  entries: readonly DescribedContent[],
  [firstType, { schema }]: DescribedContent,
  context: ImportContext,
): Record<"binaryTypes" | "sameTypes" | "lostTypes", readonly string[]> {
  const hasJson = kindOf(firstType) === "json";
  const binaries = entries.filter((entry) => hasJson && isBinary(entry, context));
  const others = entries.filter((entry) => !binaries.includes(entry));
  const isSame = ([, { schema: other }]: DescribedContent): boolean => isEqual(other, schema);
  const namesOf = (list: readonly DescribedContent[]): readonly string[] =>
    list.map(([name]) => name);
  return {
    binaryTypes: namesOf(binaries),
    sameTypes: namesOf(others.filter(isSame)),
    lostTypes: namesOf(others.filter((entry) => !isSame(entry))),
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
  const isBinaryJson = ([type, { schema }]: DescribedContent): boolean =>
    kindOf(type) === "json" && isBinarySchema(schema, context);
  return entries.some((entry) => isBinary(entry, context))
    ? entries.filter((entry) => !isBinaryJson(entry))
    : entries;
}

/**
 * The `accept` header of a route with a download of several types. Beside JSON, other types only
 * repeat the same value, so they are not asked for.
 */
function acceptOf(types: ReadonlyMap<string, readonly string[]>): { readonly accept?: string } {
  const typesByStatus = [...types];
  const successes = typesByStatus.filter(([status]) => isSuccess(status)).map(([, list]) => list);
  if (!successes.some(isDownloadOfSeveralTypes)) return {};
  const ofSuccesses = successes.flatMap((list) =>
    isDownloadOfSeveralTypes(list) ? list : list.slice(0, 1),
  );
  const ofErrors = typesByStatus
    .filter(([status]) => !isSuccess(status))
    .flatMap(([, [first]]) => first ?? []);
  return { accept: [...new Set([...ofSuccesses, ...ofErrors])].join(", ") };
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function isDownloadOfSeveralTypes([first = "", ...furtherTypes]: readonly string[]): boolean {
  return furtherTypes.length > 0 && kindOf(first) !== "json";
}

/** The content of a response: one schema and the media types that use it. */
interface ImportedContent {
  /** In the order of the description, JSON first. */
  readonly mediaTypes: readonly string[];
  readonly schema: SchemaValue;
  /** Binary types beside JSON, whatever their schemas. */
  readonly binaryTypes: readonly string[];
}
