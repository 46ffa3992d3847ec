/** Forwards the deliveries of a relay to another receiver, and tries again while that is down. */
import { nameReason } from "./errors.js";
import { Backoff } from "./backoff.js";
import type { Lifetime } from "./lifetime.js";
import { escapeForLog, type RelayedDelivery } from "./message.js";
import type { RelaySettings } from "./options.js";
import { discard } from "./stream-request.js";

/**
 * POSTs a delivery to another receiver (contract D.7): the bytes of the payload as they were
 * signed, and no headers but those of a delivery. Tries again, after growing delays, while the
 * target is down. Follows no redirect. Never rejects: errors are logged.
 */
export async function forwardDelivery(
  target: URL,
  delivery: RelayedDelivery,
  settings: RelaySettings,
  lifetime: Lifetime,
): Promise<ForwardOutcome> {
  const backoff = new Backoff(settings);
  for (let attempt = 1; !lifetime.hasEnded(); attempt++) {
    const result = await post(target, delivery, settings, lifetime);
    if (lifetime.hasEnded()) break;
    const isLast = !result.isDown || attempt === settings.forwardAttempts;
    if (!isLast) {
      await lifetime.sleep(backoff.next());
      continue;
    }
    const line = `relay: delivery ${escapeForLog(delivery.id)} forwarded: ${target.origin} ${result.text}`;
    if (result.isOk) settings.log.debug(line);
    else settings.log.warn(`${line} (attempt ${attempt})`);
    return "done";
  }
  return "closed";
}

/** Statuses of a proxy whose target is down. */
export const DOWN_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

async function post(
  target: URL,
  delivery: RelayedDelivery,
  settings: RelaySettings,
  lifetime: Lifetime,
): Promise<PostResult> {
  const attempt = new AbortController();
  const unregister = lifetime.onEnd(() => attempt.abort());
  const timer = setTimeout(() => attempt.abort(), settings.forwardTimeout);
  try {
    const init = createRequest(delivery, settings.contentType, attempt.signal);
    const response = await settings.fetch(target, init);
    discard(response);
    const { ok, status } = response;
    return { isOk: ok, isDown: DOWN_STATUSES.has(status), text: `answered ${status}` };
  } catch (error) {
    // A target that did not answer in time may be working on the delivery, so it is not sent twice.
    if (attempt.signal.aborted) {
      return { isOk: false, isDown: false, text: "did not answer in time" };
    }
    const text = `cannot be reached: ${nameReason(error)}`;
    return { isOk: false, isDown: true, text };
  } finally {
    clearTimeout(timer);
    unregister();
  }
}

function createRequest(
  delivery: RelayedDelivery,
  contentType: string,
  signal: AbortSignal,
): RequestInit {
  return {
    method: delivery.method,
    headers: { "content-type": contentType, ...delivery.headers },
    body: encodePayload(delivery.payload),
    redirect: "manual",
    signal,
  };
}

/** Converts text to bytes, because `fetch` would add a content type to text. */
function encodePayload(payload: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof payload === "string" ? new TextEncoder().encode(payload) : new Uint8Array(payload);
}

// ---- Types

/** `closed`: the connection was closed before the delivery could be forwarded. */
export type ForwardOutcome = "done" | "closed";

interface PostResult {
  readonly isOk: boolean;
  /** True if the target did not get the delivery and may be back soon. */
  readonly isDown: boolean;
  readonly text: string;
}
