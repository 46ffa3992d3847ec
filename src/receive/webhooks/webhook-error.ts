/** The errors of deliveries: each code has an HTTP status and a text. */
import { linkTo } from "../../base/package.js";

export const CLOSE_CONNECTION = { connection: "close" };

/**
 * All errors by their codes (contract B.7 and section C). A status comes from here alone, never from a
 * handler's error.
 */
export const HTTP_ERRORS: Readonly<Record<HttpErrorCode, HttpErrorEntry>> = {
  SIGNATURE_MISSING: [
    400,
    "The signature is missing; set a secret where the webhook is configured",
  ],
  SIGNATURE_MALFORMED: [400, "The signature is not in the format of the service"],
  SIGNATURE_MISMATCH: [400, "The signature does not match the body and the secret"],
  TIMESTAMP_OUT_OF_TOLERANCE: [400, "The delivery is authentic, but too old or from the future"],
  SECRET_NOT_FOUND: [400, "There is no secret for the delivery"],
  SECRET_LOOKUP_FAILED: [500, "The secret could not be looked up"],
  PAYLOAD_NOT_RAW: [
    500,
    "The payload is not the raw body: pass it as it came, such as `await request.text()`",
  ],
  BODY_ALREADY_PARSED: [
    500,
    "The body was parsed before it was verified: put the middleware before any body parser, or keep " +
      "the bytes as `request.rawBody`",
  ],
  INVALID_PAYLOAD: [400, "The payload is not a JSON object in UTF-8, or does not match its event"],
  INVALID_CHALLENGE: [400, "The challenge is not 1 to 256 letters, digits and `-._~+/=`"],
  INVALID_EVENT_NAME: [400, "The event name {fault}"],
  PAYLOAD_TOO_LARGE: [413, "The body is too large", CLOSE_CONNECTION],
  REQUEST_TIMEOUT: [408, "The body did not arrive in time", CLOSE_CONNECTION],
  REQUEST_ABORTED: [400, "The client disconnected before the body was complete"],
  HANDLER_FAILED: [500, "A handler failed"],
  TRANSFORM_FAILED: [500, "The event could not be transformed"],
  DRAINING: [503, "The receiver is shutting down", CLOSE_CONNECTION],
  NOT_FOUND: [404, "Not found"],
  METHOD_NOT_ALLOWED: [405, "Deliveries are sent with POST", { allow: "POST" }],
  UNSUPPORTED_MEDIA_TYPE: [415, "The body must be {subject} in UTF-8, without a content-encoding"],
  HEADER_MISSING: [400, "The header is missing or empty"],
  HEADER_REPEATED: [400, "The header must be given once"],
};

/**
 * Makes a sentence of the text of a code. The subject replaces its `{subject}`, or else stands before it:
 * `The body must be application/json in UTF-8 …`, but `x-github-event: The header is missing or empty.`
 * @param subject Name of the header at fault, or the expected media type.
 * @param name Refused event name, whose fault replaces `{fault}`. The message does not repeat the name.
 */
export function describeErrorCode(code: HttpErrorCode, subject = "", name = ""): string {
  const [, text] = HTTP_ERRORS[code];
  const sentence = `${text.replace("{fault}", describeNameFault(name))}.`;
  if (sentence.includes("{subject}")) return sentence.replace("{subject}", subject);
  return subject ? `${subject}: ${sentence}` : sentence;
}

/** Ends the sentence about a refused name. A name that is neither missing nor reserved has an action. */
function describeNameFault(name: string): string {
  if (name === "") return "is missing where the service sends it";
  return name === "error" || name.includes("*")
    ? "is reserved for handlers: it is `error`, or holds a `*`"
    : "holds an action: give the event alone, because the action is read from the payload";
}

/** One error of a delivery, as `onError` handlers get it. A handler's own error is the `cause`. */
export class WebhookError<Event = FailedEvent> extends Error {
  override readonly name = "WebhookError";
  declare readonly code: WebhookErrorCode;
  /** The address of the page that explains the code. */
  declare readonly docs: string;
  declare readonly status: number;
  declare readonly event: Event;

  constructor(code: WebhookErrorCode, message: string, event: Event, options?: ErrorOptions) {
    super(message, options);
    addDetails(this, code, event);
  }
}

/**
 * All errors of one delivery: `receive` and `verifyAndReceive` reject with it.
 * `errors` holds the thrown values unchanged. `code` and `status` name the stage that failed, and
 * never come from a thrown value.
 */
export class WebhookAggregateError<Event = FailedEvent> extends AggregateError {
  override readonly name = "AggregateError";
  declare readonly code: WebhookErrorCode;
  /** The address of the page that explains the code. */
  declare readonly docs: string;
  declare readonly status: number;
  declare readonly event: Event;

  constructor(code: WebhookErrorCode, message: string, event: Event, errors: readonly unknown[]) {
    super(errors, message);
    addDetails(this, code, event);
  }
}

function addDetails(error: Error, code: WebhookErrorCode, event: unknown): void {
  Object.assign(error, { code, docs: linkTo(code), status: HTTP_ERRORS[code][0], event });
}

// ---- Types

/** Codes of the errors of a delivery; stable across releases. */
export type WebhookErrorCode =
  | "SIGNATURE_MISSING"
  | "SIGNATURE_MALFORMED"
  | "SIGNATURE_MISMATCH"
  | "TIMESTAMP_OUT_OF_TOLERANCE"
  | "SECRET_NOT_FOUND"
  | "SECRET_LOOKUP_FAILED"
  | "PAYLOAD_NOT_RAW"
  | "BODY_ALREADY_PARSED"
  | "INVALID_PAYLOAD"
  | "INVALID_CHALLENGE"
  | "INVALID_EVENT_NAME"
  | "PAYLOAD_TOO_LARGE"
  | "REQUEST_TIMEOUT"
  | "REQUEST_ABORTED"
  | "HEADER_MISSING"
  | "HEADER_REPEATED"
  | "HANDLER_FAILED"
  | "TRANSFORM_FAILED"
  | "DRAINING";

/** The `code` in the body of an error answer. Stable across releases. */
export type HttpErrorCode =
  WebhookErrorCode | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "UNSUPPORTED_MEDIA_TYPE";

/** Status and message of an error, and headers of its answer. The message never quotes the delivery. */
type HttpErrorEntry = readonly [
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
];

/** Delivery that has failed. Its `payload` is `undefined` until it is verified. */
export interface FailedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}
