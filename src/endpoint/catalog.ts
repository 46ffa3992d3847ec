/** How an array or an object is written into a query string. */
export type QueryStyle =
  /** `labels=a,b`; an object as `k,v,k,v` (RFC 6570 form style without explode). */
  | "comma"
  /** `labels[]=a&labels[]=b`; an object as `filter[k]=v` (OpenAPI's `deepObject`). */
  | "brackets";

/** How a route of the catalog differs from its documented spelling. */
export interface RouteException {
  /** Expanded in place of the documented URL: a path, or a full URL for a server of its own. */
  readonly template?: string;
  /** Path parameters whose slashes separate segments, each segment being encoded on its own. */
  readonly multiSegment?: readonly string[];
  /** Query parameters with a style other than the repeated key. */
  readonly query?: Readonly<Record<string, QueryStyle>>;
}

/** What the request builder knows of a hosted API: data, generated from YAML. */
export interface EndpointCatalog {
  readonly baseUrl: string;
  /** The default `accept` header. */
  readonly accept: string;
  /** What the media types that `mediaType.format` rewrites begin with. */
  readonly mediaTypePrefix: string;
  /** Keyed by `<METHOD> <url>` as documented. */
  readonly routes: Readonly<Record<string, RouteException>>;
}
