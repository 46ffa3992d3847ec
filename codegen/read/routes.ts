/** Reads the entries of `routes.yaml` into the routes of the model. */
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import type { ComponentDocuments } from "./documents/documents.js";
import type { StreamFormat, StreamRule } from "../../src/catalog/client.js";
import type { FieldEncoding, ListStyle } from "../../src/catalog/requests.js";
import { bareType, JSON_MEDIA_TYPE, kindOf } from "../model/http.js";
import {
  type Body,
  type Content,
  type Parameter,
  type ParameterLocation,
  type ParameterStyle,
  type Response,
  type Route,
  type RouteStream,
  type Vendor,
} from "../model/model.js";
import { toSentence } from "../model/texts.js";
import { readRoutePagination } from "./client.js";
import { type LocatedSchema, normaliseReference, normaliseSchema } from "./schemas.js";
import { readCalls } from "./sdk.js";
import { valueAt, type YamlDocument } from "./documents/yaml-document.js";

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
  { path, ...operationsByMethod }: RouteEntry,
  location: ParameterLocation,
  url: string,
): readonly (readonly [string, unknown])[] {
  if (location !== "path") return entriesOf(operationsByMethod[location]);
  return placeholdersOf(url).map((name) => [name, path?.[name]] as const);
}

/**
 * Derives `accept` from the media types of the responses, success first. A route that only streams has the
 * type of its stream. `undefined` if the default of the vendor suits: all types of success are usual ones, or
 * there are none and some other type is.
 */
function deriveAccept(
  responses: readonly Response[],
  stream: RouteStream | undefined,
  vendor: Vendor,
): string | undefined {
  const { accept, acceptsPerRoute = true } = vendor;
  const defaultTypes = ["application/json", "*/*", ...accept.split(",").map(bareType)];
  const isUsual = (type: string): boolean => defaultTypes.includes(bareType(type));
  const typesOf = (list: readonly Response[]): readonly string[] =>
    list.flatMap(({ contentType, otherTypes = [] }) => [contentType ?? [], otherTypes].flat());
  const isSuccess = ({ status }: Response): boolean => status.startsWith("2");
  const streamed = stream && stream.when === undefined ? [stream.contentType] : [];
  const accepted = [...streamed, ...typesOf(responses.filter(isSuccess))];
  const types = [...accepted, ...typesOf(responses.filter((response) => !isSuccess(response)))];
  const suits = accepted.length > 0 ? accepted.every(isUsual) : types.some(isUsual);
  if (!acceptsPerRoute || types.length === 0 || suits) return undefined;
  return [...new Set(types)].join(", ");
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
    ...(encoding !== undefined && { encoding: plainCopy(encoding) }),
  };
}

/** Copies an encoding, because maps from YAML have no prototype. */
function plainCopy(
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
    ...(events && Object.hasOwn(events, "error")
      ? { error: false }
      : error !== undefined && { error }),
  };
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

// ---- The format of an entry

/** A route of `routes.yaml` as `routes.schema.json` describes it. */
export interface RouteEntry {
  readonly operation: string;
  readonly method?: string;
  /** A former method or several. */
  readonly was?: string | readonly string[];
  readonly bodyParameter?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly docs?: string;
  readonly deprecated?: boolean;
  readonly server?: string;
  readonly needsBaseUrl?: boolean;
  readonly path?: ParameterEntries;
  readonly query?: ParameterEntries;
  readonly header?: ParameterEntries;
  readonly cookie?: ParameterEntries;
  readonly body?: BodyEntry;
  readonly accept?: string;
  /** One scheme or several, or `false`. */
  readonly auth?: string | readonly string[] | false;
  /** The name of a rule, a rule, or `false`. */
  readonly pagination?: string | false | JsonMap;
  readonly stream?: StreamEntry;
  readonly responses?: Readonly<Record<string, unknown>>;
}

type ParameterEntries = Readonly<Record<string, string | ParameterEntry>>;

/** The keywords of a parameter that are not part of JSON Schema. */
export interface ParameterEntry {
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly multiSegment?: boolean;
  readonly style?: ParameterStyle | "simple";
  readonly explode?: boolean;
  readonly reserved?: boolean;
}

/** A schema, with the encoding of a form. */
export interface ContentEntry {
  readonly schema: unknown;
  readonly lists?: ListStyle;
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

/** One schema for all media types, or one for each in `content`. */
export interface BodyEntry extends Partial<ContentEntry> {
  readonly required?: boolean;
  readonly contentType?: string | readonly string[];
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface ResponseEntry {
  readonly description?: string;
  readonly contentType?: string | readonly string[];
  readonly schema: unknown;
}

export interface StreamEntry extends Omit<StreamRule, "type" | "events" | "text" | "error"> {
  readonly contentType?: string;
  readonly item?: unknown;
  readonly events?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

// prettier-ignore
export const PARAMETER_LOCATIONS = [
  "path", "query", "header", "cookie",
] as const satisfies readonly ParameterLocation[];

export function routeSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).flatMap(([key, entry]) => (isMap(entry) ? schemasOf(key, entry) : []));
}

function schemasOf(key: string, entry: JsonMap): LocatedSchema[] {
  const parameters = PARAMETER_LOCATIONS.flatMap((location) =>
    entriesOf(entry[location]).map(([name, parameter]) => ({
      path: [key, location, name],
      schema: schemaOfParameter(parameter),
    })),
  );
  const body = isMap(entry["body"]) ? entry["body"] : {};
  const contents = entriesOf(body["content"]).map(([type, content]) =>
    isLongForm(content)
      ? { path: [key, "body", "content", type, "schema"], schema: content.schema }
      : { path: [key, "body", "content", type], schema: content },
  );
  const responses = entriesOf(entry["responses"]).map(([status, response]) =>
    isLongForm(response)
      ? { path: [key, "responses", status, "schema"], schema: response.schema }
      : { path: [key, "responses", status], schema: response },
  );
  const whole = { path: [key, "body", "schema"], schema: body["schema"] };
  const stream = isMap(entry["stream"]) ? entry["stream"] : {};
  const items = [
    { path: [key, "stream", "item"], schema: stream["item"] },
    ...entriesOf(stream["events"]).map(([name, schema]) => ({
      path: [key, "stream", "events", name],
      schema,
    })),
  ];
  return [...parameters, whole, ...contents, ...responses, ...items];
}

export function schemaOfParameter(parameter: unknown): unknown {
  if (typeof parameter === "string") return { type: parameter };
  if (!isMap(parameter)) return parameter;
  return Object.fromEntries(
    Object.entries(parameter).filter(([keyword]) => !PARAMETER_ENTRY_KEYS.has(keyword)),
  );
}

// prettier-ignore
const PARAMETER_ENTRY_KEYS: ReadonlySet<string> = new Set<keyof ParameterEntry>([
  "deprecated", "description", "explode", "multiSegment", "required", "reserved", "style",
]);

/** The component that a reference leads to, if it exists. */
export function componentOf(
  file: string,
  reference: string,
  components: ComponentDocuments,
): unknown {
  const [target = "", name = ""] = normaliseReference(file, reference).split("#/");
  return valueAt(components.get(target)?.value, name);
}

/** Tests for the long form of a response or a content. A schema itself has no key `schema`. */
export function isLongForm(value: unknown): value is ResponseEntry & ContentEntry {
  return isMap(value) && "schema" in value;
}

export function splitRouteKey(key: string): { method: string; url: string } {
  const [method = "", ...urlParts] = key.split(" ");
  return { method, url: urlParts.join(" ") };
}

export function placeholdersOf(url: string): string[] {
  return [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}
