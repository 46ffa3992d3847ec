/**
 * The input of the emitters: plain, readonly data with checked references and applied defaults. It
 * does not depend on YAML, files or TypeScript.
 */

/** A JSON Schema whose `$ref`s all have the form `components/<file>.yaml#/<name>`. */
export type JsonSchema = boolean | JsonSchemaObject;

export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/**
 * An internal keyword with the known values of an open `enum`. Corrections create it; it does not
 * occur in YAML.
 */
export const KNOWN_VALUES = "knownValues";

/** An internal keyword: the value is a file of a multipart form. It does not occur in YAML. */
export const FILE_CONTENT = "fileContent";

/** The location of an entry in the YAML. The file is relative to the schema folder. */
export interface Source {
  readonly file: string;
  /** The keys that lead to the entry. */
  readonly path: readonly (string | number)[];
}

export interface SchemaModel {
  readonly vendor: Vendor;
  /** In the order of the YAML, as are actions, routes and parameters. */
  readonly events: readonly Event[];
  readonly routes: readonly Route[];
  readonly components: readonly Component[];
}

export interface Vendor {
  /** Lowercase, for use in identifiers. */
  readonly name: string;
  /** For prose. */
  readonly title: string;
  /** May hold `{variables}`. */
  readonly baseUrl: string;
  /** The variables of the base URL. */
  readonly variables?: readonly Variable[];
  /** The default `accept` header. */
  readonly accept: string;
  /** Routes of which all responses have other types ask for these instead. */
  readonly acceptsPerRoute?: boolean;
  /** Prefix of the vendor's media types, such as `application/vnd.acme`. */
  readonly mediaTypePrefix: string;
  /** The module that the generated entry binds to; `false` for no entry. */
  readonly runtime: string | false;
  /** The package of the payload types. Without it, they are ordinary generated files. */
  readonly typesPackage?: TypesPackage;
  readonly webhooks: VendorWebhooks;
  readonly source: Source;
}

/** A part of the base URL that callers can set. */
export interface Variable {
  readonly name: string;
  readonly default: string;
  /** The allowed values; absent if any value is. */
  readonly values?: readonly string[];
  readonly description?: string;
  readonly source: Source;
}

export interface TypesPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license?: string;
}

export interface VendorWebhooks {
  /** Default path of the middleware. */
  readonly path: string;
  /** Header names as documented. HTTP ignores their case. */
  readonly headers: {
    readonly event: string;
    readonly delivery: string;
    readonly signature: string;
  };
  /** Keys of a relay message. The first key of a list that is present is used. */
  readonly relay: {
    readonly id: readonly string[];
    readonly event: readonly string[];
    readonly signature: readonly string[];
    readonly body: readonly string[];
    readonly rawBody: readonly string[];
  };
}

export interface Event {
  readonly name: string;
  readonly description?: string;
  /** Empty for an event without actions. */
  readonly actions: readonly Action[];
  /** Only for an event without actions. Absent if the payload has no schema. */
  readonly payload?: JsonSchema;
  readonly source: Source;
}

export interface Action {
  readonly name: string;
  readonly description?: string;
  /** Absent if the payload has no schema. */
  readonly payload?: JsonSchema;
  readonly source: Source;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  /** `<METHOD> <url>`, as documented: the key in the YAML. */
  readonly key: string;
  readonly method: Method;
  readonly url: string;
  /** The basis of identifiers, such as `issues/list-for-repo`. */
  readonly operation: string;
  readonly summary?: string;
  readonly deprecated: boolean;
  /** Replaces the vendor's base URL for this route. */
  readonly server?: string;
  /** Path parameters in the order of the URL, then those of the query, headers and cookies. */
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** The `accept` header, if it is not the vendor's. */
  readonly accept?: string;
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
  /** Each item or member of a path parameter or a header is written by itself. */
  readonly explode?: boolean;
  /** A query parameter whose reserved characters are not encoded. */
  readonly reserved?: boolean;
  readonly schema: JsonSchema;
}

export type ParameterLocation = "path" | "query" | "header" | "cookie";

/**
 * How a list or an object is written. In the path: `label` or `matrix` (otherwise simple). In the
 * query: any of the others (otherwise a list repeats its key). In headers and cookies: `comma` or
 * `json`.
 */
export type ParameterStyle =
  "comma" | "brackets" | "explode" | "spaces" | "pipes" | "json" | "label" | "matrix";

/** What a body may be: several media types with one schema. */
export interface Content {
  /** In order. They are of one kind, such as JSON or text. */
  readonly contentTypes: readonly string[];
  readonly schema: JsonSchema;
  /** How lists are written in a form. Absent: the key is repeated. */
  readonly lists?: ListStyle;
  /** How single properties of a form are written. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
}

export type ListStyle = "repeat" | "brackets" | "indexes" | "comma";

/** How one property of a form is written. */
export interface Encoding {
  /** The media type of the part (multipart). */
  readonly contentType?: string;
  readonly style?: EncodingStyle;
}

export type EncodingStyle = ListStyle | "explode" | "spaces" | "pipes" | "json";

export interface Body extends Content {
  readonly required: boolean;
  /** Further media types, with schemas of their own. The caller's `content-type` chooses. */
  readonly others?: readonly Content[];
}

export interface Response {
  /** A status or a class of statuses: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description?: string;
  /** Absent when there is no body. */
  readonly contentType?: string;
  readonly schema?: JsonSchema;
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
