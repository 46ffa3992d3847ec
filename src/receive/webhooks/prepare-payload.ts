/** Prepares the payload of a verified event for its handlers: validates it, then converts its values. */
import { quoteDelivery } from "../../base/expect.js";
import type { PayloadValues } from "../../catalog/values.js";
import { convertEvent } from "./delivery.js";
import { DeliveryErrors } from "./dispatch/delivery-errors.js";
import type { Service } from "./service.js";
import type { DispatchedEvent, ErrorListeners } from "./types.js";
import { describeInvalid, describeInvalidValue, type Validation } from "./validation.js";

/**
 * Validates a payload by the option `validation`. If the validator itself fails, or returns no verdict, the delivery
 * fails only with `onInvalid: "throw"`.
 * @param knownName Name in the catalog, whose schema is used.
 * @throws WebhookAggregateError if the payload is invalid and `onInvalid` is `throw`.
 */
export async function expectValid(
  { validate, onInvalid }: Validation,
  event: DispatchedEvent,
  knownName: string,
  listeners: ErrorListeners,
): Promise<void> {
  let verdict, message;
  try {
    verdict = await validate(knownName, event.payload);
    if (verdict.valid || onInvalid === "ignore") return;
    message = describeInvalid(event, verdict);
  } catch (thrown) {
    if (onInvalid === "throw")
      throw new DeliveryErrors(event, listeners).addThrown("HANDLER_FAILED", thrown).toError();
    listeners.log.error(
      `The validation of ${quoteDelivery(event)} failed; its handlers run.`,
      thrown,
    );
    return;
  }
  if (onInvalid === "warn") listeners.log.warn(message);
  else
    throw new DeliveryErrors(event, listeners)
      .add("INVALID_PAYLOAD", message, { cause: verdict.errors })
      .toError();
}

/**
 * Converts the values in a payload.
 * @param raw The body; absent for a payload that the caller has parsed.
 * @throws WebhookAggregateError if a value cannot be converted.
 */
export async function convertOrFail(
  values: PayloadValues,
  service: Service,
  event: DispatchedEvent,
  raw: unknown,
  listeners: ErrorListeners,
): Promise<DispatchedEvent> {
  try {
    return await convertEvent(values, service, event, raw);
  } catch (cause) {
    const errors = new DeliveryErrors(event, listeners);
    const message = describeInvalidValue(event, cause);
    if (message === undefined) errors.addThrown("HANDLER_FAILED", cause);
    else errors.add("INVALID_PAYLOAD", message, { cause });
    throw errors.toError();
  }
}
