// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The client that sends requests, to be bound to a request builder and a catalog. */
export type {
  AuthScheme,
  ClientCatalog,
  Pagination,
  RateLimitHeaders,
  StreamRule,
} from "../catalog/client.js";
export {
  createHeaderAuthenticator,
  createSchemeAuthenticator,
} from "../request/client/auth/auth-schemes.js";
export {
  createClientFactory,
  createCoreFactory,
  type ClientExtensions,
} from "../request/client/client.js";
export {
  isResponseError,
  ConnectionError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../request/client/errors.js";
export {
  cursorPages,
  linkPages,
  numberedPages,
  offsetPages,
} from "../request/client/page-styles.js";
export { followRedirects } from "../request/client/auth/redirects.js";
export {
  convertItem,
  eventStream,
  jsonLines,
  readDeclaredItem,
} from "../request/client/streams/stream-formats.js";
export { jsonSequence } from "../request/client/streams/json-sequence.js";
export { reconnecting } from "../request/client/streams/reconnect.js";
export { createStreams } from "../request/client/streams/streams.js";
export type { IsResponseError, RouteError } from "../request/client/response-errors.js";
export type { RouteResponseOf, ClientResponse, Page } from "../request/client/response-types.js";
export type {
  Client,
  CreateClient,
  CreateCore,
  AttemptEvent,
  CallOptions,
  ClientHooks,
  ClientOptions,
  Paginated,
  RateLimit,
  RequestSettings,
  ResponseEvent,
  RetryEvent,
  ClientPart,
  CoreClient,
  Streamed,
  StreamOptions,
} from "../request/client/types.js";
export type { Credential } from "../request/client/auth/auth.js";
export {
  defaults,
  limits,
  mediaTypes,
  optionNames,
  validation,
} from "../request/client/client-parts.js";
