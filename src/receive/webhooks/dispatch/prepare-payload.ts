/** Prepares the payload of a verified event for its handlers: validates it, then converts its values. */
import { quoteDelivery } from "../../../base/expect.js";
import type { PayloadValues } from "../../../catalog/values.js";
import { convertEvent } from "../delivery.js";
import { DeliveryErrors } from "./delivery-errors.js";
import type { Service } from "../service.js";
import type { DispatchedEvent, ErrorListeners } from "../types.js";
import {
  describeInvalid,
  describeInvalidValue,
  type PayloadError,
  type Validation,
} from "../validation.js";

/**
 * Validates a payload by the option `validation`, and reacts as the option says.
 * @param knownName Name in the catalog, whose schema is used.
 * @throws WebhookAggregateError with `onInvalid: "throw"`, if the payload is invalid or the validator fails.
 */
export async function expectValid(
  validation: Validation,
  event: DispatchedEvent,
  knownName: string,
  listeners: ErrorListeners,
): Promise<void> {
  const mismatch = await findMismatch(validation, event, knownName, listeners);
  if (mismatch === undefined) return;
  const [message, errors] = mismatch;
  if (validation.onInvalid === "throw")
    throw new DeliveryErrors(event, listeners)
      .add("INVALID_PAYLOAD", message, { cause: errors })
      .toError();
  listeners.log.warn(message);
}

/**
 * Finds what is wrong with a payload, unless that is ignored. If the validator itself fails, or returns no verdict, that
 * is logged.
 */
async function findMismatch(
  { validate, onInvalid }: Validation,
  event: DispatchedEvent,
  knownName: string,
  listeners: ErrorListeners,
): Promise<readonly [message: string, errors: readonly PayloadError[]] | undefined> {
  try {
    const verdict = await validate(knownName, event.payload);
    if (verdict.valid || onInvalid === "ignore") return undefined;
    return [describeInvalid(event, verdict), verdict.errors];
  } catch (thrown) {
    if (onInvalid === "throw")
      throw new DeliveryErrors(event, listeners).addThrown("HANDLER_FAILED", thrown).toError();
    const message = `The validation of ${quoteDelivery(event)} failed; its handlers run.`;
    listeners.log.error(message, thrown);
    return undefined;
  }
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
