import type { DeclaredRequest, ServerVariable } from "../requests/declaration.js";

/** How a route of the catalog differs from its documented spelling, and from a plain request. */
export interface RouteException extends DeclaredRequest {
  /** Expanded in place of the documented URL: a path, or a full URL for a server of its own. */
  readonly template?: string;
  /** Path parameters whose slashes separate segments, each segment being encoded on its own. */
  readonly multiSegment?: readonly string[];
}

/** What the request builder knows of a hosted API: data, generated from YAML. */
export interface EndpointCatalog {
  /** May hold `{variables}`. */
  readonly baseUrl: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
  /** The default `accept` header. */
  readonly accept: string;
  /** The client's name and version, which the default `user-agent` begins with: `acme-sdk/1.2.0`. */
  readonly userAgent?: string;
  /** What the media types that `mediaType.format` rewrites begin with. */
  readonly mediaTypePrefix: string;
  /** Methods of its routes besides the usual ones, such as `QUERY`, in the case that they are sent in. */
  readonly methods?: readonly string[];
  /** Keyed by `<METHOD> <url>` as documented. */
  readonly routes: Readonly<Record<string, RouteException>>;
}
