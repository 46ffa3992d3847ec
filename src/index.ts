/**
 * The package's root. `Endpoints` leads to the type of every response, by far the largest
 * declarations; only the root and `responses` have it, so that no other subpath loads them. The types
 * of payloads are exports of `webhooks` alone, so that editors do not offer hundreds of names of the root.
 */
export type { Endpoints } from "./entries/responses.js";
export * from "./entries/endpoint.js";
export * from "./entries/sdk.js";
// oxlint-disable-next-line import/no-default-export -- the class of an SDK is imported by default
export { Vendor as default } from "./entries/sdk.js";
export {
  anyEvent,
  emitterEventNames,
  unwrap,
  validateEventName,
  WebhookAggregateError,
  WebhookError,
  Webhooks,
  type AnyEvent,
  type DrainOptions,
  type EmitterWebhookEvent,
  type EmitterWebhookEventName,
  type FailedEvent,
  type HandlerFunction,
  type Log,
  type PayloadError,
  type RawPayload,
  type WebhookSecret,
  type SecretLookup,
  type UnknownEvent,
  type Unregister,
  type UnverifiedDelivery,
  type ValidateEventNameOptions,
  type ValidationOptions,
  type WebhookErrorCode,
} from "./entries/webhooks.js";
export {
  createNodeMiddleware,
  createWebMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "./runtime/webhooks.js";
