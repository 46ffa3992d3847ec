/** The class of an SDK with the surface of one that Stainless made. */
export type { MethodArguments, MethodShape, SdkCatalog } from "../catalog/sdk.js";
export { defineMethod } from "../stainless/calls.js";
export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  type BodyOf,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  type StatusErrors,
  UnprocessableEntityError,
} from "../stainless/errors.js";
export { createStainless, type StainlessConstructor } from "../stainless/stainless.js";
export { defineStreamMethod, Stream } from "../stainless/streams.js";
export type {
  APIPromise,
  FetchOptions,
  Logger,
  LogLevel,
  Page,
  PagePromise,
  RequestOptions,
  StainlessClient,
  StainlessOAuthOptions,
  StainlessOptions,
  StainlessWebhooks,
  ToFileInput,
  Uploadable,
} from "../stainless/types.js";
export { toFile } from "../stainless/uploads.js";
export type {
  AnyClient,
  CredentialInput,
  MethodFunction,
  StreamingFunction,
  Unwrap,
  WithResponse,
} from "../request/sdk/types.js";
