import type { Call, Failure, Sender } from "./sender.js";
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
 * How long to wait for the reset of a limit, in milliseconds; `undefined` if the request is not to wait
 * for it. This is no retry.
 */
export function findReset(
  { onRateLimit }: Sender,
  { error, resumeIn = NaN }: Failure,
): number | undefined {
  // Some services answer 403 to what exceeds a limit.
  const isLimited = "status" in error && (error.status === 429 || error.status === 403);
  return onRateLimit === "wait" && isLimited && resumeIn >= 0
    ? Math.min(Math.max(MIN_WAIT, resumeIn), MAX_DELAY)
    : undefined;
}

/** How long to wait before a retry, in milliseconds; `undefined` if there is to be none. */
export function findDelay(
  { catalog: { idempotency = "" }, maxRetryDelay }: Sender,
  { request: { method, headers }, retry }: Call,
  { error, resumeIn }: Failure,
  retries: number,
): number | undefined {
  const isInvited = RETRIED["status" in error ? error.status : 0];
  const isRepeated =
    IDEMPOTENT.test(method) ||
    Object.hasOwn(headers, idempotency) ||
    (isInvited && resumeIn !== undefined);
  if (retries >= retry || isInvited === undefined || !isRepeated) return undefined;
  const limit = Math.min(LAST_LIMIT, FIRST_LIMIT * 2 ** retries);
  const delay = resumeIn ?? Math.random() * limit;
  return delay > maxRetryDelay ? undefined : delay;
}
