import { quoteDelivery } from "./expect.js";
import type { SafeLog } from "./log.js";
import { follow, ignore, isObject, readThen, watch } from "./thenable.js";
import {
  describeFailure,
  WebhookAggregateError,
  WebhookError,
  type FailedEvent,
  type WebhookErrorCode,
} from "./webhook-error.js";

/** What `onError` registers, as it is called. */
export type FailureHandler = (error: WebhookError) => unknown;

/** Who is told of failures before the delivery rejects. */
export interface FailureListeners {
  readonly forErrors: readonly FailureHandler[];
  readonly log: SafeLog;
}

/** The failures of one delivery, in the order in which they happen. Every failure passes here. */
export class Failures {
  readonly #event: FailedEvent;
  readonly #listeners: FailureListeners;
  readonly #errors: unknown[] = [];
  #code: WebhookErrorCode = "HANDLER_FAILED";

  constructor(event: FailedEvent, listeners: FailureListeners) {
    this.#event = event;
    this.#listeners = listeners;
  }

  /** Adds what a handler or `transform` threw. It is not changed. */
  addThrown(code: WebhookErrorCode, thrown: unknown): this {
    watch(thrown, ignore); // a promise that is thrown may reject
    this.#push(code, thrown);
    if (this.#listeners.forErrors.length === 0) return this; // an error nobody sees is not created
    const options = { cause: thrown };
    this.#tellAll(new WebhookError(code, readMessage(thrown), this.#event, options));
    return this;
  }

  /** Adds a failure that the toolkit itself found. */
  add(
    code: WebhookErrorCode,
    message = describeFailure(code, "", this.#event.name),
    options?: ErrorOptions,
  ): this {
    const error = new WebhookError(code, message, this.#event, options);
    this.#push(code, error);
    this.#tellAll(error);
    return this;
  }

  /** What the delivery rejects with. Its code is that of the first failure. */
  toError(): WebhookAggregateError {
    const message = `The delivery failed: ${this.#code}; ${this.#errors.length} in \`errors\`.`;
    return new WebhookAggregateError(this.#code, message, this.#event, this.#errors);
  }

  #push(code: WebhookErrorCode, error: unknown): void {
    if (this.#errors.length === 0) this.#code = code;
    this.#errors.push(error);
  }

  #tellAll(error: WebhookError): void {
    for (const handler of this.#listeners.forErrors) this.#tell(handler, error);
  }

  /** Waits for nothing. A handler that fails is logged, and its failure goes no further. */
  #tell(handler: FailureHandler, error: WebhookError): void {
    const failed = (thrown: unknown) => this.#logFailure(thrown);
    try {
      const result = handler(error);
      const then = readThen(result);
      if (then !== undefined) void follow(result, then, ignore, failed);
    } catch (thrown) {
      failed(thrown);
    }
  }

  #logFailure(thrown: unknown): void {
    const message = `An onError handler failed on ${quoteDelivery(this.#event)}.`;
    this.#listeners.log.error(message, thrown);
  }
}

/** The message of whatever was thrown. Reading it may throw in turn, or give something else. */
function readMessage(thrown: unknown): string {
  if (!isObject(thrown)) return String(thrown);
  try {
    const { message } = thrown as { message?: unknown }; // any object may be asked for the key
    if (typeof message === "string") return message;
  } catch {
    // A revoked proxy or a throwing getter has no message.
  }
  return "A value without a message was thrown; it is the `cause`.";
}
