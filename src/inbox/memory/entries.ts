/** Deliveries of the store in memory, and the lines in which those with an order key wait. */
import type {
  Arrival,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
} from "../store.js";

export interface Entry {
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
  finishedAt: number | undefined;
  done: readonly string[];
  errors: readonly AttemptError[];
}

/** State of a delivery that has just arrived. */
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

/** True for a delivery that may be claimed only when no other is handled (contract G.10). */
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
  const { id, name, body, orderKey } = arrival;
  const { state, receivedAt, attempts, losses, finishedAt, isConflict } = entry;
  const dueAt = state === "waiting" ? entry.dueAt : undefined;
  const common = { key: String(sequence), id, name, state, receivedAt, attempts, losses };
  return { ...common, dueAt, finishedAt, size: body.length, isConflict, orderKey };
}

export function toStored(entry: Entry): StoredDelivery {
  const { body, digest } = entry.arrival;
  const { done, errors } = entry;
  return { ...toSummary(entry), body: body.slice(), digest, done, errors };
}

interface Line {
  /** Unfinished entries, the oldest first. */
  readonly open: Entry[];
  running: Entry | undefined;
  /** Entry that may be claimed. */
  offered: Entry | undefined;
}

interface LineEvents {
  /** Called for an entry that may be claimed from now on. */
  readonly offer: (entry: Entry) => void;
  /** Called for an offered entry that must wait after all. */
  readonly withdraw: (entry: Entry) => void;
}

/** Lets one entry of each order key run at a time. An entry without a key waits for no other. */
export class OrderLines {
  readonly #events: LineEvents;
  readonly #lines = new Map<string, Line>();

  constructor(events: LineEvents) {
    this.#events = events;
  }

  enter(entry: Entry): void {
    const key = entry.arrival.orderKey;
    if (key === undefined) {
      this.#events.offer(entry);
      return;
    }
    let line = this.#lines.get(key);
    if (line === undefined)
      this.#lines.set(key, (line = { open: [], running: undefined, offered: undefined }));
    const index = line.open.findLastIndex(({ sequence }) => sequence < entry.sequence);
    line.open.splice(index + 1, 0, entry);
    this.#offerNext(line);
  }

  start(entry: Entry): void {
    const line = this.#find(entry);
    if (line === undefined) return;
    line.running = entry;
    line.offered = undefined;
  }

  /** Lets a running entry wait again. */
  stop(entry: Entry): void {
    const line = this.#find(entry);
    if (line === undefined) {
      this.#events.offer(entry);
      return;
    }
    line.running = undefined;
    this.#offerNext(line);
  }

  /** Removes a finished entry. */
  leave(entry: Entry): void {
    const line = this.#find(entry);
    if (line === undefined) return;
    line.running = undefined;
    line.open.splice(line.open.indexOf(entry), 1);
    if (line.open.length > 0) this.#offerNext(line);
    else this.#lines.delete(entry.arrival.orderKey ?? ""); // it has one, or no line would be found
  }

  #find({ arrival: { orderKey } }: Entry): Line | undefined {
    return orderKey === undefined ? undefined : this.#lines.get(orderKey);
  }

  #offerNext(line: Line): void {
    const next = line.running === undefined ? line.open[0] : undefined;
    if (line.offered === next) return;
    if (line.offered !== undefined) this.#events.withdraw(line.offered);
    if (next !== undefined) this.#events.offer(next);
    line.offered = next;
  }
}
