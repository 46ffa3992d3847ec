/**
 * The input of the emitters: plain, readonly data with checked references and applied defaults. It
 * does not depend on YAML, files or TypeScript.
 */

import type { SignatureDescription } from "../src/signatures/plan/description.js";
import type { Diagnostic } from "./diagnostics.js";

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

/** The location of an entry in the YAML. The file is relative to the schema folder. */
export interface Source {
  readonly file: string;
  /** The keys that lead to the entry. */
  readonly path: readonly (string | number)[];
}

export interface SchemaModel {
  readonly vendor: Vendor;
  /** Whether the folder has `events.yaml`. A client without it has no events. */
  readonly hasEvents: boolean;
  /** Whether the folder has `routes.yaml`. A client without it has no `endpoint`. */
  readonly hasRoutes: boolean;
  /** The dotted path of the action in payloads. Absent for a vendor without actions. */
  readonly actionPath?: string;
  /** In the order of the YAML, as are actions, routes and parameters. */
  readonly events: readonly Event[];
  readonly routes: readonly Route[];
  readonly components: readonly Component[];
  /** What an import has left to be filled in. */
  readonly todos: readonly Diagnostic[];
}

export interface Vendor {
  /** Lowercase, for use in identifiers. */
  readonly name: string;
  /** For prose. */
  readonly title: string;
  /** Absent for a vendor without routes. */
  readonly baseUrl?: string;
  /** The default `accept` header. */
  readonly accept: string;
  /** Prefix of the vendor's media types, such as `application/vnd.acme`. */
  readonly mediaTypePrefix: string;
  /** The module that the generated entry binds to; `false` for no entry. */
  readonly runtime: string | false;
  /** The package of the payload types. Without it, they are ordinary generated files. */
  readonly typesPackage?: TypesPackage;
  /** Absent for a vendor without deliveries, and while not all of it is known. */
  readonly webhooks?: VendorWebhooks;
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
  /** Where a delivery names its event. */
  readonly event: FieldLocation;
  /** Where it has its id. */
  readonly delivery?: FieldLocation;
  /** How deliveries are signed; a preset is written out. */
  readonly signature: SignatureDescription;
  /** JSON, a form, or a form with a field that holds the payload as JSON. */
  readonly body: "json" | "form" | { readonly form: string };
  /** Requests that are answered without a handler, as the runtime takes them. */
  readonly challenges: readonly object[];
  /** Keys of a relay message. The first key of a list that is present is used. */
  readonly relay: {
    readonly id: readonly string[];
    readonly event: readonly string[];
    readonly signature: readonly string[];
    readonly body: readonly string[];
    readonly rawBody: readonly string[];
  };
}

/** A header, named as documented (HTTP ignores its case), or a dotted path into the payload. */
export type FieldLocation = { readonly header: string } | { readonly body: string };

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
  /** The style of a query parameter, unless it is the repeated key. */
  readonly style?: "comma" | "brackets";
  readonly schema: JsonSchema;
}

export interface Body {
  readonly required: boolean;
  /** The media types that the route accepts, in order. */
  readonly contentTypes: readonly string[];
  readonly schema: JsonSchema;
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
