/** What the store in SQLite deletes, and when. */
import type { SqliteConnection } from "./sqlite-connection.js";
import { DEAD, DONE, FORGOTTEN, RUNNING, WAITING } from "./sqlite-schema.js";
import type { StoreSettings } from "./store.js";
import { findDeadlines } from "./store-rules.js";

/** Rows that are deleted at once: others wait meanwhile. */
const ROWS = 500;

/** Brings times back that are further in the future than they can be: the clock was set back. */
export function bringBack(
  db: SqliteConnection,
  { lease, longestDelay }: StoreSettings,
  now: number,
): void {
  const update = (state: string, due: number): void =>
    db.run(`UPDATE inbox_work SET due = ? WHERE due > ? AND state = ${state}`, due, due);
  update(`${WAITING} AND attempts = 0 AND losses = 0`, now);
  update(String(WAITING), now + longestDelay);
  bringLeasesBack(db, now + lease);
}

/** Of what runs, no lease can end later: the clock was set back. */
export function bringLeasesBack(db: SqliteConnection, latest: number): void {
  db.run(`UPDATE inbox_work SET due = ? WHERE state = ${RUNNING} AND due > ?`, latest, latest);
}

/** Whether {@link bringLeasesBack} would change something. It takes no lock. */
export function isAnyLeaseTooLong(db: SqliteConnection, latest: number): boolean {
  const sql = `SELECT 1 FROM inbox_work WHERE state = ${RUNNING} AND due > ? LIMIT 1`;
  return db.all(sql, latest).length > 0;
}

/**
 * Deletes some of what is no longer kept. A body goes first; id and digest stay for as long as
 * duplicates are to be known.
 * @returns whether there is more.
 */
export function deleteOld(db: SqliteConnection, settings: StoreSettings, now: number): boolean {
  const deadlines = findDeadlines(settings, now);
  const these = "WHERE seq IN (SELECT value FROM json_each(?))";
  const forgotten = changeRows(
    db,
    `UPDATE inbox_work SET state = ${FORGOTTEN}, done = '[]', errors = '', due =
       (SELECT received_at FROM inbox_deliveries d WHERE d.seq = inbox_work.seq) + ?
     WHERE seq IN (SELECT seq FROM inbox_work WHERE state = ${DONE} AND due < ? UNION ALL
       SELECT seq FROM inbox_work WHERE state = ${DEAD} AND due < ? LIMIT ${ROWS}) RETURNING seq`,
    settings.dedupeFor,
    deadlines.done,
    deadlines.dead,
  );
  db.run(`UPDATE inbox_deliveries SET body = x'' ${these}`, JSON.stringify(forgotten));
  const deleted = changeRows(
    db,
    `DELETE FROM inbox_work WHERE seq IN (SELECT seq FROM inbox_work
       WHERE state = ${FORGOTTEN} AND due < ? LIMIT ${ROWS}) RETURNING seq`,
    now,
  );
  db.run(
    `DELETE FROM inbox_ids WHERE (id_hash, seq) IN
       (SELECT id_hash, seq FROM inbox_deliveries ${these})`,
    JSON.stringify(deleted),
  );
  db.run(`DELETE FROM inbox_deliveries ${these}`, JSON.stringify(deleted));
  return Math.max(forgotten.length, deleted.length) >= ROWS;
}

function changeRows(db: SqliteConnection, sql: string, ...values: readonly number[]): unknown[] {
  return db.all(sql, ...values).map(({ seq }) => seq);
}
