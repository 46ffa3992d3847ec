/** What the workers ask of the store in SQLite: outcomes, claims and lines. */
import type { SqliteConnection } from "./sqlite-connection.js";
import { toBytes } from "./sqlite-handle.js";
import type { Row } from "./sqlite-rows.js";
import { DEAD, DONE, HELD, RUNNING, WAITING } from "./sqlite-schema.js";
import type { ClaimedDelivery, Outcome } from "./store.js";
import { describeEnd, describeLostAttempt } from "./store-rules.js";

const CODES = { waiting: WAITING, done: DONE, dead: DEAD };

/** Whether each outcome counted: its claim may have been taken over. */
export function recordOutcomes(
  db: SqliteConnection,
  outcomes: readonly Outcome[],
  now: number,
): boolean[] {
  if (outcomes.length === 0) return [];
  const rows = db.all(
    `UPDATE inbox_work SET state = e.value ->> 2, due = e.value ->> 3,
       attempts = attempts - (e.value ->> 4), done = e.value ->> 5, errors = errors || (e.value ->> 6)
     FROM json_each(?) AS e
     WHERE seq = e.value ->> 0 AND claims = e.value ->> 1 AND state = ${RUNNING}
     RETURNING seq, order_key`,
    JSON.stringify(outcomes.map((outcome) => toChange(outcome, now))),
  );
  advanceLines(
    db,
    rows.map(({ order_key: key }) => key),
  );
  const changed = new Set(rows.map(({ seq }) => String(seq)));
  // An outcome that is there twice counts once.
  return outcomes.map(({ key }) => changed.delete(key));
}

/** The columns of an outcome, as the query reads them. */
function toChange({ key, token, end, done, errors }: Outcome, now: number): unknown[] {
  const { state, wait, uncounted } = describeEnd(end);
  const claim = [Number(key), Number(token)];
  return [...claim, CODES[state], now + wait, uncounted, JSON.stringify(done), toLines(errors)];
}

/** One line for each, so that more can be added without reading them. */
export function toLines(errors: readonly object[]): string {
  return errors.map((error) => `${JSON.stringify(error)}\n`).join("");
}

/** Claims what is due, and takes back what was lost. */
export function claimDue(
  db: SqliteConnection,
  room: number,
  lease: number,
  now: number,
): ClaimedDelivery[] {
  if (room === 0) return [];
  takeBackLost(db, now);
  const rows = db.all(
    `SELECT seq, claims + 1 AS claims, attempts + 1 AS attempts, id, name, body, received_at, done
     FROM inbox_work JOIN inbox_deliveries USING (seq)
     WHERE state = ${WAITING} AND due <= ? ORDER BY due, seq LIMIT ?`,
    now,
    room,
  );
  if (rows.length === 0) return [];
  db.run(
    `UPDATE inbox_work SET state = ${RUNNING}, due = ?, attempts = attempts + 1, claims = claims + 1
     WHERE seq IN (SELECT value FROM json_each(?))`,
    now + lease,
    JSON.stringify(rows.map(({ seq }) => seq)),
  );
  return rows.map(toClaimed);
}

function takeBackLost(db: SqliteConnection, now: number): void {
  const { message } = describeLostAttempt(0, now);
  const rows = db.all(
    `UPDATE inbox_work SET state = ${WAITING}, due = ?, errors = errors ||
       json_object('attempt', attempts, 'at', ?, 'handler', '', 'message', ?) || char(10)
     WHERE state = ${RUNNING} AND due <= ? RETURNING order_key`,
    now,
    now,
    message,
    now,
  );
  advanceLines(
    db,
    rows.map(({ order_key: key }) => key),
  );
}

/** Whether a claim would find something. It takes no lock. */
export function isAnythingDue(db: SqliteConnection, now: number): boolean {
  const sql = `SELECT 1 FROM inbox_work WHERE state IN (${WAITING}, ${RUNNING}) AND due <= ? LIMIT 1`;
  return db.all(sql, now).length > 0;
}

/** Of each key, lets the oldest wait and holds the others, unless one is running. */
export function advanceLines(db: SqliteConnection, keys: readonly unknown[]): void {
  const ordered = new Set(keys.filter((key) => typeof key === "string"));
  if (ordered.size === 0) return;
  const list = JSON.stringify([...ordered]);
  const others = "FROM inbox_work o WHERE o.order_key = inbox_work.order_key AND";
  db.run(
    `UPDATE inbox_work SET state = ${HELD} WHERE state = ${WAITING}
       AND order_key IN (SELECT value FROM json_each(?)) AND (
         EXISTS (SELECT 1 ${others} o.state = ${RUNNING}) OR
         EXISTS (SELECT 1 ${others} o.state = ${HELD} AND o.seq < inbox_work.seq))`,
    list,
  );
  db.run(
    `UPDATE inbox_work SET state = ${WAITING} WHERE seq IN (SELECT (SELECT seq FROM inbox_work
         WHERE order_key = value AND state = ${HELD} ORDER BY seq LIMIT 1) FROM json_each(?))
       AND NOT EXISTS (SELECT 1 ${others} o.state IN (${WAITING}, ${RUNNING}))`,
    list,
  );
}

function toClaimed(row: Row): ClaimedDelivery {
  return {
    key: String(row["seq"]),
    token: String(row["claims"]),
    attempt: Number(row["attempts"]),
    id: String(row["id"]),
    name: String(row["name"]),
    body: toBytes(row["body"]),
    receivedAt: Number(row["received_at"]),
    done: JSON.parse(String(row["done"])) as readonly string[], // as it was written
  };
}
