/** Validates the payload of a verified event before its handlers run, by the option `validation`. */
import { quote, quoteDelivery } from "../../../base/expect.js";
import { DeliveryErrors } from "./delivery-errors.js";
import type { DispatchedEvent, ErrorListeners } from "../types.js";
import type { InvalidPayload, Validation } from "../options.js";

/**
 * Validates a payload by the option `validation`, and reacts as the option says. If the validator itself fails, or
 * returns no verdict, that is logged even if invalid payloads are ignored.
 * @param knownName Name in the catalog, whose schema is used.
 * @throws WebhookAggregateError with `onInvalid: "throw"`, if the payload is invalid or the validator fails.
 */
export async function expectValid(
  validation: Validation,
  event: DispatchedEvent,
  knownName: string,
  listeners: ErrorListeners,
): Promise<void> {
  const problem = await findProblem(validation, event, knownName);
  if (problem === undefined) return;
  const { isInvalid, message, cause } = problem;
  if (validation.onInvalid === "throw") {
    const errors = new DeliveryErrors(event, listeners);
    throw (
      isInvalid
        ? errors.add("INVALID_PAYLOAD", message, { cause })
        : errors.addThrown("HANDLER_FAILED", cause)
    ).toError();
  }
  if (isInvalid) listeners.log.warn(message);
  else listeners.log.error(message, cause);
}

/** Finds what is wrong with a payload, unless that is ignored, or with its validator. */
async function findProblem(
  { validate, onInvalid }: Validation,
  event: DispatchedEvent,
  knownName: string,
): Promise<Problem | undefined> {
  try {
    const verdict = await validate(knownName, event.payload);
    if (verdict.valid || onInvalid === "ignore") return undefined;
    const message = describeInvalid(event, verdict);
    return { isInvalid: true, message, cause: verdict.errors };
  } catch (cause) {
    const message = `The validation of ${quoteDelivery(event)} failed; its handlers run.`;
    return { isInvalid: false, message, cause };
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

// ---- Types

interface Problem {
  /** False if the validator threw or returned no verdict. */
  readonly isInvalid: boolean;
  /** Text for the log. */
  readonly message: string;
  /** The errors that the validator has found, or what it threw. */
  readonly cause: unknown;
}
