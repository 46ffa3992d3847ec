import type { AuthScheme } from "./auth.js";
import type { Pagination } from "./pagination.js";
import type { RateLimitHeaders } from "./rate-limit.js";

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
