import type { ConnectionError, ResponseError } from "./errors.js";
import { findResumption } from "./rate-limit.js";
import type { Call } from "./sender.js";
import { MAX_DELAY } from "./waiting.js";

/**
 * What is sent again (contract F.5): after a lost connection, which has no status, and after these
 * statuses. Requests that may arrive twice are repeated after all of them; any other only where the
 * value is `true`, and only if the server says when to come back.
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
const IDEMPOTENT = /^(?:get|head|options|put|delete)$/;

/** The first and the last limit of back-off, in milliseconds. */
const FIRST_LIMIT = 500;
const LAST_LIMIT = 8_000;

/** Between two attempts at a limit whose reset has passed by the clock of this machine. */
const MIN_WAIT = 1_000;

/**
 * How long to wait until a failed request is sent again, in milliseconds; `undefined` if it is not.
 * Neither other credentials nor the reset of a limit make a retry.
 */
export function findDelay(call: Call, error: ResponseError | ConnectionError): number | undefined {
  const { sender, credentials } = call;
  const { catalog, auth, onRateLimit, maxRetryDelay } = sender;
  const { method, headers } = call.request;
  const [status, resumeIn] =
    "status" in error ? [error.status, findResumption(sender, error.headers)] : [0];
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
