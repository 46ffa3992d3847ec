import { convertSchema, type SchemaValue } from "./convert-schema.js";
import { entriesOf, isMap, type Json } from "./description.js";
import type { ImportContext } from "./import-context.js";

/** The content of a body or response: one schema and the media types that use it. */
export interface Content {
  /** In the order of the description, JSON first. */
  readonly mediaTypes: readonly string[];
  readonly schema: SchemaValue;
}

/** Imports `content`. If media types have different schemas, it keeps that of JSON or else the first. */
export function importContent(
  content: Json,
  location: string,
  file: string,
  context: ImportContext,
): Content | undefined {
  const entries = entriesOf(content).flatMap(([mediaType, entry]) => {
    if (!isMediaType(mediaType)) {
      context.notes.lose(`${JSON.stringify(mediaType)}, which is not a media type`, location);
      return [];
    }
    noteKeywords(entry, location, context);
    return [[mediaType, isMap(entry) ? entry["schema"] : undefined] as const];
  });
  const [first] = [...entries].sort(([a], [b]) => rank(a) - rank(b));
  if (!first) return undefined;
  const [mediaType, schema] = first;
  const isSame = ([, other]: readonly [string, Json]): boolean =>
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
    else if (keyword !== "schema") notes.lose(`\`${keyword}\` of a media type`, location);
  }
}
