/** Notices when a file of an open database is deleted, replaced or cut. The inbox and the relay use it. */
import { InboxError } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import type { SqliteHandle } from "./engine.js";
import { type FileIdentity, findFile, identify } from "./open-in-place.js";
import { isLogCut, type LogState, readLog } from "./write-ahead-log.js";

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

function createLostError(path: string, what: string): InboxError {
  const message =
    `The file ${path} ${what}; expected the one that this process has opened, with all that it held. ` +
    "Put it back, or restart the process to use what is there now.";
  return new InboxError("STORE_REPLACED", message);
}

/** File as it was at the last check. */
interface SeenFile extends FileIdentity {
  /** Absent for a file that is not the write-ahead log. */
  readonly log?: LogState;
}
