/** What `vendor.yaml` and `routes.yaml` say for the client, as plain data. */

/** How credentials are sent. */
export interface AuthScheme {
  readonly name: string;
  readonly in: "header" | "query";
  /** The header, in lowercase, or the query parameter. */
  readonly key: string;
  readonly prefix?: string;
  readonly isBasic?: boolean;
  /** Names of other schemes whose credentials are needed beside this one. */
  readonly with?: readonly string[];
}

/** How a list is divided into pages. Which keys there are depends on the style. */
export interface Pagination {
  readonly style: "link" | "cursor" | "offset" | "page";
  readonly parameter?: string;
  /** A path into the body or into the last item, or a header in lowercase. */
  readonly next?:
    { readonly body: string } | { readonly item: string } | { readonly header: string };
  /** Paths into the body: to what is false, or true, on the last page. */
  readonly more?: string;
  readonly done?: string;
  /** Paths into the body: to the number of all items, and of all pages. */
  readonly total?: string;
  readonly pages?: string;
  readonly size?: PageSize;
  readonly first?: number;
  readonly items?: string;
}

/** How many items a page has at most: where it says so, or by the parameter that callers set. */
export type PageSize =
  | { readonly body: string }
  | { readonly parameter: string; readonly default?: number; readonly maximum?: number };

/** A rule for the GET routes with certain query parameters. */
export interface PaginationRule extends Pagination {
  readonly name: string;
  /** Absent for a rule that routes name. */
  readonly query?: readonly string[];
}

export interface VendorClient {
  /** Empty: bearer tokens. */
  readonly auth: readonly AuthScheme[];
  readonly pagination: readonly PaginationRule[];
  readonly rateLimit?: {
    readonly remaining: string;
    readonly reset: string;
    readonly unit?: string;
  };
  /** A header, in lowercase. */
  readonly idempotency?: string;
  /** A header, in lowercase. */
  readonly requestId?: string;
}

/** What a route says itself: the name of a rule, a rule, or that it has none. */
export type RoutePagination = string | false | Pagination;
