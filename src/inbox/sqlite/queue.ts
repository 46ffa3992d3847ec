/** Statements on `inbox_work` of the store in SQLite: outcomes, claims, lines and retention. */
import type {
  Claim,
  ClaimedDelivery,
  ClaimLimits,
  LostDelivery,
  Outcome,
  StoreSettings,
} from "../store.js";
import {
  describeLoss,
  describeOutcome,
  findDeadlines,
  type Clocks,
  type EndedAttempt,
} from "../store-rules.js";
import type { SqliteConnection } from "./connection.js";
import { STATE, toClaimed, toLines, toNames } from "./schema.js";

/** Renews the leases of claims. Returns false for each claim that was taken over. */
export function renewClaims(
  db: SqliteConnection,
  claims: readonly Claim[],
  lease: number,
  { leaseNow }: Pick<Clocks, "leaseNow">,
): boolean[] {
  if (claims.length === 0) return [];
  const rows = db.all(
    `UPDATE inbox_work SET due = ?, lease = ? FROM json_each(?) AS e
     WHERE seq = e.value ->> 0 AND claims = e.value ->> 1 AND state = ${STATE.running}
     RETURNING seq, claims`,
    leaseNow + lease,
    lease,
    JSON.stringify(claims.map(({ key, token }) => [Number(key), Number(token)])),
  );
  const tokens = new Map(rows.map(({ seq, claims: token }) => [String(seq), String(token)]));
  return claims.map(({ key, token }) => tokens.get(key) === token);
}

/** Lists the claims of all processes. */
export function listClaims(db: SqliteConnection): readonly Claim[] {
  const rows = db.all(`SELECT seq, claims FROM inbox_work WHERE state = ${STATE.running}`);
  return rows.map(({ seq, claims }) => ({ key: String(seq), token: String(claims) }));
}

/** Records outcomes. Returns false for each outcome whose claim was taken over. */
export function recordOutcomes(
  db: SqliteConnection,
  outcomes: readonly Outcome[],
  now: number,
): boolean[] {
  const changed = endAttempts(db, outcomes.map(describeOutcome), now);
  // Deleted, so that an outcome that is listed twice counts once.
  return outcomes.map(({ key }) => changed.delete(key));
}

/** Records the ends of attempts whose claim is still valid. Returns the keys of their deliveries. */
function endAttempts(
  db: SqliteConnection,
  attempts: readonly EndedAttempt[],
  now: number,
): Set<string> {
  if (attempts.length === 0) return new Set();
  const values = attempts.map(({ key, token, change, done, errors }) => {
    const { state, wait, uncounted, lost } = change;
    const claim = [Number(key), Number(token)];
    const counts = [STATE[state], now + wait, uncounted, lost];
    return [...claim, ...counts, JSON.stringify(done), toLines(errors)];
  });
  const rows = db.all(
    `UPDATE inbox_work SET state = e.value ->> 2, due = e.value ->> 3,
       attempts = attempts - (e.value ->> 4), losses = losses + (e.value ->> 5),
       done = e.value ->> 6, errors = errors || (e.value ->> 7)
     FROM json_each(?) AS e
     WHERE seq = e.value ->> 0 AND claims = e.value ->> 1 AND state = ${STATE.running}
     RETURNING seq, order_key`,
    JSON.stringify(values),
  );
  const keys = rows.map(({ order_key: key }) => key);
  advanceLines(db, keys);
  return new Set(rows.map(({ seq }) => String(seq)));
}

/** Claims due deliveries. */
export function claimDue(
  db: SqliteConnection,
  { room, from }: ClaimLimits,
  lease: number,
  { now, leaseNow }: Clocks,
): ClaimedDelivery[] {
  if (room === 0 || from === "none") return [];
  const rows = db.all(
    `SELECT seq, claims + 1 AS claims, attempts + 1 AS attempts, losses, id, name, body, received_at, done
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
     WHERE seq IN (SELECT value FROM json_each(?))`,
    leaseNow + lease,
    lease,
    JSON.stringify(rows.map(({ seq }) => seq)),
  );
  return rows.map(toClaimed);
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
    const [id, name] = [String(row["id"]), String(row["name"])];
    const counts = { attempts: Number(row["attempts"]), losses: Number(row["losses"]) };
    const { change, error, report } = describeLoss({ id, name, ...counts }, settings, now);
    const claim = { key: String(row["seq"]), token: String(row["claims"]) };
    return { ...claim, change, done: toNames(row["done"]), errors: [error], report };
  });
  endAttempts(db, lost, now);
  return lost.map(({ report }) => report);
}

/** Tells if a suspect is due. The partial index of suspects is usually empty. */
export function hasDueSuspect(db: SqliteConnection, now: number): boolean {
  return exists(db, `state = ${STATE.waiting} AND due <= ? AND losses > 0`, now);
}

/** Tells if there is a delivery to claim or to take back. Takes no lock. */
export function isAnythingDue(db: SqliteConnection, { now, leaseNow }: Clocks): boolean {
  return (
    exists(db, `state = ${STATE.waiting} AND due <= ?`, now) ||
    exists(db, `state = ${STATE.running} AND due <= ?`, leaseNow)
  );
}

