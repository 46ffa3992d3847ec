/** The files of a database that is open: whether they are still where they were. */
import { InboxError } from "./errors.js";
import type { SqliteHandle } from "./sqlite-handle.js";

/** Files beside the database. The log holds what was written last; the index is shared by processes. */
const BESIDE = ["-wal", "-shm"];

/**
 * Watches the files that SQLite has open. It goes on writing to them when somebody deletes or replaces
 * them, and what it writes then is gone when the process ends. A check costs one `stat` of each file,
 * a hundredth of what a durable transaction takes.
 */
export class SqliteFiles {
  /** By path, the file that stood there when the database was opened. */
  readonly #opened = new Map<string, string>();
  #state: "in place" | "missing" = "in place";

  /** @param path what the program knows the database by; a symbolic link is followed. */
  constructor(path: string) {
    this.#note(path);
  }

  /**
   * Notes the files beside the database, once SQLite has created them.
   * @param real where SQLite has found the database.
   */
  noteOthers(real: string): void {
    for (const suffix of BESIDE) this.#note(`${real}${suffix}`);
  }

  /**
   * Called before a transaction: nothing more is written to files that were missing at the last check.
   * @throws InboxError if they still are.
   */
  expectFound(): void {
    if (this.#state === "missing") this.expectInPlace();
  }

  /**
   * Called after a commit, before anybody relies on it.
   * @throws InboxError unless every file is where it was.
   */
  expectInPlace(): void {
    this.#state = "missing";
    for (const [path, id] of this.#opened) {
      if (identify(path) !== id) throw createReplacedError(path);
    }
    this.#state = "in place";
  }

  /** What is not there is not watched: a database that one process has for itself has no index. */
  #note(path: string): void {
    const found = identify(path);
    if (found !== undefined) this.#opened.set(path, found);
  }
}

/**
 * Where SQLite has the file of a database.
 * @returns `undefined` for a database without one, whatever name it was opened by.
 */
export function findFile(db: SqliteHandle): string | undefined {
  const list = db.prepare("PRAGMA database_list").all() as { name: string; file: string | null }[];
  return list.find(({ name }) => name === "main")?.file || undefined;
}

/** The device and the number of a file. `undefined` if there is none at the path. */
export function identify(path: string): string | undefined {
  const fs = process.getBuiltinModule("node:fs");
  // As bigints: the numbers of some file systems have more than 53 bits.
  const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function createReplacedError(path: string): InboxError {
  const message =
    `The file ${path} was deleted or replaced; expected the one that the inbox has opened. ` +
    "Put it back, or restart the process to use what is there now.";
  return new InboxError("STORE_REPLACED", message);
}
