/**
 * The input of the emitters: plain, readonly data with checked references and applied defaults. It
 * does not depend on YAML, files or TypeScript.
 */
import type { ValueFormat } from "../../src/catalog/values.js";
import type { StreamRule } from "../../src/catalog/client.js";
import type { FieldEncoding, ListStyle, ServerVariable } from "../../src/catalog/requests.js";
import type { CatchUpPlan } from "../../src/catalog/catch-up.js";
import type { FieldSource, RelayMessageKeys } from "../../src/catalog/webhooks.js";
import type { SdkCatalog } from "../../src/catalog/sdk.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import type { Diagnostic } from "./messages.js";
import type { RoutePagination, VendorClient } from "./client.js";

// ---- JSON Schema

/** A JSON Schema whose `$ref`s all have the form `components/<file>.yaml#/<name>`. */
export type JsonSchema = boolean | JsonSchemaObject;

export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/** An internal keyword, with the known values of an open `enum`. It does not occur in YAML. */
export const KNOWN_VALUES = "knownValues";

/**
 * An internal keyword: values that a text cannot have, in the member of a union that stands for unknown
 * ones. It does not occur in YAML.
 */
export const EXCLUDED_VALUES = "excludedValues";

/**
 * An internal keyword: the name of an object, which is used before those of the properties that
 * hold it. Corrections create it; it does not occur in YAML.
 */
export const OBJECT_NAME = "objectName";

/**
 * An internal keyword: the type of the value that JSON does not have, such as `Date`. The generator adds it
 * by `values` in `vendor.yaml`; it does not occur in YAML.
 */
export const VALUE_TYPE = "valueType";

/** An internal keyword beside {@link VALUE_TYPE}: the declaration that the type uses. It does not occur in YAML. */
export const VALUE_HELPER = "valueHelper";

/** An internal keyword: the value is a file of a multipart form. It does not occur in YAML. */
export const FILE_CONTENT = "fileContent";

// ---- The schema folder

/** The location of an entry in the YAML. The file is relative to the schema folder. */
export interface Source {
  readonly file: string;
  /** The keys that lead to the entry. */
  readonly path: readonly (string | number)[];
}

export interface SchemaModel {
  readonly vendor: Vendor;
  /** Set if the folder has `events.yaml`. A client without it has no events. */
  readonly hasEvents: boolean;
  /** Set if the folder has `routes.yaml`. A client without it has no `endpoint`. */
  readonly hasRoutes: boolean;
  /** The dotted path of the action in payloads. Absent for a vendor without actions. */
  readonly actionPath?: string;
  /** In the order of the YAML, as are actions, routes and parameters. */
  readonly events: readonly Event[];
  readonly routes: readonly Route[];
  readonly components: readonly Component[];
  /** Keys that an import left for users to fill in. */
  readonly todos: readonly Diagnostic[];
  /** Descriptions that imports have kept, for the output `paths`. Absent without that output. */
  readonly descriptions?: readonly KeptDescription[];
}

/** The parts of a description that make the types of `paths`. */
export interface KeptDescription {
  /** Relative to the schema folder. */
  readonly file: string;
  readonly root: Readonly<Record<string, unknown>>;
}

/** A schema that payloads, parameters, bodies and responses share. */
export interface Component {
  /** `components/<file>.yaml#/<name>`. */
  readonly ref: string;
  readonly name: string;
  /** Alternatives if the name is taken, the best first. */
  readonly otherNames?: readonly string[];
  readonly schema: JsonSchema;
  readonly source: Source;
}

// ---- The service (`vendor.yaml`)

