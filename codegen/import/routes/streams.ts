/**
 * Imports responses that arrive item by item. A description shows them by a media type, such as
 * `text/event-stream`, by the keyword `itemSchema`, or by the extension `x-fern-streaming`:
 *
 *     content:
 *       application/json: { schema: { $ref: "#/components/schemas/Chat" } }
 *       text/event-stream: { itemSchema: { $ref: "#/components/schemas/Delta" } }
 *
 * The route gets the response with JSON, and `stream: { format: sse, item: …, when: { stream: true } }` if it has
 * a parameter `stream` that asks for the items.
 */
import type { StreamFormat } from "../../../src/catalog/client.js";
import { bareType, kindOf } from "../../model/http.js";
import { entriesOf, isMap, type Json, type JsonMap } from "../../model/json.js";
import { followChain, followMap } from "../model/references.js";
import { allMembersOf, propertiesOfSchema } from "../model/described-schemas.js";
import type { ImportContext } from "../model/context.js";
import { type ListedOperation, parametersOf } from "../model/operations.js";
import { listSchemaValues, MAX_UNIONS, readItems } from "./stream-items.js";

/** Separates the stream of an operation, if it can be imported, from its other responses. */
export function importStream(route: ListedOperation, context: ImportContext): ImportedStream {
  const { key, operation } = route;
  const { root } = context.description;
  const fern = readFernStream(operation["x-fern-streaming"], root);
  const responses = followMap(root, operation["responses"]);
  const streamed = findStream(responses, fern, root);
  if (streamed === undefined) {
    if (fern) context.notes.tell("Not a stream of items, though `x-fern-streaming` says so", key);
    return { responses: operation["responses"] };
  }
  const { status, response, type, otherContent } = streamed;
  const isChoice = Object.keys(otherContent).length > 0;
  const { content: _content, ...bare } = response;
  const remaining = {
    ...responses,
    [status]: isChoice ? { ...response, content: otherContent } : bare,
  };
  const when = fern?.when ?? (isChoice ? findSwitch(route, root) : undefined);
  if (isChoice && when === undefined) {
    context.notes.lose(`${type}, because no parameter asks for it`, key);
    return { responses: remaining };
  }
  return { stream: printStream(streamed, when, fern?.end, key, context), responses: remaining };
}

/**
 * @param when The parameter that asks for the stream, with its value.
 * @param fernEnd The text that ends the stream, by `x-fern-streaming`.
 */
function printStream(
  { type, format, entry }: StreamResponse,
  when: JsonMap | undefined,
  fernEnd: Json,
  key: string,
  context: ImportContext,
): JsonMap {
  const { root } = context.description;
  const declaredEnd = entry["x-speakeasy-sse-sentinel"] ?? fernEnd;
  // By a common convention, `stream: true` asks for events, the last of which is `[DONE]`.
  const isConvention = when?.["stream"] === true && format === "sse";
  const end = typeof declaredEnd === "string" ? declaredEnd : isConvention ? "[DONE]" : undefined;
  const item = entry["itemSchema"] ?? entry["schema"];
  return {
    format,
    ...(DEFAULT_TYPES.includes(type) ? {} : { contentType: type }),
    ...readItems(entry, format, `${key} stream`, context),
    ...(end !== undefined && { end }),
    ...(when && { when }),
    // The convention also has `{ "error": … }` in place of an item, unless items have that property.
    ...(isConvention && !propertiesOfSchema(root, item).has("error") && { error: "error" }),
  };
}

// ---- Finding the response with the stream

const STREAM_FORMATS: Readonly<Record<string, StreamFormat>> = {
  "text/event-stream": "sse",
  "application/jsonl": "json-lines",
  "application/x-ndjson": "json-lines",
  "application/ndjson": "json-lines",
  "application/x-jsonlines": "json-lines",
  "application/jsonlines": "json-lines",
  "application/json-seq": "json-seq",
};

/** The media type of each format that the YAML need not name. */
const DEFAULT_TYPES = ["text/event-stream", "application/jsonl", "application/json-seq"];

