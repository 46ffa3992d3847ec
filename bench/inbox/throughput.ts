/** Deliveries per second that a store takes, while many producers wait for theirs. */
import { createHash, randomUUID } from "node:crypto";
import type { Arrival } from "../../src/inbox/store.js";
import { recordings } from "../sustained/deliveries.js";
import { PRODUCERS } from "./deliver.js";
import type { Writer } from "./writers.js";

/** Counts durable deliveries per second, for every writer in the same groups. */
export function measureWriter({ write }: Writer, seconds: number): Promise<number> {
  const writer = new GroupWriter(write);
  return countPerSecond(() => writer.add(createDelivery()), seconds);
}

/** Counts calls per second of all producers. Each waits for an answer before its next call. */
export async function countPerSecond(
  call: () => Promise<unknown>,
  seconds: number,
): Promise<number> {
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

/** Writes deliveries in groups: those that arrive while one group is written are the next. */
class GroupWriter {
  readonly #write: Writer["write"];
  #waiting: { readonly delivery: Arrival; readonly onWritten: () => void }[] = [];
  #isWriting = false;

  constructor(write: Writer["write"]) {
    this.#write = write;
  }

  /** Resolves once the delivery is durable. */
  add(delivery: Arrival): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ delivery, onWritten: resolve });
      if (this.#isWriting) return;
      // Deferred, so that all producers are in the first group: the first of them begins to write.
      setImmediate(() => {
        if (!this.#isWriting) this.#writeAll().catch(reject);
      });
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#write(group.map(({ delivery }) => delivery));
      for (const { onWritten } of group) onWritten();
      // Producers go on in microtasks, and add their next deliveries before the next group is taken.
      await Promise.resolve();
    }
    this.#isWriting = false;
  }
}

// ---- Deliveries

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