function exists(db: SqliteConnection, condition: string, time: number): boolean {
  return db.all(`SELECT 1 FROM inbox_work WHERE ${condition} LIMIT 1`, time).length > 0;
}

/** Makes the oldest delivery of each key wait, unless one is running, and holds the others. */
export function advanceLines(db: SqliteConnection, keys: readonly unknown[]): void {
  const ordered = new Set(keys.filter((key) => typeof key === "string"));
  if (ordered.size === 0) return;
  const list = JSON.stringify([...ordered]);
  const others = "FROM inbox_work o WHERE o.order_key = inbox_work.order_key AND";
  db.run(
    `UPDATE inbox_work SET state = ${STATE.held} WHERE state = ${STATE.waiting}
       AND order_key IN (SELECT value FROM json_each(?)) AND (
         EXISTS (SELECT 1 ${others} o.state = ${STATE.running}) OR
         EXISTS (SELECT 1 ${others} o.state = ${STATE.held} AND o.seq < inbox_work.seq))`,
    list,
  );
  db.run(
    `UPDATE inbox_work SET state = ${STATE.waiting} WHERE seq IN (SELECT (SELECT seq FROM inbox_work
         WHERE order_key = value AND state = ${STATE.held} ORDER BY seq LIMIT 1) FROM json_each(?))
       AND NOT EXISTS (SELECT 1 ${others} o.state IN (${STATE.waiting}, ${STATE.running}))`,
    list,
  );
}

/** Rows deleted at once. Other transactions wait meanwhile. */
const DELETED_AT_ONCE = 500;

/** Shortens waits and leases that are impossibly long: see {@link bringLeasesBack}. */
export function bringBack(
  db: SqliteConnection,
  { longestDelay }: StoreSettings,
  { now, leaseNow }: Clocks,
): void {
  const update = (state: string, due: number): void =>
    db.run(`UPDATE inbox_work SET due = ? WHERE due > ? AND state = ${state}`, due, due);
  update(`${STATE.waiting} AND attempts = 0 AND losses = 0`, now);
  update(String(STATE.waiting), now + longestDelay);
  bringLeasesBack(db, { leaseNow });
}

/**
 * Shortens leases that end later than possible: the machine, and with it its clock, was started again since, or
 * the file comes from another one.
 */
export function bringLeasesBack(
  db: SqliteConnection,
  { leaseNow }: Pick<Clocks, "leaseNow">,
): void {
  db.run(
    `UPDATE inbox_work SET due = ? + lease WHERE state = ${STATE.running} AND due > ? + lease`,
    leaseNow,
    leaseNow,
  );
}

/** Tells if {@link bringLeasesBack} would change a lease. Takes no lock. */
export function isAnyLeaseTooLong(db: SqliteConnection, { leaseNow }: Clocks): boolean {
  return exists(db, `state = ${STATE.running} AND due > ? + lease`, leaseNow);
}

/**
 * Deletes some expired deliveries in two steps: the body at once; id and digest after `dedupeFor`.
 * @returns true if there may be more.
 */
export function deleteOld(db: SqliteConnection, settings: StoreSettings, now: number): boolean {
  const deadlines = findDeadlines(settings, now);
  const these = "WHERE seq IN (SELECT value FROM json_each(?))";
  const forgotten = changeRows(
    db,
    `UPDATE inbox_work SET state = ${STATE.forgotten}, done = '[]', errors = '', due =
       (SELECT received_at FROM inbox_deliveries d WHERE d.seq = inbox_work.seq) + ?
     WHERE seq IN (SELECT seq FROM inbox_work WHERE state = ${STATE.done} AND due < ? UNION ALL
       SELECT seq FROM inbox_work WHERE state = ${STATE.dead} AND due < ? LIMIT ${DELETED_AT_ONCE}) RETURNING seq`,
    settings.dedupeFor,
    deadlines.done,
    deadlines.dead,
  );
  db.run(`UPDATE inbox_deliveries SET body = x'' ${these}`, JSON.stringify(forgotten));
  const deleted = changeRows(
    db,
    `DELETE FROM inbox_work WHERE seq IN (SELECT seq FROM inbox_work
       WHERE state = ${STATE.forgotten} AND due < ? LIMIT ${DELETED_AT_ONCE}) RETURNING seq`,
    now,
  );
  db.run(
    `DELETE FROM inbox_ids WHERE (id_hash, seq) IN
       (SELECT id_hash, seq FROM inbox_deliveries ${these})`,
    JSON.stringify(deleted),
  );
  db.run(`DELETE FROM inbox_deliveries ${these}`, JSON.stringify(deleted));
  return Math.max(forgotten.length, deleted.length) >= DELETED_AT_ONCE;
}

function changeRows(db: SqliteConnection, sql: string, ...values: readonly number[]): unknown[] {
  return db.all(sql, ...values).map(({ seq }) => seq);
}
