/** Reads the map `content` of a body or a response: its media types, each with its entry. */
import { bareType, JSON_MEDIA_TYPE, kindOf } from "../../model/http.js";
import { entriesOf, isMap, type Json, type JsonMap } from "../../model/json.js";
import type { ImportContext } from "../model/context.js";
import { followChain } from "../model/references.js";
import { resolveMap } from "../model/resolve-entry.js";

/** The media types of a body or a response, JSON first, otherwise in the order of the description. */
export function readContentEntries(
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

/** Tests whether `routes.yaml` accepts a media type. */
function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+( *;.*)?$/.test(text);
}

/** The rank of a media type: JSON comes first, then its variants. */
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

/** A media type with its entry in the description. */
export type DescribedContent = readonly [mediaType: string, entry: JsonMap];
