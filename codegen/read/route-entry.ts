import type { StreamRule } from "../../src/catalog/client.js";
import type { FieldEncoding, ListStyle } from "../../src/catalog/requests.js";
import { METHODS, type ParameterLocation, type ParameterStyle, QUERY } from "../model/model.js";
import { type ComponentDocuments, type LocatedSchema, normaliseReference } from "./references.js";
import {
  type Complaint,
  entriesOf,
  isYamlMap,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";
import { alternatives, nearestKey } from "../model/messages.js";

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
  readonly pagination?: string | false | YamlMap;
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

/** A schema with the way in which a form is written. */
export interface ContentEntry {
  readonly schema: unknown;
  readonly lists?: ListStyle;
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

/** Either media types with one schema, or each with its own in `content`. */
export interface BodyEntry extends Partial<ContentEntry> {
  readonly required?: boolean;
  readonly contentType?: string | readonly string[];
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface ResponseEntry {
  readonly description?: string;
  readonly contentType?: string;
  readonly schema: unknown;
}

export interface StreamEntry extends Omit<StreamRule, "type" | "events" | "text" | "error"> {
  readonly contentType?: string;
  readonly item?: unknown;
  readonly events?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

export const PARAMETER_LOCATIONS = [
  "path",
  "query",
  "header",
  "cookie",
] as const satisfies readonly ParameterLocation[];

export function routeSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).flatMap(([key, entry]) =>
    isYamlMap(entry) ? schemasOf(key, entry) : [],
  );
}

function schemasOf(key: string, entry: YamlMap): LocatedSchema[] {
  const parameters = PARAMETER_LOCATIONS.flatMap((location) =>
    entriesOf(entry[location]).map(([name, parameter]) => ({
      path: [key, location, name],
      schema: schemaOfParameter(parameter),
    })),
  );
  const body = isYamlMap(entry["body"]) ? entry["body"] : {};
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
  const stream = isYamlMap(entry["stream"]) ? entry["stream"] : {};
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
  if (!isYamlMap(parameter)) return parameter;
  return Object.fromEntries(
    Object.entries(parameter).filter(([keyword]) => !PARAMETER_KEYWORDS.has(keyword)),
  );
}

const PARAMETER_KEYWORDS: ReadonlySet<string> = new Set<keyof ParameterEntry>([
  "deprecated",
  "description",
  "explode",
  "multiSegment",
  "required",
  "reserved",
  "style",
]);

/** The component that a reference leads to, if it exists. */
export function componentOf(
  file: string,
  reference: string,
  components: ComponentDocuments,
): unknown {
  const [target = "", name = ""] = normaliseReference(file, reference).split("#/");
  const document = components.get(target);
  return isYamlMap(document?.value) ? document.value[name] : undefined;
}

/** Tests for the long form of a response or a content. A plain schema has no key `schema`. */
export function isLongForm(value: unknown): value is ResponseEntry & ContentEntry {
  return isYamlMap(value) && "schema" in value;
}

export function splitRouteKey(key: string): { method: string; url: string } {
  const [method = "", ...rest] = key.split(" ");
  return { method, url: rest.join(" ") };
}

export function placeholdersOf(url: string): string[] {
  return [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

/**
 * Complaints about the method and the URL of a route.
 * @param declared The methods that `vendor.yaml` declares.
 */
export function complaintsOfRouteKey(key: string, declared: readonly string[] = []): Complaint[] {
  const { method, url } = splitRouteKey(key);
  const complaints: Complaint[] = [];
  const known = [...METHODS, QUERY, ...declared];
  if (!known.includes(method)) {
    const message = `The method is ${JSON.stringify(method)}; expected ${alternatives(known)} and a space before the URL. Other methods are declared by \`methods\` in vendor.yaml.`;
    complaints.push({ message, suggestion: nearestKey(method, known), atKey: true });
  }
  const complaint = complaintOfUrl(url);
  if (complaint !== undefined && key !== method) {
    complaints.push({ message: `The URL is ${JSON.stringify(url)}; ${complaint}.`, atKey: true });
  }
  return complaints;
}

/**
 * The reason that a URL is not supported, or `undefined`. URLs use a part of RFC 6570: literal text
 * and simple expressions with one name. A literal query is sent as it is; a fragment only tells
 * routes apart.
 */
export function complaintOfUrl(url: string): string | undefined {
  if (!url.startsWith("/")) return "expected a path that begins with `/`";
  const whole = url.replace(/\{[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\}/g, "x");
  const literal = whole.replace(/[?#].*$/s, "");
  if (/[{}]/.test(literal))
    return "expected placeholders such as `{name}`, of letters, digits, `_` and `-`";
  const end = whole.slice(literal.length);
  if (!/^(?:\?[^?#]+)?(?:#[^#]*)?$/.test(end)) return "expected one query and one fragment";
  if (/\{/.test(url.slice(url.search(/[?#]|$/))))
    return "expected no placeholders after the path: `query` declares parameters";
  if (literal.includes("/:")) return "expected placeholders to be written `{name}`";
  const odd = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]/.exec(whole)?.[0];
  if (odd !== undefined) return `expected no ${JSON.stringify(odd)} in it`;
  if (/\/\//.test(literal)) return "expected no empty segment";
  if (/\/\.{1,2}(?=\/|$)/.test(literal)) return "expected no `.` and `..` segments";
  return undefined;
}
