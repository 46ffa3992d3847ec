/** Plain data of `vendor.yaml` and `routes.yaml` for the client. */

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

/** The rule by which a list is divided into pages. Its keys depend on the style. */
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

/** The most items of a page: by a path into the page, or by the parameter that callers set. */
export type PageSize =
  | { readonly body: string }
  | { readonly parameter: string; readonly default?: number; readonly maximum?: number };

/** A rule for the GET routes with certain query parameters. */
export interface PaginationRule extends Pagination {
  readonly name: string;
  /** Absent for a rule that routes refer to by name. */
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

/** The name of a rule, a rule of the route itself, or `false` for a route without pages. */
export type RoutePagination = string | false | Pagination;
