/** Open database of the store: its tables and their migrations, its journal, and transactions that wait for their lock. */
import { createNotOpenError, InboxError } from "../store.js";
import { expectNewest, selectSteps } from "../store-rules.js";
import {
  findFile,
  SqliteDatabase,
  SqliteFiles,
  toWatchedPath,
  watchTransaction,
} from "./database.js";
import { createNoFileError, isBusy, type Row, type SqliteHandle, type SqlValue } from "./engine.js";
import { SearchThread } from "./search-thread.js";

/** Opens the database, and runs transactions that wait for their lock. */
export class SqliteConnection {
  readonly #file: string | SqliteHandle;
  readonly #busyTimeout: number;
  readonly #openReader: ((path: string) => Promise<SqliteHandle>) | undefined;
  #db: SqliteDatabase | undefined;
  #files: SqliteFiles | undefined;
  #search: SearchThread | undefined;

  /**
   * @param busyTimeout milliseconds that a transaction waits for another process.
   * @param openReader opens a path that is only read.
   */
  constructor(
    file: string | SqliteHandle,
    busyTimeout: number,
    openReader?: (path: string) => Promise<SqliteHandle>,
  ) {
    this.#file = file;
    this.#busyTimeout = busyTimeout;
    this.#openReader = openReader;
  }

  /** True for a connection that only reads. */
  get isReader(): boolean {
    return this.#openReader !== undefined;
  }

  /** Opens the database and migrates its tables. */
  async open(): Promise<void> {
    this.#db ??= await SqliteDatabase.open(this.#file, this.#openReader);
    const { handle: db } = this.#db;
    try {
      const file = findFile(db);
      if (file === undefined) throw createNoFileError("The database");
      if (this.isReader) {
        expectCurrent(db);
        return;
      }
      this.#files = new SqliteFiles(db, toWatchedPath(this.#file) ?? file);
      await this.#configure(db);
      // A store that is up to date can be read while another process writes.
      if (!isCurrent(db)) await this.transact(() => migrate(db));
      this.#files.noteOthers();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * True if no other process, and no other handle of this one, has the database open. Tries to leave the
   * write-ahead log, which only the last handle can: the operating system drops the locks of a process when
   * it ends for any reason. Must be called before anything else uses the open database.
   */
  async isAlone(): Promise<boolean> {
    const { handle: db } = this.#expectOpen();
    if (!leaveLog(db)) return false;
    await this.#configure(db);
    isCurrent(db); // the first query creates the files
    this.#files?.noteOthers();
    return true;
  }

  async #configure(db: SqliteHandle): Promise<void> {
    await this.#whenFree(
      () => configure(db),
      () => undefined,
    );
  }

