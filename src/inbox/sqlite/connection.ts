/** Open database of the store, with its transactions and files. */
import { createNotOpenError, InboxError } from "../store.js";
import {
  closeFile,
  createNoFileError,
  isBusy,
  isUri,
  openFile,
  SqliteDatabase,
  type Row,
  type SqliteHandle,
  type SqlValue,
} from "./engine.js";
import { configure, expectCurrent, isCurrent, leaveLog, migrate } from "./schema.js";

/** Opens the database, and runs transactions that wait for their lock. */
export class SqliteConnection {
  readonly #file: string | SqliteHandle;
  readonly #busyTimeout: number;
  readonly #openReader: ((path: string) => Promise<SqliteHandle>) | undefined;
  #db: SqliteDatabase | undefined;
  #files: SqliteFiles | undefined;

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
    this.#db ??= await SqliteDatabase.open(this.#file, this.#openReader ?? openInPlace);
    const { handle: db } = this.#db;
    try {
      const file = findFile(db);
      if (file === undefined) throw createNoFileError("The database");
      if (this.isReader) {
        expectCurrent(db);
        return;
      }
      this.#files = new SqliteFiles(toWatchedPath(this.#file) ?? file);
      await this.#configure(db);
      // A store that is up to date can be read while another process writes.
      if (!isCurrent(db)) await this.transact(() => migrate(db));
      this.#files.noteOthers(file);
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
    this.#files?.noteOthers(findFile(db) ?? "");
    return true;
  }

  async #configure(db: SqliteHandle): Promise<void> {
    await this.#whenFree(
      () => configure(db),
      () => undefined,
    );
  }

  async close(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    this.#files = undefined;
    await db?.close();
  }

  all(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#expectOpen().all(sql, ...values);
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#expectOpen().run(sql, ...values);
  }

  /**
   * Makes all or none of the writes of `work` durable.
   * @throws InboxError when the file was moved or replaced. The writes may have reached it all the same.
   */
  async transact<Result>(work: () => Result): Promise<Result> {
    const db = this.#expectOpen();
    this.#files?.expectFound();
    return this.#whenFree(
      () => db.handle.exec("BEGIN IMMEDIATE"),
      () => {
        const result = db.finishTransaction(work);
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

  #expectOpen(): SqliteDatabase {
    if (this.#db !== undefined) return this.#db;
    throw createNotOpenError();
  }
}

/**
 * Opens a file, and checks that it was not replaced meanwhile.
 * @throws InboxError when it was. The next delivery tries again.
 */
async function openInPlace(file: string): Promise<SqliteHandle> {
  const path = toWatchedPath(file);
  const before = path === undefined ? undefined : identify(path);
  const db = await openFile(file);
  if (path === undefined || before === undefined || before === identify(path)) return db;
  await closeFile(db);
  throw new InboxError("STORE_REPLACED", `The file ${path} was replaced while it was opened.`);
}

/** Resolves the path of the file to watch. `undefined` for a handle or a URI: only the engine knows it. */
function toWatchedPath(file: string | SqliteHandle): string | undefined {
  if (typeof file !== "string" || isUri(file)) return undefined;
  return process.getBuiltinModule("node:path").resolve(file);
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

/** Files beside the database: the log of the last writes, and its index, which processes share. */
const BESIDE = ["-wal", "-shm"];

/**
 * Watches the files that SQLite has open. SQLite goes on writing to files that were deleted or replaced,
 * and these writes are lost when the process ends. A check costs one `stat` of each file, a hundredth of
 * a durable transaction.
 */
class SqliteFiles {
  /** Identities of the files when the database was opened, by path. */
  readonly #opened = new Map<string, string>();
  #state: "in place" | "missing" = "in place";

  /** @param path of the database as the program has given it; a symbolic link is followed. */
  constructor(path: string) {
    this.#note(path);
  }

  /**
   * Notes the files beside the database, once SQLite has created them.
   * @param real path of the database according to SQLite.
   */
  noteOthers(real: string): void {
    for (const suffix of BESIDE) this.#note(`${real}${suffix}`);
  }

  /**
   * Called before a transaction, so that nothing more is written to missing files.
   * @throws InboxError if files were missing at the last check and still are.
   */
  expectFound(): void {
    if (this.#state === "missing") this.expectInPlace();
  }

  /**
   * Called after a commit, before the sender is answered.
   * @throws InboxError unless every file is where it was.
   */
  expectInPlace(): void {
    this.#state = "missing";
    for (const [path, id] of this.#opened) {
      if (identify(path) !== id) throw createReplacedError(path);
    }
    this.#state = "in place";
  }

  /** Skips a missing file: a database that only one process uses has no index. */
  #note(path: string): void {
    const found = identify(path);
    if (found !== undefined) this.#opened.set(path, found);
  }
}

/** Finds the path of an open database. `undefined` if it has no file. */
function findFile(db: SqliteHandle): string | undefined {
  const list = db.prepare("PRAGMA database_list").all() as { name: string; file: string | null }[];
  return list.find(({ name }) => name === "main")?.file || undefined;
}

/** Returns device and number of a file. `undefined` if there is none at the path. */
function identify(path: string): string | undefined {
  const fs = process.getBuiltinModule("node:fs");
  // Bigints, because the numbers of some file systems have more than 53 bits.
  const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function createReplacedError(path: string): InboxError {
  const message =
    `The file ${path} was deleted or replaced; expected the one that the inbox has opened. ` +
    "Put it back, or restart the process to use what is there now.";
  return new InboxError("STORE_REPLACED", message);
}
