import { createNotOpenError } from "../errors.js";
import type {
  Arrival,
  ArrivalResult,
  ClaimedDelivery,
  DeliverySummary,
  InboxStats,
  InboxStore,
  LostDelivery,
  Outcome,
  StoreBatch,
  StoredDelivery,
  StoreFilter,
  StoreResult,
  StoreSettings,
} from "../store.js";
import {
  describeEnd,
  describeLoss,
  findDeadlines,
  judgeArrival,
  readCursor,
  type EndChange,
  type KnownBodies,
} from "../store-rules.js";
import {
  isFinished,
  isMatch,
  isSuspect,
  NEVER_TRIED,
  OrderLines,
  toClaimed,
  toStored,
  toSummary,
  type Entry,
} from "./entries.js";

/**
 * Creates a store in memory, for tests: it ends with the process. Several inboxes may share one, as
 * several processes share a file.
 * @example
 * const inbox = createInbox({ webhooks, store: openMemoryStore() });
 */
export function openMemoryStore(): InboxStore {
  return new MemoryStore();
}

class MemoryStore implements InboxStore {
  readonly #entries = new Map<string, Entry>();
  readonly #known: KnownBodies = new Map();
  /** Entries that may be claimed once they are due, in the order in which they came here. */
  readonly #waiting = new Set<Entry>();
  readonly #running = new Set<Entry>();
  readonly #lines = new OrderLines({
    offer: (entry) => this.#waiting.add(entry),
    withdraw: (entry) => this.#waiting.delete(entry),
  });
  #lastSequence = 0;
  /** Number of inboxes that have it open. */
  #users = 0;
  #settings: StoreSettings | undefined;

  open(settings: StoreSettings): Promise<void> {
    this.#settings = settings;
    this.#users++;
    return Promise.resolve();
  }

  async commit(batch: StoreBatch): Promise<StoreResult> {
    const settings = await this.#opened();
    const now = settings.clock();
    return {
      outcomes: batch.outcomes.map((outcome) => this.#record(outcome, now)),
      arrivals: batch.arrivals.map((arrival) => this.#write(arrival, settings, now)),
      lost: this.#takeBackLost(settings, now),
      claimed: this.#claim(batch, settings, now),
      isSuspectDue: [...this.#waiting].some((entry) => isSuspect(entry) && entry.dueAt <= now),
    };
  }

  // These may be called on a closed store, so that a test reads the rest after `drain()`.

  async get(id: string): Promise<StoredDelivery | undefined> {
    return (await this.read({ id, limit: 1 }))[0];
  }

  list(filter: StoreFilter): Promise<readonly DeliverySummary[]> {
    return new Promise((resolve) => resolve(this.#find(filter).map(toSummary))); // or it rejects
  }

  read(filter: StoreFilter): Promise<readonly StoredDelivery[]> {
    return new Promise((resolve) => resolve(this.#find(filter).map(toStored))); // or it rejects
  }

  export(after: string | undefined, limit: number): Promise<readonly StoredDelivery[]> {
    const first = Number(after ?? 0) + 1;
    const later = [...this.#entries.values()].filter(({ sequence }) => sequence >= first);
    return Promise.resolve(later.slice(0, limit).map(toStored));
  }

  async stats(): Promise<InboxStats> {
    const { clock } = await this.#opened();
    const counts = { waiting: 0, running: 0, done: 0, dead: 0, oldestWaiting: 0 };
    let oldest: number | undefined;
    for (const { state, receivedAt } of this.#entries.values()) {
      counts[state]++;
      if (state === "waiting") oldest = Math.min(oldest ?? receivedAt, receivedAt);
    }
    if (oldest !== undefined) counts.oldestWaiting = Math.max(0, clock() - oldest);
    return counts;
  }

  async replay(filter: StoreFilter): Promise<number> {
    const { clock } = await this.#opened();
    const finished = this.#find(filter).filter(isFinished).reverse();
    for (const entry of finished) {
      if (entry.state === "done") entry.done = [];
      entry.attempts = 0;
      entry.losses = entry.state === "dead" ? Math.min(entry.losses, 1) : 0;
      entry.finishedAt = undefined;
      this.#wait(entry, clock());
      this.#lines.enter(entry);
    }
    return finished.length;
  }

  async prune(): Promise<boolean> {
    const settings = await this.#opened();
    const { clock, dedupeFor, lease, longestDelay } = settings;
    const now = clock();
    for (const entry of this.#waiting) {
      const isNew = entry.attempts === 0 && !isSuspect(entry);
      entry.dueAt = Math.min(entry.dueAt, isNew ? now : now + longestDelay);
    }
    for (const entry of this.#running) entry.leaseUntil = Math.min(entry.leaseUntil, now + lease);
    const deadlines = findDeadlines(settings, now);
    const kept = new Set<string>();
    for (const [key, { arrival, state, finishedAt = now }] of this.#entries) {
      if (finishedAt < deadlines[state === "dead" ? "dead" : "done"]) this.#entries.delete(key);
      else kept.add(arrival.id);
    }
    for (const [id, bodies] of this.#known) {
      const isOld = bodies.every(({ receivedAt }) => receivedAt < now - dedupeFor);
      if (isOld && !kept.has(id)) this.#known.delete(id);
    }
    return false;
  }

  async restore(deliveries: readonly StoredDelivery[]): Promise<number> {
    await this.#opened();
    const absent = deliveries.filter(
      (delivery) =>
        judgeArrival(this.#known, delivery, delivery.receivedAt, Infinity) !== "duplicate",
    );
    for (const delivery of absent) this.#restore(delivery);
    return absent.length;
  }

  close(): Promise<void> {
    this.#users = Math.max(0, this.#users - 1);
    if (this.#users === 0) this.#settings = undefined;
    return Promise.resolve();
  }

  #opened(): Promise<StoreSettings> {
    if (this.#settings !== undefined) return Promise.resolve(this.#settings);
    return Promise.reject(createNotOpenError());
  }

  #record({ key, token, end, done, errors }: Outcome, now: number): boolean {
    const entry = this.#entries.get(key);
    if (entry?.state !== "running" || entry.claims !== Number(token)) return false;
    this.#running.delete(entry);
    entry.done = done;
    entry.errors = [...entry.errors, ...errors];
    this.#change(entry, describeEnd(end), now);
    return true;
  }

  #change(entry: Entry, { state, wait, uncounted, lost }: EndChange, now: number): void {
    entry.attempts -= uncounted;
    entry.losses += lost;
    if (state === "waiting") {
      this.#wait(entry, now + wait);
      this.#lines.stop(entry);
      return;
    }
    entry.state = state;
    entry.finishedAt = now;
    this.#lines.leave(entry);
  }

  #write(arrival: Arrival, { dedupeFor }: StoreSettings, now: number): ArrivalResult {
    const result = judgeArrival(this.#known, arrival, now, dedupeFor);
    if (result === "duplicate") return result;
    const entry: Entry = {
      sequence: ++this.#lastSequence,
      arrival: { ...arrival, body: arrival.body.slice() },
      receivedAt: now,
      isConflict: result === "conflict",
      ...NEVER_TRIED,
      state: "waiting",
      dueAt: now,
    };
    this.#entries.set(String(entry.sequence), entry);
    this.#lines.enter(entry);
    return result;
  }

  #takeBackLost(settings: StoreSettings, now: number): readonly LostDelivery[] {
    const latest = now + settings.lease;
    const lost: LostDelivery[] = [];
    for (const entry of this.#running) {
      entry.leaseUntil = Math.min(entry.leaseUntil, latest); // the clock may have been set back
      if (entry.leaseUntil <= now) lost.push(this.#takeBack(entry, settings, now));
    }
    return lost;
  }

  #takeBack(entry: Entry, settings: StoreSettings, now: number): LostDelivery {
    const { attempts, losses, arrival } = entry;
    const { id, name } = arrival;
    const { change, error, report } = describeLoss({ id, name, attempts, losses }, settings, now);
    this.#running.delete(entry);
    entry.errors = [...entry.errors, error];
    this.#change(entry, change, now);
    return report;
  }

  #claim({ room, from }: StoreBatch, { lease }: StoreSettings, now: number): ClaimedDelivery[] {
    const claimed: ClaimedDelivery[] = [];
    if (from === "none") return claimed;
    for (const entry of this.#waiting) {
      if (claimed.length >= room) break;
      if (entry.dueAt > now || isSuspect(entry) !== (from === "suspects")) continue;
      this.#waiting.delete(entry);
      this.#running.add(entry);
      this.#lines.start(entry);
      entry.state = "running";
      entry.attempts++;
      entry.claims++;
      entry.leaseUntil = now + lease;
      claimed.push(toClaimed(entry));
    }
    return claimed;
  }

  #wait(entry: Entry, dueAt: number): void {
    entry.state = "waiting";
    entry.dueAt = dueAt;
  }

  #restore(delivery: StoredDelivery): void {
    const { id, name, digest, orderKey, body, state } = delivery;
    const { receivedAt, isConflict, attempts, losses } = delivery;
    const { dueAt = 0, finishedAt, done, errors } = delivery;
    const isOpen = state === "waiting" || state === "running";
    const entry: Entry = {
      ...NEVER_TRIED,
      ...{ receivedAt, isConflict, attempts, losses, dueAt, finishedAt, done, errors },
      sequence: ++this.#lastSequence,
      arrival: { id, name, digest, orderKey, body: body.slice() },
      state: isOpen ? "waiting" : state,
    };
    this.#entries.set(String(entry.sequence), entry);
    if (isOpen) this.#lines.enter(entry);
  }

  #find(filter: StoreFilter): Entry[] {
    const { limit = Infinity, before } = filter;
    const sequence = before === undefined ? Infinity : readCursor(before);
    const found: Entry[] = [];
    const newest = [...this.#entries.values()].reverse();
    for (const entry of newest) {
      if (found.length >= limit) break;
      if (isMatch(entry, filter, sequence)) found.push(entry);
    }
    return found;
  }
}
