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
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { followChain, followMap } from "../model/references.js";
import { allMembersOf, propertiesOfSchema } from "../model/described-schemas.js";
import { type ImportContext, ROUTE_FILE } from "../model/context.js";
import { type ListedOperation, parametersOf } from "../model/operations.js";
import { convertSchema } from "../schemas/convert-schema.js";

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
    const byExtension = fern && (contents[0] ?? (["application/json", {}] as const));
    const [type, content] = declared ?? byExtension ?? [];
    if (type === undefined || (declared === undefined && !canStream(type, fern))) continue;
    const entry = {
      ...followMap(root, content),
      ...(fern?.item !== undefined && { schema: fern.item }),
    };
    const wholeResponse = fern?.response ?? (fern?.when ? entry["schema"] : undefined);
    const otherContent =
      wholeResponse === undefined || declared
        ? Object.fromEntries(contents.filter(([name]) => name !== type))
        : { "application/json": { schema: wholeResponse } };
    const format = fern?.format ?? STREAM_FORMATS[bareType(type)] ?? "json-lines";
    return { status, response, type: bareType(type), format, entry, otherContent };
  }
  return undefined;
}

/** Tests whether `x-fern-streaming` makes a stream of a media type. The bytes of audio have no items. */
function canStream(type: string, fern: FernStream | undefined): boolean {
  const kind = kindOf(type);
  return kind === "json" || (kind === "text" && fern?.format !== undefined);
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

/** Limit of nested compositions. */
const MAX_UNIONS = 8;

function listProperties(schema: Json, root: JsonMap, depth = 0): readonly DescribedProperty[] {
  const target = followMap(root, schema);
  if (depth > MAX_UNIONS) return [];
  return [
    ...entriesOf(target["properties"]),
    ...allMembersOf(target).flatMap((member) => listProperties(member, root, depth + 1)),
  ];
}

/** The values that a schema lists, and those of a boolean. */
function listSchemaValues(schema: Json, root: JsonMap, depth = 0): readonly Json[] {
  const target = followMap(root, schema);
  if (depth > MAX_UNIONS) return [];
  const isBoolean = [target["type"]].flat().includes("boolean") && target["enum"] === undefined;
  return [
    ...(isBoolean ? [true, false] : []),
    ...itemsOf(target["enum"]),
    ...("const" in target ? [target["const"]] : []),
    ...allMembersOf(target).flatMap((member) => listSchemaValues(member, root, depth + 1)),
  ];
}

// ---- Items

function readItems(
  { itemSchema, schema }: JsonMap,
  format: StreamFormat,
  location: string,
  context: ImportContext,
): JsonMap {
  const { root } = context.description;
  const described = itemSchema ?? (format === "sse" ? schema : unwrapList(schema, root));
  const convert = (value: Json): Json =>
    convertSchema(value, { location, file: ROUTE_FILE }, context);
  const events = format === "sse" ? readEventSchemas(described, root) : undefined;
  if (events === undefined) return described === undefined ? {} : { item: convert(described) };
  const namedEvents = events.flatMap(([name, data]) =>
    name === undefined ? [] : [[name, data] as const],
  );
  if (namedEvents.length === 0) return { item: convert(events[0]?.[1]) };
  const unnamed = events.filter(([name]) => name === undefined).slice(0, 1);
  const byName = [...unnamed.map(([, data]) => ["message", data] as const), ...namedEvents];
  return { events: Object.fromEntries(byName.map(([name, data]) => [name, convert(data)])) };
}

/** Takes the items of a list, because some descriptions describe a stream of lines as a list. */
function unwrapList(schema: Json, root: JsonMap): Json {
  const target = followMap(root, schema);
  return target["type"] === "array" && target["items"] !== undefined ? target["items"] : schema;
}

/** Fields of an event (HTML Living Standard, section 9.2.6). */
const EVENT_FIELDS = ["event", "data", "id", "retry"];

/**
 * Reads the names and data of events from a schema of whole events (OpenAPI 3.2, section 4.14.4.2);
 * `undefined` for a schema of their data.
 */
function readEventSchemas(schema: Json, root: JsonMap): readonly EventSchema[] | undefined {
  const target = followMap(root, schema);
  const members = [...itemsOf(target["oneOf"]), ...itemsOf(target["anyOf"])];
  const base = mapOf(target["properties"]);
  const events = (members.length === 0 ? [{}] : members).map((member) => ({
    ...base,
    ...mapOf(followMap(root, member)["properties"]),
  }));
  const isEvent = (properties: JsonMap): boolean =>
    ("data" in properties || "event" in properties) &&
    Object.keys(properties).every((name) => EVENT_FIELDS.includes(name));
  if (!events.every(isEvent)) return undefined;
  return events.flatMap((properties): readonly EventSchema[] => {
    const names = listSchemaValues(properties["event"], root).filter(
      (name) => typeof name === "string",
    );
    const data = dataOf(properties["data"], root);
    const mapping = readDiscriminatorMapping(data, names, root);
    return names.length === 0
      ? [[undefined, data]]
      : names.map((name) => [name, mapping ? { $ref: mapping[name] } : data]);
  });
}

/** The mapping of a discriminator whose values are the names of the events. */
function readDiscriminatorMapping(
  data: Json,
  names: readonly string[],
  root: JsonMap,
): JsonMap | undefined {
  const mapping = mapOf(mapOf(followMap(root, data)["discriminator"])["mapping"]);
  const entries = Object.entries(mapping);
  const namesEvents =
    entries.length === names.length &&
    entries.every(([name, ref]) => names.includes(name) && String(ref).startsWith("#/"));
  return namesEvents && names.length > 0 ? mapping : undefined;
}

/** The schema of data: data is text, unless its content has a schema. */
function dataOf(data: Json, root: JsonMap): Json {
  const target = followMap(root, data);
  const { contentSchema, contentMediaType } = target;
  if (contentSchema !== undefined) return contentSchema;
  const isJson = typeof contentMediaType === "string" && kindOf(contentMediaType) === "json";
  return isJson ? true : (data ?? { type: "string" });
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

type EventSchema = readonly [name: string | undefined, data: Json];