  async close(): Promise<void> {
    const [db, search] = [this.#db, this.#search];
    this.#db = undefined;
    this.#files = undefined;
    this.#search = undefined;
    await search?.close();
    await db?.close();
  }

  all(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#expectOpen().all(sql, ...values);
  }

  /**
   * Runs a query that may take long: in a thread with a connection of its own, or, on a handle of the caller,
   * in a turn of its own. Nobody but the caller knows the engine of a handle, and two engines in one process do
   * not see each other's locks.
   */
  async search(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    const { handle } = this.#expectOpen();
    if (typeof this.#file === "string" && !this.isReader) {
      this.#search ??= new SearchThread(findFile(handle) ?? this.#file);
      return this.#search.query(sql, values);
    }
    await new Promise((resolve) => setImmediate(resolve));
    return this.#expectOpen()
      .handle.prepare(sql)
      .all(...(values as never[])) as readonly Row[]; // as `all`
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#expectOpen().run(sql, ...values);
  }

  /**
   * Makes all or none of the writes of `work` durable.
   * @throws InboxError when a file was moved, replaced or cut. The writes may have reached it all the same.
   */
  async transact<Result>(work: () => Result): Promise<Result> {
    const db = this.#expectOpen();
    return this.#whenFree(
      () => db.handle.exec("BEGIN IMMEDIATE"),
      () => watchTransaction(db, this.#files, work),
    );
  }

  /**
   * Waits for a lock without blocking the thread, as the busy handler of SQLite would.
   * @param next runs in the same turn as `lock`, because the connection holds one transaction at a
   * time: another one would begin within it.
   */
  async #whenFree<Result>(lock: () => void, next: () => Result): Promise<Result> {
    const end = performance.now() + this.#busyTimeout;
    for (let wait = 1; !tryLock(lock, end); wait = Math.min(wait * 2, 25)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return next();
  }

  #expectOpen(): SqliteDatabase {
    if (this.#db !== undefined) return this.#db;
    throw createNotOpenError();
  }
}

/**
 * Takes the lock; returns false if it was not free.
 * @throws errors of the engine; its "busy" only after `end`.
 */
function tryLock(lock: () => void, end: number): boolean {
  try {
    lock();
    return true;
  } catch (error) {
    if (!isBusy(error) || performance.now() >= end) throw error;
    return false;
  }
}

// ---- The journal

/**
 * Configures the journal of an open database.
 * @throws InboxError when the database cannot have a write-ahead log.
 */
export function configure(db: SqliteHandle): void {
  const [row] = db.prepare("PRAGMA journal_mode = WAL").all();
  const { journal_mode: mode } = row as { readonly journal_mode: string }; // the only column
  if (mode !== "wal") {
    const message = `The journal mode of the database is ${mode}; expected wal. Use a file on a local disk.`;
    throw new InboxError("STORE_UNREADABLE", message);
  }
  // The write-ahead log is copied to the database every 32 MB. A page that changes often is then copied
  // once for many changes, and there are fewer copies, which cost two syncs each. After a peak, the file
  // of the log shrinks again.
  db.exec(
    `PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000;
     PRAGMA journal_size_limit = 67108864`,
  );
}

/** Leaves the write-ahead log. Returns false when another handle or process has the database open. */
export function leaveLog(db: SqliteHandle): boolean {
  try {
    const [row] = db.prepare("PRAGMA journal_mode = DELETE").all();
    const { journal_mode: mode } = row as { readonly journal_mode: string }; // the only column
    return mode === "delete";
  } catch {
    return false; // locked, or refused for another reason
  }
}

// ---- Tables

/**
 * SQL of the migrations: the first step leads to version 1, the next one to version 2. Released steps never
 * change.
 *
 * `inbox_work` has the columns that change while a delivery is handled. Its rows are small, because it
 * does not have the bodies. The meaning of `due` depends on the state:
 *
 * | state     | `due`                                                                         |
 * | --------- | ----------------------------------------------------------------------------- |
 * | waiting   | earliest time of the next attempt                                             |
 * | held      | the same, once the deliveries of its order key before it are finished         |
 * | running   | end of the lease, by the clock of leases                                      |
 * | done      | time at which it was finished                                                 |
 * | dead      | time at which it was finished                                                 |
 * | forgotten | earliest time at which id and digest are deleted; the body is deleted already |
 *
 * `inbox_ids` is the index of ids. It is a table, because ids are added to it in groups (see
 * `SqliteIds`). It ends with the delivery `inbox_indexed.seq`; the hashes of later ones are read from
 * `inbox_work`, whose rows are small.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE inbox_deliveries (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id_hash INTEGER NOT NULL, id TEXT NOT NULL,
     digest BLOB NOT NULL, name TEXT NOT NULL, received_at INTEGER NOT NULL,
     is_conflict INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL
   ) STRICT;
   CREATE TABLE inbox_work (
     seq INTEGER PRIMARY KEY, state INTEGER NOT NULL, due INTEGER NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0, claims INTEGER NOT NULL DEFAULT 0,
     done TEXT NOT NULL DEFAULT '[]', errors TEXT NOT NULL DEFAULT '',
     order_key TEXT, id_hash INTEGER, losses INTEGER NOT NULL DEFAULT 0,
     lease INTEGER NOT NULL DEFAULT 0 -- of a running delivery, because processes may differ
   ) STRICT;
   CREATE INDEX inbox_due ON inbox_work (state, due);
   CREATE INDEX inbox_lines ON inbox_work (order_key, state, seq) WHERE order_key IS NOT NULL;
   CREATE INDEX inbox_suspects ON inbox_work (state, due) WHERE losses > 0;
   CREATE TABLE inbox_ids (
     id_hash INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id_hash, seq)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE inbox_indexed (seq INTEGER NOT NULL) STRICT;
   INSERT INTO inbox_indexed VALUES (0)`,
  // Leases are measured by the clock of the machine. Versions that measure them by the wall clock must not
  // open the file. Leases in it end one lease later, as after a restart of the machine.
  "-- no change of the tables",
  `ALTER TABLE inbox_deliveries ADD COLUMN via TEXT; -- NULL: it was sent
   CREATE TABLE inbox_notes (
     name TEXT PRIMARY KEY, text TEXT NOT NULL, holder TEXT NOT NULL,
     until INTEGER NOT NULL, lease INTEGER NOT NULL -- by the clock of leases
   ) STRICT, WITHOUT ROWID`,
];

/** Tells if the tables have the newest version. Takes no lock. */
function isCurrent(db: SqliteHandle): boolean {
  return hasInbox(db) && readVersion(db) === STEPS.length;
}

/**
 * Checks a database that is only read.
 * @throws InboxError unless it has an inbox of the newest version.
 */
function expectCurrent(db: SqliteHandle): void {
  expectNewest(STEPS, hasInbox(db) ? readVersion(db) : undefined);
}

function hasInbox(db: SqliteHandle): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'inbox_version'").all().length > 0;
}

function readVersion(db: SqliteHandle): number {
  const [row] = db.prepare("SELECT max(version) AS version FROM inbox_version").all();
  const { version } = row as { readonly version: number | null }; // the only column; null without rows
  return version ?? 0;
}

/**
 * Creates the tables, or migrates those of an older version. Must be called in a transaction.
 * @throws InboxError for a newer version.
 */
function migrate(db: SqliteHandle): void {
  db.exec("CREATE TABLE IF NOT EXISTS inbox_version (version INTEGER NOT NULL) STRICT");
  const steps = selectSteps(STEPS, readVersion(db));
  if (steps.length === 0) return;
  for (const step of steps) db.exec(step);
  db.exec(`DELETE FROM inbox_version; INSERT INTO inbox_version VALUES (${STEPS.length})`);
}
