/** Memory that a delivery takes while it waits in a store. */
import { createInbox } from "../../src/inbox/inbox.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { Webhooks } from "../../generated/index.js";
import { secret } from "../sustained/deliveries.js";
import { readHeap } from "../sustained/meter.js";
import { deliver, PRODUCERS } from "./deliver.js";

/**
 * Bytes of memory of a delivery that waits in the store.
 * @param count The number of deliveries before and during the measurement. SQLite's store keeps up to
 *   4,096 recent ids in memory, so a multiple of that keeps as many before as after.
 */
export async function measureMemory(store: InboxStore, count: number): Promise<number> {
  const log = {}; // without a method, nothing is logged
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
