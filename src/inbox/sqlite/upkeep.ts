/** Upkeep of the store in SQLite: deletes what has been kept for long enough, and mends times that cannot be right. */
import type { StoreSettings } from "../store.js";
import { findDeadlines, type Clocks } from "../store-rules/values.js";
import type { SqliteConnection } from "./connection.js";
import { shortenLeases } from "./queue.js";
import { IS_LISTED, listNumbers, STATE } from "./values.js";

/** Rows deleted at once. Other transactions wait meanwhile. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes some expired deliveries in two steps: the body at once; id and digest after `dedupeFor`.
 * @returns true if there may be more.
 */
export function deleteOld(db: SqliteConnection, settings: StoreSettings, now: number): boolean {
  const forgotten = deleteBodies(db, settings, now);
  const deleted = deleteForgotten(db, now);
  return Math.max(forgotten, deleted) >= DELETED_AT_ONCE;
}

/** Deletes the bodies of finished deliveries, which are forgotten from then on. Returns their number. */
function deleteBodies(db: SqliteConnection, settings: StoreSettings, now: number): number {
  const deadlines = findDeadlines(settings, now);
  const forgotten = db.all(
    `UPDATE inbox_work SET state = ${STATE.forgotten}, done = '[]', errors = '',
       due = (SELECT received_at FROM inbox_deliveries d WHERE d.seq = inbox_work.seq) + ?
     WHERE seq IN (
       SELECT seq FROM inbox_work WHERE state = ${STATE.done} AND due < ? UNION ALL
       SELECT seq FROM inbox_work WHERE state = ${STATE.dead} AND due < ? LIMIT ${DELETED_AT_ONCE})
     RETURNING seq`,
    settings.dedupeFor,
    deadlines.done,
    deadlines.dead,
  );
  db.run(`UPDATE inbox_deliveries SET body = x'' WHERE ${IS_LISTED}`, listNumbers(forgotten));
  return forgotten.length;
}

/** Deletes forgotten deliveries that are no longer needed to recognize duplicates. Returns their number. */
function deleteForgotten(db: SqliteConnection, now: number): number {
  const deleted = db.all(
    `DELETE FROM inbox_work WHERE seq IN (SELECT seq FROM inbox_work
       WHERE state = ${STATE.forgotten} AND due < ? LIMIT ${DELETED_AT_ONCE}) RETURNING seq`,
    now,
  );
  const numbers = listNumbers(deleted);
  db.run(
    `DELETE FROM inbox_ids WHERE (id_hash, seq) IN
       (SELECT id_hash, seq FROM inbox_deliveries WHERE ${IS_LISTED})`,
    numbers,
  );
  db.run(`DELETE FROM inbox_deliveries WHERE ${IS_LISTED}`, numbers);
  return deleted.length;
}

// ---- Clocks that were set back

/** Shortens waits and leases that are impossibly long, because a clock was set back. */
export function shortenWaits(
  db: SqliteConnection,
  { longestDelay }: StoreSettings,
  { now, leaseNow }: Clocks,
): void {
  const limitDue = (condition: string, latest: number): void =>
    db.run(`UPDATE inbox_work SET due = ? WHERE due > ? AND ${condition}`, latest, latest);
  limitDue(`state = ${STATE.waiting} AND attempts = 0 AND losses = 0`, now); // new: due since it arrived
  limitDue(`state = ${STATE.waiting}`, now + longestDelay);
  shortenLeases(db, { leaseNow });
}
