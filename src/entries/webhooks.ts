import { emitterEventNames } from "../../generated/event-names.js";
import type {
  EmitterWebhookEvent,
  EmitterWebhookEventName,
  WebhookTypes,
} from "typewire-webhook-types";
import { createEventNameValidator, type EventNameValidator } from "../webhooks/event-names.js";
import type { EventHandler, Webhooks as WebhooksOf } from "../webhooks/types.js";
import { webhookCatalog } from "../../generated/webhook-catalog.js";
import { scheme } from "./scheme.js";
import { createWebhooks, type WebhooksConstructor } from "../webhooks/webhooks.js";

export type * from "typewire-webhook-types/payloads";
export type * from "typewire-webhook-types/shared";
export type { EmitterWebhookEvent, EmitterWebhookEventName } from "typewire-webhook-types";
export { WebhookAggregateError, WebhookError } from "../webhooks/webhook-error.js";
export type { FailedEvent, WebhookErrorCode } from "../webhooks/webhook-error.js";
export type { Log } from "../webhooks/log.js";
export type { ValidateEventNameOptions } from "../webhooks/event-names.js";
export type { DrainOptions, RawPayload, UnknownEvent, Unregister } from "../webhooks/types.js";
export type { PayloadError, ValidationOptions } from "../webhooks/validation.js";
export { emitterEventNames };

/** Signs, verifies, receives and dispatches deliveries (contract, section B). */
export type Webhooks<Transformed = unknown> = WebhooksOf<WebhookTypes, Transformed>;
export const Webhooks: WebhooksConstructor<WebhookTypes> =
  /* @__PURE__ */ createWebhooks<WebhookTypes>(webhookCatalog, { scheme });

/** A handler for one event, or for several: `HandlerFunction<"issues.opened" | "issues.closed">`. */
export type HandlerFunction<
  Name extends EmitterWebhookEventName,
  Transformed = unknown,
> = EventHandler<EmitterWebhookEvent<Name> & Transformed>;

/**
 * Returns for a known event name, `<event>` or `<event>.<action>`.
 * @throws TypeError for `*`, `error` and, unless told to warn or ignore, an unknown name.
 */
export const validateEventName: EventNameValidator<EmitterWebhookEventName> =
  /* @__PURE__ */ createEventNameValidator<EmitterWebhookEventName>(emitterEventNames);
