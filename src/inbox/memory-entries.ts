/** What the store in memory keeps of a delivery, and what it shows of it. */
import type {
  Arrival,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
} from "./store.js";

export interface Entry {
  readonly sequence: number;
  readonly arrival: Arrival;
  readonly receivedAt: number;
  readonly isConflict: boolean;
  state: DeliveryState;
  attempts: number;
  /** How often it was claimed. A claim has this number as its token. */
  claims: number;
  dueAt: number;
  leaseUntil: number;
  finishedAt: number | undefined;
  done: readonly string[];
  errors: readonly AttemptError[];
}

/** Of a delivery that has just arrived. */
export const NEVER_TRIED = {
  attempts: 0,
  claims: 0,
  dueAt: 0,
  leaseUntil: 0,
  finishedAt: undefined,
  done: [],
  errors: [],
};

export function isFinished({ state }: Entry): boolean {
  return state === "done" || state === "dead";
}

export function isMatch({ arrival, ...entry }: Entry, filter: StoreFilter): boolean {
  const { id = arrival.id, name = arrival.name, state = entry.state } = filter;
  const { since = -Infinity, until = Infinity, before = Infinity } = filter;
  const isSame = id === arrival.id && name === arrival.name && state === entry.state;
  const isInTime = entry.receivedAt >= since && entry.receivedAt < until;
  return isSame && isInTime && entry.sequence < Number(before);
}

export function toClaimed(entry: Entry): ClaimedDelivery {
  const { sequence, claims, attempts, arrival, receivedAt, done } = entry;
  const { id, name, body } = arrival;
  const claim = { key: String(sequence), token: String(claims), attempt: attempts };
  return { ...claim, id, name, body, receivedAt, done };
}

export function toSummary({ sequence, arrival, ...entry }: Entry): DeliverySummary {
  const { state, receivedAt, attempts, dueAt, finishedAt, isConflict } = entry;
  return {
    key: String(sequence),
    id: arrival.id,
    name: arrival.name,
    state,
    receivedAt,
    attempts,
    dueAt: state === "waiting" ? dueAt : undefined,
    finishedAt,
    size: arrival.body.length,
    isConflict,
    orderKey: arrival.orderKey,
  };
}

export function toStored(entry: Entry): StoredDelivery {
  const { body, digest } = entry.arrival;
  const { done, errors } = entry;
  return { ...toSummary(entry), body: body.slice(), digest, done, errors };
}
