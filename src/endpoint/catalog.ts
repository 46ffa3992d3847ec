/** How lists and objects are written in a query; without a style, a list repeats its key. */
export type QueryStyle = BaseStyle | "reserved" | `reserved-${BaseStyle}`;

type BaseStyle =
  /** `a=1&a=2`; an object is an error. */
  | "repeat"
  /** `a=1,2`; an object as `a=k,v` (OpenAPI's `form` without `explode`). */
  | "comma"
  /** `a[]=1&a[]=2`; an object as `a[k]=v`, nested to any depth (`deepObject`). */
  | "brackets"
  /** As `repeat`, and each member of an object is a parameter of its own, `k=v` (`form`). */
  | "explode"
  /** `a=1%202` (`spaceDelimited`). */
  | "spaces"
  /** `a=1%7C2` (`pipeDelimited`). */
  | "pipes"
  /** JSON text (`content: application/json`). */
  | "json";

/** How lists at any depth of a form are written: `a=1`, `a[]=1`, `a[0]=1`, or `a=1,2`. */
export type ListStyle = "repeat" | "brackets" | "indexes" | "comma";

/** How a property of a form is written. */
export interface FieldEncoding {
  /** Of its part in a multipart body. */
  readonly contentType?: string;
  readonly style?: ListStyle | "spaces" | "pipes" | "explode" | "json";
}

/** How a route of the catalog differs from its documented spelling, and from a plain JSON request. */
export interface RouteException {
  /** Expanded in place of the documented URL: a path, or a full URL for a server of its own. */
  readonly template?: string;
  /** Path parameters whose slashes separate segments, each segment being encoded on its own. */
  readonly multiSegment?: readonly string[];
  /** Query parameters with a style of their own, and those beside a body; not in the template. */
  readonly query?: Readonly<Record<string, QueryStyle>>;
  /** Parameters that are headers. Lists are joined by commas; members are `k,v`, or `k=v`. */
  readonly headers?: Readonly<Record<string, "simple" | "explode" | "json">>;
  /** Parameters that are cookies. */
  readonly cookies?: Readonly<Record<string, "form" | "comma" | "json">>;
  /** Parameters named like options, which calls pass in the option `parameters`. */
  readonly named?: readonly string[];
  /** Of the body, unless a call gives another; JSON if it is left out. */
  readonly contentType?: string;
  /** How the lists of a form body are written; `repeat` if it is left out. */
  readonly lists?: ListStyle;
  /** Properties of a form body that are written in another way. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** The `accept` header, in place of the catalog's. */
  readonly accept?: string;
}

/** A variable of a base address. */
export interface ServerVariable {
  readonly default: string;
  /** The only values that it can have. */
  readonly values?: readonly string[];
}

/** What the request builder knows of a hosted API: data, generated from YAML. */
export interface EndpointCatalog {
  /** May hold `{variables}`. */
  readonly baseUrl: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
  /** The default `accept` header. */
  readonly accept: string;
  /** What the media types that `mediaType.format` rewrites begin with. */
  readonly mediaTypePrefix: string;
  /** Keyed by `<METHOD> <url>` as documented. */
  readonly routes: Readonly<Record<string, RouteException>>;
}
