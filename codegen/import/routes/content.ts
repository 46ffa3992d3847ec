import { convertSchema, type SchemaValue } from "../schemas/convert-schema.js";
import { entriesOf, isMap, type Json, type JsonMap } from "../model/description.js";
import { type ImportContext, resolveMap } from "../model/context.js";
import { followChain } from "../model/references.js";

/** The content of a response: one schema and the media types that use it. */
export interface Content {
  /** In the order of the description, JSON first. */
  readonly mediaTypes: readonly string[];
  readonly schema: SchemaValue;
}

/** A media type with its entry in the description. */
export type ContentEntry = readonly [mediaType: string, entry: JsonMap];

/** The media types of a body or a response, JSON first, otherwise in the order of the description. */
export function readContentEntries(
  content: Json,
  location: string,
  context: ImportContext,
): readonly ContentEntry[] {
  const map = resolveMap(content, location, context);
  // There is content, of which nothing is known.
  if (content !== undefined && map === undefined) return [["application/json", {}]];
  const entries = entriesOf(map).flatMap(([mediaType, entry]): ContentEntry[] => {
    // OpenAPI 3.2 has shared media types.
    const shared = followChain(context.description.root, entry);
    if (isMap(entry) && shared === undefined) {
      context.notes.lose(`a reference to nothing, ${JSON.stringify(entry["$ref"])}`, location);
    }
    if (isMediaType(mediaType)) return [[mediaType, isMap(shared) ? shared : {}]];
    context.notes.lose(`${JSON.stringify(mediaType)}, which is not a media type`, location);
    return [];
  });
  for (const [, entry] of entries) noteKeywords(entry, location, context);
  return entries.sort(([a], [b]) => rank(a) - rank(b));
}

/** Imports `content` of a response. If media types have different schemas, it keeps that of JSON. */
export function importContent(
  content: Json,
  location: string,
  file: string,
  context: ImportContext,
): Content | undefined {
  const entries = readContentEntries(content, location, context);
  for (const [, { encoding }] of entries) {
    if (encoding !== undefined) context.notes.lose("`encoding` of a media type", location);
  }
  const [first] = entries;
  if (!first) return undefined;
  const [mediaType, { schema }] = first;
  const isSame = ([, { schema: other }]: ContentEntry): boolean =>
    JSON.stringify(other) === JSON.stringify(schema);
  const alike = entries.filter(isSame).map(([name]) => name);
  for (const [other] of entries.filter((entry) => !isSame(entry))) {
    context.notes.lose(`${other} beside ${mediaType}, whose schemas differ`, location);
  }
  return {
    mediaTypes: [mediaType, ...alike.filter((name) => name !== mediaType)],
    schema: convertSchema(schema ?? true, { location, file }, context),
  };
}

/** Whether `routes.yaml` accepts a media type. */
function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+( *;.*)?$/.test(text);
}

function rank(mediaType: string): number {
  if (/^application\/json\s*(;|$)/i.test(mediaType)) return 0;
  return /[/+]json\s*(;|$)/i.test(mediaType) ? 1 : 2;
}

function noteKeywords(entry: Json, location: string, { notes }: ImportContext): void {
  for (const [keyword] of entriesOf(entry)) {
    if (/^(?:examples?|x-.*)$/.test(keyword)) notes.skip(`\`${keyword}\` of a media type`);
    else if (keyword !== "schema" && keyword !== "encoding")
      notes.lose(`\`${keyword}\` of a media type`, location);
  }
}
