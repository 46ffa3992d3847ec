/** Tables of the store in SQLite, and the migrations that lead to them. */
import { expectNewest, selectSteps } from "../store-rules/versions.js";
import type { SqliteHandle } from "./engine.js";

/**
 * SQL of the migrations: the first step leads to version 1, the next one to version 2. Released steps never
 * change.
 *
 * `inbox_work` has the columns that change while a delivery is handled. Its rows are small, because it
 * does not have the bodies. The meaning of `due` depends on the state:
 *
 * | state     | `due`                                                                         |
 * | --------- | ----------------------------------------------------------------------------- |
 * | waiting   | earliest time of the next attempt                                             |
 * | held      | the same, once the deliveries of its order key before it are finished         |
 * | running   | end of the lease, by the clock of leases                                      |
 * | done      | time at which it was finished                                                 |
 * | dead      | time at which it was finished                                                 |
 * | forgotten | earliest time at which id and digest are deleted; the body is deleted already |
 *
 * `inbox_ids` is the index of ids. It is a table, because ids are added to it in groups (see
 * `SqliteIds`). It ends with the delivery `inbox_indexed.seq`; the hashes of later ones are read from
 * `inbox_work`, whose rows are small.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE inbox_deliveries (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id_hash INTEGER NOT NULL, id TEXT NOT NULL,
     digest BLOB NOT NULL, name TEXT NOT NULL, received_at INTEGER NOT NULL,
     is_conflict INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL
   ) STRICT;
   CREATE TABLE inbox_work (
     seq INTEGER PRIMARY KEY, state INTEGER NOT NULL, due INTEGER NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0, claims INTEGER NOT NULL DEFAULT 0,
     done TEXT NOT NULL DEFAULT '[]', errors TEXT NOT NULL DEFAULT '',
     order_key TEXT, id_hash INTEGER, losses INTEGER NOT NULL DEFAULT 0,
     lease INTEGER NOT NULL DEFAULT 0 -- of a running delivery, because processes may differ
   ) STRICT;
   CREATE INDEX inbox_due ON inbox_work (state, due);
   CREATE INDEX inbox_lines ON inbox_work (order_key, state, seq) WHERE order_key IS NOT NULL;
   CREATE INDEX inbox_suspects ON inbox_work (state, due) WHERE losses > 0;
   CREATE TABLE inbox_ids (
     id_hash INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id_hash, seq)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE inbox_indexed (seq INTEGER NOT NULL) STRICT;
   INSERT INTO inbox_indexed VALUES (0)`,
  // Leases are measured by the clock of the machine. Versions that measure them by the wall clock must not
  // open the file. Leases in it end one lease later, as after a restart of the machine.
  "-- no change of the tables",
  `ALTER TABLE inbox_deliveries ADD COLUMN via TEXT; -- NULL: it was sent
   CREATE TABLE inbox_notes (
     name TEXT PRIMARY KEY, text TEXT NOT NULL, holder TEXT NOT NULL,
     until INTEGER NOT NULL, lease INTEGER NOT NULL -- by the clock of leases
   ) STRICT, WITHOUT ROWID`,
];

/** Tells if the tables have the newest version. Takes no lock. */
export function isCurrent(db: SqliteHandle): boolean {
  return hasInbox(db) && readVersion(db) === STEPS.length;
}

/**
 * Checks a database that is only read.
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
  const { version } = row as { readonly version: number | null }; // the only column; null without rows
  return version ?? 0;
}

/**
 * Creates the tables, or migrates those of an older version. Must be called in a transaction.
 * @throws InboxError for a newer version.
 */
export function migrate(db: SqliteHandle): void {
  db.exec("CREATE TABLE IF NOT EXISTS inbox_version (version INTEGER NOT NULL) STRICT");
  const steps = selectSteps(STEPS, readVersion(db));
  if (steps.length === 0) return;
  for (const step of steps) db.exec(step);
  db.exec(`DELETE FROM inbox_version; INSERT INTO inbox_version VALUES (${STEPS.length})`);
}
