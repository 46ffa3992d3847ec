/**
 * Open database of any engine of SQLite, and the watch of its files: notices when one is deleted, replaced or cut.
 * The inbox and the relay use it.
 */
import { InboxError } from "../store.js";
import {
  closeFile,
  isUri,
  openFile,
  type Row,
  type SqliteHandle,
  type SqlValue,
} from "./engine.js";

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

// ---- The file of a database

/**
 * Opens a file, and checks that it was not replaced meanwhile.
 * @throws InboxError when it was. The next delivery tries again.
 */
export async function openInPlace(
  file: string,
  open = openFile,
  close = closeFile,
): Promise<SqliteHandle> {
  const path = toWatchedPath(file);
  const before = path === undefined ? undefined : identify(path);
  const db = await open(file);
  if (path === undefined || before === undefined || before.id === identify(path)?.id) return db;
  await close(db);
  throw new InboxError("STORE_REPLACED", `The file ${path} was replaced while it was opened.`);
}

/** Resolves the path of the file to watch. `undefined` for a handle or a URI: only the engine knows it. */
export function toWatchedPath(file: string | SqliteHandle): string | undefined {
  if (typeof file !== "string" || isUri(file)) return undefined;
  return process.getBuiltinModule("node:path").resolve(file);
}

/** Finds the path of an open database. `undefined` if it has no file. */
export function findFile(db: SqliteHandle): string | undefined {
  const list = db.prepare("PRAGMA database_list").all() as { name: string; file: string | null }[];
  return list.find(({ name }) => name === "main")?.file || undefined;
}

/** Tells which file is at the path, and its size. `undefined` if there is none. */
function identify(path: string): FileIdentity | undefined {
  const fs = process.getBuiltinModule("node:fs");
  // Bigints, because the numbers of some file systems have more than 53 bits.
  const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && { id: `${found.dev}:${found.ino}`, size: Number(found.size) };
}

// ---- The watch of files

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

/**
 * Watches the files that SQLite has open. SQLite goes on writing to files that were deleted, replaced or
 * cut, and these writes are lost when the process ends. A check costs a `stat` of each file and two short
 * reads of the log, together a hundredth of a durable transaction.
 */
export class SqliteFiles {
  readonly #db: SqliteHandle;
  /** Files by path, as they were at the last check. */
  readonly #seen = new Map<string, SeenFile>();

  /** @param path of the database as the program has given it; a symbolic link is followed. */
  constructor(db: SqliteHandle, path: string) {
    this.#db = db;
    this.#note(path, identify(path));
  }

  /** Notes the files beside the database, once SQLite has created them. */
  noteOthers(): void {
    const database = findFile(this.#db);
    if (database === undefined) return;
    const logPath = `${database}-wal`;
    const log = identify(logPath);
    this.#note(logPath, log && { ...log, log: readLog(logPath, log.size) });
    // A database that only one process uses has no index of its log.
    const indexPath = `${database}-shm`;
    this.#note(indexPath, identify(indexPath));
  }

  /** @param file is absent when there is none at the path, which is not watched then. */
  #note(path: string, file: SeenFile | undefined): void {
    if (file === undefined) this.#seen.delete(path);
    else this.#seen.set(path, file);
  }

  /**
   * Expects every file where it was, with all that it held, and notes how they are now. Called in a
   * transaction before it writes, and after its commit before the sender is answered. Between these two, no
   * other process can write.
   * @throws InboxError for a file that was deleted, replaced or cut.
   */
  expectInPlace(): void {
    for (const [path, before] of this.#seen) this.#note(path, this.#expectWhole(path, before));
  }

  /** Returns how the file is now. */
  #expectWhole(path: string, before: SeenFile): SeenFile {
    const now = identify(path);
    if (now?.id !== before.id) throw createLostError(path, "was deleted or replaced");
    if (before.log === undefined) {
      if (now.size < before.size && now.size < this.#readLength())
        throw createLostError(path, "was cut");
      return now;
    }
    const log = readLog(path, now.size);
    if (isLogCut(path, before.log, log)) throw createLostError(path, "was cut");
    return { ...now, log };
  }

  /** Reads the length of the database in bytes. Only `VACUUM` makes a file shorter, and this with it. */
  #readLength(): number {
    const read = (pragma: string): number => {
      const [row = {}] = this.#db.prepare(`PRAGMA ${pragma}`).all();
      return Number(Object.values(row as object)[0]); // one row with one column
    };
    return read("page_count") * read("page_size");
  }
}

