/** Open database of any engine of SQLite: its statements and its transactions. The inbox and the relay use it. */
import type { Row, SqlValue } from "./engine-differences.js";
import { closeFile, type SqliteHandle } from "./engine.js";
import { openInPlace, type SqliteFiles } from "./file-watch.js";

/** Maximum number of statements kept: only the queries of filters have many forms. */
const MAX_STATEMENTS = 64;

/** Prepares each of its statements once. */
export class SqliteDatabase {
  readonly handle: SqliteHandle;
  /** False for a handle of the caller, which is never closed here. */
  readonly #isOwn: boolean;
  readonly #statements = new Map<string, SqliteStatement>();

  private constructor(handle: SqliteHandle, isOwn: boolean) {
    this.handle = handle;
    this.#isOwn = isOwn;
  }

  /**
   * @param openPath Default: opens the file, and throws an InboxError if it was replaced meanwhile.
   */
  static async open(
    file: string | SqliteHandle,
    openPath: (path: string) => Promise<SqliteHandle> = openInPlace,
  ): Promise<SqliteDatabase> {
    if (typeof file !== "string") return new SqliteDatabase(file, false);
    return new SqliteDatabase(await openPath(file), true);
  }

  async close(): Promise<void> {
    this.#statements.clear();
    if (this.#isOwn) await closeFile(this.handle);
  }

  all(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values) as readonly Row[]; // each query names its columns
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  /** Commits the transaction that has begun once `work` is done, or rolls it back if that throws. */
  finishTransaction<Result>(work: () => Result): Result {
    try {
      const result = work();
      this.handle.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        this.handle.exec("ROLLBACK");
      } catch {
        // The failed statement has ended the transaction already; its error is the one to report.
      }
      throw error;
    }
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.handle.prepare(sql); // all engines take these values
    if (this.#statements.size < MAX_STATEMENTS) this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * Finishes a transaction on files that are in place before and after it.
 * @throws InboxError when they are not, in place of any error that this has caused.
 */
export function watchTransaction<Result>(
  db: SqliteDatabase,
  files: SqliteFiles | undefined,
  work: () => Result,
): Result {
  let result: Result;
  try {
    result = db.finishTransaction(() => {
      files?.expectInPlace();
      return work();
    });
  } catch (error) {
    files?.expectInPlace();
    throw error;
  }
  files?.expectInPlace();
  return result;
}

// ---- Types

/** Statement with the values that all engines take. */
interface SqliteStatement {
  run(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}
