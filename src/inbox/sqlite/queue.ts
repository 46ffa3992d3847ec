/**
 * Statements on the deliveries that workers share in SQLite: the table `inbox_work`. A delivery waits; a worker claims
 * it, for the time of a lease, and renews the lease while it works. Then the delivery is done, dead, or waits again.
 * `lines.ts` decides which deliveries with one order key are held meanwhile. `STEPS` of `tables.ts` says what the
 * columns mean: `due` of a running delivery is the end of its lease, and of a finished one the time of its end.
 */
import {
  type Backlog,
  type Claim,
  type ClaimedDelivery,
  type ClaimLimits,
  type LostDelivery,
  type Outcome,
  type StoredDelivery,
  type StoreFilter,
  type StoreSettings,
} from "../store.js";
import { describeLoss, describeOutcome, type EndedAttempt } from "../store-rules/attempt-ends.js";
import type { Clocks } from "../store-rules/values.js";
import type { SqliteConnection } from "./connection.js";
import { toClaimed } from "./deliveries.js";
import { hashId, type SqliteIds } from "./ids.js";
import { advanceLines } from "./lines.js";
import { noteDead } from "./notes.js";
import { select } from "./queries.js";
import { formatErrors, formatNames, IS_LISTED, listNumbers, parseNames, STATE } from "./values.js";

// ---- New work

/**
 * Makes new deliveries wait, which are numbered in turn. Of those with the same order key, only the first waits,
 * unless another one is before it; the others are held.
 * @param first number of the first one.
 */
export function addWork(
  db: SqliteConnection,
  first: number,
  orderKeys: readonly (string | null)[],
  now: number,
): void {
  db.run(
    `INSERT INTO inbox_work (seq, id_hash, state, due, order_key)
     SELECT seq, id_hash, iif(value IS NULL, ${STATE.waiting}, ${STATE.held}), ?, value
     FROM json_each(?) CROSS JOIN inbox_deliveries WHERE seq = ? + key`,
    now,
    JSON.stringify(orderKeys),
    first,
  );
  advanceLines(db, orderKeys);
}

/**
 * Adds the work on a delivery of another store, with its history. One that ran there waits here, or is held until
 * its line is advanced.
 */