function createLostError(path: string, what: string): InboxError {
  const message =
    `The file ${path} ${what}; expected the one that this process has opened, with all that it held. ` +
    "Put it back, or restart the process to use what is there now.";
  return new InboxError("STORE_REPLACED", message);
}

// ---- The write-ahead log (https://www.sqlite.org/walformat.html)

/** @param size of the file in bytes, as it was found just now. */
function readLog(path: string, size: number): LogState {
  if (size < LOG_HEADER.length) return { kind: "empty" };
  const header = readAt(path, 0, LOG_HEADER.length);
  if ((header.readUInt32BE(LOG_HEADER.magic) & ~1) !== LOG_MAGIC) return { kind: "damaged" };
  return {
    kind: "begun",
    size,
    salts: readSalts(header, LOG_HEADER.salts),
    pageSize: header.readUInt32BE(LOG_HEADER.pageSize),
  };
}

/**
 * Tells whether something other than SQLite has cut a log since it was read. SQLite itself only adds to a log, or begins
 * it anew with other salts. It goes on where it was, behind the end of a log that was cut, and leaves a hole. For the next
 * process, the log ends at the hole.
 */
function isLogCut(path: string, before: LogState, now: LogState): boolean {
  if (now.kind === "damaged") return true;
  if (now.kind === "empty" || before.kind !== "begun" || now.salts !== before.salts) return false;
  if (now.size < before.size) return true;
  const frameLength = FRAME_HEADER.length + before.pageSize;
  // The size may be a limit that SQLite has cut the log to, in the middle of an old frame.
  const oldFrames = Math.ceil((before.size - LOG_HEADER.length) / frameLength);
  const next = LOG_HEADER.length + oldFrames * frameLength;
  if (now.size < next + frameLength) return false;
  // A frame that SQLite has added has the salts of the log. A hole has zeros there.
  const frameHeader = readAt(path, next, FRAME_HEADER.length);
  return readSalts(frameHeader, FRAME_HEADER.salts) !== now.salts;
}

function readSalts(header: Buffer, offset: number): string {
  return header.toString("hex", offset, offset + SALTS_LENGTH);
}

/** Opens the file for a moment: SQLite has no locks on a log, which closing it would drop. */
function readAt(path: string, position: number, length: number): Buffer {
  const fs = process.getBuiltinModule("node:fs");
  const bytes = Buffer.alloc(length);
  const file = fs.openSync(path, "r");
  try {
    fs.readSync(file, bytes, 0, length, position);
  } finally {
    fs.closeSync(file);
  }
  return bytes;
}

/** Offsets in the header of a log, and its length in bytes. */
const LOG_HEADER = { magic: 0, pageSize: 8, salts: 16, length: 32 } as const;

/** The same of the header before each page. */
const FRAME_HEADER = { salts: 8, length: 24 } as const;

const SALTS_LENGTH = 8;

/** Without its last bit, which tells the order of bytes in checksums. */
const LOG_MAGIC = 0x377f0682;

// ---- Types

/** Statement with the values that all engines take. */
interface SqliteStatement {
  run(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

interface FileIdentity {
  /** Device and number. */
  readonly id: string;
  readonly size: number;
}

/** File as it was at the last check. */
interface SeenFile extends FileIdentity {
  /** Absent for a file that is not the write-ahead log. */
  readonly log?: LogState;
}

/** State of a write-ahead log. */
type LogState =
  /** It has no whole header: SQLite has not begun it, or has emptied it. */
  | { readonly kind: "empty" }
  /** It has something else in place of its header, such as a hole. */
  | { readonly kind: "damaged" }
  | {
      readonly kind: "begun";
      readonly size: number;
      /** Two random numbers, which SQLite changes when it begins the log anew. */
      readonly salts: string;
      readonly pageSize: number;
    };
