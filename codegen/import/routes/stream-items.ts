/** Imports the items of a stream: one schema for all, or one for each name of an event. */
import type { StreamFormat } from "../../../src/catalog/client.js";
import { kindOf } from "../../model/http.js";
import { itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { type ImportContext, ROUTE_FILE } from "../model/context.js";
import { allMembersOf } from "../model/described-schemas.js";
import { followMap } from "../model/references.js";
import { convertSchema } from "../schemas/convert-schema.js";

/**
 * The key `item` of a stream with one schema, or `events` with a schema for each name. Events without a name
 * are `message`.
 */
export function readItems(
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
  const named = events.filter(({ name }) => name !== undefined);
  const unnamed = events.find(({ name }) => name === undefined);
  if (named.length === 0) return { item: convert(unnamed?.data) };
  const entries = [...(unnamed ? [unnamed] : []), ...named].map(
    ({ name = "message", data }) => [name, convert(data)] as const,
  );
  return { events: Object.fromEntries(entries) };
}

/** Takes the items of a list, because some descriptions describe a stream of lines as a list. */
function unwrapList(schema: Json, root: JsonMap): Json {
  const target = followMap(root, schema);
  return target["type"] === "array" && target["items"] !== undefined ? target["items"] : schema;
}

/**
 * Reads the names and data of events from a schema of whole events (OpenAPI 3.2, section 4.14.4.2), such as
 * `oneOf: [{ properties: { event: { const: ping }, data: { contentSchema: … } } }]`; `undefined` for a schema of
 * their data.
 */
function readEventSchemas(schema: Json, root: JsonMap): readonly EventSchema[] | undefined {
  const alternatives = listAlternatives(schema, root);
  if (!alternatives.every(isWholeEvent)) return undefined;
  return alternatives.flatMap((properties) => readEventsOf(properties, root));
}

/** The properties of each alternative of a schema, or of the schema itself if it has none. */
function listAlternatives(schema: Json, root: JsonMap): readonly JsonMap[] {
  const target = followMap(root, schema);
  const base = mapOf(target["properties"]);
  const members = [...itemsOf(target["oneOf"]), ...itemsOf(target["anyOf"])];
  if (members.length === 0) return [base];
  return members.map((member) => ({
    ...base,
    ...mapOf(followMap(root, member)["properties"]),
  }));
}

function isWholeEvent(properties: JsonMap): boolean {
  return (
    ("data" in properties || "event" in properties) &&
    Object.keys(properties).every((name) => EVENT_FIELDS.includes(name))
  );
}

/** Reads one alternative, which describes an event for each name that it lists. */
function readEventsOf(properties: JsonMap, root: JsonMap): readonly EventSchema[] {
  const names = listSchemaValues(properties["event"], root).filter(
    (name) => typeof name === "string",
  );
  const data = dataOf(properties["data"], root);
  if (names.length === 0) return [{ data }];
  const mapping = readDiscriminatorMapping(data, names, root);
  return names.map((name) => ({ name, data: mapping ? { $ref: mapping[name] } : data }));
}

/** Fields of an event (HTML Living Standard, section 9.2.6). */
const EVENT_FIELDS = ["event", "data", "id", "retry"];

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

/** The values that a schema lists, and those of a boolean. */
export function listSchemaValues(schema: Json, root: JsonMap, depth = 0): readonly Json[] {
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

/** Limit of nested compositions. */
export const MAX_UNIONS = 8;

interface EventSchema {
  readonly name?: string;
  readonly data: Json;
}
