import { attemptOnce, createAttempt } from "./attempt.js";
import { findDelay, findReset } from "./retry.js";
import type { Call, Failure, Sender } from "./sender.js";
import type { ClientResponse } from "./types.js";
import { withDeadline } from "./waiting.js";

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
  const { route, request, timeout } = call;
  const end = timeout === undefined ? Infinity : now() + timeout;
  let retries = 0;
  let isRenewed = false;
  for (let attempt = 1; ; attempt++) {
    const turn = slots?.take(signal);
    if (turn) await turn;
    let result: ClientResponse | Failure;
    try {
      result = await attemptOnce(createAttempt(sender, call, attempt, signal), call.stream);
    } finally {
      slots?.release();
    }
    if (!("error" in result)) return result;
    const { error, canRenew } = result;
    const isRenewal: boolean = canRenew === true && !isRenewed;
    const delay = isRenewal
      ? 0
      : (findReset(sender, result) ?? findDelay(sender, call, result, retries++));
    isRenewed ||= isRenewal;
    // A stream is read by its first attempt. A delay beyond the timeout would be in vain.
    if (delay === undefined || now() + delay >= end || request.body instanceof ReadableStream)
      throw error;
    await sender.onRetry?.({ route, request, attempt, error, delay });
    if (delay > 0) await sender.sleep(delay, signal);
  }
}
