import type { HeaderRecord } from "../endpoint/headers.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { AuthScheme, CreateAuthenticator, Credentials } from "./auth.js";
import type { PageStyles, Pagination } from "./pagination.js";

/** What the client knows of a hosted API beside its routes: data, generated from YAML. */
export interface ClientCatalog {
  /** Without any, a credential is a bearer token. */
  readonly auth?: readonly AuthScheme[];
  /** Origins besides that of the base address, which get credentials too. */
  readonly servers?: readonly string[];
  /** How lists are divided, if a route does not say otherwise. */
  readonly pagination?: Pagination;
  /** Keyed by `<METHOD> <url>` as documented. */
  readonly paginationOf?: Readonly<Record<string, Pagination>>;
  readonly rateLimit?: RateLimitHeaders;
  /** The header of the key that makes a request repeatable, in lowercase. */
  readonly idempotency?: string;
  /** The header with the service's name for a request. */
  readonly requestId?: string;
}

/** The headers in which a service tells its limit, from `rateLimit` in the YAML. */
export interface RateLimitHeaders {
  readonly remaining: string;
  readonly reset: string;
  /**
   * How `reset` is written: seconds or milliseconds since 1970, seconds from now, or a date.
   * Default: `seconds`.
   */
  readonly unit?: "seconds" | "milliseconds" | "delay" | "date";
}

/**
 * Code for what not every catalog declares. A client passes in what it needs, so that no other client
 * has it in its bundle.
 */
export interface ClientExtensions {
  /** The styles of pagination that the catalog names. */
  readonly pages?: PageStyles;
  /** For schemes other than one header. */
  readonly createAuthenticator?: CreateAuthenticator;
  /**
   * For credentials elsewhere than in `authorization`. Without it, the platform follows redirects, and
   * takes that header away itself where one leads to another origin (Fetch, section 4.4).
   */
  readonly followRedirects?: FollowRedirects;
}

/** The headers are an object of the client's own. */
export interface SentInit extends FetchInit {
  headers: HeaderRecord;
}

/** Where a request goes, and with what; redirects change both. */
export interface Sent {
  /** Without credentials. */
  url: string;
  credentials: Credentials;
  /** Has the names of headers that are credentials. */
  readonly sender: { readonly sensitive: readonly string[] };
}

/** Sends a request, with its redirects. */
export type FollowRedirects = (
  sent: Sent,
  init: SentInit,
  send: (url: string) => Promise<Response>,
) => Promise<Response>;
