// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The class of an SDK, to be bound to a catalog and a client. */
export type {
  CredentialOption,
  EnvironmentOption,
  MethodArguments,
  SdkCatalog,
  SentOption,
} from "../catalog/sdk.js";
export type { Streamed } from "../request/client/types.js";
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
export { createSdk, type SdkExtensions } from "../request/sdk/sdk.js";
export { defineStreamMethod } from "../request/sdk/streams.js";
export type {
  CredentialInput,
  ErrorClass,
  MethodFunction,
  PageSteps,
  SdkConstructor,
  SdkOptions,
  Unwrap,
  UnwrapHeaders,
  UnwrapRequest,
  Call,
  ListCall,
  MethodOptions,
  Page,
  WithResponse,
  StreamMethodOptions,
} from "../request/sdk/types.js";
