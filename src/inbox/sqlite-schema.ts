import { createTooNewError, InboxError } from "./errors.js";
import type { SqliteHandle } from "./sqlite-handle.js";

/**
 * Each step leads to the version of its number. A step that was released never changes.
 *
 * `inbox_work` is what changes while a delivery is handled: small rows, apart from the bodies. `due` is
 * when a waiting one is due, when the lease of a running one ends, and when a finished one was
 * finished; of a forgotten one, of which only id and digest are left, when these are forgotten, too.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE inbox_deliveries (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, digest BLOB NOT NULL,
     name TEXT NOT NULL, received_at INTEGER NOT NULL, is_conflict INTEGER NOT NULL,
     size INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (id, digest)
   ) STRICT;
   CREATE TABLE inbox_work (
     seq INTEGER PRIMARY KEY, state INTEGER NOT NULL, due INTEGER NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0, claims INTEGER NOT NULL DEFAULT 0,
     done TEXT NOT NULL DEFAULT '[]', errors TEXT NOT NULL DEFAULT ''
   ) STRICT;
   CREATE INDEX inbox_due ON inbox_work (state, due);`,
  `ALTER TABLE inbox_work ADD COLUMN order_key TEXT;
   CREATE INDEX inbox_lines ON inbox_work (order_key, state, seq) WHERE order_key IS NOT NULL;`,
];

/** States as they are stored. A held delivery stands behind another one of its key. */
export const WAITING = 0;
export const RUNNING = 1;
export const DONE = 2;
export const DEAD = 3;
export const HELD = 4;
export const FORGOTTEN = 5;

/**
 * Creates the tables, or brings those of an older version up to date. To be called in a transaction.
 * @throws InboxError for a newer version.
 */
export function migrate(db: SqliteHandle): void {
  db.exec("CREATE TABLE IF NOT EXISTS inbox_version (version INTEGER NOT NULL) STRICT");
  const [row] = db.prepare("SELECT max(version) AS version FROM inbox_version").all();
  const { version } = row as { readonly version: number | null }; // as the query says
  const found = version ?? 0;
  if (found > STEPS.length) throw createTooNewError(found, STEPS.length);
  if (found === STEPS.length) return;
  for (const step of STEPS.slice(found)) db.exec(step);
  db.exec(`DELETE FROM inbox_version; INSERT INTO inbox_version VALUES (${STEPS.length})`);
}

/** @throws InboxError when the journal cannot be what durability needs. */
export function configure(db: SqliteHandle): void {
  const [row] = db.prepare("PRAGMA journal_mode = WAL").all();
  const { journal_mode: mode } = row as { readonly journal_mode: string }; // its only column
  if (mode !== "wal" && mode !== "memory") {
    const message = `The journal mode of the database is ${mode}; expected wal. Use a file on a local disk.`;
    throw new InboxError("STORE_UNREADABLE", message);
  }
  // The write-ahead log shrinks again after a peak.
  db.exec("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864");
}
