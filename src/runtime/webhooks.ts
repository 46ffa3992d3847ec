// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The webhook toolkit, to be bound to the catalog and the signature scheme of a service, and its middlewares, which are in the same file of the package. */
export type { SignaturePlan } from "../catalog/signatures.js";
export type { FieldSource, RelayMessageKeys, WebhookCatalog } from "../catalog/webhooks.js";
export {
  createFastifyPlugin,
  type FastifyPlugin,
  type FastifyPluginOptions,
  type FastifyScope,
} from "../receive/middleware/fastify.js";
export {
  createLambdaHandler,
  type LambdaEvent,
  type LambdaHandler,
  type LambdaHandlerOptions,
  type LambdaResult,
} from "../receive/middleware/lambda.js";
export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
} from "../receive/signatures/algorithms.js";
export { bindScheme } from "../receive/signatures/scheme.js";
export {
  readBase64Key,
  readBase64Secret,
  readHexKey,
  readHexSecret,
  readPrefixedSecret,
  readTextSecret,
} from "../receive/signatures/secrets.js";
export type {
  Algorithm,
  DeliveryContext,
  DeliveryHeaders,
  SecretReader,
  SignatureRefusal,
  SignatureScheme,
  SignContext,
  VerifyContext,
  RawPayload,
} from "../receive/signatures/types.js";
export {
  createEventNameValidator,
  type EventNameValidator,
  anyEvent,
  type ValidateEventNameOptions,
} from "../receive/webhooks/event-names.js";
export type {
  HeaderWebhooksOptions,
  InvalidPayload,
  WebhooksOptions,
  PayloadError,
  SecretLookup,
  UnverifiedDelivery,
  ValidationOptions,
  WebhookSecret,
} from "../receive/webhooks/options.js";
export {
  createWebhooks,
  type AnyPayloads,
  type DeliveryPlace,
  type PresetEvent,
  type PresetOptions,
  type PresetTypes,
} from "../receive/webhooks/parts/preset.js";
export type { WebhooksInstance } from "../receive/webhooks/receiver.js";
export type {
  BindChallenges,
  BindFields,
  BodyFormat,
  NameMatcher,
  WebhookParts,
} from "../receive/webhooks/service.js";
export type {
  ChallengeAnswer,
  ErrorHandler,
  EventHandler,
  HeaderDelivery,
  HeaderWebhooks,
  NameSplitter,
  SignedWebhooks,
  UnnamedDelivery,
  Webhooks,
  WebhooksKinds,
  WebhookTypes,
  AnyEvent,
  DrainOptions,
  Unregister,
  Log,
  UnknownEvent,
} from "../receive/webhooks/types.js";
export {
  bindUnwrap,
  createOpener,
  createUnwrap,
  type UnwrapDelivery,
} from "../receive/webhooks/unwrap.js";
export { bindWebhooks, type WebhooksConstructor } from "../receive/webhooks/webhooks.js";
export type { ErrorBody } from "../receive/middleware/answer.js";
export {
  createNodeMiddleware,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
} from "../receive/middleware/node.js";
export {
  createWebMiddleware,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "../receive/middleware/web.js";
export {
  type HttpErrorCode,
  WebhookAggregateError,
  WebhookError,
  type FailedEvent,
  type WebhookErrorCode,
} from "../receive/webhooks/webhook-error.js";
