/** Converts values that JSON does not have, such as dates, in the payload of a verified event. */
import { quote, quoteDelivery } from "../../../base/expect.js";
import type { PayloadValues } from "../../../catalog/values.js";
import { readPath } from "../../../base/values.js";
import { readRawPayload } from "../../signatures/readers.js";
import { decodeUtf8 } from "../payload.js";
import { DeliveryErrors } from "./delivery-errors.js";
import type { Service } from "../service.js";
import type { DispatchedEvent, ErrorListeners } from "../types.js";

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

/**
 * Converts the values in the payload of a verified event (contract J.5).
 * @param raw The body. A payload without one was parsed by the caller, and is copied.
 * @throws Error with the path to the JSON that is not a value of the described kind.
 */
export function convertEvent(
  values: PayloadValues,
  { parts, actionKeys, findKnown }: Service,
  event: DispatchedEvent,
  raw?: unknown,
): DispatchedEvent | Promise<DispatchedEvent> {
  const { name, payload } = event;
  // Only JSON bodies are searched for the digits of long integers.
  const data = parts.body ? undefined : readRawPayload(raw);
  const text = data === undefined ? undefined : decodeUtf8(data);
  const action = readPath(payload, actionKeys);
  const converted = values.convert(findKnown(name) ?? name, action, payload, text);
  const replace = (convertedPayload: object): DispatchedEvent => ({
    ...event,
    payload: convertedPayload,
  });
  return converted instanceof Promise ? converted.then(replace) : replace(converted);
}

/**
 * Explains the error of a payload whose values cannot be converted, by its path; `undefined` for any
 * other error.
 */
export function describeInvalidValue(
  delivery: { readonly id: string; readonly name: string },
  error: unknown,
): string | undefined {
  const { code, path = "", detail } = error as Partial<Record<string, string>>;
  if (code !== "INVALID_VALUE") return undefined;
  return `The payload of ${quoteDelivery(delivery)} has an invalid value: ${quote(path)} ${detail}.`;
}
