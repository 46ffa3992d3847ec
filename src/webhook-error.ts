/** What can go wrong with a delivery; stable across releases. */
export type WebhookErrorCode =
  | "SIGNATURE_MISSING"
  | "SIGNATURE_MALFORMED"
  | "SIGNATURE_MISMATCH"
  | "PAYLOAD_NOT_RAW"
  | "BODY_ALREADY_PARSED"
  | "INVALID_PAYLOAD"
  | "PAYLOAD_TOO_LARGE"
  | "REQUEST_TIMEOUT"
  | "REQUEST_ABORTED"
  | "HANDLER_FAILED"
  | "TRANSFORM_FAILED"
  | "DRAINING";

/** The HTTP status that answers a failure, and what is said of it. */
export type FailureText = readonly [status: number, message: string];

/**
 * One table for every adapter, so that a status can never come from what a handler has thrown.
 * The messages are for errors, answers and logs alike, and hold nothing of a delivery.
 */
export const WEBHOOK_FAILURES: Readonly<Record<WebhookErrorCode, FailureText>> = {
  SIGNATURE_MISSING: [400, "The signature is missing: set a secret on the hosting side."],
  SIGNATURE_MALFORMED: [400, "The signature is not `sha256=` and 64 lowercase hex digits."],
  SIGNATURE_MISMATCH: [400, "The signature is not that of this body under this secret."],
  PAYLOAD_NOT_RAW: [
    500,
    "The payload is not the raw body: pass `await request.text()`, or in Express what " +
      '`express.text({ type: "*/*" })` gives.',
  ],
  BODY_ALREADY_PARSED: [500, "The body was parsed before it was verified."],
  INVALID_PAYLOAD: [400, "The payload is no JSON object in UTF-8, or not one of its event."],
  PAYLOAD_TOO_LARGE: [413, "The body is too large."],
  REQUEST_TIMEOUT: [408, "The body did not arrive in time."],
  REQUEST_ABORTED: [400, "The request ended before its body."],
  HANDLER_FAILED: [500, "A handler failed."],
  TRANSFORM_FAILED: [500, "The event could not be transformed."],
  DRAINING: [503, "The receiver is shutting down."],
};

/** The delivery that a failure belongs to; `payload` is `undefined` while it is unverified. */
export interface FailedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

/** One failure of a delivery, as `onError` handlers get it. What was thrown is the `cause`. */
export class WebhookError<Event = FailedEvent> extends Error {
  override readonly name = "WebhookError";
  readonly code: WebhookErrorCode;
  readonly status: number;
  readonly event: Event;

  constructor(code: WebhookErrorCode, message: string, event: Event, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = WEBHOOK_FAILURES[code][0];
    this.event = event;
  }
}

/**
 * All failures of one delivery: what `receive` and `verifyAndReceive` reject with.
 * `errors` holds what was thrown, untouched; `code` and `status` tell the stage that failed
 * and never derive from a thrown value.
 */
export class WebhookAggregateError<Event = FailedEvent> extends AggregateError {
  override readonly name = "AggregateError";
  readonly code: WebhookErrorCode;
  readonly status: number;
  readonly event: Event;

  constructor(code: WebhookErrorCode, message: string, event: Event, errors: readonly unknown[]) {
    super(errors, message);
    this.code = code;
    this.status = WEBHOOK_FAILURES[code][0];
    this.event = event;
  }
}
