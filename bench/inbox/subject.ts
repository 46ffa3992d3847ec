import type { InboxStore } from "../../src/inbox/store.js";
import type { WriteGroup } from "./enqueue.js";

/** What takes deliveries durably. */
export interface Subject {
  readonly name: string;
  /** Opens an empty one. */
  open(address: string): Promise<OpenSubject>;
}

export interface OpenSubject {
  readonly write: WriteGroup;
  /** Leaves nothing behind. */
  close(): Promise<void>;
}

const DAY = 86_400_000;

export async function openAsSubject(
  store: InboxStore,
  remove: () => void | Promise<void>,
): Promise<OpenSubject> {
  await store.open({
    lease: 75_000,
    dedupeFor: 7 * DAY,
    keepFor: 3 * DAY,
    keepDeadFor: 30 * DAY,
    longestDelay: DAY,
    waitAfterLoss: () => DAY,
    clock: Date.now,
  });
  return {
    write: (arrivals) => store.commit({ arrivals, outcomes: [], room: 0, from: "ordinary" }),
    close: async () => {
      await store.close();
      await remove();
    },
  };
}
