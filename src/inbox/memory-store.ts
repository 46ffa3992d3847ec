import { createLines, type Lines } from "./order-lines.js";
import {
  isFinished,
  isMatch,
  NEVER_TRIED,
  toClaimed,
  toStored,
  toSummary,
  type Entry,
} from "./memory-entries.js";
import type {
  Arrival,
  ArrivalResult,
  ClaimedDelivery,
  DeliverySummary,
  InboxStats,
  InboxStore,
  Outcome,
  StoreBatch,
  StoredDelivery,
  StoreFilter,
  StoreResult,
  StoreSettings,
} from "./store.js";
import {
  describeEnd,
  describeLostAttempt,
  findDeadlines,
  judgeArrival,
  type KnownBodies,
} from "./store-rules.js";

/**
 * A store in memory, for tests: it ends with the process. Several inboxes may share one, as several
 * processes share a file.
 */
export function openMemoryStore(): InboxStore {
  return new MemoryStore();
}

class MemoryStore implements InboxStore {
  readonly #entries = new Map<string, Entry>();
  readonly #known: KnownBodies = new Map();
  /** What may be claimed once it is due, in the order in which it came here. */
  readonly #waiting = new Set<Entry>();
  readonly #running = new Set<Entry>();
  readonly #lines: Lines<Entry> = createLines({
    offer: (entry) => this.#waiting.add(entry),
    withdraw: (entry) => this.#waiting.delete(entry),
  });
  #lastSequence = 0;
  /** How many inboxes have it open. */
  #users = 0;
  #settings: StoreSettings | undefined;

  open(settings: StoreSettings): Promise<void> {
    this.#settings = settings;
    this.#users++;
    return Promise.resolve();
  }

  async commit({ outcomes, arrivals, room }: StoreBatch): Promise<StoreResult> {
    const settings = await this.#expectOpen();
    const now = settings.clock();
    return {
      outcomes: outcomes.map((outcome) => this.#record(outcome, now)),
      arrivals: arrivals.map((arrival) => this.#write(arrival, settings, now)),
      claimed: this.#claim(room, settings, now),
    };
  }

  get(id: string): Promise<StoredDelivery | undefined> {
    const found = this.#find({ id, limit: 1 })[0];
    return Promise.resolve(found && toStored(found));
  }

  list(filter: StoreFilter): Promise<readonly DeliverySummary[]> {
    return Promise.resolve(this.#find(filter).map(toSummary));
  }

  async stats(): Promise<InboxStats> {
    const { clock } = await this.#expectOpen();
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
    const { clock } = await this.#expectOpen();
    const finished = this.#find(filter).filter(isFinished).reverse();
    for (const entry of finished) {
      if (entry.state === "done") entry.done = [];
      entry.attempts = 0;
      entry.finishedAt = undefined;
      this.#wait(entry, clock());
      this.#lines.enter(entry, entry.arrival.orderKey);
    }
    return finished.length;
  }

  async prune(): Promise<boolean> {
    const settings = await this.#expectOpen();
    const { clock, dedupeFor, lease, longestDelay } = settings;
    const now = clock();
    for (const entry of this.#waiting) {
      entry.dueAt = Math.min(entry.dueAt, entry.attempts === 0 ? now : now + longestDelay);
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

  export(after: string | undefined, limit: number): Promise<readonly StoredDelivery[]> {
    const later = [...this.#entries.values()].filter(
      ({ sequence }) => sequence > Number(after ?? 0),
    );
    return Promise.resolve(later.slice(0, limit).map(toStored));
  }

  async restore(deliveries: readonly StoredDelivery[]): Promise<number> {
    await this.#expectOpen();
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

  /** Rejects, as every store does that is not open. */
  #expectOpen(): Promise<StoreSettings> {
    if (this.#settings !== undefined) return Promise.resolve(this.#settings);
    return Promise.reject(new Error("The store is not open."));
  }

  #record({ key, token, end, done, errors }: Outcome, now: number): boolean {
    const entry = this.#entries.get(key);
    if (entry?.state !== "running" || entry.claims !== Number(token)) return false;
    this.#running.delete(entry);
    entry.done = done;
    entry.errors = [...entry.errors, ...errors];
    const { state, wait, uncounted } = describeEnd(end);
    entry.attempts -= uncounted;
    if (state === "waiting") {
      this.#wait(entry, now + wait);
      this.#lines.stop(entry, entry.arrival.orderKey);
      return true;
    }
    entry.state = state;
    entry.finishedAt = now;
    this.#lines.leave(entry, entry.arrival.orderKey);
    return true;
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
    this.#lines.enter(entry, arrival.orderKey);
    return result;
  }

  #claim(room: number, { lease }: StoreSettings, now: number): ClaimedDelivery[] {
    for (const entry of this.#running) if (entry.leaseUntil <= now) this.#takeBack(entry, now);
    const claimed: ClaimedDelivery[] = [];
    for (const entry of this.#waiting) {
      if (claimed.length >= room) break;
      if (entry.dueAt > now) continue;
      this.#waiting.delete(entry);
      this.#running.add(entry);
      this.#lines.start(entry, entry.arrival.orderKey);
      entry.state = "running";
      entry.attempts++;
      entry.claims++;
      entry.leaseUntil = now + lease;
      claimed.push(toClaimed(entry));
    }
    return claimed;
  }

  #takeBack(entry: Entry, now: number): void {
    this.#running.delete(entry);
    entry.errors = [...entry.errors, describeLostAttempt(entry.attempts, now)];
    this.#wait(entry, now);
    this.#lines.stop(entry, entry.arrival.orderKey);
  }

  #wait(entry: Entry, dueAt: number): void {
    entry.state = "waiting";
    entry.dueAt = dueAt;
  }

  #restore(delivery: StoredDelivery): void {
    const { id, name, digest, orderKey, body, state } = delivery;
    const { receivedAt, isConflict, attempts, dueAt = 0, finishedAt, done, errors } = delivery;
    const isOpen = state === "waiting" || state === "running";
    const entry: Entry = {
      ...NEVER_TRIED,
      ...{ receivedAt, isConflict, attempts, dueAt, finishedAt, done, errors },
      sequence: ++this.#lastSequence,
      arrival: { id, name, digest, orderKey, body: body.slice() },
      state: isOpen ? "waiting" : state,
    };
    this.#entries.set(String(entry.sequence), entry);
    if (isOpen) this.#lines.enter(entry, orderKey);
  }

  #find(filter: StoreFilter): Entry[] {
    const { limit = Infinity } = filter;
    const found: Entry[] = [];
    const newest = [...this.#entries.values()].reverse();
    for (const entry of newest) {
      if (found.length >= limit) break;
      if (isMatch(entry, filter)) found.push(entry);
    }
    return found;
  }
}
