/** The errors of one delivery: handlers of `onError` get each, and the delivery rejects with all of them in one. */
import { quoteDelivery } from "../../../base/expect.js";
import type { ErrorListener, ErrorListeners } from "../types.js";
import {
  describeErrorCode,
  type FailedEvent,
  WebhookAggregateError,
  WebhookError,
  type WebhookErrorCode,
} from "../webhook-error.js";
import { follow, ignore, isReference, readThen, watch } from "./thenables.js";

/** Collects the errors of a delivery in the order in which they happen. */
export class DeliveryErrors {
  readonly #event: FailedEvent;
  readonly #listeners: ErrorListeners;
  readonly #errors: unknown[] = [];
  #code: WebhookErrorCode = "HANDLER_FAILED";

  constructor(event: FailedEvent, listeners: ErrorListeners) {
    this.#event = event;
    this.#listeners = listeners;
  }

  /** Adds the error of a handler or of `transform`, unchanged. */
  addThrown(code: WebhookErrorCode, thrown: unknown): this {
    watch(thrown, ignore); // a thrown promise may reject
    this.#push(code, thrown);
    if (this.#listeners.forErrors.length === 0) return this; // without a listener, no error is created
    const options = { cause: thrown };
    this.#notifyAll(new WebhookError(code, readMessage(thrown), this.#event, options));
    return this;
  }

  /** Adds an error of the toolkit itself, with the code of the stage that failed. */
  add(
    code: WebhookErrorCode,
    message = describeErrorCode(code, "", this.#event.name),
    options?: ErrorOptions,
  ): this {
    const error = new WebhookError(code, message, this.#event, options);
    this.#push(code, error);
    this.#notifyAll(error);
    return this;
  }

  /** Creates the error of the delivery, with the code of the first one. */
  toError(): WebhookAggregateError {
    const message = `The delivery failed: ${this.#code}; ${this.#errors.length} in \`errors\`.`;
    return new WebhookAggregateError(this.#code, message, this.#event, this.#errors);
  }

  #push(code: WebhookErrorCode, error: unknown): void {
    if (this.#errors.length === 0) this.#code = code;
    this.#errors.push(error);
  }

  #notifyAll(error: WebhookError): void {
    for (const handler of this.#listeners.forErrors) this.#notify(handler, error);
  }

  /** Calls a listener without waiting for it. Its own error is only logged. */
  #notify(handler: ErrorListener, error: WebhookError): void {
    const failed = (thrown: unknown) => this.#logError(thrown);
    try {
      const result = handler(error);
      const then = readThen(result);
      if (then !== undefined) void follow(result, then, ignore, failed);
    } catch (thrown) {
      failed(thrown);
    }
  }

  #logError(thrown: unknown): void {
    const message = `An onError handler failed on ${quoteDelivery(this.#event)}.`;
    this.#listeners.log.error(message, thrown);
  }
}

/** Reads the message of any thrown value. The property may throw, or not be a string. */
function readMessage(thrown: unknown): string {
  if (!isReference(thrown)) return String(thrown);
  try {
    const { message } = thrown as { message?: unknown }; // any object may be asked for the key
    if (typeof message === "string") return message;
  } catch {
    // A revoked proxy or a throwing getter has no message.
  }
  return "A value without a message was thrown; it is the `cause`.";
}
