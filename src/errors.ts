/** Each half's errors are in a file of their own, so that neither half loads the other's. */
export { EndpointError } from "./endpoint/errors.js";
export type { EndpointErrorCode } from "./endpoint/errors.js";
export { WEBHOOK_FAILURES, WebhookAggregateError, WebhookError } from "./webhook-error.js";
export type { FailedEvent, WebhookErrorCode } from "./webhook-error.js";
