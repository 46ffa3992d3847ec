import { WEBHOOK_ERROR_STATUS } from "../webhook-error.js";
import type { WebhookErrorCode } from "../webhook-error.js";

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
  /** The delivery whose handlers failed, to be found in the log. */
  readonly delivery?: string;
}

const STATUS: Readonly<Record<HttpErrorCode, number>> = Object.freeze({
  ...WEBHOOK_ERROR_STATUS,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  HEADER_MISSING: 400,
  HEADER_REPEATED: 400,
  INVALID_EVENT_NAME: 400,
});

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

const encoder = new TextEncoder();

export const OK = createAnswer(200, "text/plain; charset=utf-8", "ok\n");
export const STILL_PROCESSING = createAnswer(
  202,
  "text/plain; charset=utf-8",
  "still processing\n",
);
export const NOT_FOUND = createErrorAnswer({ error: "Not found.", code: "NOT_FOUND" });

/** The status is that of the code: nothing that was thrown or sent decides it. */
export function createErrorAnswer(body: ErrorBody): Answer {
  const { code } = body;
  return createAnswer(STATUS[code], "application/json", JSON.stringify(body), EXTRA_HEADERS[code]);
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
    "content-length": String(encoder.encode(body).byteLength),
    "x-content-type-options": "nosniff",
    ...extra,
  };
  return Object.freeze({ status, headers: Object.freeze(headers), body });
}
