/**
 * Lines in SQLite: deliveries with the same order key, which are handled one after the other. Of each line, one delivery
 * waits or runs at a time, and the others are held.
 */
import type { SqliteConnection } from "./connection.js";
import { STATE } from "./values.js";

/**
 * Moves lines on, after any of their deliveries has changed: the oldest delivery of each line waits, unless
 * one is running, and the others are held.
 * @param orderKeys keys of the lines; values that are not texts are ignored.
 */
export function advanceLines(db: SqliteConnection, orderKeys: readonly unknown[]): void {
  const lines = new Set(orderKeys.filter((key) => typeof key === "string"));
  if (lines.size === 0) return;
  const list = JSON.stringify([...lines]);
  holdFollowers(db, list);
  releaseHeads(db, list);
}

/** Finds other deliveries of the line of a row of `inbox_work`. */
const IN_SAME_LINE = "SELECT 1 FROM inbox_work o WHERE o.order_key = inbox_work.order_key";

/** Holds waiting deliveries that are behind another one, which is running or held. */
function holdFollowers(db: SqliteConnection, lines: string): void {
  db.run(
    `UPDATE inbox_work SET state = ${STATE.held}
     WHERE state = ${STATE.waiting} AND order_key IN (SELECT value FROM json_each(?)) AND (
       EXISTS (${IN_SAME_LINE} AND o.state = ${STATE.running}) OR
       EXISTS (${IN_SAME_LINE} AND o.state = ${STATE.held} AND o.seq < inbox_work.seq))`,
    lines,
  );
}

/** Lets the oldest held delivery of each line wait, unless another one waits or runs. */
function releaseHeads(db: SqliteConnection, lines: string): void {
  const oldestHeld = `SELECT seq FROM inbox_work
    WHERE order_key = value AND state = ${STATE.held} ORDER BY seq LIMIT 1`;
  db.run(
    `UPDATE inbox_work SET state = ${STATE.waiting}
     WHERE seq IN (SELECT (${oldestHeld}) FROM json_each(?))
       AND NOT EXISTS (${IN_SAME_LINE} AND o.state IN (${STATE.waiting}, ${STATE.running}))`,
    lines,
  );
}
