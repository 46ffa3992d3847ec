import { entriesOf, type Json, type JsonMap, keysOf } from "./description.js";
import { importContent } from "./import-content.js";
import { type ImportContext, resolveEntry, resolveMap } from "./import-context.js";

const JSON_MEDIA_TYPE = "application/json";

/** Imports the response of each status. */
export function importResponses(key: string, responses: Json, context: ImportContext): JsonMap {
  const map = resolveMap(responses, `${key} responses`, context);
  const entries = entriesOf(map).flatMap(([status, response]) => {
    if (status.startsWith("x-")) return [];
    const name = status === "default" ? status : status.toUpperCase();
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(name)) {
      context.notes.lose(`the status ${status}`, key);
      return [];
    }
    const resolved = resolveEntry(response, `${key} responses/${status}`, context);
    return resolved ? [[name, importResponse(key, name, resolved.value, context)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Prefers the short form: the schema alone, or `null` for no body. */
function importResponse(
  key: string,
  status: string,
  response: JsonMap,
  context: ImportContext,
): Json {
  const headers = keysOf(response["headers"]).filter((name) => !context.client.reads(name));
  if (headers.length > 0) context.notes.lose("headers of responses", key);
  if (keysOf(response["links"]).length > 0) context.notes.lose("links of responses", key);
  const location = `${key} ${status}`;
  const content = importContent(response["content"], location, "routes.yaml", context);
  const [mediaType = JSON_MEDIA_TYPE, ...others] = content?.mediaTypes ?? [];
  for (const other of others) {
    context.notes.lose(`${other} beside ${mediaType}, with the same schema`, location);
  }
  const schema = content ? content.schema : null;
  const { description } = response;
  const hasText = typeof description === "string" && description !== "";
  if (!hasText && mediaType === JSON_MEDIA_TYPE) return schema;
  return {
    ...(hasText && { description }),
    ...(mediaType !== JSON_MEDIA_TYPE && { contentType: mediaType }),
    schema,
  };
}
