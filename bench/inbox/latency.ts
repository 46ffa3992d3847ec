/** Time from the answer to a delivery to the start of its handler. */
import { setTimeout as delay } from "node:timers/promises";
import { createInbox } from "../../src/inbox/inbox.js";
import type { Inbox } from "../../src/inbox/types.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { Webhooks } from "../../generated/index.js";
import { secret } from "../sustained/deliveries.js";
import { percentile99 } from "../sustained/meter.js";
import { deliver } from "./deliver.js";
import { countPerSecond } from "./throughput.js";

/** Milliseconds that a handler takes. */
const HANDLER_TIME = 5;

/** Without a method, nothing is logged. */
const log = {};

/**
 * Measures the milliseconds from the answer to a delivery to the start of its handler, at half of the
 * highest rate of deliveries per second.
 */
export async function measureLatency(store: InboxStore, seconds: number) {
  /** By id of a delivery: when its handler started. */
  const startedAt = new Map<string, number>();
  let handled = 0;
  const webhooks = new Webhooks({ secret, log });
  webhooks.onAny(async ({ id }) => {
    startedAt.set(id, performance.now());
    await delay(HANDLER_TIME);
    handled++;
  });
  const inbox = createInbox({ webhooks, store, concurrency: 20, log });
  await inbox.start();
  const begin = performance.now();
  await countPerSecond(() => deliver(inbox), seconds);
  await settle(inbox);
  const highestRate = handled / ((performance.now() - begin) / 1_000);
  const rate = highestRate / 2;
  const answeredAt = await deliverSteadily(inbox, rate, seconds);
  await settle(inbox);
  await inbox.drain();
  const waits = [...answeredAt].map(([id, answered]) =>
    Math.max(0, (startedAt.get(id) ?? Infinity) - answered),
  );
  return { rate, p99: percentile99(waits) };
}

/** Sends deliveries at a rate per second. Resolves with the time of each answer, by id. */
async function deliverSteadily(
  inbox: Inbox,
  rate: number,
  seconds: number,
): Promise<ReadonlyMap<string, number>> {
  const answeredAt = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const start = performance.now();
  for (let count = 0; count < rate * seconds; count++) {
    const wait = start + (count / rate) * 1_000 - performance.now();
    if (wait > 1) await delay(wait);
    sending.push(deliver(inbox).then((id) => void answeredAt.set(id, performance.now())));
  }
  await Promise.all(sending);
  return answeredAt;
}

/** Waits until all deliveries are handled. */
async function settle(inbox: Inbox): Promise<void> {
  for (;;) {
    const { waiting, running } = await inbox.stats();
    if (waiting + running === 0) return;
    await delay(20);
  }
}
