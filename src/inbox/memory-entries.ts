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
  losses: number;
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
  losses: 0,
  claims: 0,
  dueAt: 0,
  leaseUntil: 0,
  finishedAt: undefined,
  done: [],
  errors: [],
};

/** Whether it may be claimed only when nothing else is handled (contract G.10). */
export function isSuspect({ losses }: Entry): boolean {
  return losses > 0;
}

export function isFinished({ state }: Entry): boolean {
  return state === "done" || state === "dead";
}

export function isMatch(
  { arrival, ...entry }: Entry,
  filter: StoreFilter,
  before: number,
): boolean {
  const { id = arrival.id, name = arrival.name, state = entry.state } = filter;
  const { since = -Infinity, until = Infinity } = filter;
  const isSame = id === arrival.id && name === arrival.name && state === entry.state;
  const isInTime = entry.receivedAt >= since && entry.receivedAt < until;
  return isSame && isInTime && entry.sequence < before;
}

export function toClaimed(entry: Entry): ClaimedDelivery {
  const { sequence, claims, attempts, losses, arrival, receivedAt, done } = entry;
  const { id, name, body } = arrival;
  const claim = { key: String(sequence), token: String(claims), attempt: attempts, losses };
  return { ...claim, id, name, body, receivedAt, done };
}

export function toSummary({ sequence, arrival, ...entry }: Entry): DeliverySummary {
  const { state, receivedAt, attempts, losses, dueAt, finishedAt, isConflict } = entry;
  return {
    key: String(sequence),
    id: arrival.id,
    name: arrival.name,
    state,
    receivedAt,
    attempts,
    losses,
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
