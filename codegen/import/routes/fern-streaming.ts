/**
 * Reads the extension `x-fern-streaming` of an operation:
 *
 *     x-fern-streaming:
 *       format: sse
 *       stream-condition: $request.stream
 *       response: { $ref: "#/components/schemas/Chat" }
 *       response-stream: { $ref: "#/components/schemas/Delta" }
 */
import type { StreamFormat } from "../../../src/catalog/client.js";
import { kindOf } from "../../model/http.js";
import { isMap, type Json, type JsonMap } from "../../model/json.js";
import { followChain } from "../model/references.js";

/** Reads the extension; `undefined` if the operation does not stream by it. */
export function readFernStreaming(extension: Json, root: JsonMap): FernStreaming | undefined {
  if (extension === true) return {};
  if (!isMap(extension)) return undefined;
  const condition = /^\$request\.(\w+)$/.exec(String(extension["stream-condition"]));
  const item = readSchema(extension["response-stream"]);
  return {
    format: FORMATS.get(extension["format"]),
    when: condition?.[1] === undefined ? undefined : { [condition[1]]: true },
    item: followChain(root, item) === undefined ? undefined : item,
    response: readSchema(extension["response"]),
    end: extension["terminator"],
  };
}

const FORMATS: ReadonlyMap<Json, StreamFormat> = new Map<Json, StreamFormat>([
  ["sse", "sse"],
  ["json", "json-lines"],
]);

/** A schema, which may stand under a key of its own. */
function readSchema(value: Json): Json {
  if (!isMap(value)) return undefined;
  return "schema" in value ? value["schema"] : value;
}

/** Tests whether a content can be a stream by the extension alone. The bytes of audio have no items. */
export function canStream(mediaType: string, { format }: FernStreaming): boolean {
  const kind = kindOf(mediaType);
  return kind === "json" || (kind === "text" && format !== undefined);
}

/** The contents of `x-fern-streaming`. */
export interface FernStreaming {
  readonly format?: StreamFormat | undefined;
  /** The parameter that asks for the stream, with its value. */
  readonly when?: JsonMap | undefined;
  /** The schema of an item. */
  readonly item?: Json;
  /** The schema of the response that does not stream. */
  readonly response?: Json;
  /** The text that ends the stream. */
  readonly end?: Json;
}
