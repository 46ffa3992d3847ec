/**
 * The whole runtime without the relay, for clients that are bound by hand. A generated client
 * imports the modules beside this one, so that it loads no more than it uses.
 */
export { defineMethod, type MethodForm } from "./calls.js";
export * from "./client.js";
export * from "./deliveries.js";
export * from "./endpoint.js";
export * from "./oauth.js";
export * from "./requests.js";
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
export * from "./signing.js";
export * from "./testing.js";
export * from "./validate.js";
export * from "./values.js";
export * from "./webhooks.js";
