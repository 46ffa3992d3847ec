/** Notices when a file of an open database is deleted, replaced or cut. The inbox and the relay use it. */
import { InboxError } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import { isUri, type SqliteHandle } from "./engine.js";

/**
 * Watches the files that SQLite has open. SQLite goes on writing to files that were deleted, replaced or
 * cut, and these writes are lost when the process ends. A check costs a `stat` of each file and two short
 * reads of the log, together a hundredth of a durable transaction.
 */
export class SqliteFiles {
  readonly #db: SqliteHandle;
  /** Files by path, as they were at the last check. */
  readonly #seen = new Map<string, SeenFile>();
  #log: { readonly path: string; seen: SeenLog } | undefined;

  /** @param path of the database as the program has given it; a symbolic link is followed. */
  constructor(db: SqliteHandle, path: string) {
    this.#db = db;
    this.#note(path);
  }

  /** Notes the files beside the database, once SQLite has created them. */
  noteOthers(): void {
    const real = findFile(this.#db) ?? "";
    // A database that only one process uses has no index of its log.
    for (const suffix of ["-wal", "-shm"]) this.#note(`${real}${suffix}`);
    const path = `${real}-wal`;
    const seen = this.#seen.get(path);
    this.#log = seen && { path, seen: readLog(path, seen.size) };
  }

  /**
   * Called in a transaction before it writes, and after its commit before the sender is answered. Between
   * these two, no other process can write.
   * @throws InboxError unless every file is where it was, with all that it held.
   */
  expectInPlace(): void {
    for (const [path, before] of this.#seen) {
      const now = identify(path);
      if (now?.id !== before.id) throw createLostError(path, "was deleted or replaced");
      if (path === this.#log?.path) this.#log.seen = expectWhole(this.#log.seen, path, now.size);
      else if (now.size < before.size && now.size < this.#readLength()) throw createCutError(path);
      this.#seen.set(path, now);
    }
  }

  /** Reads the length of the database in bytes. Only `VACUUM` makes a file shorter, and this with it. */
  #readLength(): number {
    const read = (pragma: string): number => {
      const [row = {}] = this.#db.prepare(`PRAGMA ${pragma}`).all();
      return Number(Object.values(row as object)[0]); // one row with one column
    };
    return read("page_count") * read("page_size");
  }

  #note(path: string): void {
    const found = identify(path);
    if (found === undefined) this.#seen.delete(path);
    else this.#seen.set(path, found);
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

/** Returns `undefined` if there is no file at the path. */
function identify(path: string): SeenFile | undefined {
  const fs = process.getBuiltinModule("node:fs");
  // Bigints, because the numbers of some file systems have more than 53 bits.
  const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && { id: `${found.dev}:${found.ino}`, size: Number(found.size) };
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

/**
 * Opens a file, and checks that it was not replaced meanwhile.
 * @throws InboxError when it was. The next delivery tries again.
 */
export async function openInPlace(
  file: string,
  open: (file: string) => Promise<SqliteHandle>,
  close: (db: SqliteHandle) => Promise<void>,
): Promise<SqliteHandle> {
  const path = toWatchedPath(file);
  const before = path === undefined ? undefined : identify(path);
  const db = await open(file);
  if (path === undefined || before === undefined || before.id === identify(path)?.id) return db;
  await close(db);
  throw new InboxError("STORE_REPLACED", `The file ${path} was replaced while it was opened.`);
}

// ---- Write-ahead log (https://www.sqlite.org/walformat.html)

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The last bit tells the order of bytes in checksums. */
const LOG_MAGIC = 0x377f0682;

/** Reads the header of a log. Of a file with a hole at its beginning, `salts` is `damaged`. */
function readLog(path: string, size: number): SeenLog {
  if (size < LOG_HEADER) return { size, salts: "", pageSize: 0 };
  const header = readAt(path, 0, LOG_HEADER);
  const isLog = (header.readUInt32BE(0) & ~1) === LOG_MAGIC;
  const salts = isLog ? header.toString("hex", 16, 24) : "damaged";
  return { size, salts, pageSize: header.readUInt32BE(8) };
}

/**
 * Compares a log with what it was. SQLite only adds to it, or begins it anew with other salts. It also
 * writes behind the end of a log that was cut: the hole ends the log for the next process.
 * @throws InboxError for a log that was cut.
 */
function expectWhole(before: SeenLog, path: string, size: number): SeenLog {
  const now = readLog(path, size);
  if (now.salts === "damaged") throw createCutError(path);
  if (now.salts !== before.salts || now.salts === "") return now;
  if (size < before.size) throw createCutError(path);
  const frame = FRAME_HEADER + before.pageSize;
  // The size may be a limit that SQLite has cut the log to, in the middle of an old frame.
  const next = LOG_HEADER + Math.ceil((before.size - LOG_HEADER) / frame) * frame;
  if (size < next + frame) return now;
  const header = readAt(path, next, FRAME_HEADER);
  if (header.toString("hex", 8, 16) !== now.salts) throw createCutError(path);
  return now;
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

function createCutError(path: string): InboxError {
  return createLostError(path, "was cut");
}

function createLostError(path: string, what: string): InboxError {
  const message =
    `The file ${path} ${what}; expected the one that this process has opened, with all that it held. ` +
    "Put it back, or restart the process to use what is there now.";
  return new InboxError("STORE_REPLACED", message);
}

// ---- Types

interface SeenFile {
  /** Device and number. */
  readonly id: string;
  readonly size: number;
}

/** Write-ahead log as it was at the last check. */
interface SeenLog {
  readonly size: number;
  /** Two random numbers, which SQLite changes when it begins the log anew. Empty for an empty log. */
  readonly salts: string;
  readonly pageSize: number;
}
