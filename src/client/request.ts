import { attemptOnce } from "./attempt.js";
import { showEvent, type Call } from "./sender.js";
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
    if (!("delay" in result)) return result;
    const { error, delay } = result;
    await sender.onRetry?.({ ...showEvent(call), error, delay });
    if (delay > 0) await sender.sleep(delay, signal);
  }
}
