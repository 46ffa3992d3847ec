import { performance } from "node:perf_hooks";

/** Deliveries as a store gets them. */
export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly body: Uint8Array;
  readonly digest: string;
  readonly orderKey: undefined;
}

/** Writes durably what came together. */
export type WriteGroup = (deliveries: readonly Delivery[]) => Promise<unknown>;

const PRODUCERS = 64;

/**
 * How many deliveries a second are durable, when 64 producers wait for each of theirs. What comes
 * while a group is being written is the next group, for every subject in the same way.
 */
export async function measureEnqueue(
  write: WriteGroup,
  create: () => Delivery,
  seconds: number,
): Promise<number> {
  let waiting: { readonly delivery: Delivery; readonly resolve: () => void }[] = [];
  let isWriting = false;
  const flush = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await write(group.map(({ delivery }) => delivery));
      for (const { resolve } of group) resolve();
      await Promise.resolve(); // producers go on
    }
    isWriting = false;
  };
  const enqueue = (delivery: Delivery): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ delivery, resolve });
      if (!isWriting) setImmediate(() => void (isWriting || flush().catch(reject)));
    });
  return measureCalls(() => enqueue(create()), seconds);
}

/** How often a second 64 producers get an answer. */
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
