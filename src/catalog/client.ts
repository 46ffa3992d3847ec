/** Types of what is generated for the client of a service. */

/** The data of a service that its client needs, besides its routes. */
export interface ClientCatalog extends RouteCatalog {
  /** The name of the service, with which the keys of queries begin. */
  readonly service?: string;
  /** Without any, a credential is a bearer token. */
  readonly auth?: readonly AuthScheme[];
  /** Origins besides that of the base address, which get credentials too. */
  readonly servers?: readonly string[];
  readonly rateLimit?: RateLimitHeaders;
  /** The header of the key that makes a request repeatable, in lowercase. */
  readonly idempotency?: string;
  /** The header with the service's id for a request. */
  readonly requestId?: string;
}

/** Facts that a client finds by the name of a route. A function of the route brings them instead. */
export interface RouteCatalog {
  /** The division of lists into pages, for routes without a rule of their own. */
  readonly pagination?: Pagination;
  /** Keyed by `<METHOD> <url>` as documented. */
  readonly paginationOf?: Readonly<Record<string, Pagination>>;
  /** Routes whose responses come item by item, keyed by `<METHOD> <url>` as documented. */
  readonly streams?: Readonly<Record<string, StreamRule>>;
  /**
   * The header for idempotency keys of routes that declare it by themselves, keyed by `<METHOD> <url>` as documented. Not
   * used where `idempotency` is set.
   */
  readonly idempotencyOf?: Readonly<Record<string, string>>;
}

/** A form in which a service takes credentials, from `auth` in the YAML. */
export interface AuthScheme {
  readonly name: string;
  readonly in: "header" | "query";
  /** The header, in lowercase, or the query parameter. */
  readonly key: string;
  /** Text before the credential. */
  readonly prefix?: string;
  /** The credential is `<user>:<password>`, and sent in base64 (RFC 7617). */
  readonly isBasic?: boolean;
  /** The client can get the credential itself, with OAuth 2. */
  readonly oauth?: OAuthScheme;
}

/** The endpoint from which a client gets tokens (RFC 6749), from `oauth2` in the YAML. */
export interface OAuthScheme {
  /** Absolute, or relative to the base address. */
  readonly tokenUrl: string;
  /** The address for refresh tokens, where it is another one. */
  readonly refreshUrl?: string;
  /** Place of id and secret in a token request (RFC 6749, section 2.3.1). Default: `basic`. */
  readonly clientAuthentication?: "basic" | "post";
}

/** The headers in which a service reports its limit, from `rateLimit` in the YAML. */
export interface RateLimitHeaders {
  readonly remaining: string;
  readonly reset: string;
  /**
   * Format of `reset`: seconds or milliseconds since 1970, seconds from now, or a date.
   * Default: `seconds`.
   */
  readonly unit?: "seconds" | "milliseconds" | "delay" | "date";
}

// ---- Paginated lists

/** Division of a list into pages, from `pagination` in the YAML. */
export type Pagination =
  /** A page has the address of the next one: in the header `link` (RFC 8288), or in its body. */
  | ({ readonly style: "link"; readonly next?: { readonly body: string } } & AnyList)
  /** A page has a value to send for the next one. */
  | ({
      readonly style: "cursor";
      readonly parameter: string;
      /** Place of the cursor: a path into the body, a path into the last item, or a header. */
      readonly next:
        { readonly body: string } | { readonly item: string } | { readonly header: string };
    } & AnyList &
      LastPage)
  /** The next page begins after the items before it. */
  | ({ readonly style: "offset" } & CountedPages)
  /** The next page has the next number. */
  | ({ readonly style: "page" } & CountedPages);

interface AnyList {
  /** A path into the body to the items. Without one, they are the body, or the one list in it. */
  readonly items?: string;
}

/** Paths into the body by which a page shows that it is the last one. */
interface LastPage {
  /** To a value that is false, or absent, on the last page. */
  readonly more?: string;
  /** To a value that is true on the last page. */
  readonly done?: string;
}

interface CountedPages extends AnyList, LastPage {
  readonly parameter: string;
  readonly first?: number;
  /** A path into the body to the number of all items. */
  readonly total?: string;
  /** A path into the body to the number of all pages; only for `page`. */
  readonly pages?: string;
  /** A page with fewer items is the last one. */
  readonly size?: PageSize;
}

/** The greatest number of items on a page: a path into the body, or the parameter that callers set. */
export type PageSize =
  | { readonly body: string }
  | { readonly parameter: string; readonly default?: number; readonly maximum?: number };

// ---- Streams

export type StreamFormat = "sse" | "json-lines" | "json-seq";

/** A response that comes item by item, from `stream` in the YAML. */
export interface StreamRule {
  readonly format: StreamFormat;
  /** The media type, without parameters. */
  readonly type: string;
  /** Parameters that ask for the stream, with their values. Without any, the route only streams. */
  readonly when?: Readonly<Record<string, unknown>>;
  /** The text of the record that ends the stream. */
  readonly end?: string;
  /** The declared names of events. Without any, an item is the data of an event. */
  readonly events?: readonly string[];
  /** Items are text: all of them, or those of some events. Others are JSON. */
  readonly text?: true | readonly string[];
  /**
   * A property that marks an item as an error. `false` if an event named `error` is an item; otherwise, such
   * an event is an error.
   */
  readonly error?: string | false;
}

// ---- Checks of bodies, which a client calls and the module `validate` implements

/** Schemas of all routes, with the code that checks by them: a bundle without them has neither. */
export interface ClientSchemas {
  /** @throws TypeError for another mode than `report` and `refuse`. */
  createChecks(mode: string, onInvalid?: (error: Error) => unknown): ClientChecks;
}

/** Each check rejects if the client refuses data that does not match. */
export interface ClientChecks {
  /** @param init The body as it is sent. */
  request(
    route: string,
    init: { readonly body?: unknown; readonly headers: Readonly<Record<string, string>> },
  ): Promise<void>;
  /** @param data The parsed JSON. */
  response(route: string, status: number, data: unknown): Promise<void>;
}
