/**
 * The answers of a middleware, and the log lines of refused requests. Every error has the same JSON body,
 * such as `{ "error": "…", "code": "SIGNATURE_MISMATCH" }`.
 */
import { isText, quote, toAsciiJson } from "../../base/expect.js";
import { type Answer, createAnswer, JSON_TYPE, PLAIN_TEXT } from "../webhooks/http-answer.js";
import {
  CLOSE_CONNECTION,
  describeErrorCode,
  HTTP_ERRORS,
  type HttpErrorCode,
  type WebhookError,
} from "../webhooks/webhook-error.js";
import type { SafeLog } from "../webhooks/types.js";
import type { RequestFault } from "../webhooks/reader.js";

/** The JSON body of every error. */
export interface ErrorBody {
  /** For a human reader; it may change. */
  readonly error: string;
  readonly code: HttpErrorCode;
  /** The id of a delivery that failed in the receiver; the log names it, too. */
  readonly delivery?: string;
}

export const OK = /* @__PURE__ */ createAnswer(200, PLAIN_TEXT, "ok\n");
export const STILL_PROCESSING = /* @__PURE__ */ createAnswer(202, PLAIN_TEXT, "still processing\n");

/**
 * Answers a fault, and logs it in less than a kilobyte, without the body. The answer to an error of the
 * receiver has the id of the delivery. Thrown values are only logged. A client that disconnects is normal,
 * and is logged as `debug`.
 * @param thrown A list with the value that was thrown; empty if there was none.
 */
export function answerFault(
  log: SafeLog,
  id: string,
  fault: RequestFault,
  thrown: readonly unknown[] = [],
): Answer {
  const { code, subject, name } = fault;
  const isServerError = HTTP_ERRORS[code][0] === 500;
  const shownId = id === "" ? "without an id" : quote(id);
  const line = `Delivery ${shownId}: ${code}. ${describeErrorCode(code, subject, name)}`;
  if (isServerError) log.error(line, ...thrown);
  else log[code === "REQUEST_ABORTED" ? "debug" : "warn"](line);
  // An answer must not show which tenants exist, so it is the one to a wrong signature.
  const answered = code === "SECRET_NOT_FOUND" ? { code: "SIGNATURE_MISMATCH" as const } : fault;
  return createErrorAnswer(answered, isServerError ? id : undefined);
}

/**
 * Reads the fault in an error of a toolkit. `instanceof` would miss errors of another copy of the package.
 * A subclass may reject with any value, also one whose properties throw.
 */
export function readFault(error: unknown): RequestFault {
  try {
    // The code is checked against the table. An error of other code has no event.
    const { code, event } = error as Pick<WebhookError, "code"> & Partial<WebhookError>;
    if (error instanceof AggregateError && Object.hasOwn(HTTP_ERRORS, code))
      return { code, name: isText(event?.name) ? event.name : "" };
  } catch {
    // The error is not a toolkit's.
  }
  return { code: "HANDLER_FAILED" };
}

/** Adds the header that closes the connection. */
export function closeAfter(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...CLOSE_CONNECTION } };
}

/** @param delivery Id of a delivery that failed in the receiver. */
export function createErrorAnswer(
  { code, subject = "", name }: RequestFault,
  delivery?: string,
): Answer {
  const [status, , headers] = HTTP_ERRORS[code];
  const body = toAsciiJson({ error: describeErrorCode(code, subject, name), code, delivery });
  const accept = code === "UNSUPPORTED_MEDIA_TYPE" && { accept: subject };
  return createAnswer(status, JSON_TYPE, body, { ...headers, ...accept });
}
