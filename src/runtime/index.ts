// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The whole runtime without the relay, for clients that are bound by hand. */
export * from "./client.js";
export * from "./deliveries.js";
export * from "./endpoint.js";
export * from "./oauth.js";
export * from "./requests.js";
export * from "./signing.js";
export * from "./testing.js";
export * from "./validate.js";
export * from "./values.js";
export * from "./webhooks.js";
export { defineMethod, type MethodForm } from "./calls.js";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  createSdk,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
  type SdkCatalog,
  type SdkConstructor,
  type SdkExtensions,
  type SdkOptions,
} from "./sdk.js";
