/** Retries: if and when a request is sent again (contract F.5), and the key with which it may arrive twice (F.12). */
import { limitBackOff } from "../../base/back-off.js";
import { readOwn } from "../endpoint/values.js";
import type { Attempt, InternalSettings, RetryDecision, Sender } from "./call.js";
import { findResumption } from "./limit-headers.js";
import { MAX_DELAY } from "./waiting.js";

/**
 * Decides whether a request is sent again after an error; changes nothing. New credentials and the wait
 * for the reset of a limit do not count as a retry.
 * @param received The headers of the response; `undefined` for a lost connection.
 */
export function decideRetry(
  attempt: Attempt,
  status: number,
  received?: Headers,
  hasRenewed?: boolean,
): RetryDecision | undefined {
  const { request, sender, end } = attempt.call;
  if (request.body instanceof ReadableStream) return undefined; // read by the first attempt
  const decision: RetryDecision | undefined =
    hasRenewed && !attempt.isRenewed
      ? { reason: "credentials", delay: 0 }
      : decideWait(attempt, status, received);
  const isInTime = decision && sender.now() + decision.delay < end;
  return isInTime ? decision : undefined;
}

/** The wait for a limit, or before a retry of which the call has some left. */
function decideWait(
  attempt: Attempt,
  status: number,
  received: Headers | undefined,
): RetryDecision | undefined {
  const { retries, call } = attempt;
  const { sender, settings } = call;
  const { onRateLimit, policy } = sender;
  const resumeIn = received && findResumption(sender, received);
  // Some services answer 403 to a request that exceeds a limit.
  if (onRateLimit === "wait" && resumeIn !== undefined && (status === 429 || status === 403))
    return { reason: "limit", delay: Math.min(Math.max(MIN_WAIT, resumeIn), MAX_DELAY) };
  if (retries >= settings.retry) return undefined;
  const delay = policy
    ? policy.findDelay(status, received, retries)
    : findDelay(attempt, status, resumeIn);
  return delay === undefined ? undefined : { reason: "error", delay };
}

/**
 * The wait before a retry, in milliseconds; `undefined` if the request is not sent again (contract F.5).
 * @param resumeIn The wait that the response asks for.
 */
function findDelay(
  { call, request, retries }: Attempt,
  status: number,
  resumeIn: number | undefined,
): number | undefined {
  const { method, headers } = request; // a hook may have changed them
  const mayArriveTwice = IDEMPOTENT.test(method) || Object.hasOwn(headers, call.keyHeader);
  const isRetried =
    (RETRIED_WHEN_ASKED.includes(status) && resumeIn !== undefined) ||
    (RETRIED.includes(status) && mayArriveTwice);
  if (!isRetried) return undefined;
  const delay = resumeIn ?? backOff(retries);
  return delay > call.sender.maxRetryDelay ? undefined : delay;
}

/** Statuses after which a request is sent again if it may arrive twice (contract F.5); 0: no response. */
const RETRIED = [0, 408, 429, 500, 502, 503, 504];

/** Statuses after which any request is sent again, if the response says how long to wait. */
const RETRIED_WHEN_ASKED = [429, 503];

/** Methods whose requests may arrive twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(?:get|head|options|put|delete|QUERY)$/;

/** The least wait for a limit, in milliseconds: its reset may be past by the local clock. */
const MIN_WAIT = 1_000;

// ---- Back-off

/** A random wait before a retry, in milliseconds (contract F.5). */
export function backOff(retries: number): number {
  return Math.random() * longestBackOff(retries);
}

/** The longest random wait before a retry, in milliseconds. */
export function longestBackOff(retries: number): number {
  return limitBackOff(FIRST_LIMIT, 2, LAST_LIMIT, retries);
}

/** The first and the last limit of back-off, in milliseconds. */
const FIRST_LIMIT = 500;
const LAST_LIMIT = 8_000;

// ---- Idempotency keys, with which a request may arrive twice

/** Finds the header for idempotency keys of a route, in lowercase (contract F.12). */
export function findKeyHeader(
  { idempotency, catalog }: Pick<Sender, "idempotency" | "catalog">,
  route: string,
  { declaredKey }: Pick<InternalSettings, "declaredKey"> = {},
): { readonly header: string; readonly isDeclared: boolean } {
  const declared = declaredKey ?? readOwn<string>(catalog.idempotencyOf ?? {}, route);
  const header = idempotency ?? declared ?? KEY_HEADER;
  return { header, isDeclared: header === declared };
}

/** The usual header for idempotency keys, which a caller may send to a service that declares none. */
const KEY_HEADER = "idempotency-key";
