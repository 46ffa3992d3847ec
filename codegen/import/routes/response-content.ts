/**
 * Imports the content of a response: the schema of its first media type, JSON before others. Of the further types,
 * those with the same schema stay, and bytes beside JSON; the others are lost.
 */
import { bareType, kindOf } from "../../model/http.js";
import { isEqual, type Json } from "../../model/json.js";
import { type ImportContext, ROUTE_FILE } from "../model/context.js";
import { typesOfSchema } from "../model/described-schemas.js";
import { followMap } from "../model/references.js";
import { convertSchema } from "../schemas/convert-schema.js";
import type { SchemaValue } from "../schemas/types.js";
import { type DescribedContent, readContentEntries } from "./contents.js";

/** Imports `content` of a response; `undefined` for none. */
export function importContent(
  content: Json,
  location: string,
  context: ImportContext,
): ImportedContent | undefined {
  const described = readContentEntries(content, location, context);
  const entries = withoutBinaryJson(described, context);
  for (const { entry } of entries) {
    if (entry["encoding"] !== undefined) context.notes.lose("`encoding` of a media type", location);
  }
  const [first] = entries;
  if (!first) return undefined;
  const { schema } = first.entry;
  const { binaryTypes, sameTypes, lostTypes } = groupMediaTypes(entries, first, context);
  for (const lost of lostTypes)
    context.notes.lose(`${lost} beside ${first.mediaType}, whose schemas differ`, location);
  return {
    binaryTypes,
    mediaTypes: [first.mediaType, ...sameTypes.filter((name) => name !== first.mediaType)],
    schema: convertSchema(schema ?? true, { location, file: ROUTE_FILE }, context),
  };
}

/** Beside JSON, binary types stay, whatever their schemas; of the others, those with the schema of the first. */
function groupMediaTypes(
  entries: readonly DescribedContent[],
  first: DescribedContent,
  context: ImportContext,
): Record<"binaryTypes" | "sameTypes" | "lostTypes", readonly string[]> {
  const hasJson = kindOf(first.mediaType) === "json";
  const binaries = entries.filter((each) => hasJson && isBinary(each, context));
  const others = entries.filter((each) => !binaries.includes(each));
  const isSame = ({ entry }: DescribedContent): boolean =>
    isEqual(entry["schema"], first.entry["schema"]);
  const typesOf = (list: readonly DescribedContent[]): readonly string[] =>
    list.map(({ mediaType }) => mediaType);
  return {
    binaryTypes: typesOf(binaries),
    sameTypes: typesOf(others.filter(isSame)),
    lostTypes: typesOf(others.filter((each) => !isSame(each))),
  };
}

/** Media types whose bodies are no text, whatever a description says of their values. */
const BINARY_TYPE = /^(?:(?:audio|font|image|video)\/|application\/(?:gzip|octet-stream|pdf|zip)$)/;

/** Tests whether a media type has bytes: by its name, or by a schema of bytes. */
function isBinary({ mediaType, entry }: DescribedContent, context: ImportContext): boolean {
  const type = bareType(mediaType);
  if (kindOf(type) !== "bytes" || /[/+]xml$/.test(type)) return false;
  return BINARY_TYPE.test(type) || isBinarySchema(entry["schema"], context);
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
  const isBinaryJson = ({ mediaType, entry }: DescribedContent): boolean =>
    kindOf(mediaType) === "json" && isBinarySchema(entry["schema"], context);
  return entries.some((each) => isBinary(each, context))
    ? entries.filter((each) => !isBinaryJson(each))
    : entries;
}

/** The content of a response: one schema and the media types that use it. */
export interface ImportedContent {
  /** In the order of the description, JSON first. */
  readonly mediaTypes: readonly string[];
  readonly schema: SchemaValue;
  /** Binary types beside JSON, whatever their schemas. */
  readonly binaryTypes: readonly string[];
}
