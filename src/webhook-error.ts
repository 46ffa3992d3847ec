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

/**
 * The HTTP status that answers each failure. One table for every adapter, so that a
 * status can never come from what a handler has thrown.
 */
export const WEBHOOK_ERROR_STATUS: Readonly<Record<WebhookErrorCode, number>> =
  /* @__PURE__ */ Object.freeze({
    SIGNATURE_MISSING: 400,
    SIGNATURE_MALFORMED: 400,
    SIGNATURE_MISMATCH: 400,
    PAYLOAD_NOT_RAW: 500,
    BODY_ALREADY_PARSED: 500,
    INVALID_PAYLOAD: 400,
    PAYLOAD_TOO_LARGE: 413,
    REQUEST_TIMEOUT: 408,
    REQUEST_ABORTED: 400,
    HANDLER_FAILED: 500,
    TRANSFORM_FAILED: 500,
    DRAINING: 503,
  });

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
    this.status = WEBHOOK_ERROR_STATUS[code];
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
    this.status = WEBHOOK_ERROR_STATUS[code];
    this.event = event;
  }
}
