/** Decides whether a request is sent again after an error, and when (contract F.5). */
import { limitBackOff } from "../../../base/back-off.js";
import { readOwn } from "../../endpoint/values.js";
import { MAX_DELAY } from "./deadline.js";
import { findResumption } from "./rate-limit.js";
import type { ClientCall, DeclaredKey, RetryDecision, Sender } from "../call.js";

/**
 * Decides whether a request is sent again after an error; changes nothing. New credentials and the wait
 * for the reset of a limit do not count as a retry.
 * @param received The headers of the response; `undefined` for a lost connection.
 */
export function decideRetry(
  call: ClientCall,
  status: number,
  received?: Headers,
  hasRenewed?: boolean,
): RetryDecision | undefined {
  if (call.request.body instanceof ReadableStream) return undefined; // read by the first attempt
  const decision: RetryDecision | undefined =
    hasRenewed && !call.isRenewed
      ? { reason: "credentials", delay: 0 }
      : decideWait(call, status, received);
  const isInTime = decision && call.sender.now() + decision.delay < call.end;
  return isInTime ? decision : undefined;
}

/** The wait before a retry, by the policy of a class or else by the rules below. */
function decideWait(
  { sender, settings, event, retries, keyHeader }: ClientCall,
  status: number,
  received: Headers | undefined,
): RetryDecision | undefined {
  const { onRateLimit, maxRetryDelay, policy } = sender;
  const { method, headers } = event.request; // a hook may have changed them
  const isLeft = retries < settings.retry;
  const resumeIn = received && findResumption(sender, received);
  // Some services answer 403 to a request that exceeds a limit.
  if (onRateLimit === "wait" && resumeIn !== undefined && (status === 429 || status === 403))
    return { reason: "limit", delay: Math.min(Math.max(MIN_WAIT, resumeIn), MAX_DELAY) };
  if (policy) {
    const delay = isLeft ? policy.findDelay(status, received, retries) : undefined;
    return delay === undefined ? undefined : { reason: "error", delay };
  }
  const isRetried =
    (RETRIED_WHEN_ASKED.includes(status) && resumeIn !== undefined) ||
    (RETRIED.includes(status) && (IDEMPOTENT.test(method) || Object.hasOwn(headers, keyHeader)));
  if (!isRetried || !isLeft) return undefined;
  const delay = resumeIn ?? backOff(retries);
  return delay > maxRetryDelay ? undefined : { reason: "error", delay };
}

/** Statuses after which a request is sent again if it may arrive twice (contract F.5); 0: no response. */
const RETRIED = [0, 408, 429, 500, 502, 503, 504];

/** Statuses after which any request is sent again, if the response says how long to wait. */
const RETRIED_WHEN_ASKED = [429, 503];

/** Methods whose requests may arrive twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(?:get|head|options|put|delete|QUERY)$/;

/** The least wait for a limit, in milliseconds: its reset may be past by the local clock. */
const MIN_WAIT = 1_000;

// ---- Idempotency keys

/** Finds the header for idempotency keys of a route, in lowercase (contract F.12). */
export function findKeyHeader(
  { idempotency, catalog }: Pick<Sender, "idempotency" | "catalog">,
  route: string,
  { declaredKey }: DeclaredKey = {},
): { readonly header: string; readonly isDeclared: boolean } {
  const declared = declaredKey ?? readOwn<string>(catalog.idempotencyOf ?? {}, route);
  const header = idempotency ?? declared ?? KEY_HEADER;
  return { header, isDeclared: header === declared };
}

/** The usual header for idempotency keys, which a caller may send to a service that declares none. */
const KEY_HEADER = "idempotency-key";

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
