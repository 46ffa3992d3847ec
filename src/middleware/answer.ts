import { quote, toAsciiJson } from "../webhooks/expect.js";
import type { SafeLog } from "../webhooks/log.js";
import type { RequestFault } from "../webhooks/reader.js";
import {
  CLOSE_CONNECTION,
  describeFailure,
  FAILURES,
  type HttpErrorCode,
  type WebhookErrorCode,
} from "../webhooks/webhook-error.js";

/** What answers a request, for an adapter to write. */
export interface Answer {
  readonly status: number;
  /** Names in lowercase. `connection: close` is there when the connection must not be kept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The JSON body of every error. */
export interface ErrorBody {
  /** For a human reader; it may change. */
  readonly error: string;
  readonly code: HttpErrorCode;
  /** The id of a delivery that failed in the receiver; the log names it, too. */
  readonly delivery?: string;
}

const PLAIN_TEXT = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json";

export const OK = /* @__PURE__ */ createAnswer(200, PLAIN_TEXT, "ok\n");
export const STILL_PROCESSING = /* @__PURE__ */ createAnswer(202, PLAIN_TEXT, "still processing\n");

/** How long a connection that is to be closed waits for its client, in milliseconds. */
export const LINGER_TIME = 500;

/** Answers a mistake in the request. Logs well under a kilobyte, and nothing of the body. */
export function refuse(log: SafeLog, id: string, fault: RequestFault): Answer {
  const text = describe(fault);
  log.warn(`Refused delivery ${quote(id)}: ${fault.code}. ${text}`);
  return createErrorAnswer(fault);
}

/** A client that disconnects is nobody's mistake. */
export function noteAbort(log: SafeLog, id: string): void {
  log.debug(`Delivery ${quote(id)} was not received: the client disconnected.`);
}

/** The stage that failed decides the answer; what was thrown goes to the log alone. */
export function answerFailure(log: SafeLog, id: string, error: unknown): Answer {
  const code = readCode(error);
  return FAILURES[code][0] < 500 ? refuse(log, id, { code }) : answerError(log, id, code, error);
}

const BODY_ADVICE =
  "Put the middleware before any body parser, or keep the bytes: " +
  "express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } }).";

/** A body parser ran before the middleware: the log says what to change. */
export function answerSpentBody(log: SafeLog, id: string): Answer {
  return answerError(log, id, "BODY_ALREADY_PARSED", BODY_ADVICE);
}

function answerError(log: SafeLog, id: string, code: WebhookErrorCode, cause: unknown): Answer {
  log.error(`Delivery ${quote(id)} failed: ${code}.`, cause);
  return createErrorAnswer({ code }, id);
}

/**
 * The code that a toolkit rejects with. Not found by `instanceof`, because the toolkit may come from
 * another copy of the package. Reading it may throw, because a subclass may reject with anything.
 */
function readCode(error: unknown): WebhookErrorCode {
  try {
    const { code } = error as { readonly code: WebhookErrorCode }; // looked up in the table below
    if (error instanceof AggregateError && Object.hasOwn(FAILURES, code)) return code;
  } catch {
    // What cannot be read is not an error of a toolkit.
  }
  return "HANDLER_FAILED";
}

/** The same answer, after which the connection is closed. */
export function closeAfter(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...CLOSE_CONNECTION } };
}

/** @param delivery its id, when it failed in the receiver. */
export function createErrorAnswer(fault: RequestFault, delivery?: string): Answer {
  const { code, accept } = fault;
  const [status, , headers] = FAILURES[code];
  const body = toAsciiJson({ error: describe(fault), code, delivery });
  return createAnswer(status, JSON_TYPE, body, { ...headers, ...(accept && { accept }) });
}

function describe({ code, header, accept = JSON_TYPE }: RequestFault): string {
  return describeFailure(code, header).replace(JSON_TYPE, accept);
}

/** @param body ASCII text, so that its length in bytes is known. */
function createAnswer(
  status: number,
  type: string,
  body: string,
  extra?: Readonly<Record<string, string>>,
): Answer {
  const headers = {
    "content-type": type,
    "content-length": String(body.length),
    "x-content-type-options": "nosniff",
    ...extra,
  };
  return { status, headers, body };
}
