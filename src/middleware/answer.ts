import { WEBHOOK_FAILURES } from "../webhook-error.js";
import type { FailureText, WebhookErrorCode } from "../webhook-error.js";

/** What answers a request, for an adapter to write. */
export interface Answer {
  readonly status: number;
  /** Names in lowercase. `connection: close` is there when the connection must not be kept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The `code` of an error body; stable across releases. */
export type HttpErrorCode =
  | WebhookErrorCode
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "HEADER_MISSING"
  | "HEADER_REPEATED"
  | "INVALID_EVENT_NAME";

/** The JSON body of every error. */
export interface ErrorBody {
  /** For a human reader; it may change. */
  readonly error: string;
  readonly code: HttpErrorCode;
  /** The delivery that failed on this side, to be found in the log. */
  readonly delivery?: string;
}

const FAILURES: Readonly<Record<HttpErrorCode, FailureText>> = {
  ...WEBHOOK_FAILURES,
  NOT_FOUND: [404, "Not found."],
  METHOD_NOT_ALLOWED: [405, "Deliveries are sent with POST."],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    "The body must be application/json in UTF-8 without content-encoding.",
  ],
  HEADER_MISSING: [400, "A header is missing or empty."],
  HEADER_REPEATED: [400, "A header must be given once."],
  INVALID_EVENT_NAME: [400, "A header must be an event name without an action."],
};

const CLOSE = { connection: "close" };

/** How long a connection that is to be closed waits for its client, in milliseconds. */
export const LINGER_TIME = 500;

/** Headers that belong to one kind of error alone. */
const EXTRA_HEADERS: { readonly [Code in HttpErrorCode]?: Readonly<Record<string, string>> } = {
  METHOD_NOT_ALLOWED: { allow: "POST" },
  UNSUPPORTED_MEDIA_TYPE: { accept: "application/json" },
  PAYLOAD_TOO_LARGE: CLOSE,
  REQUEST_TIMEOUT: CLOSE,
  DRAINING: CLOSE,
};

export const OK = /* @__PURE__ */ createAnswer(200, "text/plain; charset=utf-8", "ok\n");
export const STILL_PROCESSING = /* @__PURE__ */ createAnswer(
  202,
  "text/plain; charset=utf-8",
  "still processing\n",
);

/** What is wrong with a request. */
export interface Fault {
  readonly code: HttpErrorCode;
  /** The name of the header at fault. */
  readonly header?: string;
}

export const NOT_FOUND = /* @__PURE__ */ createErrorAnswer({ code: "NOT_FOUND" });

/** For an answer and for the log. */
export function describeFault({ code, header }: Fault): string {
  const [, message] = FAILURES[code];
  return header === undefined ? message : message.replace(".", `: ${header}.`);
}

/**
 * The status is that of the code: nothing that was thrown or sent decides it.
 * @param delivery The id of the delivery whose failure is in the log.
 */
export function createErrorAnswer(fault: Fault, delivery?: string): Answer {
  const { code } = fault;
  const body = JSON.stringify({ error: describeFault(fault), code, delivery });
  return createAnswer(FAILURES[code][0], "application/json", body, EXTRA_HEADERS[code]);
}

/** The same answer, the last one of its connection. */
export function closeAfter(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...CLOSE } };
}

function createAnswer(
  status: number,
  type: string,
  body: string,
  extra?: Readonly<Record<string, string>>,
): Answer {
  const headers = {
    "content-type": type,
    "content-length": String(new TextEncoder().encode(body).length),
    "x-content-type-options": "nosniff",
    ...extra,
  };
  return { status, headers, body };
}