export interface Vendor {
  /** Lowercase, for use in identifiers. */
  readonly name: string;
  /** For prose. */
  readonly title: string;
  /** The name and version of the client in the `user-agent`. */
  readonly agent?: { readonly name: string; readonly version: string };
  /** Absent for a vendor without routes. May hold `{variables}`. */
  readonly baseUrl?: string;
  readonly variables?: readonly Variable[];
  /** Groups of routes whose names or texts are known. */
  readonly tags?: readonly Tag[];
  readonly accept: string;
  /** Set if a route whose responses all have other media types asks for those instead. */
  readonly acceptsPerRoute?: boolean;
  /** A required JSON body without any field is `{}`; otherwise, none is sent. Absent: `true`. */
  readonly sendsEmptyBodies?: boolean;
  /** True if the service sends no values but those that the schemas list. Absent: it may send others. */
  readonly hasClosedEnums?: boolean;
  /** The types of values that JSON does not have, by the formats of their schemas. */
  readonly values?: Readonly<Partial<Record<ValueFormat, string>>>;
  /** Prefix of the vendor's media types, such as `application/vnd.acme`. */
  readonly mediaTypePrefix: string;
  /** The parts of the client that are generated. Absent: all but `paths`. */
  readonly outputs?: readonly Output[];
  /** The package of the runtime that the generated entries import; `false` for no entries. */
  readonly runtime: string | false;
  /** The package of the payload types. Without it, they are ordinary generated files. */
  readonly typesPackage?: TypesPackage;
  /** Facts that the client needs to send requests. */
  readonly sending: VendorClient;
  readonly sdk: VendorSdk;
  /** Absent for a vendor without deliveries, and while not all of it is known. */
  readonly webhooks?: VendorWebhooks;
  readonly source: Source;
}

/** Parts of a client that a schema folder can ask for, in the order of its documentation. */
export const OUTPUTS = [
  "client",
  "methods",
  "webhooks",
  "validators",
  "schemas",
  "samples",
  "reference",
  "paths",
] as const;

export type Output = (typeof OUTPUTS)[number];

/** The class with a method for each route: `SdkCatalog` without the methods. */
export interface VendorSdk extends Omit<SdkCatalog, "resources"> {
  /** The SDK keeps the surface of one that Stainless made: names of types and options. */
  readonly surface?: "stainless";
  /** Components by the types that they are: `chats.messages.Message`. */
  readonly models?: Readonly<Record<string, string>>;
  /** Descriptions of options of the constructor, by their names, for documentation comments. */
  readonly optionTexts?: Readonly<Record<string, string>>;
}

/** A part of the base URL that callers can set. */
export interface Variable extends ServerVariable {
  readonly name: string;
  readonly description?: string;
}

/** A group of routes, as pages call it. */
export interface Tag {
  /** The first part of the operations of its routes. */
  readonly group: string;
  readonly title: string;
  /** Markdown of any length. */
  readonly description?: string;
}

export interface TypesPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly url: string; readonly directory?: string };
}

export interface VendorWebhooks {
  /** Default path of the middleware. */
  readonly path: string;
  /** The field with the event name. */
  readonly event: FieldSource;
  /** The field with the id of a delivery. */
  readonly delivery?: FieldSource;
  /** The signature scheme; a preset is written out. */
  readonly signature: SignatureDescription;
  /** JSON, a form, or a form with a field that holds the payload as JSON. */
  readonly body: "json" | "form" | { readonly form: string };
  /** Requests that are answered without a handler, as the runtime takes them. */
  readonly challenges: readonly object[];
  /** The lists of what the service has sent; a preset is written out. */
  readonly catchUp?: readonly CatchUpPlan[];
  readonly relay: RelayMessageKeys;
}

/** The package of the runtime, also for a client without entries, whose types name it. */
export function runtimeOf({ runtime }: Vendor): string {
  return runtime === false ? "typewire-runtime" : runtime;
}

// ---- Events

export interface Event {
  readonly name: string;
  readonly description?: string;
  /** Empty for an event without actions. */
  readonly actions: readonly Action[];
  /** Only for an event without actions. Absent if the payload has no schema. */
  readonly payload?: JsonSchema;
  /** The resource that the event is about, if a request gets it. Actions have that of their event. */
  readonly resource?: EventResource;
  readonly source: Source;
}

/** A route that responds with the resource of an event, and the places of its parameters in the payload. */
export interface EventResource {
  /** The key of the route. */
  readonly route: string;
  /** Dotted paths by the names of parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Action {
  readonly name: string;
  readonly description?: string;
  /** Absent if the payload has no schema. */
  readonly payload?: JsonSchema;
  readonly source: Source;
}

/** The payloads of all events and of their actions. */
export function payloadsOf({ events }: SchemaModel): readonly JsonSchema[] {
  const payloads = events.flatMap((event) =>
    [event, ...event.actions].map(({ payload }) => payload),
  );
  return payloads.filter((payload) => payload !== undefined);
}

