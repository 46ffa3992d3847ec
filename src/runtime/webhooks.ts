/**
 * The webhook toolkit, to be bound to the catalog and the signature scheme of a service, and its
 * middlewares, which are in the same file of the package.
 */
export type { ErrorBody } from "../middleware/answer.js";
export type { NodeRequest } from "../middleware/node-request.js";
export type { NodeResponse } from "../middleware/node-response.js";
export {
  createNodeMiddleware,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
} from "../middleware/node.js";
export {
  createWebMiddleware,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "../middleware/web.js";
export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
  type Algorithm,
} from "../signatures/algorithms.js";
export { bindBodyScheme, type BodyScheme } from "../signatures/body-scheme.js";
export type { DeliveryContext, DeliveryHeaders } from "../signatures/delivery-fields.js";
export type { DeliveryScheme } from "../signatures/delivery-scheme.js";
export type { SignaturePlan } from "../signatures/plan/plan.js";
export {
  readBase64Key,
  readBase64Secret,
  readHexKey,
  readHexSecret,
  readPrefixedSecret,
  readTextSecret,
  type SecretReader,
} from "../signatures/secret.js";
export type { SignContext } from "../signatures/sign.js";
export type { SignatureFlaw, SignatureRefusal, VerifyContext } from "../signatures/verify.js";
export type {
  BindChallenges,
  BindFields,
  BodyFormat,
  FieldSource,
  NameMatcher,
  RelayMessageKeys,
  WebhookCatalog,
  WebhookParts,
} from "../webhooks/catalog.js";
export {
  anyEvent,
  createEventNameValidator,
  type EventNameValidator,
  type NameSplitter,
  type ValidateEventNameOptions,
} from "../webhooks/event-names.js";
export type { Log } from "../webhooks/log.js";
export type { ChallengeAnswer } from "../webhooks/reader.js";
export type { WebhooksInstance } from "../webhooks/receiver.js";
export type {
  AnyEvent,
  DrainOptions,
  ErrorHandler,
  EventHandler,
  HeaderDelivery,
  HeaderWebhooks,
  HeaderWebhooksOptions,
  RawPayload,
  SignedWebhooks,
  UnknownEvent,
  UnnamedDelivery,
  Unregister,
  Webhooks,
  WebhooksKinds,
  WebhooksOptions,
  WebhookTypes,
} from "../webhooks/types.js";
export type { InvalidPayload, PayloadError, ValidationOptions } from "../webhooks/validation.js";
export {
  WebhookAggregateError,
  WebhookError,
  type FailedEvent,
  type HttpErrorCode,
  type WebhookErrorCode,
} from "../webhooks/webhook-error.js";
export { createWebhooks, type WebhooksConstructor } from "../webhooks/webhooks.js";
