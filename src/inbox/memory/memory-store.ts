/** The store of an inbox in memory, for tests and for trying it out: everything is lost when the process ends. */
import { isMatch, toStored, toSummary, type Entry } from "./memory-entry.js";
import { MemoryNotes } from "./memory-notes.js";
import { MemoryQueue } from "./memory-queue.js";
import {
  createNotOpenError,
  type Arrival,
  type ArrivalResult,
  type Backlog,
  type DeliverySummary,
  type InboxStats,
  type InboxStore,
  type NoteChange,
  type StoreBatch,
  type StoredDelivery,
  type StoreFilter,
  type StoreResult,
  type StoreSettings,
} from "../store.js";
import { recordArrival, type KnownBodies } from "../store-rules/duplicates.js";
import { findDeadlines, readClocks, readCursor } from "../store-rules/values.js";

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
  /** All deliveries by key, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #known: KnownBodies = new Map();
  readonly #notes = new MemoryNotes();
  readonly #queue = new MemoryQueue(this.#notes);
  #lastSequence = 0;
  /** Number of inboxes that have it open. */
  #users = 0;
  #settings: StoreSettings | undefined;

  open(settings: StoreSettings): Promise<void> {
    this.#settings = settings;
    this.#users++;
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#users = Math.max(0, this.#users - 1);
    if (this.#users === 0) this.#settings = undefined;
    return Promise.resolve();
  }

  async commit(batch: StoreBatch): Promise<StoreResult> {
    const settings = await this.#opened();
    const clocks = readClocks(settings);
    const { now } = clocks;
    const renewals = batch.renewals.map((claim) => this.#queue.renew(claim, settings, clocks));
    const outcomes = batch.outcomes.map((outcome) => this.#queue.record(outcome, settings, now));
    const arrivals = batch.arrivals.map((arrival) => this.#write(arrival, settings, now));
    const lost = this.#queue.takeBackLost(settings, clocks);
    // Last, because all others change what is due.
    const { claimed, isSuspectDue } = this.#queue.claim(batch, settings, clocks);
    return { renewals, outcomes, arrivals, lost, claimed, isSuspectDue };
  }

  /** Writes an arrival as a waiting delivery, unless it is a duplicate. */
  #write(arrival: Arrival, { dedupeFor }: StoreSettings, now: number): ArrivalResult {
    const result = recordArrival(this.#known, arrival, now, dedupeFor);
    if (result === "duplicate") return result;
    this.#add(arrival, {
      state: "waiting",
      receivedAt: now,
      isConflict: result === "conflict",
      attempts: 0,
      losses: 0,
      dueAt: now,
      finishedAt: undefined,
      done: [],
      errors: [],
    });
    return result;
  }

  /** Adds a delivery that no worker has claimed. */
  #add({ id, name, digest, orderKey, body, via }: Arrival, history: History): void {
    const sequence = ++this.#lastSequence;
    const ownBody = body.slice(); // the caller may change its own
    const entry: Entry = {
      ...history,
      sequence,
      arrival: { id, name, digest, orderKey, body: ownBody, via },
      claims: 0,
      leaseUntil: 0,
      lease: 0,
    };
    this.#entries.set(String(sequence), entry);
    if (entry.state === "waiting") this.#queue.add(entry);
  }

  // `get`, `list`, `read` and `export` also work on a closed store, so that a test can read it after `drain()`.

  async get(id: string): Promise<StoredDelivery | undefined> {
    return (await this.read({ id, limit: 1 }))[0];
  }

  list(filter: StoreFilter): Promise<readonly DeliverySummary[]> {
    return new Promise((resolve) => resolve(this.#find(filter).map(toSummary))); // rejects if it throws
  }

  read(filter: StoreFilter): Promise<readonly StoredDelivery[]> {
    return new Promise((resolve) => resolve(this.#find(filter).map(toStored))); // rejects if it throws
  }

  #find(filter: StoreFilter): Entry[] {
    const { limit = Infinity, before, signal } = filter;
    signal?.throwIfAborted();
    const end = before === undefined ? Infinity : readCursor(before);
    const matches: Entry[] = [];
    for (const entry of [...this.#entries.values()].reverse()) {
      if (matches.length >= limit) break;
      if (entry.sequence < end && isMatch(entry, filter)) matches.push(entry);
    }
    return matches;
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
    return this.#queue.replay(this.#find(filter), clock());
  }

  async prune(): Promise<boolean> {
    const settings = await this.#opened();
    const clocks = readClocks(settings);
    this.#queue.shortenWaits(settings, clocks);
    this.#deleteOld(settings, clocks.now);
    return false;
  }

  /** Deletes deliveries that are finished for long enough, and ids that no kept delivery has. */
  #deleteOld(settings: StoreSettings, now: number): void {
    const deadlines = findDeadlines(settings, now);
    const keptIds = new Set<string>();
    for (const [key, { arrival, state, finishedAt }] of this.#entries) {
      const deadline = state === "done" || state === "dead" ? deadlines[state] : -Infinity;
      if (finishedAt !== undefined && finishedAt < deadline) this.#entries.delete(key);
      else keptIds.add(arrival.id);
    }
    for (const [id, bodies] of this.#known) {
      const isOld = bodies.every(({ receivedAt }) => receivedAt < now - settings.dedupeFor);
      if (isOld && !keptIds.has(id)) this.#known.delete(id);
    }
  }

  async findKnown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#opened();
    return new Set(ids.filter((id) => this.#known.has(id)));
  }

  async changeNote(change: NoteChange): Promise<string | undefined> {
    const { leaseNow } = readClocks(await this.#opened());
    return this.#notes.change(change, leaseNow);
  }

  async listNotes(prefix: string, limit: number): Promise<readonly string[]> {
    await this.#opened();
    return this.#notes.list(prefix, limit);
  }

  async countDue(): Promise<Backlog> {
    const { clock } = await this.#opened();
    return this.#queue.countDue(clock());
  }

  async restore(deliveries: readonly StoredDelivery[]): Promise<number> {
    await this.#opened();
    let restored = 0;
    for (const delivery of deliveries) {
      const result = recordArrival(this.#known, delivery, delivery.receivedAt, Infinity);
      if (result === "duplicate") continue;
      this.#restore(delivery);
      restored++;
    }
    return restored;
  }

  /** Adds a delivery of another store with its history. One that ran there waits here. */
  #restore(delivery: StoredDelivery): void {
    const { state, receivedAt, isConflict, attempts, losses, dueAt = 0, finishedAt } = delivery;
    const { done, errors } = delivery;
    this.#add(delivery, {
      state: state === "running" ? "waiting" : state,
      receivedAt,
      isConflict,
      attempts,
      losses,
      dueAt,
      finishedAt,
      done,
      errors,
    });
  }

  #opened(): Promise<StoreSettings> {
    if (this.#settings !== undefined) return Promise.resolve(this.#settings);
    return Promise.reject(createNotOpenError());
  }
}

// ---- Types

/** Parts of an entry that a delivery of another store brings along. */
type History = Omit<Entry, "sequence" | "arrival" | "claims" | "leaseUntil" | "lease">;