function findStream(
  responses: JsonMap,
  fern: FernStream | undefined,
  root: JsonMap,
): StreamResponse | undefined {
  for (const [status, value] of entriesOf(responses)) {
    const response = followChain(root, value);
    if (!/^2/.test(status) || !isMap(response)) continue;
    const contents = entriesOf(followChain(root, response["content"]));
    const declared = contents.find(([name, each]) => isStream(name, followChain(root, each)));
    const [mediaType, content] = declared ?? findFernContent(contents, fern) ?? [];
    if (mediaType === undefined) continue;
    const entry = {
      ...followMap(root, content),
      ...(fern?.item !== undefined && { schema: fern.item }),
    };
    const type = bareType(mediaType);
    const format = fern?.format ?? STREAM_FORMATS[type] ?? "json-lines";
    // By `x-fern-streaming` alone, one media type has the stream and the whole response.
    const whole = fern?.response ?? (fern?.when ? entry["schema"] : undefined);
    const otherContent =
      declared !== undefined || whole === undefined
        ? Object.fromEntries(contents.filter(([name]) => name !== mediaType))
        : { "application/json": { schema: whole } };
    return { status, response, type, format, entry, otherContent };
  }
  return undefined;
}

/** The first content, if `x-fern-streaming` can make a stream of it. The bytes of audio have no items. */
function findFernContent(
  contents: readonly (readonly [mediaType: string, entry: Json])[],
  fern: FernStream | undefined,
): readonly [mediaType: string, entry: Json] | undefined {
  if (fern === undefined) return undefined;
  const [first = ["application/json", {}] as const] = contents;
  const kind = kindOf(first[0]);
  return kind === "json" || (kind === "text" && fern.format !== undefined) ? first : undefined;
}

function isStream(type: string, entry: Json): boolean {
  return Object.hasOwn(STREAM_FORMATS, bareType(type)) || (isMap(entry) && "itemSchema" in entry);
}

function readFernStream(extension: Json, root: JsonMap): FernStream | undefined {
  if (extension === true) return {};
  if (!isMap(extension)) return undefined;
  const { format } = extension;
  const condition = /^\$request\.(\w+)$/.exec(String(extension["stream-condition"]))?.[1];
  const schemaOf = (value: Json): Json => {
    if (!isMap(value)) return undefined;
    return "schema" in value ? value["schema"] : value;
  };
  const [response, item] = [extension["response"], extension["response-stream"]].map(schemaOf);
  return {
    ...(format === "sse" && { format: "sse" as const }),
    ...(format === "json" && { format: "json-lines" as const }),
    ...(condition !== undefined && { when: { [condition]: true } }),
    ...(item !== undefined && followChain(root, item) !== undefined && { item }),
    ...(response !== undefined && { response }),
    ...(extension["terminator"] !== undefined && { end: extension["terminator"] }),
  };
}

// ---- The parameter that asks for the stream

/** Names of a boolean parameter that asks for a stream. */
const SWITCH_NAMES = /^stream(?:ing|_?response)?$/i;

/** Finds the parameter that asks for the stream: `stream: true`, or `sse` for one such as `stream_format`. */
function findSwitch(route: ListedOperation, root: JsonMap): JsonMap | undefined {
  const body = followMap(root, route.operation["requestBody"]);
  const fields = entriesOf(followChain(root, body["content"])).flatMap(([, entry]) =>
    listProperties(followMap(root, entry)["schema"], root),
  );
  const parameters = parametersOf(root, route).flatMap(({ name, schema }) =>
    typeof name === "string" ? [[name, schema] as const] : [],
  );
  for (const [name, schema] of [...fields, ...parameters]) {
    const values = listSchemaValues(schema, root);
    if (SWITCH_NAMES.test(name) && values.includes(true)) return { [name]: true };
    if (/stream/i.test(name) && values.includes("sse")) return { [name]: "sse" };
  }
  return undefined;
}

function listProperties(schema: Json, root: JsonMap, depth = 0): readonly DescribedProperty[] {
  const target = followMap(root, schema);
  if (depth > MAX_UNIONS) return [];
  return [
    ...entriesOf(target["properties"]),
    ...allMembersOf(target).flatMap((member) => listProperties(member, root, depth + 1)),
  ];
}

// ---- Types

export interface ImportedStream {
  /** The key `stream` of the route. */
  readonly stream?: JsonMap;
  /** The responses of the operation without the stream. */
  readonly responses: Json;
}

/** A successful response with a stream. */
interface StreamResponse {
  readonly status: string;
  readonly response: JsonMap;
  /** The media type of the stream. */
  readonly type: string;
  readonly format: StreamFormat;
  /** The description of that media type. */
  readonly entry: JsonMap;
  /** The contents of the response that are no stream, by media type. */
  readonly otherContent: JsonMap;
}

/** The contents of `x-fern-streaming`. */
interface FernStream {
  readonly format?: StreamFormat;
  readonly when?: JsonMap;
  /** The schema of an item. */
  readonly item?: Json;
  /** The schema of the response that does not stream. */
  readonly response?: Json;
  readonly end?: Json;
}

type DescribedProperty = readonly [name: string, schema: Json];
