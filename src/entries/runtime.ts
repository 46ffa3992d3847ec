/**
 * The runtime without a hosting service: factories over a catalog. A generated client binds them to
 * its own catalog, as the default entries do.
 */
export type { EndpointCatalog, RouteException } from "../endpoint/catalog.js";
export type {
  FieldEncoding,
  ListStyle,
  QueryStyle,
  ServerVariable,
} from "../requests/declaration.js";
export type {
  BodyWriter,
  EndpointExtensions,
  ParameterExtension,
  ServerExtension,
} from "../requests/extensions.js";
export { declaredParameters } from "../requests/declared-parameters.js";
export { formBody } from "../requests/form-body.js";
export { multipartBody } from "../requests/multipart-body.js";
export { serverVariables } from "../requests/server-variables.js";
export { createEndpoint } from "../endpoint/endpoint.js";
export { toRequest } from "../endpoint/to-request.js";
export type {
  DefaultOptions,
  Endpoint,
  EndpointArguments,
  EndpointDefaults,
  EndpointOptions,
  HeadersInput,
  MediaTypeOptions,
  MergedOptions,
  RequestOptions,
  RequestParameters,
  UnknownParameters,
} from "../endpoint/types.js";
export { expandTemplate } from "../endpoint/template.js";
export { EndpointError } from "../endpoint/errors.js";
export type { EndpointErrorCode } from "../endpoint/errors.js";
export { createNodeMiddleware } from "../middleware/node.js";
export type { NodeMiddleware, NodeMiddlewareOptions } from "../middleware/node.js";
export { createWebMiddleware } from "../middleware/web.js";
export type { WebMiddleware, WebMiddlewareOptions } from "../middleware/web.js";
export { createEventNameValidator } from "../webhooks/event-names.js";
export type { EventNameValidator, ValidateEventNameOptions } from "../webhooks/event-names.js";
export type { Log } from "../webhooks/log.js";
export type { WebhooksInstance } from "../webhooks/receiver.js";
export {
  ECDSA_P256_SHA256,
  ED25519,
  HMAC_SHA1,
  HMAC_SHA256,
  HMAC_SHA512,
  TOKEN,
  type Algorithm,
} from "../signatures/algorithms.js";
export {
  bindBodyScheme,
  bindSign,
  bindVerify,
  type BodyScheme,
} from "../signatures/body-scheme.js";
export { bindHmacSign, bindHmacVerify } from "../signatures/hmac-body.js";
export { SHA1, SHA256, SHA512 } from "#platform";
export { readLead, readPieces } from "../signatures/content.js";
export type { DeliveryScheme } from "../signatures/delivery-scheme.js";
export {
  bindHeaderScheme,
  bindHeaderSign,
  bindHeaderVerify,
  type HeaderScheme,
} from "../signatures/header-scheme.js";
export type { SignaturePlan } from "../signatures/plan/plan.js";
export {
  readDecodedUrl,
  readForm,
  readJsonTimestamp,
  readListedTimestamp,
  readMethod,
  readPlaceholder,
  readUrl,
} from "../signatures/placeholders.js";
export type { PlaceholderReader, SchemeParts } from "../signatures/scheme.js";
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
export {
  readHeader,
  type DeliveryContext,
  type DeliveryHeaders,
} from "../signatures/delivery-fields.js";
export type { SignatureFlaw, SignatureRefusal, VerifyContext } from "../signatures/verify.js";
export type {
  FieldSource,
  RelayMessageKeys,
  WebhookCatalog,
  WebhookParts,
} from "../webhooks/catalog.js";
export { createChallenges } from "../webhooks/challenge.js";
export type { Challenge } from "../webhooks/challenge.js";
export type { BindChallenges, ChallengeAnswer } from "../webhooks/catalog.js";
export type { NameSplitter } from "../webhooks/event-names.js";
export { readFields } from "../webhooks/fields.js";
export type { BindFields } from "../webhooks/catalog.js";
export { createFormDeliveryReader, readFormDelivery } from "../webhooks/form-body.js";
export type { BodyFormat } from "../webhooks/catalog.js";
export { createNameMatcher, createNameSplitter } from "../webhooks/name-patterns.js";
export type { NameMatcher } from "../webhooks/catalog.js";
export type {
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
  WebhookTypes,
  WebhooksOptions,
} from "../webhooks/types.js";
export type { InvalidPayload, PayloadError, ValidationOptions } from "../webhooks/validation.js";
export { WebhookAggregateError, WebhookError } from "../webhooks/webhook-error.js";
export type { FailedEvent, WebhookErrorCode } from "../webhooks/webhook-error.js";
export { createWebhooks } from "../webhooks/webhooks.js";
export type { WebhooksConstructor } from "../webhooks/webhooks.js";
export { createDeliveryFactory } from "../testing/delivery.js";
export type {
  CreateDelivery,
  Delivery,
  DeliveryOptions,
  DeliverySource,
  Overrides,
} from "../testing/delivery.js";
export { createPayloadValidator } from "../validate/payload-validator.js";
export type {
  PayloadValidator,
  ValidatorCatalog,
  ValidPayload,
} from "../validate/payload-validator.js";
