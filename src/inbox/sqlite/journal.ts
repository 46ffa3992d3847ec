/**
 * Journal of a database. The inbox uses the write-ahead log, and leaves it to learn that no other process has the
 * database open.
 */
import { InboxError } from "../store.js";
import type { SqliteHandle } from "./engine.js";

/**
 * Configures the journal of an open database.
 * @throws InboxError when the database cannot have a write-ahead log.
 */
export function configure(db: SqliteHandle): void {
  const [row] = db.prepare("PRAGMA journal_mode = WAL").all();
  const { journal_mode: mode } = row as { readonly journal_mode: string }; // the only column
  if (mode !== "wal") {
    const message = `The journal mode of the database is ${mode}; expected wal. Use a file on a local disk.`;
    throw new InboxError("STORE_UNREADABLE", message);
  }
  // The write-ahead log is copied to the database every 32 MB. A page that changes often is then copied
  // once for many changes, and there are fewer copies, which cost two syncs each. After a peak, the file
  // of the log shrinks again.
  db.exec(
    `PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000;
     PRAGMA journal_size_limit = 67108864`,
  );
}

/** Leaves the write-ahead log. Returns false when another handle or process has the database open. */
export function leaveLog(db: SqliteHandle): boolean {
  try {
    const [row] = db.prepare("PRAGMA journal_mode = DELETE").all();
    const { journal_mode: mode } = row as { readonly journal_mode: string }; // the only column
    return mode === "delete";
  } catch {
    return false; // locked, or refused for another reason
  }
}
