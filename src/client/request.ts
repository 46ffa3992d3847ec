import { attemptOnce } from "./attempt.js";
import { planRetry } from "./retry.js";
import type { Call } from "./sender.js";
import type { ClientResponse } from "./types.js";

/** Sends a request, and again after failures that may be temporary (contract F.5). */
export async function send(call: Call): Promise<ClientResponse> {
  const { sender, signal } = call;
  const { slots } = sender;
  for (;;) {
    const turn = slots.take();
    if (turn) await turn;
    let result;
    try {
      signal?.throwIfAborted(); // while it waited for its turn
      result = await attemptOnce(call);
    } finally {
      slots.release();
    }
    if (!(result instanceof Error)) return result;
    const delay = planRetry(call, result);
    // A stream is read by its first attempt. A delay beyond the timeout would be in vain.
    const isLate = delay === undefined || sender.now() + delay >= call.end;
    if (isLate || call.request.body instanceof ReadableStream) throw result;
    await sender.onRetry?.({ ...call.event, error: result, delay });
    if (delay > 0) await sender.sleep(delay, signal);
  }
}
