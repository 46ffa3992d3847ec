/**
 * What is sent again (contract F.5): after a lost connection, and after these statuses. Requests that
 * may arrive twice are repeated after all of them; any other only where the value is `true`, and
 * only if the server says when to come back.
 */
const RETRIED: Readonly<Record<string, boolean>> = {
  connection: false,
  408: false,
  429: true,
  500: false,
  502: false,
  503: true,
  504: false,
};

/** Methods whose requests may arrive twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(?:get|head|options|put|delete)$/;

/** The first and the last limit of back-off, in milliseconds. */
const FIRST_LIMIT = 500;
const LAST_LIMIT = 8_000;

/** What decides when a request is sent again. */
export interface FailedRequest {
  readonly method: string;
  /** It has a key by which the server recognizes it. */
  readonly hasKey: boolean;
  /** When the server takes requests again, in milliseconds since 1970, if it said so. */
  readonly resumeAt: number | undefined;
  /** How often it was sent again. */
  readonly retries: number;
  readonly now: number;
}

/** How long to wait, in milliseconds, before sending again; `undefined` for not at all. */
export function findDelay(
  failure: number | "connection",
  { method, hasKey, resumeAt, retries, now }: FailedRequest,
): number | undefined {
  if (!Object.hasOwn(RETRIED, failure)) return undefined;
  const isRepeatable = hasKey || IDEMPOTENT.test(method);
  const isInvited = RETRIED[failure] === true && resumeAt !== undefined;
  if (!isRepeatable && !isInvited) return undefined;
  if (resumeAt !== undefined) return Math.max(0, resumeAt - now);
  return Math.random() * Math.min(LAST_LIMIT, FIRST_LIMIT * 2 ** retries);
}

/** When `retry-after` says to come back, in seconds or as a date, in milliseconds since 1970. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return now + Number(text) * 1_000;
  // A date of HTTP begins with a weekday; the platform would also take "-3" as a date.
  const time = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
