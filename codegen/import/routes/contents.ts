/** Reads the map `content` of a body or a response: its media types, each with its entry. */
import { bareType, JSON_MEDIA_TYPE, kindOf } from "../../model/http.js";
import { entriesOf, isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import type { ImportContext } from "../model/context.js";
import { kindOfKeyword } from "../model/notes.js";
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
  if (content !== undefined && map === undefined)
    return [{ mediaType: JSON_MEDIA_TYPE, entry: {} }];
  const entries = entriesOf(map).flatMap(([mediaType, written]): DescribedContent[] => {
    // Since OpenAPI 3.2, media types can be shared.
    const shared = followChain(context.description.root, written);
    if (isMap(written) && shared === undefined) {
      context.notes.lose(`a reference to nothing, ${JSON.stringify(written["$ref"])}`, location);
    }
    if (isMediaType(mediaType)) return [{ mediaType, entry: mapOf(shared) }];
    context.notes.lose(`${JSON.stringify(mediaType)}, which is not a media type`, location);
    return [];
  });
  for (const { entry } of entries) noteContentKeywords(entry, location, context);
  return entries.sort((one, other) => rank(one.mediaType) - rank(other.mediaType));
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
    if (/^(?:examples?|x-.*)$/.test(keyword))
      notes.skip(`\`${keyword}\` of a media type`, kindOfKeyword(keyword));
    else if (keyword !== "schema" && keyword !== "encoding")
      notes.lose(`\`${keyword}\` of a media type`, location);
  }
}

/** A media type with its entry in the description. */
export interface DescribedContent {
  readonly mediaType: string;
  readonly entry: JsonMap;
}