/** The dotted path of the event's name in payloads; `undefined` if it is in a header. */
export function eventPathOf({ vendor }: SchemaModel): string | undefined {
  const event = vendor.webhooks?.event;
  return event !== undefined && "body" in event ? event.body : undefined;
}

// ---- Routes

export interface Route {
  /** `<METHOD> <url>`, as documented: the key in the YAML. */
  readonly key: string;
  readonly method: string;
  readonly url: string;
  /** The basis of identifiers, such as `issues/list-for-repo`. */
  readonly operation: string;
  /** The dotted name of its method, such as `issues.listForRepo`; unique in the model. */
  readonly call: string;
  /** Deprecated aliases of its method. */
  readonly formerCalls: readonly string[];
  /** The method takes the whole body as one parameter of this name. */
  readonly bodyParameter?: string;
  readonly summary?: string;
  /** Markdown of any length. */
  readonly description?: string;
  /** The address of the documentation. */
  readonly docs?: string;
  readonly deprecated: boolean;
  /** Replaces the vendor's base URL for this route. */
  readonly server?: string;
  /** The route has a server whose address is not known: callers give it as `baseUrl`. */
  readonly needsBaseUrl?: true;
  /** Path parameters in the order of the URL, then those of the query, headers and cookies. */
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Set for a response that comes item by item. */
  readonly stream?: RouteStream;
  /** The `accept` header, if it is not the vendor's. */
  readonly accept?: string;
  /** Absent for a route whose pages follow a rule of the vendor, and for one without pages. */
  readonly pagination?: RoutePagination;
  readonly source: Source;
}

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  /** A path parameter whose value may hold slashes. */
  readonly multiSegment: boolean;
  /** Absent for the usual style of the location. */
  readonly style?: ParameterStyle;
  /** Each item or member of a path parameter or a header is written separately. */
  readonly explode?: boolean;
  /** A query parameter whose reserved characters are not encoded. */
  readonly reserved?: boolean;
  readonly schema: JsonSchema;
}

export type ParameterLocation = "path" | "query" | "header" | "cookie";

/**
 * The notation of a list or an object. In the path: `label` or `matrix` (otherwise simple). In the
 * query: `comma` to `whole` (otherwise a list repeats its key). In headers: `json`. In cookies:
 * `comma`, `json`, `plain` or `plain-comma`.
 */
export type ParameterStyle =
  | "comma"
  | "brackets"
  | "explode"
  | "spaces"
  | "pipes"
  | "tabs"
  | "json"
  | "whole"
  | "label"
  | "matrix"
  | "plain"
  | "plain-comma";

/** One form of a body: several media types with one schema. */
export interface Content {
  /** In order. They are of one kind, such as JSON or text. */
  readonly contentTypes: readonly string[];
  readonly schema: JsonSchema;
  /** The notation of lists in a form. Absent: the key is repeated. */
  readonly lists?: ListStyle;
  /** The notations of single properties of a form. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

export interface Body extends Content {
  readonly required: boolean;
  /** Further media types, with schemas of their own. The caller's `content-type` chooses. */
  readonly furtherContents?: readonly Content[];
}

/** All forms of a body, the default one first; none for a route without a body. */
export function contentsOf({ body }: Route): readonly Content[] {
  return body ? [body, ...(body.furtherContents ?? [])] : [];
}

export interface Response {
  /** A status or a class of statuses: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description?: string;
  /** Absent when there is no body. */
  readonly contentType?: string;
  readonly schema?: JsonSchema;
  /** Other media types of the body, which have no schema: they come as bytes or text in its place. */
  readonly otherTypes?: readonly string[];
}

/** A response that comes item by item. */
export interface RouteStream extends Pick<StreamRule, "format" | "when" | "end" | "error"> {
  /** The media type, without parameters. */
  readonly contentType: string;
  /**
   * An item in the form of a response with the status `item`. Events with names are objects with `event`
   * and `data`.
   */
  readonly item: Response & { readonly schema: JsonSchema };
  /** The names of events, if the YAML has schemas for each. */
  readonly events?: readonly string[];
}

/** Tells whether a route always responds item by item. */
export function onlyStreams({ stream }: Route): boolean {
  return stream !== undefined && stream.when === undefined;
}

/** All that a route sends back: the bodies of its responses, and the items of a stream. */
export function receivedBodies({ responses, stream }: Route): readonly Response[] {
  return stream ? [...responses, stream.item] : responses;
}
