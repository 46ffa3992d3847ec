// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The class of an SDK with the surface of one that Stainless made. */
export type { MethodArguments, MethodShape, SdkCatalog } from "../catalog/sdk.js";
export type {
  AnyClient,
  CredentialInput,
  MethodFunction,
  StreamingFunction,
  Unwrap,
  WithResponse,
} from "../request/sdk/types.js";
export { defineMethod } from "../stainless/calls.js";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
  type BodyOf,
  type StatusErrors,
  APIError,
} from "../stainless/errors.js";
export { createStainless, type StainlessConstructor } from "../stainless/stainless.js";
export { defineStreamMethod } from "../stainless/stream-methods.js";
export type {
  FetchOptions,
  StainlessClient,
  StainlessOAuthOptions,
  StainlessOptions,
  StainlessWebhooks,
  ToFileInput,
  APIPromise,
  Logger,
  LogLevel,
  Page,
  PagePromise,
  RequestOptions,
  Uploadable,
} from "../stainless/types.js";
export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
} from "../stainless/connection-errors.js";
export { toFile } from "../stainless/uploads.js";
export { Stream } from "../stainless/stream.js";
