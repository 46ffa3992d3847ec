/** The settings of a client: credentials, pagination, and headers that it reads or writes. */
import type {
  AuthScheme,
  ClientCatalog,
  PageSize,
  Pagination as StyledPagination,
} from "../../src/catalog/client.js";

/** The settings of a client that a vendor declares for all routes. Names of headers are in lowercase. */
export interface VendorClient extends Pick<
  ClientCatalog,
  "rateLimit" | "idempotency" | "requestId"
> {
  /** Empty: bearer tokens. */
  readonly auth: readonly DeclaredScheme[];
  readonly pagination: readonly PaginationRule[];
}

/** A scheme of the catalog, with facts that only types and texts need. */
export interface DeclaredScheme extends AuthScheme {
  /** The names of others whose credentials are needed beside it. */
  readonly with?: readonly string[];
  /** For OAuth 2: the flows that get tokens. */
  readonly flows?: readonly OAuthFlow[];
  /** For OAuth 2: the scopes, and what they are for. */
  readonly scopes?: readonly (readonly [name: string, text: string])[];
}

/** A flow that a client can carry out without a person. */
export type OAuthFlow = (typeof OAUTH_FLOWS)[number];

export const OAUTH_FLOWS = ["clientCredentials", "refreshToken"] as const;

/** A rule for the GET routes with certain query parameters. */
export interface PaginationRule extends Pagination {
  readonly name: string;
  /** Absent for a rule that routes refer to by name. */
  readonly query?: readonly string[];
}

/** The names of rules that an import finds by itself; a second one of a style has a number. */
export const FOUND_RULES: Readonly<Record<Pagination["style"], string>> = {
  link: "links",
  cursor: "cursors",
  offset: "offsets",
  page: "pages",
};

/** The pagination of a route: the name of a rule, a rule, or none. */
export type RoutePagination = string | false | Pagination;

/**
 * The division of a list into pages, with the keys of all styles. Which of them a style needs, and which it may have,
 * is checked where the YAML is read (`read/vendor/pagination.ts`).
 */
export interface Pagination {
  readonly style: StyledPagination["style"];
  readonly parameter?: string;
  readonly next?: Extract<StyledPagination, { readonly style: "cursor" }>["next"];
  readonly items?: string;
  readonly more?: string;
  readonly done?: string;
  readonly first?: number;
  readonly total?: string;
  readonly pages?: string;
  readonly size?: PageSize;
}
