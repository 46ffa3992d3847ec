/** Watch of the files of an open database: notices when one is deleted, replaced or cut. The inbox and the relay use it. */
import { InboxError } from "../store.js";
import { closeFile, openFile, type SqliteHandle } from "./engine.js";
import { isUri } from "./file-argument.js";
import { isLogCut, type LogState, readLog } from "./write-ahead-log.js";

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

// ---- Types

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
