/** The class of an SDK with the surface of one that Stainless made. */
export type { MethodArguments, MethodShape, SdkCatalog } from "../catalog/sdk.js";
export { defineMethod } from "../sdk/stainless/calls.js";
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
} from "../sdk/stainless/errors.js";
export { createStainless, type StainlessConstructor } from "../sdk/stainless/stainless.js";
export { defineStreamMethod, Stream } from "../sdk/stainless/streams.js";
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
} from "../sdk/stainless/types.js";
export { toFile } from "../sdk/stainless/uploads.js";
export type {
  AnyClient,
  CredentialInput,
  MethodFunction,
  StreamingFunction,
  Unwrap,
  WithResponse,
} from "../sdk/types.js";
