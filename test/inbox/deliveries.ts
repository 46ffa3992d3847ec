/** Deliveries and settings for tests of stores. */
import { createHash } from "node:crypto";
import type {
  Arrival,
  AttemptError,
  InboxStore,
  StoreBatch,
  StoreResult,
  StoreSettings,
} from "../../src/inbox/store.js";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The lease that an inbox has by default. */
export const LEASE = 12 * SECOND;

export const SETTINGS: Omit<StoreSettings, "clock"> = {
  lease: 30 * SECOND,
  dedupeFor: 7 * DAY,
  keepFor: 3 * DAY,
  keepDeadFor: 30 * DAY,
  longestDelay: DAY,
  waitAfterLoss: ({ losses }) => (losses < 4 ? losses * SECOND : undefined),
};

/** An arrival with the digest of its body, which may be given as text. */
export function arrive(id: string, changes: Partial<Arrival> & { text?: string } = {}): Arrival {
  const { name = "note", text = `{"id":"${id}"}`, orderKey } = changes;
  const body = changes.body ?? new TextEncoder().encode(text);
  const digest = createHash("sha256").update(body).digest("hex");
  return { id, name, body, digest, orderKey };
}

/** Commits a batch that has nothing but what is passed. */
export function commit(store: InboxStore, batch: Partial<StoreBatch> = {}): Promise<StoreResult> {
  return store.commit({
    renewals: [],
    outcomes: [],
    arrivals: [],
    room: 0,
    from: "ordinary",
    ...batch,
  });
}

export function describeError(changes: Partial<AttemptError> = {}): AttemptError {
  return { attempt: 1, at: 5, handler: "mail", message: "no connection", ...changes };
}

/** An element that must be there. */
export function at<Element>(list: readonly Element[], index: number): Element {
  const element = list[index];
  if (element === undefined) throw new Error(`There is no element ${index}.`);
  return element;
}
