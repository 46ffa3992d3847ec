/** Imports the body of a route. */
import { hasRequestBody, JSON_MEDIA_TYPE } from "../../model/http.js";
import { isEqual, type Json, type JsonMap } from "../../model/json.js";
import { convertSchema } from "../schemas/convert-schema.js";
import { type ImportContext, ROUTE_FILE } from "../model/context.js";
import { resolveEntry } from "../model/resolve-entry.js";
import { type DescribedContent, readContentEntries } from "./contents.js";
import { importEncoding } from "./encodings.js";

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
    (described) => [described.mediaType, importEntry(described, location, context)] as const,
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

/** The key `contentType` of a body; absent for JSON alone. */
function mediaTypes([first = JSON_MEDIA_TYPE, ...furtherTypes]: readonly string[]): JsonMap {
  if (furtherTypes.length > 0) return { contentType: [first, ...furtherTypes] };
  return first === JSON_MEDIA_TYPE ? {} : { contentType: first };
}

/** A schema without an encoding needs no key `schema`. */
function toShortForm(content: JsonMap): Json {
  return Object.keys(content).length === 1 ? content["schema"] : content;
}

function importEntry(
  { mediaType, entry }: DescribedContent,
  location: string,
  context: ImportContext,
): JsonMap {
  const { schema = true, encoding } = entry;
  const converted = convertSchema(schema, { location, file: ROUTE_FILE }, context);
  return { schema: converted, ...importEncoding(mediaType, schema, encoding, location, context) };
}
