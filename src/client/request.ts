import { attemptOnce, Failure } from "./attempt.js";
import { withDeadline } from "./deadline.js";
import { ConnectionError, ResponseError } from "./errors.js";
import { isRateLimited } from "./rate-limit.js";
import { findDelay } from "./retry.js";
import type { Call, Sender } from "./sender.js";
import type { ClientResponse } from "./types.js";

/** Sends a request until its response is good, or nothing more is to be tried (contract F.5). */
export function send(sender: Sender, call: Call): Promise<ClientResponse> {
  return withDeadline(call, (signal) => sendRepeatedly(sender, call, signal));
}

async function sendRepeatedly(
  sender: Sender,
  call: Call,
  signal: AbortSignal | undefined,
): Promise<ClientResponse> {
  const { slots, now } = sender;
  const end = call.timeout === undefined ? Infinity : now() + call.timeout;
  let retries = 0;
  let isRenewed = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await (slots === undefined
        ? attemptOnce(sender, call, attempt, signal)
        : slots(() => attemptOnce(sender, call, attempt, signal), signal));
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      const { error } = thrown;
      let delay: number | undefined;
      if (thrown.canRenew && !isRenewed) {
        isRenewed = true;
        delay = 0;
      } else if (isWaiting(sender, thrown)) {
        delay = Math.max(SHORTEST_WAIT, (thrown.resumeAt ?? 0) - now());
      } else delay = findRetryDelay(sender, call, thrown, retries++);
      // A stream is read by its first attempt. A delay beyond the timeout would be in vain.
      const isOver = delay === undefined || now() + delay >= end;
      if (isOver || call.request.body instanceof ReadableStream) throw error;
      const { route, request } = call;
      await sender.onRetry?.({ route, request, attempt, error, delay: delay ?? 0 });
      if (delay) await sender.sleep(delay, signal);
    }
  }
}

/** Between two attempts at a limit whose reset has passed by the clock of this machine. */
const SHORTEST_WAIT = 1_000;

/** Whether a request waits for the reset of a limit, which does not count as a retry. */
function isWaiting({ onRateLimit }: Sender, { error, resumeAt }: Failure): boolean {
  return (
    onRateLimit === "wait" &&
    resumeAt !== undefined &&
    error instanceof ResponseError &&
    isRateLimited(error.status, resumeAt)
  );
}

function findRetryDelay(
  { catalog, maxRetryDelay, now }: Sender,
  { request, retry }: Call,
  { error, resumeAt }: Failure,
  retries: number,
): number | undefined {
  if (retries >= retry) return undefined;
  const { idempotency } = catalog;
  const hasKey = idempotency !== undefined && Object.hasOwn(request.headers, idempotency);
  const kind = error instanceof ConnectionError ? "connection" : error.status;
  const delay = findDelay(kind, { method: request.method, hasKey, resumeAt, retries, now: now() });
  return delay === undefined || delay > maxRetryDelay ? undefined : delay;
}
