import { WEBHOOK_FAILURES, WebhookAggregateError, WebhookError } from "../webhook-error.js";
import type { FailedEvent, WebhookErrorCode } from "../webhook-error.js";
import type { SafeLog } from "../log.js";
import { quoteDelivery } from "./quote.js";
import { follow, ignore, isObject, readThen, watch } from "./thenable.js";

/** What `onError` registers, as it is called. */
export type FailureHandler = (error: WebhookError) => unknown;

/** Where failures are told before the delivery rejects. */
export interface FailureListeners {
  readonly forErrors: readonly FailureHandler[];
  readonly log: SafeLog;
}

/** The failures of one delivery, in the order in which they happen: the one path of them all. */
export class Failures {
  readonly #event: FailedEvent;
  readonly #listeners: FailureListeners;
  readonly #errors: unknown[] = [];
  #code: WebhookErrorCode = "HANDLER_FAILED";

  constructor(event: FailedEvent, listeners: FailureListeners) {
    this.#event = event;
    this.#listeners = listeners;
  }

  /** Takes what a handler or `transform` threw, which stays as it is. */
  addThrown(code: WebhookErrorCode, thrown: unknown): this {
    watch(thrown, ignore); // who throws a promise has its rejection told here
    const message = readMessage(thrown);
    return this.#add(code, thrown, new WebhookError(code, message, this.#event, { cause: thrown }));
  }

  /** Takes a finding of our own. */
  add(code: WebhookErrorCode, message = WEBHOOK_FAILURES[code][1], options?: ErrorOptions): this {
    const error = new WebhookError(code, message, this.#event, options);
    return this.#add(code, error, error);
  }

  /** What the delivery rejects with. Its code is that of the first failure. */
  toError(): WebhookAggregateError {
    const message = `The delivery failed: ${this.#code}; ${this.#errors.length} in \`errors\`.`;
    return new WebhookAggregateError(this.#code, message, this.#event, this.#errors);
  }

  #add(code: WebhookErrorCode, thrown: unknown, error: WebhookError): this {
    if (this.#errors.length === 0) this.#code = code;
    this.#errors.push(thrown);
    for (const handler of this.#listeners.forErrors) this.#tell(handler, error);
    return this;
  }

  /** Waits for nothing. A handler that fails is logged, and its failure goes no further. */
  #tell(handler: FailureHandler, error: WebhookError): void {
    const failed = (thrown: unknown) => this.#logFailure(thrown);
    try {
      const result = handler(error);
      const then = readThen(result);
      if (then !== undefined) follow(result, then, ignore, failed);
    } catch (thrown) {
      failed(thrown);
    }
  }

  #logFailure(thrown: unknown): void {
    const message = `An onError handler failed on ${quoteDelivery(this.#event)}.`;
    this.#listeners.log.error(message, thrown);
  }
}

/** The message of whatever was thrown. Looking at it may throw in turn, or give something else. */
function readMessage(thrown: unknown): string {
  if (!isObject(thrown)) return String(thrown);
  try {
    const { message } = thrown as { message?: unknown }; // any object may be asked for the key
    if (typeof message === "string") return message;
  } catch {
    // A revoked proxy or a throwing getter has no message to give.
  }
  return "A value without a message was thrown; it is the `cause`.";
}
