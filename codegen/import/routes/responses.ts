import { entriesOf, type Json, type JsonMap, keysOf } from "../model/description.js";
import { importContent } from "./content.js";
import { type ImportContext, resolveEntry, resolveMap } from "../model/context.js";

const JSON_MEDIA_TYPE = "application/json";

/** The responses of a route. */
interface ImportedResponses {
  readonly responses: JsonMap;
  /** Asks for all types of a download. Without it, the checker derives `accept` from the responses. */
  readonly accept?: string;
}

/** Imports the response of each status. */
export function importResponses(
  key: string,
  responses: Json,
  context: ImportContext,
): ImportedResponses {
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
 * A response has the schema of its first type. All types are asked for if they share that schema and
 * the first is not JSON; with JSON, the others are only another way to write the same.
 */
function acceptOf(types: ReadonlyMap<string, readonly string[]>): { readonly accept?: string } {
  const all = [...types];
  const successes = all.filter(([status]) => isSuccess(status)).map(([, list]) => list);
  if (!successes.some(hasAlternatives)) return {};
  const wanted = successes.flatMap((list) => (hasAlternatives(list) ? list : list.slice(0, 1)));
  const others = all.filter(([status]) => !isSuccess(status)).flatMap(([, [first]]) => first ?? []);
  return { accept: [...new Set([...wanted, ...others])].join(", ") };
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function hasAlternatives([first = "", ...others]: readonly string[]): boolean {
  return others.length > 0 && !isJson(first);
}

function isJson(mediaType: string): boolean {
  return /[/+]json\s*(;|$)/i.test(mediaType);
}

interface ImportedResponse {
  /** The types with the schema of the first. */
  readonly mediaTypes: readonly string[];
  readonly entry: Json;
}

/** Prefers the short form: the schema alone, or `null` for no body. */
function importResponse(
  key: string,
  status: string,
  response: JsonMap,
  context: ImportContext,
): ImportedResponse {
  const headers = keysOf(response["headers"]).filter((name) => !context.client.reads(name));
  if (headers.length > 0) context.notes.lose("headers of responses", key);
  if (keysOf(response["links"]).length > 0) context.notes.lose("links of responses", key);
  const location = `${key} ${status}`;
  const content = importContent(response["content"], location, "routes.yaml", context);
  const mediaTypes = content?.mediaTypes ?? [];
  const [mediaType = JSON_MEDIA_TYPE, ...others] = mediaTypes;
  for (const other of isSuccess(status) && hasAlternatives(mediaTypes) ? [] : others) {
    context.notes.lose(`${other} beside ${mediaType}, with the same schema`, location);
  }
  const schema = content ? content.schema : null;
  const { description } = response;
  const hasText = typeof description === "string" && description !== "";
  if (!hasText && mediaType === JSON_MEDIA_TYPE) return { mediaTypes, entry: schema };
  const entry = {
    ...(hasText && { description }),
    ...(mediaType !== JSON_MEDIA_TYPE && { contentType: mediaType }),
    schema,
  };
  return { mediaTypes, entry };
}
