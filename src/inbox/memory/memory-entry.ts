/** A delivery as a store in memory keeps it: its replay, its comparison with filters, and the forms that callers get. */
import type {
  Arrival,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
} from "../store.js";
import { lowerAscii } from "../store-rules/values.js";

/** Makes a finished delivery wait again. One that failed keeps the handlers that are done. */
export function queueAgain(entry: Entry, now: number): void {
  if (entry.state === "done") entry.done = [];
  entry.attempts = 0;
  entry.losses = entry.state === "dead" ? Math.min(entry.losses, 1) : 0;
  entry.finishedAt = undefined;
  entry.state = "waiting";
  entry.dueAt = now;
}

/** True if a delivery matches the whole filter. */
export function isMatch(entry: Entry, filter: StoreFilter): boolean {
  const { id, name, state, since = -Infinity, until = Infinity } = filter;
  const { arrival, receivedAt } = entry;
  if (id !== undefined && id !== arrival.id) return false;
  if (name !== undefined && name !== arrival.name) return false;
  if (state !== undefined && state !== entry.state) return false;
  if (receivedAt < since || receivedAt >= until) return false;
  return isListed(entry.sequence, filter) && hasText(arrival.body, filter);
}

function isListed(sequence: number, { keys }: StoreFilter): boolean {
  return keys === undefined || keys.includes(String(sequence));
}

function hasText(body: Uint8Array, { text }: StoreFilter): boolean {
  if (text === undefined) return true;
  return lowerAscii(new TextDecoder().decode(body)).includes(lowerAscii(text));
}

export function toClaimed(entry: Entry): ClaimedDelivery {
  const { id, name, body, via } = entry.arrival;
  return {
    key: String(entry.sequence),
    token: String(entry.claims),
    attempt: entry.attempts,
    losses: entry.losses,
    id,
    name,
    body,
    receivedAt: entry.receivedAt,
    via,
    done: entry.done,
  };
}

export function toSummary(entry: Entry): DeliverySummary {
  const { id, name, body, orderKey, via } = entry.arrival;
  return {
    key: String(entry.sequence),
    id,
    name,
    state: entry.state,
    receivedAt: entry.receivedAt,
    attempts: entry.attempts,
    losses: entry.losses,
    dueAt: entry.state === "waiting" ? entry.dueAt : undefined,
    finishedAt: entry.finishedAt,
    size: body.length,
    isConflict: entry.isConflict,
    orderKey,
    via,
  };
}

export function toStored(entry: Entry): StoredDelivery {
  const { body, digest } = entry.arrival;
  const { done, errors } = entry;
  return { ...toSummary(entry), body: body.slice(), digest, done, errors };
}

// ---- Types

export interface Entry {
  /** Number of the delivery, which is its key. */
  readonly sequence: number;
  readonly arrival: Arrival;
  readonly receivedAt: number;
  readonly isConflict: boolean;
  state: DeliveryState;
  attempts: number;
  losses: number;
  /** Number of claims so far, which is the token of the last one. */
  claims: number;
  dueAt: number;
  leaseUntil: number;
  /** Length of the lease, because processes may differ. */
  lease: number;
  finishedAt: number | undefined;
  done: readonly string[];
  errors: readonly AttemptError[];
}
