/** The format of an entry of `routes.yaml`: its keys, and the places of its schemas. */
import type { StreamRule } from "../../src/catalog/client.js";
import type { FieldEncoding, ListStyle } from "../../src/catalog/requests.js";
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import type { ParameterLocation, ParameterStyle } from "../model/model.js";
import type { ComponentDocuments } from "./documents/documents.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";
import { type LocatedSchema, splitReference } from "./schemas.js";

// prettier-ignore
export const PARAMETER_LOCATIONS = [
  "path", "query", "header", "cookie",
] as const satisfies readonly ParameterLocation[];

/** The method and the URL in the key of a route. */
export function splitRouteKey(key: string): { method: string; url: string } {
  const [method = "", ...urlParts] = key.split(" ");
  return { method, url: urlParts.join(" ") };
}

/** The names of the placeholders of a URL or an address, in order. A repeated name is listed again. */
export function placeholdersOf(url: string): string[] {
  return [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

/** Tests for the long form of a response or a content. A schema itself has no key `schema`. */
export function isLongForm(value: unknown): value is ResponseEntry & ContentEntry {
  return isMap(value) && "schema" in value;
}

/** The component that a reference leads to, if it exists. */
export function componentOf(
  file: string,
  reference: string,
  components: ComponentDocuments,
): unknown {
  const { target, name } = splitReference(file, reference);
  return valueAt(components.get(target)?.value, name);
}

/** The schema of a parameter: its type, or its keywords that belong to JSON Schema. */
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

/** The schemas of all routes, for checks. */
export function routeSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).flatMap(([key, entry]) => (isMap(entry) ? schemasOf(key, entry) : []));
}

function schemasOf(key: string, entry: JsonMap): LocatedSchema[] {
  return [
    ...schemasOfParameters(key, entry),
    ...schemasOfBody(key, entry["body"]),
    ...schemasOfResponses(key, entry["responses"]),
    ...schemasOfStream(key, entry["stream"]),
  ];
}

function schemasOfParameters(key: string, entry: JsonMap): readonly LocatedSchema[] {
  return PARAMETER_LOCATIONS.flatMap((location) =>
    entriesOf(entry[location]).map(([name, parameter]) => ({
      path: [key, location, name],
      schema: schemaOfParameter(parameter),
    })),
  );
}

function schemasOfBody(key: string, body: unknown): readonly LocatedSchema[] {
  const { schema, content } = isMap(body) ? body : {};
  const contents = entriesOf(content).map(([type, value]) =>
    schemaInForm([key, "body", "content", type], value),
  );
  return [{ path: [key, "body", "schema"], schema }, ...contents];
}

function schemasOfResponses(key: string, responses: unknown): readonly LocatedSchema[] {
  return entriesOf(responses).map(([status, value]) =>
    schemaInForm([key, "responses", status], value),
  );
}

/** The schema of a response or a content, in its long or its short form. */
function schemaInForm(path: Path, value: unknown): LocatedSchema {
  if (isLongForm(value)) return { path: [...path, "schema"], schema: value.schema };
  return { path, schema: value };
}

function schemasOfStream(key: string, stream: unknown): readonly LocatedSchema[] {
  const { item, events } = isMap(stream) ? stream : {};
  const ofEvents = entriesOf(events).map(([name, schema]) => ({
    path: [key, "stream", "events", name],
    schema,
  }));
  return [{ path: [key, "stream", "item"], schema: item }, ...ofEvents];
}

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
