/**
 * What the emitters see: plain, readonly data, every reference checked, every default applied.
 * Nothing here knows YAML, files or TypeScript.
 */

/** A JSON Schema whose `$ref`s all have the form `components/<file>.yaml#/<name>`. */
export type JsonSchema = boolean | JsonSchemaObject;

export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/**
 * The keyword of the values that a schema is known to have, among others it may get: what a correction
 * makes of an `enum` that it opens. No YAML has it.
 */
export const KNOWN_VALUES = "knownValues";

/** Where in the YAML an entry stands; the file is relative to the schema folder. */
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
  /** Lowercase, as it stands inside identifiers. */
  readonly name: string;
  /** For prose. */
  readonly title: string;
  readonly baseUrl: string;
  /** The default `accept` header. */
  readonly accept: string;
  /** What the vendor's own media types begin with, such as `application/vnd.acme`. */
  readonly mediaTypePrefix: string;
  /** The module that the generated entry binds to; `false` for no entry. */
  readonly runtime: string | false;
  /** The package that the types of payloads are; without it they are files like the others. */
  readonly typesPackage?: TypesPackage;
  readonly webhooks: VendorWebhooks;
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
  /** Header names as documented; HTTP does not tell their case apart. */
  readonly headers: {
    readonly event: string;
    readonly delivery: string;
    readonly signature: string;
  };
  /** Keys of a relay's message; of each list, the first key present counts. */
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
  /** Only for an event without actions; absent while its payload is not described. */
  readonly payload?: JsonSchema;
  readonly source: Source;
}

export interface Action {
  readonly name: string;
  readonly description?: string;
  /** Absent while it is not described. */
  readonly payload?: JsonSchema;
  readonly source: Source;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  /** `<METHOD> <url>`, as documented: the key in the YAML. */
  readonly key: string;
  readonly method: Method;
  readonly url: string;
  /** Such as `issues/list-for-repo`; what identifiers are made from. */
  readonly operation: string;
  readonly summary?: string;
  readonly deprecated: boolean;
  /** An address of its own, in place of the vendor's base URL. */
  readonly server?: string;
  /** Path parameters in the order of the URL, then query parameters. */
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  readonly source: Source;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  /** A path parameter whose value may hold slashes. */
  readonly multiSegment: boolean;
  /** A query parameter's style, where it is not the repeated key. */
  readonly style?: "comma" | "brackets";
  readonly schema: JsonSchema;
}

export interface Body {
  readonly required: boolean;
  /** Of the media types that the route takes, in order. */
  readonly contentTypes: readonly string[];
  readonly schema: JsonSchema;
}

export interface Response {
  /** A status, or a class of them: `200`, `4XX`, `default`. */
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
  /** What it may be called where the name is taken, the best first. */
  readonly otherNames?: readonly string[];
  readonly schema: JsonSchema;
  readonly source: Source;
}
