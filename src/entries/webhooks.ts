import { emitterEventNames } from "../../generated/event-names.js";
import type {
  EmitterWebhookEvent,
  EmitterWebhookEventName,
  WebhookTypes,
} from "typewire-webhook-types";
import { webhookCatalog } from "../../generated/webhook-catalog.js";
import {
  bindUnwrap,
  createEventNameValidator,
  createWebhooks,
  type EventHandler,
  type EventNameValidator,
  type UnwrapDelivery,
  type Webhooks as WebhooksOf,
  type WebhooksConstructor,
} from "../runtime/webhooks.js";
import { scheme } from "./scheme.js";

export type * from "typewire-webhook-types/payloads";
export type * from "typewire-webhook-types/shared";
export type { EmitterWebhookEvent, EmitterWebhookEventName } from "typewire-webhook-types";
export {
  anyEvent,
  WebhookAggregateError,
  WebhookError,
  type AnyEvent,
  type DrainOptions,
  type FailedEvent,
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
} from "../runtime/webhooks.js";
export { emitterEventNames };

/** Signs, verifies, receives and dispatches deliveries (contract, section B). */
export type Webhooks<Transformed = unknown> = WebhooksOf<WebhookTypes, Transformed>;
/**
 * Creates a toolkit for the deliveries of the service.
 * @example
 * const webhooks = new Webhooks({ secret });
 * webhooks.on("issues.opened", ({ payload }) => console.log(payload.issue.title));
 */
export const Webhooks: WebhooksConstructor<WebhookTypes> =
  /* @__PURE__ */ createWebhooks<WebhookTypes>(webhookCatalog, { scheme });

/**
 * Verifies and parses a delivery for a program with a router of its own, and resolves to its event, which
 * its name narrows. Rejects with a {@link WebhookError} for a delivery that the service has not signed, or
 * that cannot be read, and with a TypeError for a mistake in the call.
 * @example
 * const event = await unwrap(secret, await request.text(), request.headers);
 * if (event.name === "issues") console.log(event.payload.issue.title);
 */
export const unwrap: UnwrapDelivery<EmitterWebhookEvent> =
  /* @__PURE__ */ bindUnwrap<EmitterWebhookEvent>(webhookCatalog, { scheme });

/** A handler for one event, or for several: `HandlerFunction<"issues.opened" | "issues.closed">`. */
export type HandlerFunction<
  Name extends EmitterWebhookEventName,
  Transformed = unknown,
> = EventHandler<EmitterWebhookEvent<Name> & Transformed>;

/**
 * Returns for a known event name, `<event>` or `<event>.<action>`.
 * @example
 * validateEventName("issues.opened");
 * @throws TypeError for `*` and `error`, and for an unknown name unless `onUnknownEventName` allows it.
 */
export const validateEventName: EventNameValidator<EmitterWebhookEventName> =
  /* @__PURE__ */ createEventNameValidator<EmitterWebhookEventName>(emitterEventNames);
