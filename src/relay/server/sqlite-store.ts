/** Keeps the deliveries of a relay server in one SQLite file. */
import { SqliteDatabase, watchTransaction } from "../../inbox/sqlite/database.js";
import { isBusy, type Row, type SqlValue } from "../../inbox/sqlite/engine-differences.js";
import { closeFile, openFile, type SqliteHandle } from "../../inbox/sqlite/engine.js";
import { expectFile } from "../../inbox/sqlite/file-argument.js";
import { findFile, SqliteFiles, toWatchedPath } from "../../inbox/sqlite/file-watch.js";
import { type RelayDatabase, SqlRelayStore } from "./sql-store.js";
import { DISK_LIMITS, expectLimits, type RelayStore, type RelayStoreLimits } from "./store.js";

/**
 * Keeps deliveries in a file of SQLite, by default for three days, and 2 GiB of them. Only one store may use
 * it at a time: a second one does not open. The names of its tables begin with `relay_`.
 * @param file path of the file, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`, which the
 * store never closes.
 * @example
 * const relay = createRelayServer({ store: openSqliteRelayStore("relay.db") });
 * @throws TypeError for any other value, and for the name of a database in memory.
 * @throws RangeError for a limit that is not a positive integer.
 */
export function openSqliteRelayStore(
  file: string | SqliteHandle,
  limits: RelayStoreLimits = {},
): RelayStore {
  const checked = expectLimits(limits, DISK_LIMITS);
  const known = expectFile(file);
  return new SqlRelayStore(() => RelayFile.open(known), checked);
}

/** Open file, which no other process has open as a relay's, and which is watched. */
class RelayFile implements RelayDatabase {
  readonly #db: SqliteDatabase;
  /** Keeps other processes from opening the store. */
  readonly #lock: SqliteHandle;
  readonly #files: SqliteFiles;

  private constructor(db: SqliteDatabase, lock: SqliteHandle, files: SqliteFiles) {
    this.#db = db;
    this.#lock = lock;
    this.#files = files;
  }

  static async open(file: string | SqliteHandle): Promise<RelayFile> {
    const db = await SqliteDatabase.open(file);
    let lock: SqliteHandle | undefined;
    try {
      const path = findFile(db.handle) ?? "";
      lock = await lockStore(path);
      const files = new SqliteFiles(db.handle, toWatchedPath(file) ?? path);
      db.handle.exec(PRAGMAS);
      db.all("SELECT 1 FROM sqlite_schema"); // creates the files beside the database
      files.noteOthers();
      return new RelayFile(db, lock, files);
    } catch (error) {
      await closeAll(db, lock);
      throw error;
    }
  }

  all(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#db.all(sql, ...values);
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#db.run(sql, ...values);
  }

  transact<Result>(work: () => Result): Result {
    this.#db.handle.exec("BEGIN IMMEDIATE");
    return watchTransaction(this.#db, this.#files, work);
  }

  async close(): Promise<void> {
    await closeAll(this.#db, this.#lock);
  }
}

async function closeAll(db: SqliteDatabase, lock: SqliteHandle | undefined): Promise<void> {
  await db.close();
  if (lock !== undefined) await closeFile(lock);
}

/**
 * Takes a lock that the operating system drops when the process ends for any reason: one on a file of its
 * own, because the database may have other tables, which others use.
 * @throws Error if another store has it.
 */
async function lockStore(path: string): Promise<SqliteHandle> {
  const lock = await openFile(`${path}-lock`);
  try {
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    await closeFile(lock);
    if (!isBusy(error)) throw error;
    const message = `Another relay uses ${path}, and only one may; stop it, or give this one a file of its own.`;
    throw new Error(message, { cause: error });
  }
}

/** A delivery that was answered survives a loss of power. */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
  PRAGMA journal_size_limit = 67108864`;
