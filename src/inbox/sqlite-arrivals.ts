/** How deliveries come into the store in SQLite. */
import type { SqliteConnection } from "./sqlite-connection.js";
import { toBytes, type SqlValue } from "./sqlite-handle.js";
import type { SqliteIds } from "./sqlite-ids.js";
import { advanceLines } from "./sqlite-queue.js";
import { hashId, HELD, WAITING } from "./sqlite-schema.js";
import type { Arrival, ArrivalResult } from "./store.js";
import { judgeArrival, type KnownBodies } from "./store-rules.js";

/** How many rows one statement inserts: a call of the engine costs as much as a row. */
const ROWS = 16;
/** Parameters have no numbers, which `better-sqlite3` would take for names. */
const ROW = "(?, ?, ?, ?, ?, ?, 0, ?, ?)";
const VALUES_OF_ROW = 8;
const INSERT_ONE = createInsert(1);
const INSERT_MANY = createInsert(ROWS);

function createInsert(count: number): string {
  return `INSERT INTO inbox_deliveries
    (seq, id_hash, id, digest, name, received_at, is_conflict, size, body)
    VALUES ${Array<string>(count).fill(ROW).join()}`;
}

/** Writes what has arrived, except duplicates, and lets it wait. */
export function writeArrivals(
  db: SqliteConnection,
  ids: SqliteIds,
  arrivals: readonly Arrival[],
  { dedupeFor, now }: { readonly dedupeFor: number; readonly now: number },
): readonly ArrivalResult[] {
  if (arrivals.length === 0) return [];
  const { results, seqs } = insertDeliveries(db, ids, arrivals, now, dedupeFor);
  const orderKeys: (string | null)[] = [];
  for (const [index, { orderKey = null }] of arrivals.entries()) {
    if (results[index] !== "duplicate") orderKeys.push(orderKey);
  }
  if (seqs[0] !== undefined) insertWork(db, seqs[0], orderKeys, now);
  advanceLines(db, orderKeys);
  ids.flush();
  return results;
}

/** Writes deliveries, except duplicates, without their state. New ones are numbered in turn. */
export function insertDeliveries(
  db: SqliteConnection,
  ids: SqliteIds,
  deliveries: readonly Omit<Arrival, "orderKey">[],
  receivedAt: number,
  dedupeFor: number,
): { readonly results: readonly ArrivalResult[]; readonly seqs: readonly number[] } {
  let seq = ids.refresh();
  const hashes = deliveries.map(({ id }) => hashId(id));
  const known = findKnown(db, ids.find(hashes));
  const seqs: number[] = [];
  const conflicts: number[] = [];
  let values: SqlValue[] = [];
  const results = deliveries.map((delivery, index) => {
    const result = judgeArrival(known, delivery, receivedAt, dedupeFor);
    if (result === "duplicate") return result;
    const { id, digest, name, body } = delivery;
    const hash = hashes[index] ?? 0; // there is one for each
    seqs.push(++seq);
    if (result === "conflict") conflicts.push(seq);
    ids.add(hash, seq);
    const hashed = Buffer.from(digest, "hex");
    values.push(seq, hash, id, hashed, name, receivedAt, body.length, body);
    if (values.length === ROWS * VALUES_OF_ROW) {
      db.run(INSERT_MANY, ...values);
      values = [];
    }
    return result;
  });
  for (let row = 0; row < values.length; row += VALUES_OF_ROW) {
    db.run(INSERT_ONE, ...values.slice(row, row + VALUES_OF_ROW));
  }
  markConflicts(db, conflicts);
  return { results, seqs };
}

/** By id, what has arrived before. Two ids may have one hash. */
function findKnown(db: SqliteConnection, seqs: readonly number[]): KnownBodies {
  const known: KnownBodies = new Map();
  if (seqs.length === 0) return known;
  const rows = db.all(
    `SELECT id, digest, max(received_at) AS received_at FROM inbox_deliveries
     WHERE seq IN (SELECT value FROM json_each(?)) GROUP BY id, digest`,
    JSON.stringify(seqs),
  );
  for (const row of rows) {
    const id = String(row["id"]);
    const digest = Buffer.from(toBytes(row["digest"])).toString("hex");
    const body = { digest, receivedAt: Number(row["received_at"]) };
    const bodies = known.get(id);
    if (bodies === undefined) known.set(id, [body]);
    else bodies.push(body);
  }
  return known;
}

/** Few have another body than one before, so that this is no value of each row. */
export function markConflicts(db: SqliteConnection, seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  db.run(
    "UPDATE inbox_deliveries SET is_conflict = 1 WHERE seq IN (SELECT value FROM json_each(?))",
    JSON.stringify(seqs),
  );
}

/** Lets new deliveries wait; one with a key is held until its line advances. */
function insertWork(
  db: SqliteConnection,
  first: number,
  orderKeys: readonly (string | null)[],
  now: number,
): void {
  db.run(
    `INSERT INTO inbox_work (seq, id_hash, state, due, order_key)
     SELECT seq, id_hash, iif(value IS NULL, ${WAITING}, ${HELD}), ?, value
     FROM json_each(?) CROSS JOIN inbox_deliveries WHERE seq = ? + key`,
    now,
    JSON.stringify(orderKeys),
    first,
  );
}
