import { WebhookAggregateError } from "../webhooks/webhook-error.js";
import type { SafeLog } from "../webhooks/log.js";
import type { DeliveryReceiver } from "../webhooks/receiver.js";
import type { RelayedDelivery } from "./message.js";

/**
 * Hands a delivery to the toolkit and tells whether it proved authentic, which it did also when
 * a handler failed. Never rejects. `onError` handlers have heard of a failure by then; the log
 * gets what handlers threw, but of a refused delivery only its id and the code.
 */
export async function deliver(
  webhooks: DeliveryReceiver,
  delivery: RelayedDelivery,
  log: SafeLog,
): Promise<boolean> {
  try {
    await webhooks.verifyAndReceive(delivery);
    return true;
  } catch (error) {
    return reportFailure(error, delivery, log);
  }
}

function reportFailure(error: unknown, { id, name }: RelayedDelivery, log: SafeLog): boolean {
  const line = `relay: delivery ${id} (${name}): `;
  if (!isAggregate(error)) {
    log.error(`${line}failed`, error);
    return false;
  }
  const isHandled = error.code === "HANDLER_FAILED" || error.code === "TRANSFORM_FAILED";
  if (isHandled)
    log.error(line + error.code, ...(error.errors as readonly unknown[])); // the platform says `any[]`
  else log.warn(line + error.code);
  return isHandled;
}

/** Spelt out, since `instanceof` alone would leave the event's type open. */
function isAggregate(error: unknown): error is WebhookAggregateError {
  return error instanceof WebhookAggregateError;
}
