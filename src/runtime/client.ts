/** The client that sends requests, to be bound to a request builder and a catalog. */
export type {
  AuthScheme,
  ClientCatalog,
  Pagination,
  RateLimitHeaders,
  StreamRule,
} from "../catalog/client.js";
export type { Credential } from "../client/auth.js";
export { createSchemeAuthenticator } from "../client/auth-schemes.js";
export { createClientFactory, type ClientExtensions } from "../client/client.js";
export {
  ConnectionError,
  isResponseError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../client/errors.js";
export { cursorPages, linkPages, numberedPages, offsetPages } from "../client/pagination.js";
export type { RateLimit } from "../client/waiting.js";
export { followRedirects } from "../client/redirects.js";
export {
  convertItem,
  eventStream,
  jsonLines,
  jsonSequence,
  readDeclaredItem,
} from "../client/stream-formats.js";
export { createStreams, reconnecting } from "../client/streams.js";
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
  Streamed,
  StreamOptions,
} from "../client/types.js";
