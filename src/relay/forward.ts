import type { SafeLog } from "../webhooks/log.js";
import type { DeliveryHeaderNames } from "../webhooks/types.js";
import { Backoff, type BackoffLimits } from "./backoff.js";
import { describeFailure } from "./describe-failure.js";
import type { Lifetime } from "./lifetime.js";
import type { RelayedDelivery } from "./message.js";
import { discard } from "./open-stream.js";

export interface ForwardOptions extends BackoffLimits {
  readonly fetch: typeof fetch;
  readonly headerNames: DeliveryHeaderNames;
  readonly forwardAttempts: number;
  /** Milliseconds for each attempt. */
  readonly forwardTimeout: number;
  readonly log: SafeLog;
}

/** The answers of a proxy whose target is not there. */
const downStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * POSTs a delivery to another receiver: the payload's bytes as they were signed, and no headers
 * but those of a delivery. Tries again, after growing waits, while the target is down. Follows no
 * redirect. Never rejects: what goes wrong is logged.
 */
export async function forwardDelivery(
  target: URL,
  delivery: RelayedDelivery,
  options: ForwardOptions,
  lifetime: Lifetime,
): Promise<void> {
  const backoff = new Backoff(options);
  for (let attempt = 1; !lifetime.hasEnded(); attempt++) {
    const outcome = await post(target, delivery, options, lifetime);
    if (lifetime.hasEnded()) return;
    const isLast = !outcome.down || attempt === options.forwardAttempts;
    if (isLast) {
      report(delivery, target, outcome, attempt, options.log);
      return;
    }
    await lifetime.sleep(backoff.next());
  }
}

interface Outcome {
  readonly ok: boolean;
  /** Whether the target did not get the delivery and may be back soon. */
  readonly down: boolean;
  readonly text: string;
}

async function post(
  target: URL,
  delivery: RelayedDelivery,
  options: ForwardOptions,
  lifetime: Lifetime,
): Promise<Outcome> {
  const attempt = new AbortController();
  const forget = lifetime.onEnd(() => attempt.abort());
  const timer = setTimeout(() => attempt.abort(), options.forwardTimeout);
  try {
    const init = createRequest(delivery, options.headerNames, attempt.signal);
    return readOutcome(await options.fetch(target, init));
  } catch (error) {
    // A target that did not answer in time may be at work on the delivery: not sent twice.
    if (attempt.signal.aborted) return { ok: false, down: false, text: "did not answer in time" };
    return { ok: false, down: true, text: `cannot be reached: ${describeFailure(error)}` };
  } finally {
    clearTimeout(timer);
    forget();
  }
}

function createRequest(
  delivery: RelayedDelivery,
  names: DeliveryHeaderNames,
  signal: AbortSignal,
): RequestInit {
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [names.event]: delivery.name,
      [names.delivery]: delivery.id,
      [names.signature]: delivery.signature,
    },
    body: new TextEncoder().encode(delivery.payload),
    redirect: "manual",
    signal,
  };
}

function readOutcome(response: Response): Outcome {
  discard(response);
  const { ok, status } = response;
  return { ok, down: downStatuses.has(status), text: `answered ${status}` };
}

function report(
  delivery: RelayedDelivery,
  target: URL,
  outcome: Outcome,
  attempts: number,
  log: SafeLog,
): void {
  const line = `relay: delivery ${delivery.id} forwarded: ${target.origin} ${outcome.text}`;
  if (outcome.ok) log.debug(line);
  else log.warn(`${line} (attempt ${attempts})`);
}
