import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createInbox } from "../../src/inbox/inbox.js";
import type { Inbox } from "../../src/inbox/types.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { Webhooks } from "../../src/index.js";

const SECRET = "a secret of thirty-two characters";
const HANDLER = 5; // milliseconds
const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const PRODUCERS = 64;

/** Calls of 64 producers in a second, each of which waits for its answer. */
export async function measureCalls(call: () => Promise<unknown>, seconds: number): Promise<number> {
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  const produce = async (): Promise<void> => {
    while (performance.now() < end) {
      await call();
      count++;
    }
  };
  await Promise.all(Array.from({ length: PRODUCERS }, produce));
  return count / ((performance.now() - start) / 1_000);
}

export interface Latency {
  /** Deliveries a second: half of those under full load. */
  readonly rate: number;
  /** Milliseconds from the answer to the start of the handler, the 99th percentile. */
  readonly p99: number;
}

/** Measures the time from the answer to a delivery to the start of its handler, at half of the highest rate. */
export async function measureLatency(store: InboxStore, seconds: number): Promise<Latency> {
  const started = new Map<string, number>();
  const webhooks = new Webhooks({ secret: SECRET, log: LOG });
  let handled = 0;
  webhooks.onAny(async ({ id }) => {
    started.set(id, performance.now());
    await delay(HANDLER);
    handled++;
  });
  const inbox = createInbox({ webhooks, store, concurrency: 20, log: LOG });
  await inbox.start();
  const settle = async (): Promise<void> => {
    for (;;) {
      const { waiting, running } = await inbox.stats();
      if (waiting + running === 0) return;
      await delay(20);
    }
  };
  const begin = performance.now();
  await measureCalls(() => deliver(inbox), seconds);
  await settle();
  const rate = handled / ((performance.now() - begin) / 1_000) / 2;

  const answered = new Map<string, number>();
  const sent: Promise<void>[] = [];
  const start = performance.now();
  for (let count = 0; count < rate * seconds; count++) {
    const wait = start + (count / rate) * 1_000 - performance.now();
    if (wait > 1) await delay(wait);
    sent.push(deliver(inbox).then((id) => void answered.set(id, performance.now())));
  }
  await Promise.all(sent);
  await settle();
  await inbox.drain();
  const waits = [...answered].map(([id, at]) => Math.max(0, (started.get(id) ?? Infinity) - at));
  const sorted = waits.sort((one, other) => one - other);
  return { rate, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/**
 * Bytes of memory for a delivery that waits in the store. The store in SQLite keeps up to 4,096 recent
 * ids in memory; with a multiple of that, it keeps as many before as after.
 */
export async function measureMemory(store: InboxStore, count: number): Promise<number> {
  const webhooks = new Webhooks({ secret: SECRET, log: LOG });
  const inbox = createInbox({ webhooks, store, log: LOG }); // it is not started: nothing is handled
  const fill = async (deliveries: number): Promise<void> => {
    for (let sent = 0; sent < deliveries; sent += 64) {
      await Promise.all(Array.from({ length: 64 }, () => deliver(inbox)));
    }
  };
  await fill(count);
  const before = readHeap();
  await fill(count);
  const bytes = (readHeap() - before) / count;
  await inbox.drain();
  return bytes;
}

async function deliver(inbox: Inbox): Promise<string> {
  const id = randomUUID();
  const payload = JSON.stringify({ id, zen: "x".repeat(2_000) });
  const signature = `sha256=${createHmac("sha256", SECRET).update(payload).digest("hex")}`;
  await inbox.verifyAndReceive({ id, name: "ping", payload, signature } as never);
  return id;
}

/** Objects and buffers after full collections. */
function readHeap(): number {
  for (let count = 0; count < 4; count += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
