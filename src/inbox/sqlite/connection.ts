/** Open database of the store: searches in a thread, and transactions that wait for their lock. */
import { createNotOpenError } from "../store.js";
import { SqliteDatabase, watchTransaction } from "./database.js";
import { isBusy, type Row, type SqlValue } from "./engine-differences.js";
import type { SqliteHandle } from "./engine.js";
import { createNoFileError } from "./file-argument.js";
import { findFile, SqliteFiles, toWatchedPath } from "./file-watch.js";
import { configure, leaveLog } from "./journal.js";
import { SearchThread } from "./search-thread.js";
import { expectCurrent, isCurrent, migrate } from "./tables.js";

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
