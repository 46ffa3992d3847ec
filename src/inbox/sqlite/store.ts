/**
 * The store of an inbox in a SQLite file: opens the file, and runs each change as one transaction. The
 * statements are in the files beside it.
 */
import {
  createNotOpenError,
  InboxError,
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
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import { readClocks, type Clocks } from "../store-rules/values.js";
import { SqliteConnection } from "./connection.js";
import { insertDeliveries, markConflicts } from "./deliveries.js";
import { findKnownIds } from "./duplicates.js";
import { isDamage } from "./engine-differences.js";
import { openReader, type SqliteHandle } from "./engine.js";
import { expectFile } from "./file-argument.js";
import { SqliteIds } from "./ids.js";
import { advanceLines } from "./lines.js";
import * as notes from "./notes.js";
import * as queries from "./queries.js";
import * as queue from "./queue.js";
import * as upkeep from "./upkeep.js";

export interface SqliteStoreOptions {
  /**
   * Milliseconds to wait for another process that writes. The wait does not block the thread. Default:
   * 5,000, which is less than the default `timeout` of a middleware.
   */
  readonly busyTimeout?: number | undefined;
}

const SQLITE_OPTIONS: OptionNames<SqliteStoreOptions> = { busyTimeout: true };

/**
 * Keeps deliveries in a file of SQLite, which several processes of one machine may share. The names of
 * its tables begin with `inbox_`.
 * @param file path of the file, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`. The store
 * never closes a handle.
 * @throws TypeError for any other value, for the name of a database in memory, such as `:memory:`, and
 * for a path with NUL or malformed Unicode.
 * @example
 * const inbox = createInbox({ webhooks, store: openSqliteStore("webhooks.db") });
 */
export function openSqliteStore(
  file: string | SqliteHandle,
  options: SqliteStoreOptions = {},
): InboxStore {
  checkOptionNames(options, SQLITE_OPTIONS);
  const { busyTimeout = 5_000 } = options;
  return new SqliteStore(new SqliteConnection(expectFile(file), busyTimeout));
}

/** Opens an existing store for reading only: nothing is created or migrated. */
export function openSqliteReader(path: string): InboxStore {
  return new SqliteStore(new SqliteConnection(expectFile(path), 0, openReader));
}

class SqliteStore implements InboxStore {
  readonly #db: SqliteConnection;
  readonly #ids: SqliteIds;
  #settings: StoreSettings | undefined;

  constructor(db: SqliteConnection) {
    this.#db = db;
    this.#ids = new SqliteIds(db);
  }

  async open(settings: StoreSettings): Promise<void> {
    await this.#db.open();
    this.#settings = settings;
    if (this.#db.isReader) return;
    try {
      await this.#endLeases();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async commit(batch: StoreBatch): Promise<StoreResult> {
    try {
      return await this.#commit(batch);
    } catch (error) {
      throw isDamage(error) ? new InboxError("STORE_DAMAGED", DAMAGED, { cause: error }) : error;
    }
  }

  async #commit(batch: StoreBatch): Promise<StoreResult> {
    const settings = this.#expectSettings();
    const { lease } = settings;
    const clocks = readClocks(settings);
    const { now } = clocks;
    const isPoll = batch.arrivals.length + batch.outcomes.length + batch.renewals.length === 0;
    if (isPoll && !this.#isAnythingDue(batch, clocks)) return EMPTY_RESULT; // without a lock
    return this.#transact(() => {
      const renewals = queue.renewClaims(this.#db, batch.renewals, lease, clocks);
      const outcomes = queue.recordOutcomes(this.#db, batch.outcomes, settings, now);
      const arrivals = this.#write(batch.arrivals, settings, now);
      const written = { renewals, outcomes, arrivals };
      if (batch.room === 0) return { ...written, claimed: [], isSuspectDue: false, lost: [] };
      queue.shortenLeases(this.#db, clocks);
      const lost = queue.takeBackLost(this.#db, settings, clocks);
      const claimed = queue.claimDue(this.#db, batch, lease, clocks);
      return { ...written, claimed, isSuspectDue: queue.hasDueSuspect(this.#db, now), lost };
    });
  }

  /** Writes arrivals, except duplicates, as waiting deliveries. */
  #write(
    arrivals: StoreBatch["arrivals"],
    { dedupeFor }: StoreSettings,
    now: number,
  ): StoreResult["arrivals"] {
    if (arrivals.length === 0) return [];
    const { results, seqs } = insertDeliveries(this.#db, this.#ids, arrivals, now, dedupeFor);
    const written = arrivals.filter((_, index) => results[index] !== "duplicate");
    const orderKeys = written.map(({ orderKey = null }) => orderKey);
    if (seqs[0] !== undefined) queue.addWork(this.#db, seqs[0], orderKeys, now);
    this.#ids.flush();
    return results;
  }

  #isAnythingDue({ room }: StoreBatch, clocks: Clocks): boolean {
    if (room === 0) return false;
    return queue.isAnythingDue(this.#db, clocks) || queue.isAnyLeaseTooLong(this.#db, clocks);
  }

  async get(id: string): Promise<StoredDelivery | undefined> {
    return (await this.read({ id, limit: 1 }))[0];
  }

  async list(filter: StoreFilter): Promise<readonly DeliverySummary[]> {
    return queries.findSummaries(this.#db, this.#ids, await this.#resolveText(filter));
  }

  async read(filter: StoreFilter): Promise<readonly StoredDelivery[]> {
    return queries.findStored(this.#db, this.#ids, await this.#resolveText(filter));
  }

  stats(): Promise<InboxStats> {
    return this.#readOnly(({ clock }) => queries.countByState(this.#db, clock()));
  }

  async replay(filter: StoreFilter): Promise<number> {
    const found = await this.#resolveText(filter);
    return this.#transact(({ clock }) => queue.replay(this.#db, this.#ids, found, clock()));
  }

  prune(): Promise<boolean> {
    return this.#transact((settings) => {
      const clocks = readClocks(settings);
      upkeep.shortenWaits(this.#db, settings, clocks);
      return upkeep.deleteOld(this.#db, settings, clocks.now);
    });
  }

  export(after: string | undefined, limit: number): Promise<readonly StoredDelivery[]> {
    return this.#readOnly(() => queries.listInOrder(this.#db, Number(after ?? 0), limit));
  }

  restore(deliveries: readonly StoredDelivery[]): Promise<number> {
    return this.#transact(() => {
      const restored = deliveries.filter((delivery) => this.#restore(delivery));
      const orderKeys = restored.map(({ orderKey }) => orderKey);
      advanceLines(this.#db, orderKeys);
      this.#ids.flush();
      return restored.length;
    });
  }

  findKnown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#readOnly(() => findKnownIds(this.#db, this.#ids, ids));
  }

  changeNote(change: NoteChange): Promise<string | undefined> {
    return this.#transact((settings) => notes.changeNote(this.#db, change, readClocks(settings)));
  }

  listNotes(prefix: string, limit: number): Promise<readonly string[]> {
    return this.#readOnly(() => notes.listNotes(this.#db, prefix, limit));
  }

  countDue(): Promise<Backlog> {
    return this.#readOnly(({ clock }) => queue.countDue(this.#db, clock()));
  }

  async close(): Promise<void> {
    this.#settings = undefined;
    this.#ids.reset();
    await this.#db.close();
  }

  /** Ends the leases of stopped processes, if it is certain that no other process runs. */
  async #endLeases(): Promise<void> {
    // Listed first, so that claims which another process makes from now on stay valid.
    const claims = queue.listClaims(this.#db);
    if (claims.length === 0 || !(await this.#db.isAlone())) return;
    await this.#transact((settings) =>
      queue.renewClaims(this.#db, claims, 0, readClocks(settings)),
    );
  }

  /** Returns false for a delivery that is here already. */
  #restore(delivery: StoredDelivery): boolean {
    const { receivedAt, isConflict } = delivery;
    const [seq] = insertDeliveries(this.#db, this.#ids, [delivery], receivedAt, Infinity).seqs;
    if (seq === undefined) return false;
    if (isConflict) markConflicts(this.#db, [seq]);
    queue.restoreWork(this.#db, seq, delivery);
    return true;
  }

  async #transact<Result>(work: (settings: StoreSettings) => Result): Promise<Result> {
    const settings = this.#expectSettings();
    try {
      return await this.#db.transact(() => work(settings));
    } catch (error) {
      this.#ids.reset();
      throw error;
    }
  }

  /** Reads without a transaction. Rejects while the store is not open. */
  #readOnly<Result>(read: (settings: StoreSettings) => Result): Promise<Result> {
    return new Promise((resolve) => resolve(read(this.#expectSettings()))); // rejects if it throws
  }

  /** Resolves the text of a filter to the keys of the deliveries that contain it. */
  async #resolveText(filter: StoreFilter): Promise<StoreFilter> {
    this.#expectSettings();
    return queries.resolveText(this.#db, this.#ids, filter);
  }

  #expectSettings(): StoreSettings {
    if (this.#settings !== undefined) return this.#settings;
    throw createNotOpenError();
  }
}

const DAMAGED =
  "The file of the store is damaged. Stop the processes that use it, and repair the file or put a " +
  "backup in its place.";

const EMPTY_RESULT: StoreResult = {
  renewals: [],
  outcomes: [],
  arrivals: [],
  claimed: [],
  isSuspectDue: false,
  lost: [],
};
