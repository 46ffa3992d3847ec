import { InboxError } from "./errors.js";
import {
  isBusy,
  openFile,
  type SqliteHandle,
  type SqliteStatement,
  type SqlValue,
} from "./sqlite-handle.js";
import type { Row } from "./sqlite-rows.js";
import { configure, isCurrent, migrate } from "./sqlite-schema.js";

/** How many statements are kept: only the queries of filters have many forms. */
const MAX_STATEMENTS = 64;

/** An open database: statements, and transactions that wait for their lock. */
export class SqliteConnection {
  readonly #file: string | SqliteHandle;
  readonly #busyTimeout: number;
  readonly #statements = new Map<string, SqliteStatement>();
  #db: SqliteHandle | undefined;

  /** @param busyTimeout how long a transaction waits for another process, in milliseconds. */
  constructor(file: string | SqliteHandle, busyTimeout: number) {
    this.#file = file;
    this.#busyTimeout = busyTimeout;
  }

  /** Opens the database and brings its tables up to date. */
  async open(): Promise<void> {
    const db = (this.#db ??=
      typeof this.#file === "string" ? await openFile(this.#file) : this.#file);
    try {
      await this.#whenFree(
        () => configure(db),
        () => undefined,
      );
      // A store that is up to date can be read while another process writes.
      if (!isCurrent(db)) await this.transact(() => migrate(db));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** A handle that the caller has passed stays open. */
  close(): void {
    const db = this.#db;
    this.#db = undefined;
    this.#statements.clear();
    if (typeof this.#file === "string") db?.close();
  }

  all(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values) as readonly Row[]; // each query names its columns
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  /** All or nothing of what `work` writes becomes durable. */
  async transact<Result>(work: () => Result): Promise<Result> {
    const db = this.#expectOpen();
    return this.#whenFree(
      () => db.exec("BEGIN IMMEDIATE"),
      () => finishTransaction(db, work),
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
