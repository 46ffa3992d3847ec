/** Reads the entries of `routes.yaml` into the routes of the model. */
import { entriesOf, isMap } from "../model/json.js";
import type { ComponentDocuments } from "./documents/documents.js";
import type { StreamFormat } from "../../src/catalog/client.js";
import type { FieldEncoding } from "../../src/catalog/requests.js";
import { bareType, JSON_MEDIA_TYPE, kindOf } from "../model/http.js";
import type {
  Body,
  Content,
  Parameter,
  ParameterLocation,
  Response,
  Route,
  RouteStream,
  Vendor,
} from "../model/model.js";
import { toSentence } from "../model/texts.js";
import { readRoutePagination } from "./vendor/pagination.js";
import { normaliseSchema } from "./schemas.js";
import { readCalls } from "./method-names.js";
import { valueAt, type YamlDocument } from "./documents/yaml-document.js";
import {
  type BodyEntry,
  componentOf,
  type ContentEntry,
  isLongForm,
  PARAMETER_LOCATIONS,
  type ParameterEntry,
  placeholdersOf,
  type ResponseEntry,
  type RouteEntry,
  schemaOfParameter,
  splitRouteKey,
  type StreamEntry,
} from "./route-entries.js";

/** Reads validated routes, in the order of the file. */
export function readRoutes(
  document: YamlDocument,
  components: ComponentDocuments,
  vendor: Vendor,
): Route[] {
  const calls = readCalls(document.value);
  return entriesOf(document.value).map(([key, value]) => {
    const entry = value as RouteEntry; // validated
    const { method, url } = splitRouteKey(key);
    const responses = entriesOf(entry.responses).map((response) =>
      readResponse(document.file, response),
    );
    const stream = entry.stream && readStream(document.file, entry.stream);
    const accept = entry.accept ?? deriveAccept(responses, stream, vendor);
    return {
      key,
      method,
      url,
      operation: entry.operation,
      call: calls.get(key)?.call ?? "",
      formerCalls: calls.get(key)?.formerCalls ?? [],
      ...(entry.bodyParameter !== undefined && { bodyParameter: entry.bodyParameter }),
      ...readTexts(entry),
      ...(entry.docs !== undefined && { docs: entry.docs }),
      deprecated: entry.deprecated ?? false,
      ...(entry.server !== undefined && { server: entry.server }),
      ...(entry.needsBaseUrl === true && { needsBaseUrl: true }),
      parameters: PARAMETER_LOCATIONS.flatMap((location) =>
        listParameters(entry, location, url).map((parameter) =>
          readParameter(document.file, location, parameter, components),
        ),
      ),
      ...(entry.body && { body: readBody(document.file, entry.body) }),
      responses,
      ...(stream && { stream }),
      ...(accept !== undefined && accept !== vendor.accept && { accept }),
      ...readRoutePagination(entry.pagination),
      source: { file: document.file, path: [key] },
    };
  });
}

/** Reads the texts of a route. The default summary is the first sentence of the description. */
function readTexts({ summary, description }: RouteEntry): Pick<Route, "summary" | "description"> {
  if (description === undefined) return summary === undefined ? {} : { summary };
  const short = summary ?? toSentence(description);
  return { ...(short !== "" && { summary: short }), description };
}

/** Lists parameters. Path parameters have the order of the URL. */
function listParameters(
  { path, ...byLocation }: RouteEntry,
  location: ParameterLocation,
  url: string,
): readonly (readonly [string, unknown])[] {
  if (location !== "path") return entriesOf(byLocation[location]);
  return placeholdersOf(url).map((name) => [name, path?.[name]] as const);
}

/**
 * Derives `accept` from the media types of the responses, success first. A route that only streams has the
 * type of its stream. `undefined` if the default of the vendor suits.
 */
function deriveAccept(
  responses: readonly Response[],
  stream: RouteStream | undefined,
  { accept, acceptsPerRoute = true }: Vendor,
): string | undefined {
  if (!acceptsPerRoute) return undefined;
  const isSuccess = ({ status }: Response): boolean => status.startsWith("2");
  const streamed = stream && stream.when === undefined ? [stream.contentType] : [];
  const ofSuccess = [...streamed, ...mediaTypesOf(responses.filter(isSuccess))];
  const others = mediaTypesOf(responses.filter((response) => !isSuccess(response)));
  const types = new Set([...ofSuccess, ...others]);
  if (types.size === 0 || suitsDefault(ofSuccess, others, accept)) return undefined;
  return [...types].join(", ");
}

function mediaTypesOf(responses: readonly Response[]): readonly string[] {
  return responses.flatMap(({ contentType, otherTypes = [] }) =>
    [contentType ?? [], otherTypes].flat(),
  );
}

/**
 * Tests whether a default covers the responses of a route: all types of success, or any of the others if success
 * has none.
 */
function suitsDefault(
  ofSuccess: readonly string[],
  others: readonly string[],
  accept: string,
): boolean {
  const defaultTypes = ["application/json", "*/*", ...accept.split(",").map(bareType)];
  const isDefault = (type: string): boolean => defaultTypes.includes(bareType(type));
  return ofSuccess.length > 0 ? ofSuccess.every(isDefault) : others.some(isDefault);
}

