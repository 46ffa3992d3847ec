/** Prepares the payload of a verified event for its handlers: validates it, then converts its values. */
import { quote, quoteDelivery } from "../../../base/expect.js";
import type { PayloadValues } from "../../../catalog/values.js";
import { readPath } from "../../../base/values.js";
import { readRawPayload } from "../../signatures/readers.js";
import { decodeUtf8 } from "../payload.js";
import { DeliveryErrors } from "./delivery-errors.js";
import type { Service } from "../service.js";
import type { DispatchedEvent, ErrorListeners } from "../types.js";
import type { InvalidPayload, PayloadError, Validation } from "../options.js";

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

/** Describes an invalid payload by its first errors, without any of its values. */
function describeInvalid(
  delivery: { readonly id: string; readonly name: string },
  { errors }: InvalidPayload,
): string {
  const listed = errors
    .slice(0, MAX_LISTED_ERRORS)
    .map(({ path, keyword }) => `${quote(path)} (${keyword})`);
  const detail = `${listed.join(", ")}; errors: ${errors.length}`;
  return `The payload of ${quoteDelivery(delivery)} does not match the schema: ${detail}.`;
}

/** Most errors that a message lists. */
const MAX_LISTED_ERRORS = 5;

// ---- Values that JSON does not have

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
