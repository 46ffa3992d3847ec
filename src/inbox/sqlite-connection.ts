import { InboxError } from "./errors.js";
import { findFile, identify, SqliteFiles } from "./sqlite-files.js";
import {
  closeFile,
  createNoFileError,
  isBusy,
  isUri,
  openFile,
  type SqliteHandle,
  type SqliteStatement,
  type SqlValue,
} from "./sqlite-handle.js";
import type { Row } from "./sqlite-rows.js";
import { configure, expectCurrent, isCurrent, migrate } from "./sqlite-schema.js";

/** How many statements are kept: only the queries of filters have many forms. */
const MAX_STATEMENTS = 64;

/** An open database: statements, and transactions that wait for their lock. */
export class SqliteConnection {
  readonly #file: string | SqliteHandle;
  readonly #busyTimeout: number;
  readonly #openReader: ((path: string) => Promise<SqliteHandle>) | undefined;
  readonly #statements = new Map<string, SqliteStatement>();
  #db: SqliteHandle | undefined;
  #files: SqliteFiles | undefined;

  /**
   * @param busyTimeout how long a transaction waits for another process, in milliseconds.
   * @param openReader opens a path that is read only.
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

  /** Opens the database and brings its tables up to date. */
  async open(): Promise<void> {
    const open = this.#openReader ?? openInPlace;
    const db = (this.#db ??= typeof this.#file === "string" ? await open(this.#file) : this.#file);
    try {
      const file = findFile(db);
      if (file === undefined) throw createNoFileError("The database");
      if (this.#openReader !== undefined) {
        expectCurrent(db);
        return;
      }
      this.#files = new SqliteFiles(toWatchedPath(this.#file) ?? file);
      await this.#whenFree(
        () => configure(db),
        () => undefined,
      );
      // A store that is up to date can be read while another process writes.
      if (!isCurrent(db)) await this.transact(() => migrate(db));
      this.#files.noteOthers(file);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** A handle that the caller has passed stays open. */
  async close(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    this.#files = undefined;
    this.#statements.clear();
    if (typeof this.#file === "string" && db !== undefined) await closeFile(db);
  }

  all(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values) as readonly Row[]; // each query names its columns
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  /**
   * All or nothing of what `work` writes becomes durable.
   * @throws InboxError when the file is no longer where it was: it may have been written all the same.
   */
  async transact<Result>(work: () => Result): Promise<Result> {
    const db = this.#expectOpen();
    this.#files?.expectFound();
    return this.#whenFree(
      () => db.exec("BEGIN IMMEDIATE"),
      () => {
        const result = finishTransaction(db, work);
        this.#files?.expectInPlace();
        return result;
      },
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

  #prepare(sql: string): SqliteStatement {
    const db = this.#expectOpen();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql); // all engines take these values
    if (this.#statements.size < MAX_STATEMENTS) this.#statements.set(sql, statement);
    return statement;
  }

  #expectOpen(): SqliteHandle {
    if (this.#db !== undefined) return this.#db;
    throw new InboxError("CLOSED", "The store is not open.");
  }
}

/**
 * Opens a file that nobody replaces meanwhile: the one that is watched is the one that is open.
 * @throws InboxError when somebody does. The next delivery tries again.
 */
async function openInPlace(file: string): Promise<SqliteHandle> {
  const path = toWatchedPath(file);
  const before = path === undefined ? undefined : identify(path);
  const db = await openFile(file);
  if (path === undefined || before === undefined || before === identify(path)) return db;
  await closeFile(db);
  throw new InboxError("STORE_REPLACED", `The file ${path} was replaced while it was opened.`);
}

/** The path by which the program knows its file. `undefined` if that is for the engine to say. */
function toWatchedPath(file: string | SqliteHandle): string | undefined {
  if (typeof file !== "string" || isUri(file)) return undefined;
  return process.getBuiltinModule("node:path").resolve(file);
}

/**
 * Takes the lock; returns whether it was free.
 * @throws whatever the engine throws, but its "busy" only after `end`.
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

function finishTransaction<Result>(db: SqliteHandle, work: () => Result): Result {
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** A failed statement may have ended the transaction already. */
function rollBack(db: SqliteHandle): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // The first error is the one to report.
  }
}
