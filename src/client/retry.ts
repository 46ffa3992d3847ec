import type { ConnectionError, ResponseError } from "./errors.js";
import { findResumption } from "./rate-limit.js";
import type { Call } from "./sender.js";
import { MAX_DELAY } from "./waiting.js";

/**
 * The statuses after which a request is sent again (contract F.5); 0 is a lost connection. A request
 * that may arrive twice is sent again after each of them. Any other is only where the value is `true`,
 * and only if the server says when to come back.
 */
const RETRIED: { readonly [status: number]: boolean } = {
  0: false,
  408: false,
  429: true,
  500: false,
  502: false,
  503: true,
  504: false,
};

/** Methods whose requests may arrive twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(?:get|head|options|put|delete|QUERY)$/;

/** The first and the last limit of back-off, in milliseconds. */
const FIRST_LIMIT = 500;
const LAST_LIMIT = 8_000;

/** Between two attempts at a limit whose reset has passed by the clock of this machine. */
const MIN_WAIT = 1_000;

/** Another attempt, after a failure. */
export interface Retry {
  readonly error: ResponseError | ConnectionError;
  /** In milliseconds. */
  readonly delay: number;
}

/**
 * Decides whether a failed request is sent again, and counts that as a retry. New credentials and
 * the wait for the reset of a limit do not count.
 * @param headers Of the response; `undefined` for a lost connection.
 * @returns how long to wait before, in milliseconds; `undefined` if it is not sent again.
 */
export function planRetry(call: Call, status: number, headers?: Headers): number | undefined {
  const delay = findDelay(call, status, headers);
  // A stream is read by its first attempt. A delay beyond the timeout would be in vain.
  const isVain = delay === undefined || call.sender.now() + delay >= call.end;
  return isVain || call.request.body instanceof ReadableStream ? undefined : delay;
}

function findDelay(call: Call, status: number, received?: Headers): number | undefined {
  const { sender, credentials } = call;
  const { catalog, auth, onRateLimit, maxRetryDelay } = sender;
  const { method, headers } = call.request;
  const resumeIn = received && findResumption(sender, received);
  if (status === 401 && auth.renew(credentials) && !call.isRenewed) {
    call.isRenewed = true;
    return 0;
  }
  // Some services answer 403 to what exceeds a limit.
  if (onRateLimit === "wait" && resumeIn !== undefined && (status === 429 || status === 403))
    return Math.min(Math.max(MIN_WAIT, resumeIn), MAX_DELAY);
  const isInvited = RETRIED[status];
  const isRetried =
    IDEMPOTENT.test(method) ||
    Object.hasOwn(headers, catalog.idempotency ?? "") ||
    (isInvited && resumeIn !== undefined);
  if (isInvited === undefined || !isRetried || call.retries >= call.settings.retry)
    return undefined;
  const limit = Math.min(LAST_LIMIT, FIRST_LIMIT * 2 ** call.retries++);
  const delay = resumeIn ?? Math.random() * limit;
  return delay > maxRetryDelay ? undefined : delay;
}
