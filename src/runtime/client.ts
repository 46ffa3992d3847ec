/** The client that sends requests, to be bound to a request builder and a catalog. */
export type { AuthScheme, Credential } from "../client/auth.js";
export type { ClientCatalog } from "../client/catalog.js";
export { createClientFactory } from "../client/client.js";
export {
  ConnectionError,
  isResponseError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../client/errors.js";
export type { Pagination } from "../client/pagination.js";
export type { RateLimit, RateLimitHeaders } from "../client/rate-limit.js";
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
  RequestSettings,
  ResponseEvent,
  RetryEvent,
  RouteError,
  RouteResponseOf,
} from "../client/types.js";
