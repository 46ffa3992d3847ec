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
  | "json"
  /** The whole query, without a name: text, or JSON of any other value (`in: querystring`). */
  | "whole";

/** How cookies are written: percent-encoded, or as they are (OpenAPI's `cookie`). */
export type CookieStyle = "form" | "comma" | "json" | "plain" | "plain-comma";

/** How lists at any depth of a form are written: `a=1`, `a[]=1`, `a[0]=1`, or `a=1,2`. */
export type ListStyle = "repeat" | "brackets" | "indexes" | "comma";

/** How a property of a form is written. */
export interface FieldEncoding {
  /** The content type of its part in a multipart body. */
  readonly contentType?: string;
  /** For a list and for an object. Without one, an object in a multipart body is JSON. */
  readonly style?: ListStyle | "spaces" | "pipes" | "explode" | "json";
}

/** How the requests of a route differ from a URL with a plain query and a JSON body. */
export interface DeclaredRequest {
  /**
   * Parameters of the query that have a style, or stand beside a body. The template has none of them.
   */
  readonly query?: Readonly<Record<string, QueryStyle>>;
  /** Parameters that are headers. Lists are joined by commas; members are `k,v`, or `k=v`. */
  readonly headers?: Readonly<Record<string, "simple" | "explode" | "json">>;
  /** Parameters that are cookies. */
  readonly cookies?: Readonly<Record<string, CookieStyle>>;
  /** Parameters named like options, which calls pass in the option `parameters`. */
  readonly named?: readonly string[];
  /** The body's content type, unless a call gives another. Default: JSON. */
  readonly contentType?: string;
  /** How the lists of a form body are written. Default: `repeat`. */
  readonly lists?: ListStyle;
  /** Properties of a form body that are written in another way. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** The `accept` header, in place of the catalog's. */
  readonly accept?: string;
  /** The JSON body is `{}` where a call has none. */
  readonly emptyBody?: true;
  /** The address of the route's server is not known: a call gives a `baseUrl`, or the defaults do. */
  readonly needsBaseUrl?: true;
}

/** A variable of a base address. */
export interface ServerVariable {
  readonly default: string;
  /** The only values that it can have. */
  readonly values?: readonly string[];
}
