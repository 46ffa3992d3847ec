/** What the workers ask of the store in SQLite: outcomes, claims and lines. */
import type { SqliteConnection } from "./sqlite-connection.js";
import { toBytes } from "./sqlite-handle.js";
import type { Row } from "./sqlite-rows.js";
import { DEAD, DONE, HELD, RUNNING, WAITING } from "./sqlite-schema.js";
import type { ClaimedDelivery, LostDelivery, Outcome, StoreBatch, StoreSettings } from "./store.js";
import { describeEnd, describeLoss, type EndChange } from "./store-rules.js";

const CODES = { waiting: WAITING, done: DONE, dead: DEAD };

/** Whether each outcome counted: its claim may have been taken over. */
export function recordOutcomes(
  db: SqliteConnection,
  outcomes: readonly Outcome[],
  now: number,
): boolean[] {
  const changed = endAttempts(
    db,
    outcomes.map((outcome) => ({ ...outcome, change: describeEnd(outcome.end) })),
    now,
  );
  // An outcome that is there twice counts once.
  return outcomes.map(({ key }) => changed.delete(key));
}

/** An attempt that is over, and what becomes of its delivery. */
type EndedAttempt = Omit<Outcome, "end"> & { readonly change: EndChange };

/** Returns the keys of those whose claim was still valid. */
function endAttempts(
  db: SqliteConnection,
  attempts: readonly EndedAttempt[],
  now: number,
): Set<string> {
  if (attempts.length === 0) return new Set();
  const rows = db.all(
    `UPDATE inbox_work SET state = e.value ->> 2, due = e.value ->> 3,
       attempts = attempts - (e.value ->> 4), losses = losses + (e.value ->> 5),
       done = e.value ->> 6, errors = errors || (e.value ->> 7)
     FROM json_each(?) AS e
     WHERE seq = e.value ->> 0 AND claims = e.value ->> 1 AND state = ${RUNNING}
     RETURNING seq, order_key`,
    JSON.stringify(attempts.map((attempt) => toColumns(attempt, now))),
  );
  advanceLines(
    db,
    rows.map(({ order_key: key }) => key),
  );
  return new Set(rows.map(({ seq }) => String(seq)));
}

/** The columns of an attempt that is over, as the query reads them. */
function toColumns({ key, token, change, done, errors }: EndedAttempt, now: number): unknown[] {
  const { state, wait, uncounted, lost } = change;
  const claim = [Number(key), Number(token)];
  const counts = [uncounted, lost];
  return [...claim, CODES[state], now + wait, ...counts, JSON.stringify(done), toLines(errors)];
}

/** One line for each, so that more can be added without reading them. */
export function toLines(errors: readonly object[]): string {
  return errors.map((error) => `${JSON.stringify(error)}\n`).join("");
}

/** Claims what is due. */
export function claimDue(
  db: SqliteConnection,
  { room, from }: Pick<StoreBatch, "room" | "from">,
  lease: number,
  now: number,
): ClaimedDelivery[] {
  if (room === 0 || from === "none") return [];
  const rows = db.all(
    `SELECT seq, claims + 1 AS claims, attempts + 1 AS attempts, losses, id, name, body, received_at, done
     FROM inbox_work JOIN inbox_deliveries USING (seq)
     WHERE state = ${WAITING} AND due <= ? AND losses ${from === "suspects" ? "> 0" : "= 0"}
     ORDER BY due, seq LIMIT ?`,
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

/** Takes back what workers were handling whose lease is over. */
export function takeBackLost(
  db: SqliteConnection,
  settings: StoreSettings,
  now: number,
): readonly LostDelivery[] {
  const rows = db.all(
    `SELECT seq, claims, attempts, losses, done, id, name
     FROM inbox_work JOIN inbox_deliveries USING (seq) WHERE state = ${RUNNING} AND due <= ?`,
    now,
  );
  const lost = rows.map((row) => {
    const [id, name] = [String(row["id"]), String(row["name"])];
    const counts = { attempts: Number(row["attempts"]), losses: Number(row["losses"]) };
    const { change, error, report } = describeLoss({ id, name, ...counts }, settings, now);
    const claim = { key: String(row["seq"]), token: String(row["claims"]) };
    return { ...claim, change, done: toNames(row["done"]), errors: [error], report };
  });
  endAttempts(db, lost, now);
  return lost.map(({ report }) => report);
}

/** Whether a suspect is due. Its partial index is empty as a rule. */
export function hasDueSuspect(db: SqliteConnection, now: number): boolean {
  const sql = `SELECT 1 FROM inbox_work WHERE state = ${WAITING} AND due <= ? AND losses > 0 LIMIT 1`;
  return db.all(sql, now).length > 0;
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
    losses: Number(row["losses"]),
    id: String(row["id"]),
    name: String(row["name"]),
    body: toBytes(row["body"]),
    receivedAt: Number(row["received_at"]),
    done: toNames(row["done"]),
  };
}

function toNames(done: unknown): readonly string[] {
  return JSON.parse(String(done)) as readonly string[]; // as it was written
}
