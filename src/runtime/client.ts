/** The client that sends requests, to be bound to a request builder and a catalog. */
export type { AuthScheme, Credential } from "../client/auth.js";
export { createSchemeAuthenticator } from "../client/auth-schemes.js";
export type { ClientCatalog, ClientExtensions, RateLimitHeaders } from "../client/catalog.js";
export { createClientFactory } from "../client/client.js";
export {
  ConnectionError,
  isResponseError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../client/errors.js";
export { cursorPages, linkPages, numberedPages, offsetPages } from "../client/page-styles.js";
export type { Pagination } from "../client/pagination.js";
export { followRedirects } from "../client/redirects.js";
export type {
  AttemptEvent,
  CallOptions,
  Client,
  ClientHooks,
  ClientOptions,
  ClientResponse,
  CreateClient,
  IsResponseError,
  Page,
  Paginated,
  RateLimit,
  RequestSettings,
  ResponseEvent,
  RetryEvent,
  RouteError,
  RouteResponseOf,
} from "../client/types.js";
