import { hash } from "node:crypto";
import { InboxError } from "./errors.js";
import type { SqliteHandle, SqliteStatement } from "./sqlite-handle.js";
import { expectNewest, selectSteps } from "./store-rules.js";

/**
 * Each step leads to the version of its number. A step that was released never changes.
 *
 * `inbox_work` is what changes while a delivery is handled: small rows, apart from the bodies. `due` is
 * when a waiting one is due, when the lease of a running one ends, and when a finished one was
 * finished; of a forgotten one, of which only id and digest are left, when these are forgotten, too.
 */
const STEPS: readonly (string | ((db: SqliteHandle) => void))[] = [
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
  indexHashes,
  // The index of ids is written in groups (see `SqliteIds`), so it is a table. What is not in it yet is
  // read from `inbox_work`, whose rows are small.
  `DROP INDEX inbox_ids;
   CREATE TABLE inbox_ids (
     id_hash INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id_hash, seq)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO inbox_ids SELECT id_hash, seq FROM inbox_deliveries ORDER BY id_hash, seq;
   CREATE TABLE inbox_indexed (seq INTEGER NOT NULL) STRICT;
   INSERT INTO inbox_indexed SELECT coalesce(max(seq), 0) FROM inbox_deliveries;
   ALTER TABLE inbox_work ADD COLUMN id_hash INTEGER`,
  `ALTER TABLE inbox_work ADD COLUMN losses INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX inbox_suspects ON inbox_work (state, due) WHERE losses > 0`,
];

/** States as they are stored. A held delivery stands behind another one of its key. */
export const WAITING = 0;
export const RUNNING = 1;
export const DONE = 2;
export const DEAD = 3;
export const HELD = 4;
export const FORGOTTEN = 5;

/** Whether there is nothing to migrate. It takes no lock. */
export function isCurrent(db: SqliteHandle): boolean {
  return hasInbox(db) && readVersion(db) === STEPS.length;
}

/**
 * For a database that is read and not migrated.
 * @throws InboxError unless it has an inbox of the newest version.
 */
export function expectCurrent(db: SqliteHandle): void {
  expectNewest(STEPS, hasInbox(db) ? readVersion(db) : undefined);
}

function hasInbox(db: SqliteHandle): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'inbox_version'").all().length > 0;
}

function readVersion(db: SqliteHandle): number {
  const [row] = db.prepare("SELECT max(version) AS version FROM inbox_version").all();
  const { version } = row as { readonly version: number | null }; // as the query says
  return version ?? 0;
}

/**
 * Creates the tables, or brings those of an older version up to date. To be called in a transaction.
 * @throws InboxError for a newer version.
 */
export function migrate(db: SqliteHandle): void {
  db.exec("CREATE TABLE IF NOT EXISTS inbox_version (version INTEGER NOT NULL) STRICT");
  const steps = selectSteps(STEPS, readVersion(db));
  if (steps.length === 0) return;
  for (const step of steps) {
    if (typeof step === "string") db.exec(step);
    else step(db);
  }
  db.exec(`DELETE FROM inbox_version; INSERT INTO inbox_version VALUES (${STEPS.length})`);
}

/** What stands for an id in the index: 48 bits, so that a page holds many. Two ids may share one. */
export function hashId(id: string): number {
  return hash("sha256", id, "buffer").readIntBE(0, 6);
}

/** How many rows a migration reads at once. */
const PIECE = 1_000;

/** Copies all deliveries to a table with an index of hashes in place of ids and digests. */
function indexHashes(db: SqliteHandle): void {
  db.exec(`ALTER TABLE inbox_deliveries RENAME TO inbox_old;
    CREATE TABLE inbox_deliveries (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id_hash INTEGER NOT NULL, id TEXT NOT NULL,
      digest BLOB NOT NULL, name TEXT NOT NULL, received_at INTEGER NOT NULL,
      is_conflict INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT`);
  const read: SqliteStatement = db.prepare(
    `SELECT seq, id FROM inbox_old WHERE seq > ? ORDER BY seq LIMIT ${PIECE}`,
  );
  const copy: SqliteStatement = db.prepare(
    `INSERT INTO inbox_deliveries SELECT seq, ?, id, substr(digest, 1, 32), name, received_at,
       is_conflict, size, body FROM inbox_old WHERE seq = ?`,
  );
  let last = 0;
  for (let rows: readonly unknown[]; (rows = read.all(last)).length > 0;) {
    for (const row of rows) {
      const { seq, id } = row as { readonly seq: number; readonly id: string }; // as the query says
      copy.run(hashId(id), seq);
      last = seq;
    }
  }
  // Numbers of deleted deliveries are not given again.
  db.exec(`DELETE FROM sqlite_sequence WHERE name = 'inbox_deliveries';
    UPDATE sqlite_sequence SET name = 'inbox_deliveries' WHERE name = 'inbox_old';
    DROP TABLE inbox_old;
    CREATE INDEX inbox_ids ON inbox_deliveries (id_hash)`);
}

/** @throws InboxError when the journal cannot be what durability needs. */
export function configure(db: SqliteHandle): void {
  const [row] = db.prepare("PRAGMA journal_mode = WAL").all();
  const { journal_mode: mode } = row as { readonly journal_mode: string }; // its only column
  if (mode !== "wal") {
    const message = `The journal mode of the database is ${mode}; expected wal. Use a file on a local disk.`;
    throw new InboxError("STORE_UNREADABLE", message);
  }
  // The write-ahead log is copied to the file every 32 MB: a page that changes often is copied once for
  // many changes, and each copy costs two syncs. It shrinks again after a peak.
  db.exec(
    `PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000;
     PRAGMA journal_size_limit = 67108864`,
  );
}
