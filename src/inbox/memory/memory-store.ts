/** The store of an inbox in memory, for tests and for trying it out: everything is lost when the process ends. */
import { isMatch, queueAgain, toClaimed, toStored, toSummary, type Entry } from "./memory-entry.js";
import {
  createNotOpenError,
  DEAD_NOTE,
  UNTOLD,
  type Arrival,
  type ArrivalResult,
  type AttemptError,
  type Backlog,
  type Claim,
  type DeliverySummary,
  type InboxStats,
  type InboxStore,
  type LostDelivery,
  type NoteChange,
  type Outcome,
  type StoreBatch,
  type StoredDelivery,
  type StoreFilter,
  type StoreResult,
  type StoreSettings,
} from "../store.js";
import {
  describeEnd,
  describeLoss,
  findDeadlines,
  recordArrival,
  readClocks,
  readCursor,
  type Clocks,
  type EndChange,
  type KnownBodies,
} from "../store-rules.js";

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
  /** Entries by key, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** Unfinished entries, the oldest first. */
  #unfinished = new Set<Entry>();
  readonly #known: KnownBodies = new Map();
  readonly #notes = new Map<string, Note>();
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
    const renewals = batch.renewals.map((claim) => this.#renew(claim, settings, clocks));
    const outcomes = batch.outcomes.map((outcome) => this.#record(outcome, now));
    const arrivals = batch.arrivals.map((arrival) => this.#write(arrival, settings, now));
    const lost = this.#takeBackLost(settings, clocks);
    const { claimed, isSuspectDue } = this.#claim(batch, settings, clocks); // last: all others change what is due
    return { renewals, outcomes, arrivals, lost, claimed, isSuspectDue };
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
    const finished = this.#find(filter).filter((entry) => !this.#unfinished.has(entry));
    for (const entry of finished) queueAgain(entry, clock());
    this.#unfinished = new Set(
      [...this.#unfinished, ...finished].sort((a, b) => a.sequence - b.sequence),
    );
    return finished.length;
  }

  async prune(): Promise<boolean> {
    const settings = await this.#opened();
    const clocks = readClocks(settings);
    this.#shortenWaits(settings, clocks);
    this.#deleteOld(settings, clocks.now);
    return false;
  }

  async findKnown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#opened();
    return new Set(ids.filter((id) => this.#known.has(id)));
  }

  async changeNote({ name, holder, lease, text }: NoteChange): Promise<string | undefined> {
    const { leaseNow } = readClocks(await this.#opened());
    const note = this.#notes.get(name);
    const left = (note?.until ?? 0) - leaseNow;
    const isTaken = note?.holder !== holder && left > 0 && left <= (note?.lease ?? 0);
    if (isTaken) return undefined;
    const before = note?.text ?? "";
    if (text === null) this.#notes.delete(name);
    else this.#notes.set(name, { text: text ?? before, holder, until: leaseNow + lease, lease });
    return before;
  }

  async listNotes(prefix: string, limit: number): Promise<readonly string[]> {
    await this.#opened();
    const names = [...this.#notes.keys()].filter((name) => name.startsWith(prefix));
    return names.sort().slice(0, limit);
  }

  async countDue(): Promise<Backlog> {
    const now = (await this.#opened()).clock();
    const backlog = { waiting: 0, oldest: 0 };
    for (const { state, dueAt } of this.#unfinished) {
      if (state !== "waiting" || dueAt > now) continue;
      backlog.waiting++;
      backlog.oldest = Math.max(backlog.oldest, now - dueAt);
    }
    return backlog;
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

  /** Shortens waits and leases that are longer than possible, because a clock was set back. */
  #shortenWaits({ longestDelay }: StoreSettings, { now, leaseNow }: Clocks): void {
    for (const entry of this.#unfinished) {
      if (entry.state === "running") {
        entry.leaseUntil = Math.min(entry.leaseUntil, leaseNow + entry.lease);
        continue;
      }
      const isNew = entry.attempts + entry.losses === 0;
      entry.dueAt = Math.min(entry.dueAt, isNew ? now : now + longestDelay);
    }
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

  #opened(): Promise<StoreSettings> {
    if (this.#settings !== undefined) return Promise.resolve(this.#settings);
    return Promise.reject(createNotOpenError());
  }

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
    if (entry.state === "waiting") this.#unfinished.add(entry);
  }

  #findClaimed({ key, token }: Claim): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry?.state === "running" && entry.claims === Number(token) ? entry : undefined;
  }

  #renew(claim: Claim, { lease }: StoreSettings, { leaseNow }: Clocks): boolean {
    const entry = this.#findClaimed(claim);
    if (entry === undefined) return false;
    entry.leaseUntil = leaseNow + lease;
    entry.lease = lease;
    return true;
  }

  #record({ end, done, errors, ...claim }: Outcome, now: number): boolean {
    const entry = this.#findClaimed(claim);
    if (entry === undefined) return false;
    entry.done = done;
    this.#end(entry, describeEnd(end), errors, now);
    return true;
  }

  #end(entry: Entry, change: EndChange, errors: readonly AttemptError[], now: number): void {
    entry.errors = [...entry.errors, ...errors];
    entry.attempts -= change.uncounted;
    entry.losses += change.lost;
    entry.state = change.state;
    entry.dueAt = now + change.wait;
    if (change.state === "waiting") return;
    entry.finishedAt = now;
    this.#unfinished.delete(entry);
    if (change.state !== "dead" || this.#settings?.notesDead !== true) return;
    this.#notes.set(`${DEAD_NOTE}${entry.sequence}`, {
      text: UNTOLD,
      holder: "",
      until: 0,
      lease: 0,
    });
  }

  #takeBackLost(settings: StoreSettings, { now, leaseNow }: Clocks): readonly LostDelivery[] {
    const lost: LostDelivery[] = [];
    for (const entry of this.#unfinished) {
      if (entry.state !== "running") continue;
      const latest = leaseNow + entry.lease; // the clock may have been set back
      entry.leaseUntil = Math.min(entry.leaseUntil, latest);
      if (entry.leaseUntil > leaseNow) continue;
      const { id, name } = entry.arrival;
      const { attempts, losses } = entry;
      const loss = describeLoss({ id, name, attempts, losses }, settings, now);
      this.#end(entry, loss.change, [loss.error], now);
      lost.push(loss.report);
    }
    return lost;
  }

  #claim(
    { room, from }: StoreBatch,
    { lease }: StoreSettings,
    { now, leaseNow }: Clocks,
  ): Pick<StoreResult, "claimed" | "isSuspectDue"> {
    if (room === 0) return { claimed: [], isSuspectDue: false };
    const due = this.#findDue(now);
    const claimed = due[from].slice(0, room);
    for (const entry of claimed) {
      entry.state = "running";
      entry.attempts++;
      entry.claims++;
      entry.leaseUntil = leaseNow + lease;
      entry.lease = lease;
    }
    const isSuspectDue = due.suspects.some(({ state }) => state === "waiting");
    return { claimed: claimed.map(toClaimed), isSuspectDue };
  }

  /**
   * Finds deliveries that may be claimed, the longest due first: of each key, the oldest unfinished one
   * while none is running. Suspects are claimed apart (contract G.10).
   */
  #findDue(now: number): Readonly<Record<StoreBatch["from"], readonly Entry[]>> {
    const unfinished = [...this.#unfinished];
    const running = unfinished.filter(({ state }) => state === "running");
    const busyKeys = new Set(running.map(({ arrival }) => arrival.orderKey));
    const due: Entry[] = [];
    for (const entry of unfinished) {
      const { orderKey } = entry.arrival;
      if (entry.state === "running" || (orderKey !== undefined && busyKeys.has(orderKey))) continue;
      busyKeys.add(orderKey); // later ones with the key wait, even if this one is not due yet
      if (entry.dueAt <= now) due.push(entry);
    }
    due.sort((a, b) => a.dueAt - b.dueAt);
    return {
      ordinary: due.filter(({ losses }) => losses === 0),
      suspects: due.filter(({ losses }) => losses > 0),
      none: [],
    };
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
}

// ---- Types

/** Parts of a delivery that change while it is handled, but for its claims. */
type History = Omit<Entry, "sequence" | "arrival" | "claims" | "leaseUntil" | "lease">;

/** Text that inboxes on the same store share, as `changeNote` has left it. */
interface Note {
  readonly text: string;
  readonly holder: string;
  /** End of the lease. */
  readonly until: number;
  readonly lease: number;
}
