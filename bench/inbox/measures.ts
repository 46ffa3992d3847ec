/** Three measures of an inbox: deliveries per second, the time until a handler starts, and memory. */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createInbox } from "../../src/inbox/inbox.js";
import type { Inbox } from "../../src/inbox/types.js";
import type { Arrival, InboxStore } from "../../src/inbox/store.js";
import { Webhooks } from "../../generated/index.js";
import { recordings, secret, sign } from "../sustained/deliveries.js";
import { percentile99, readHeap } from "../sustained/meter.js";
import type { Writer } from "./writers.js";

/** Milliseconds that a handler takes. */
const HANDLER_TIME = 5;

/** Without a method, nothing is logged. */
const log = {};

const PRODUCERS = 64;

// ---- Deliveries per second

/**
 * Counts durable deliveries per second, while each producer waits for its own. Deliveries that arrive
 * during the write of a group are the next group, for every writer alike.
 */
export function measureWriter({ write }: Writer, seconds: number): Promise<number> {
  let waiting: { readonly delivery: Arrival; readonly resolve: () => void }[] = [];
  let isWriting = false;
  const flush = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await write(group.map(({ delivery }) => delivery));
      for (const { resolve } of group) resolve();
      await Promise.resolve(); // producers add their next deliveries
    }
    isWriting = false;
  };
  const enqueue = (delivery: Arrival): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ delivery, resolve });
      if (isWriting) return;
      // Deferred, so that all producers are in the first group: the first of them begins to write.
      setImmediate(() => {
        if (!isWriting) flush().catch(reject);
      });
    });
  return measureCalls(() => enqueue(createDelivery()), seconds);
}

/** The recordings in turns, each time with a new id. */
function createDelivery(): Arrival {
  const recorded = arrivals[createdCount++ % arrivals.length];
  if (recorded === undefined) throw new Error("There are no recordings.");
  return { ...recorded, id: randomUUID() };
}

/** Made once, so that no digest is measured. */
const arrivals: readonly Omit<Arrival, "id">[] = recordings.map(({ name, payload }) => ({
  name,
  body: payload,
  orderKey: undefined,
  digest: createHash("sha256").update(payload).digest("hex"),
}));

let createdCount = 0;

/** Calls per second of 64 producers. Each waits for an answer before its next call. */
async function measureCalls(call: () => Promise<unknown>, seconds: number): Promise<number> {
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

// ---- Time until a handler starts

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
  await measureCalls(() => deliver(inbox), seconds);
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

// ---- Memory

/**
 * Bytes of memory of a delivery that waits in the store.
 * @param count The number of deliveries before and during the measurement. SQLite's store keeps up to
 *   4,096 recent ids in memory, so a multiple of that keeps as many before as after.
 */
export async function measureMemory(store: InboxStore, count: number): Promise<number> {
  const webhooks = new Webhooks({ secret, log });
  const inbox = createInbox({ webhooks, store, log }); // it is not started, so that no handler runs
  const fill = async (): Promise<void> => {
    for (let sent = 0; sent < count; sent += PRODUCERS) {
      await Promise.all(Array.from({ length: PRODUCERS }, () => deliver(inbox)));
    }
  };
  await fill();
  const before = await readHeap();
  await fill();
  const bytes = ((await readHeap()) - before) / count;
  await inbox.drain();
  return bytes;
}

async function deliver(inbox: Inbox): Promise<string> {
  const id = randomUUID();
  const payload = JSON.stringify({ id, zen: "x".repeat(2_000) });
  const signature = sign(payload);
  await inbox.verifyAndReceive({ id, name: "ping", payload, signature } as never);
  return id;
}
