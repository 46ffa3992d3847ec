/** The class of an SDK, to be bound to a catalog and a client. */
export type {
  CredentialOption,
  EnvironmentOption,
  MethodArguments,
  SdkCatalog,
  SentOption,
} from "../catalog/sdk.js";
export type { Streamed } from "../request/client/types.js";
export { createSdk } from "../request/sdk/sdk.js";
export { defineStreamMethod } from "../request/sdk/streams.js";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from "../request/sdk/errors.js";
export type {
  Call,
  CredentialInput,
  ErrorClass,
  ListCall,
  MethodFunction,
  MethodOptions,
  Page,
  PageSteps,
  SdkConstructor,
  SdkExtensions,
  SdkOptions,
  StreamMethodOptions,
  Unwrap,
  UnwrapHeaders,
  UnwrapRequest,
  WithResponse,
} from "../request/sdk/types.js";