function readParameter(
  file: string,
  location: ParameterLocation,
  [name, value]: readonly [string, unknown],
  components: ComponentDocuments,
): Parameter {
  const entry: ParameterEntry = isMap(value) ? value : {};
  const description = entry.description ?? sharedDescription(file, value, components);
  return {
    name,
    in: location,
    required: location === "path" || entry.required === true,
    deprecated: entry.deprecated ?? false,
    ...(description !== undefined && { description }),
    multiSegment: entry.multiSegment ?? false,
    ...(entry.style !== undefined && entry.style !== "simple" && { style: entry.style }),
    ...(entry.explode === true && { explode: true }),
    ...(entry.reserved === true && { reserved: true }),
    schema: normaliseSchema(file, schemaOfParameter(value)),
  };
}

/** The description of the component that a parameter refers to. */
function sharedDescription(
  file: string,
  parameter: unknown,
  components: ComponentDocuments,
): string | undefined {
  const reference = valueAt(parameter, "$ref");
  if (typeof reference !== "string") return undefined;
  const description = valueAt(componentOf(file, reference, components), "description");
  return typeof description === "string" ? description : undefined;
}

function readBody(file: string, entry: BodyEntry): Body {
  const { required = true, contentType = JSON_MEDIA_TYPE, content, ...whole } = entry;
  const contents = content
    ? entriesOf(content).map(([type, value]) => readContent(file, type, value))
    : [contentType].flat().map((type) => readContent(file, type, { schema: true, ...whole }));
  const [first, ...furtherContents] = groupContents(contents);
  if (first === undefined) throw new Error("A body without content was not refused.");
  return {
    required,
    ...first,
    ...(furtherContents.length > 0 && { furtherContents }),
  };
}

function readContent(file: string, type: string, value: unknown): Content {
  const { schema, lists, encoding } = isLongForm(value)
    ? value
    : ({ schema: value } as ContentEntry); // a bare schema
  return {
    contentTypes: [type],
    schema: normaliseSchema(file, schema),
    ...(lists !== undefined && { lists }),
    ...(encoding !== undefined && { encoding: copyEncoding(encoding) }),
  };
}

/** Copies an encoding, because maps from YAML have no prototype. */
function copyEncoding(
  encoding: Readonly<Record<string, FieldEncoding>>,
): Record<string, FieldEncoding> {
  return Object.fromEntries(
    Object.entries(encoding).map(([name, fieldEncoding]) => [name, { ...fieldEncoding }]),
  );
}

/** Joins media types of one kind with equal schemas. */
function groupContents(contents: readonly Content[]): readonly Content[] {
  const groups = new Map<string, Content>();
  for (const { contentTypes, ...content } of contents) {
    const key = `${kindOf(contentTypes[0] ?? "")} ${JSON.stringify(content)}`;
    const known = groups.get(key)?.contentTypes ?? [];
    groups.set(key, { contentTypes: [...known, ...contentTypes], ...content });
  }
  return [...groups.values()];
}

/** The default media type of each format. */
const STREAM_TYPES: Readonly<Record<StreamFormat, string>> = {
  sse: "text/event-stream",
  "json-lines": "application/jsonl",
  "json-seq": "application/json-seq",
};

function readStream(file: string, entry: StreamEntry): RouteStream {
  const { format, contentType = STREAM_TYPES[format], item = true, events, ...rule } = entry;
  const { end, when, error } = rule;
  const schema = events ? toNamedItems(events) : item;
  return {
    format,
    contentType: bareType(contentType),
    item: {
      status: "item",
      contentType: JSON_MEDIA_TYPE,
      schema: normaliseSchema(file, schema),
    },
    ...(events && { events: Object.keys(events) }),
    ...(end !== undefined && { end }),
    ...(when !== undefined && { when: { ...when } }),
    ...readErrorRule(events, error),
  };
}

/** Reads how items show errors. Events named `error` do, unless the route describes them as items. */
function readErrorRule(
  events: StreamEntry["events"],
  error: string | undefined,
): Pick<RouteStream, "error"> {
  if (events && Object.hasOwn(events, "error")) return { error: false };
  return error === undefined ? {} : { error };
}

/** A schema of events with names: a union with a member for each name. */
function toNamedItems(events: Readonly<Record<string, unknown>>): unknown {
  const members = Object.entries(events).map(([name, data]) => ({
    type: "object",
    required: ["event", "data"],
    properties: { event: { const: name }, data },
    additionalProperties: false,
  }));
  return members.length === 1 ? members[0] : { oneOf: members };
}

function readResponse(file: string, [status, value]: readonly [string, unknown]): Response {
  const { description, contentType, schema } = isLongForm(value)
    ? value
    : ({ schema: value } as ResponseEntry); // a bare schema
  const [first = JSON_MEDIA_TYPE, ...otherTypes] = [contentType ?? []].flat();
  return {
    status,
    ...(description !== undefined && { description }),
    ...(schema !== null && {
      contentType: first,
      schema: normaliseSchema(file, schema),
      ...(otherTypes.length > 0 && { otherTypes }),
    }),
  };
}