export function restoreWork(db: SqliteConnection, seq: number, delivery: StoredDelivery): void {
  const { state, receivedAt, finishedAt, dueAt, orderKey } = delivery;
  const unfinished = orderKey === undefined ? STATE.waiting : STATE.held;
  db.run(
    `INSERT INTO inbox_work (seq, id_hash, state, due, attempts, losses, done, errors, order_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    seq,
    hashId(delivery.id),
    state === "done" || state === "dead" ? STATE[state] : unfinished,
    finishedAt ?? dueAt ?? receivedAt,
    delivery.attempts,
    delivery.losses,
    formatNames(delivery.done),
    formatErrors(delivery.errors),
    orderKey ?? null,
  );
}

/** Makes finished deliveries wait again, or holds them behind others of their line. Returns their number. */
export function replay(
  db: SqliteConnection,
  ids: SqliteIds,
  filter: StoreFilter,
  now: number,
): number {
  const finished = select("seq", filter, `state IN (${STATE.done}, ${STATE.dead})`, ids);
  const rows = db.all(
    `UPDATE inbox_work SET state = iif(order_key IS NULL, ${STATE.waiting}, ${STATE.held}), due = ?,
       attempts = 0, losses = iif(state = ${STATE.dead}, min(losses, 1), 0),
       done = iif(state = ${STATE.done}, '[]', done)
     WHERE seq IN (${finished.sql}) RETURNING order_key`,
    now,
    ...finished.values,
  );
  const orderKeys = rows.map(({ order_key: orderKey }) => orderKey);
  advanceLines(db, orderKeys);
  return rows.length;
}

// ---- Claims and their leases

/** Tells if there is a delivery to claim or to take back. Takes no lock. */
export function isAnythingDue(db: SqliteConnection, { now, leaseNow }: Clocks): boolean {
  return (
    exists(db, `state = ${STATE.waiting} AND due <= ?`, now) ||
    exists(db, `state = ${STATE.running} AND due <= ?`, leaseNow)
  );
}

/** Tells if a suspect is due. The partial index of suspects is usually empty. */
export function hasDueSuspect(db: SqliteConnection, now: number): boolean {
  return exists(db, `state = ${STATE.waiting} AND due <= ? AND losses > 0`, now);
}

function exists(db: SqliteConnection, condition: string, time: number): boolean {
  return db.all(`SELECT 1 FROM inbox_work WHERE ${condition} LIMIT 1`, time).length > 0;
}

/** Counts the deliveries that are due and that no worker has begun. */
export function countDue(db: SqliteConnection, now: number): Backlog {
  const [row] = db.all(
    `SELECT count(*) AS waiting, min(due) AS since FROM inbox_work
     WHERE state = ${STATE.waiting} AND due <= ?`,
    now,
  );
  const waiting = Number(row?.["waiting"] ?? 0);
  return { waiting, oldest: waiting === 0 ? 0 : Math.max(0, now - Number(row?.["since"])) };
}

/** Claims due deliveries, the longest due first. */
export function claimDue(
  db: SqliteConnection,
  { room, from }: ClaimLimits,
  lease: number,
  { now, leaseNow }: Clocks,
): ClaimedDelivery[] {
  if (room === 0 || from === "none") return [];
  const rows = db.all(
    `SELECT seq, claims + 1 AS claims, attempts + 1 AS attempts, losses, id, name, body, received_at, via, done
     FROM inbox_work JOIN inbox_deliveries USING (seq)
     WHERE state = ${STATE.waiting} AND due <= ? AND losses ${from === "suspects" ? "> 0" : "= 0"}
     ORDER BY due, seq LIMIT ?`,
    now,
    room,
  );
  if (rows.length === 0) return [];
  db.run(
    `UPDATE inbox_work SET state = ${STATE.running}, due = ?, lease = ?, attempts = attempts + 1,
       claims = claims + 1
     WHERE ${IS_LISTED}`,
    leaseNow + lease,
    lease,
    listNumbers(rows),
  );
  return rows.map(toClaimed);
}

/** Lists the claims of all processes. */
export function listClaims(db: SqliteConnection): readonly Claim[] {
  const rows = db.all(`SELECT seq, claims FROM inbox_work WHERE state = ${STATE.running}`);
  return rows.map(({ seq, claims }) => ({ key: String(seq), token: String(claims) }));
}

/** Renews the leases of claims. Returns false for each claim that was taken over. */
export function renewClaims(
  db: SqliteConnection,
  claims: readonly Claim[],
  lease: number,
  { leaseNow }: Pick<Clocks, "leaseNow">,
): boolean[] {
  if (claims.length === 0) return [];
  const rows = db.all(
    `UPDATE inbox_work SET due = ?, lease = ? FROM ${fromJson("key", "token")}
     WHERE seq = key AND claims = token AND state = ${STATE.running}
     RETURNING seq, claims`,
    leaseNow + lease,
    lease,
    JSON.stringify(claims.map(({ key, token }) => [Number(key), Number(token)])),
  );
  const tokens = new Map(rows.map(({ seq, claims: token }) => [String(seq), String(token)]));
  return claims.map(({ key, token }) => tokens.get(key) === token);
}

/**
 * Shortens leases that end later than possible: the machine was started again since, and with it its clock, or
 * the file comes from another machine.
 */
export function shortenLeases(db: SqliteConnection, { leaseNow }: Pick<Clocks, "leaseNow">): void {
  db.run(
    `UPDATE inbox_work SET due = ? + lease WHERE state = ${STATE.running} AND due > ? + lease`,
    leaseNow,
    leaseNow,
  );
}

/** Tells if {@link shortenLeases} would change a lease. Takes no lock. */
export function isAnyLeaseTooLong(db: SqliteConnection, { leaseNow }: Clocks): boolean {
  return exists(db, `state = ${STATE.running} AND due > ? + lease`, leaseNow);
}

// ---- Ends of attempts

/** Records outcomes. Returns false for each outcome whose claim was taken over. */
export function recordOutcomes(
  db: SqliteConnection,
  outcomes: readonly Outcome[],
  settings: StoreSettings,
  now: number,
): boolean[] {
  const changed = endAttempts(db, outcomes.map(describeOutcome), settings, now);
  // Deleted, so that an outcome that is listed twice counts once.
  return outcomes.map(({ key }) => changed.delete(key));
}

/** Takes back the deliveries of workers whose lease is over. */
export function takeBackLost(
  db: SqliteConnection,
  settings: StoreSettings,
  { now, leaseNow }: Clocks,
): readonly LostDelivery[] {
  const rows = db.all(
    `SELECT seq, claims, attempts, losses, done, id, name
     FROM inbox_work JOIN inbox_deliveries USING (seq) WHERE state = ${STATE.running} AND due <= ?`,
    leaseNow,
  );
  const lost = rows.map((row) => {
    const claim = {
      id: String(row["id"]),
      name: String(row["name"]),
      attempts: Number(row["attempts"]),
      losses: Number(row["losses"]),
    };
    const { change, error, report } = describeLoss(claim, settings, now);
    const [key, token] = [String(row["seq"]), String(row["claims"])];
    return { key, token, change, done: parseNames(row["done"]), errors: [error], report };
  });
  endAttempts(db, lost, settings, now);
  return lost.map(({ report }) => report);
}

/** Records the ends of attempts whose claim is still valid. Returns the keys of their deliveries. */
function endAttempts(
  db: SqliteConnection,
  attempts: readonly EndedAttempt[],
  { notesDead = false }: StoreSettings,
  now: number,
): Set<string> {
  if (attempts.length === 0) return new Set();
  // The values of a row have the order of these columns.
  const columns = [
    "key",
    "token",
    "new_state",
    "new_due",
    "uncounted",
    "lost",
    "handlers",
    "new_errors",
  ];
  const ends = attempts.map(({ key, token, change, done, errors }) => [
    Number(key),
    Number(token),
    STATE[change.state],
    now + change.wait,
    change.uncounted,
    change.lost,
    formatNames(done),
    formatErrors(errors),
  ]);
  const rows = db.all(
    `UPDATE inbox_work SET state = new_state, due = new_due, attempts = attempts - uncounted,
       losses = losses + lost, done = handlers, errors = errors || new_errors
     FROM ${fromJson(...columns)}
     WHERE seq = key AND claims = token AND state = ${STATE.running}
     RETURNING seq, order_key, state`,
    JSON.stringify(ends),
  );
  const orderKeys = rows.map(({ order_key: orderKey }) => orderKey);
  advanceLines(db, orderKeys);
  if (notesDead) {
    const dead = rows.filter(({ state }) => state === STATE.dead);
    const deadKeys = dead.map(({ seq }) => String(seq));
    noteDead(db, deadKeys);
  }
  return new Set(rows.map(({ seq }) => String(seq)));
}

// ---- Lists as parameters

/** Reads a parameter in JSON, such as `[[7, 2], [8, 1]]`, as a table with these columns, in this order. */
function fromJson(...columns: readonly string[]): string {
  const named = columns.map((column, index) => `value ->> ${index} AS ${column}`);
  return `(SELECT ${named.join(", ")} FROM json_each(?))`;
}
