/** Validates the payload of a verified event before its handlers run, by the option `validation`. */
import { quote, quoteDelivery } from "../../../base/expect.js";
import { DeliveryErrors } from "./delivery-errors.js";
import type { DispatchedEvent, ErrorListeners } from "../types.js";
import type { InvalidPayload, PayloadError, Validation } from "../options.js";
import type { WebhookAggregateError } from "../webhook-error.js";

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
  if (validation.onInvalid === "throw") throw createError(problem, event, listeners);
  if (problem.kind === "invalid") listeners.log.warn(problem.message);
  else {
    const message = `The validation of ${quoteDelivery(event)} failed; its handlers run.`;
    listeners.log.error(message, problem.thrown);
  }
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
    return { kind: "invalid", message: describeInvalid(event, verdict), errors: verdict.errors };
  } catch (thrown) {
    return { kind: "failed", thrown };
  }
}

function createError(
  problem: Problem,
  event: DispatchedEvent,
  listeners: ErrorListeners,
): WebhookAggregateError {
  const errors = new DeliveryErrors(event, listeners);
  if (problem.kind === "failed")
    return errors.addThrown("HANDLER_FAILED", problem.thrown).toError();
  return errors.add("INVALID_PAYLOAD", problem.message, { cause: problem.errors }).toError();
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

/** An invalid payload, or a validator that threw or returned no verdict. */
type Problem =
  | { readonly kind: "invalid"; readonly message: string; readonly errors: readonly PayloadError[] }
  | { readonly kind: "failed"; readonly thrown: unknown };
