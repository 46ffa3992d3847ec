/** The client that sends requests, to be bound to a request builder and a catalog. */
export type {
  AuthScheme,
  ClientCatalog,
  Pagination,
  RateLimitHeaders,
  StreamRule,
} from "../catalog/client.js";
export type { Credential } from "../request/client/auth.js";
export { createSchemeAuthenticator } from "../request/client/auth-schemes.js";
export { createClientFactory, type ClientExtensions } from "../request/client/client.js";
export {
  ConnectionError,
  isResponseError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../request/client/errors.js";
export {
  cursorPages,
  linkPages,
  numberedPages,
  offsetPages,
} from "../request/client/pagination.js";
export type { RateLimit } from "../request/client/waiting.js";
export { followRedirects } from "../request/client/redirects.js";
export {
  convertItem,
  eventStream,
  jsonLines,
  jsonSequence,
  readDeclaredItem,
} from "../request/client/stream-formats.js";
export { createStreams, reconnecting } from "../request/client/streams.js";
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
} from "../request/client/types.js";
