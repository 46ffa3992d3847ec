/** The data of a service that the request builder needs. */

/** Format of lists and objects in a query; without a style, a list repeats its key. */
export type QueryStyle = BaseStyle | "reserved" | `reserved-${BaseStyle}`;

/** A style of a query without its encoding. */
export type BaseStyle =
  /** `a=1&a=2`; an object is an error. */
  | "repeat"
  /** `a=1,2`; an object as `a=k,v` (OpenAPI's `form` without `explode`). */
  | "comma"
  /** `a[]=1&a[]=2`; an object as `a[k]=v`, nested to any depth (`deepObject`). */
  | "brackets"
  /** Like `repeat`; each member of an object is a parameter of its own, `k=v` (`form`). */
  | "explode"
  /** `a=1%202` (`spaceDelimited`). */
  | "spaces"
  /** `a=1%7C2` (`pipeDelimited`). */
  | "pipes"
  /** `a=1%092` (`collectionFormat: tsv` of Swagger 2.0). */
  | "tabs"
  /** JSON text (`content: application/json`). */
  | "json"
  /** The whole query, without a name: text, or JSON of any other value (`in: querystring`). */
  | "whole";

/** Format of cookies: percent-encoded, or unchanged (OpenAPI's `cookie`). */
export type CookieStyle = "form" | "comma" | "json" | "plain" | "plain-comma";

/** Format of lists at any depth of a form: `a=1`, `a[]=1`, `a[0]=1`, or `a=1,2`. */
export type ListStyle = "repeat" | "brackets" | "indexes" | "comma";

/** Format of one property of a form. */
export interface FieldEncoding {
  /** The content type of its part in a multipart body. */
  readonly contentType?: string;
  /** For a list and for an object. Without one, an object in a multipart body is JSON. */
  readonly style?: ListStyle | "spaces" | "pipes" | "explode" | "json";
}

/** Differences between the requests of a route and a URL with a plain query and a JSON body. */
export interface DeclaredRequest {
  /** Parameters of the query that have a style, or are sent beside a body. They are not in the template. */
  readonly query?: Readonly<Record<string, QueryStyle>>;
  /** Parameters that are headers. Lists are joined by commas; members are `k,v`, or `k=v`. */
  readonly headers?: Readonly<Record<string, "simple" | "explode" | "json">>;
  /** Parameters that are cookies. */
  readonly cookies?: Readonly<Record<string, CookieStyle>>;
  /** Parameters named like options, which calls pass in the option `parameters`. */
  readonly named?: readonly string[];
  /** The body's content type, unless a call gives another. Default: JSON. */
  readonly contentType?: string;
  /** Format of the lists of a form body. Default: `repeat`. */
  readonly lists?: ListStyle;
  /** Properties of a form body that have another format. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** The `accept` header, in place of the catalog's. */
  readonly accept?: string;
  /** The JSON body is `{}` for a call without a body. */
  readonly emptyBody?: true;
  /** The address of the route's server is unknown: a call has to give a `baseUrl`, or the defaults do. */
  readonly needsBaseUrl?: true;
}

/** A variable of a base address. */
export interface ServerVariable {
  readonly default: string;
  /** The allowed values. Without them, any value is allowed. */
  readonly values?: readonly string[];
}

/** Differences between a route of the catalog and its documented spelling, or a plain request. */
export interface RouteException extends DeclaredRequest {
  /** Expanded in place of the documented URL: a path, or a full URL for a server of its own. */
  readonly template?: string;
  /** Path parameters whose slashes separate segments; each segment is encoded by itself. */
  readonly multiSegment?: readonly string[];
}

/** A hosted API, as the request builder needs it. */
export interface EndpointCatalog {
  /** May hold `{variables}`. */
  readonly baseUrl: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
  /** The default `accept` header. */
  readonly accept: string;
  /** The client's name and version, with which the default `user-agent` begins: `acme-sdk/1.2.0`. */
  readonly userAgent?: string;
  /** Prefix of the media types that `mediaType.format` rewrites. */
  readonly mediaTypePrefix: string;
  /** Methods of its routes besides the usual ones, such as `QUERY`, in the case that they are sent in. */
  readonly methods?: readonly string[];
  /** Keyed by `<METHOD> <url>` as documented. */
  readonly routes: Readonly<Record<string, RouteException>>;
}
