/** Imports the responses of a route, and the `accept` header that asks for them. */
import { JSON_MEDIA_TYPE, kindOf } from "../../model/http.js";
import { entriesOf, type Json, type JsonMap, keysOf, textOf } from "../../model/json.js";
import type { ImportContext } from "../model/context.js";
import { withoutUndefined } from "../model/description.js";
import { resolveEntry, resolveMap } from "../model/resolve-entry.js";
import { importContent } from "./response-content.js";

/** Imports responses. `accept` is absent if it can be derived from them. */
export function importResponses(
  key: string,
  responses: Json,
  context: ImportContext,
): { readonly responses: JsonMap; readonly accept?: string } {
  const map = resolveMap(responses, `${key} responses`, context);
  const imported = entriesOf(map).flatMap(([written, response]): readonly ImportedResponse[] => {
    if (written.startsWith("x-")) return [];
    const status = written === "default" ? written : written.toUpperCase();
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) {
      context.notes.lose(`the status ${written}`, key);
      return [];
    }
    const resolved = resolveEntry(response, `${key} responses/${written}`, context);
    return resolved ? [importResponse(key, status, resolved.value, context)] : [];
  });
  const byStatus = new Map(imported.map((each) => [each.status, each]));
  return {
    responses: Object.fromEntries([...byStatus].map(([status, { entry }]) => [status, entry])),
    ...acceptOf([...byStatus.values()]),
  };
}

/** Imports a response, if possible in the short form: the schema alone, or `null` for no body. */
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
  const content = importContent(response["content"], location, context);
  const { mediaTypes = [], binaryTypes = [] } = content ?? {};
  const [mediaType = JSON_MEDIA_TYPE, ...furtherTypes] = mediaTypes;
  // For a download, `accept` asks for all of them.
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
  const entry = Object.keys(longForm).length > 1 ? longForm : schema;
  return { status, mediaTypes, entry };
}

/** The key `contentType` of a response; `undefined` for JSON alone, the default. */
function chooseContentType(mediaType: string, binaryTypes: readonly string[]): Json {
  if (binaryTypes.length > 0) return [mediaType, ...binaryTypes];
  return mediaType === JSON_MEDIA_TYPE ? undefined : mediaType;
}

/**
 * The `accept` header of a route with a download of several types: `image/png, image/jpeg, application/json`. Beside
 * JSON, other types only repeat the same value, so they are not asked for.
 */
function acceptOf(responses: readonly ImportedResponse[]): { readonly accept?: string } {
  const successes = responses.filter(({ status }) => isSuccess(status));
  if (!successes.some(({ mediaTypes }) => isDownloadOfSeveralTypes(mediaTypes))) return {};
  const ofSuccesses = successes.flatMap(({ mediaTypes }) =>
    isDownloadOfSeveralTypes(mediaTypes) ? mediaTypes : mediaTypes.slice(0, 1),
  );
  const ofErrors = responses
    .filter(({ status }) => !isSuccess(status))
    .flatMap(({ mediaTypes }) => mediaTypes.slice(0, 1));
  return { accept: [...new Set([...ofSuccesses, ...ofErrors])].join(", ") };
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function isDownloadOfSeveralTypes([first = "", ...furtherTypes]: readonly string[]): boolean {
  return furtherTypes.length > 0 && kindOf(first) !== "json";
}

interface ImportedResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** The media types with the same schema, JSON first. */
  readonly mediaTypes: readonly string[];
  /** Its entry in `routes.yaml`. */
  readonly entry: Json;
}
