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
import { bareType } from "../../model/http.js";
import { entriesOf, isMap, type Json, type JsonMap, textOf } from "../../model/json.js";
import { followChain, followMap } from "../model/references.js";
import { allMembersOf, propertiesOfSchema } from "../model/described-schemas.js";
import type { ImportContext } from "../model/context.js";
import { type ListedOperation, parametersOf } from "../model/operations.js";
import { canStream, type FernStreaming, readFernStreaming } from "./fern-streaming.js";
import { listSchemaValues, MAX_UNIONS, readItems } from "./stream-items.js";

/** Separates the stream of an operation, if it can be imported, from its other responses. */
export function importStream(route: ListedOperation, context: ImportContext): ImportedStream {
  const { key, operation } = route;
  const { root } = context.description;
  const fern = readFernStreaming(operation["x-fern-streaming"], root);
  const responses = followMap(root, operation["responses"]);
  const found = findStream(responses, fern, root);
  if (found === undefined) {
    if (fern) context.notes.tell("Not a stream of items, though `x-fern-streaming` says so", key);
    return { responses: operation["responses"] };
  }
  const { status, response, stream, whole } = found;
  const isChoice = Object.keys(whole).length > 0;
  const { content: _content, ...withoutContent } = response;
  const remaining = isChoice ? { ...response, content: whole } : withoutContent;
  const remainingResponses = { ...responses, [status]: remaining };
  const when = fern?.when ?? (isChoice ? findSwitch(route, root) : undefined);
  if (isChoice && when === undefined) {
    context.notes.lose(`${stream.type}, because no parameter asks for it`, key);
    return { responses: remainingResponses };
  }
  return { stream: printStream(stream, when, key, context), responses: remainingResponses };
}

/** @param when The parameter that asks for the stream, with its value. */
function printStream(
  { type, format, content, end: declaredEnd }: Stream,
  when: JsonMap | undefined,
  key: string,
  context: ImportContext,
): JsonMap {
  // By a common convention, `stream: true` asks for events, the last of which is `[DONE]`.
  const isConvention = when?.["stream"] === true && format === "sse";
  const end = declaredEnd ?? (isConvention ? "[DONE]" : undefined);
  // The convention also has `{ "error": … }` in place of an item, unless items have that property.
  const item = content["itemSchema"] ?? content["schema"];
  const hasErrors =
    isConvention && !propertiesOfSchema(context.description.root, item).has("error");
  return {
    format,
    ...(DEFAULT_TYPES.includes(type) ? {} : { contentType: type }),
    ...readItems(content, format, `${key} stream`, context),
    ...(end !== undefined && { end }),
    ...(when && { when }),
    ...(hasErrors && { error: "error" }),
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

/** Finds the first successful response that streams. */
function findStream(
  responses: JsonMap,
  fern: FernStreaming | undefined,
  root: JsonMap,
): StreamResponse | undefined {
  for (const [status, value] of entriesOf(responses)) {
    const response = followChain(root, value);
    if (!/^2/.test(status) || !isMap(response)) continue;
    const entries = entriesOf(followChain(root, response["content"]));
    const contents = entries.map(([mediaType, entry]): ResponseContent => ({
      mediaType,
      entry,
      content: followMap(root, entry),
    }));
    const found = findDeclaredStream(contents, fern) ?? findFernStream(contents, fern);
    if (found !== undefined) return { status, response, ...found };
  }
  return undefined;
}

/** Finds a stream by a media type or by `itemSchema`. The other contents are the whole response. */
function findDeclaredStream(
  contents: readonly ResponseContent[],
  fern: FernStreaming | undefined,
): FoundStream | undefined {
  const declared = contents.find(
    ({ mediaType, content }) =>
      Object.hasOwn(STREAM_FORMATS, bareType(mediaType)) || "itemSchema" in content,
  );
  if (declared === undefined) return undefined;
  return { stream: toStream(declared, fern), whole: contentsWithout(contents, declared) };
}

/** Stands for the content of a response that has none. */
const NO_CONTENT: ResponseContent = { mediaType: "application/json", entry: {}, content: {} };

/** Makes a stream by `x-fern-streaming` alone: the first media type has the items and, maybe, the whole response. */
function findFernStream(
  contents: readonly ResponseContent[],
  fern: FernStreaming | undefined,
): FoundStream | undefined {
  const [first = NO_CONTENT] = contents;
  if (fern === undefined || !canStream(first.mediaType, fern)) return undefined;
  const stream = toStream(first, fern);
  const wholeSchema = fern.response ?? (fern.when && stream.content["schema"]);
  const whole =
    wholeSchema === undefined
      ? contentsWithout(contents, first)
      : { "application/json": { schema: wholeSchema } };
  return { stream, whole };
}

/** Reads a stream. What `x-fern-streaming` says of it counts more than its content, except for the end. */
function toStream({ mediaType, content }: ResponseContent, fern: FernStreaming = {}): Stream {
  const type = bareType(mediaType);
  return {
    type,
    format: fern.format ?? STREAM_FORMATS[type] ?? "json-lines",
    content: fern.item === undefined ? content : { ...content, schema: fern.item },
    end: textOf(content["x-speakeasy-sse-sentinel"] ?? fern.end),
  };
}

function contentsWithout(
  contents: readonly ResponseContent[],
  { mediaType }: ResponseContent,
): JsonMap {
  const others = contents.filter((each) => each.mediaType !== mediaType);
  return Object.fromEntries(others.map(({ mediaType: other, entry }) => [other, entry]));
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
interface StreamResponse extends FoundStream {
  readonly status: string;
  readonly response: JsonMap;
}

interface FoundStream {
  readonly stream: Stream;
  /** The contents of the whole response, by media type; empty if the route always streams. */
  readonly whole: JsonMap;
}

interface Stream {
  /** The media type without parameters. */
  readonly type: string;
  readonly format: StreamFormat;
  /** The description of that media type. */
  readonly content: JsonMap;
  /** The text that ends the stream, if the description has one. */
  readonly end: string | undefined;
}

/** A media type of a response. */
interface ResponseContent {
  readonly mediaType: string;
  /** The description of the media type, or a reference to it. */
  readonly entry: Json;
  /** The description itself. */
  readonly content: JsonMap;
}

type DescribedProperty = readonly [name: string, schema: Json];
