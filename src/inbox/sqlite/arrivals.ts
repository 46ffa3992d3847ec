/** New deliveries of the store in SQLite, compared with those that have arrived before. */
import type { Arrival, ArrivalResult } from "../store.js";
import { recordArrival, type KnownBodies } from "../store-rules.js";
import type { SqliteConnection } from "./connection.js";
import { BYTES, readBlob, type SqlValue } from "./engine.js";
import type { SqliteIds } from "./ids.js";
import { advanceLines } from "./queue.js";
import { hashId, STATE, toVia } from "./rows.js";

/** Writes arrivals, except duplicates, as waiting deliveries. */
export function writeArrivals(
  db: SqliteConnection,
  ids: SqliteIds,
  arrivals: readonly Arrival[],
  { dedupeFor, now }: { readonly dedupeFor: number; readonly now: number },
): readonly ArrivalResult[] {
  if (arrivals.length === 0) return [];
  const { results, seqs } = insertDeliveries(db, ids, arrivals, now, dedupeFor);
  const written = arrivals.filter((_, index) => results[index] !== "duplicate");
  const orderKeys = written.map(({ orderKey = null }) => orderKey);
  if (seqs[0] !== undefined) insertWork(db, seqs[0], orderKeys, now);
  advanceLines(db, orderKeys);
  ids.flush();
  return results;
}

/** Writes deliveries, except duplicates, without their state, and numbers them in turn. */
export function insertDeliveries(
  db: SqliteConnection,
  ids: SqliteIds,
  deliveries: readonly Omit<Arrival, "orderKey">[],
  receivedAt: number,
  dedupeFor: number,
): { readonly results: readonly ArrivalResult[]; readonly seqs: readonly number[] } {
  const results: ArrivalResult[] = [];
  const seqs: number[] = [];
  const conflicts: number[] = [];
  const rows: SqlValue[][] = [];
  let seq = ids.refresh();
  const hashes = deliveries.map(({ id }) => hashId(id));
  const known = findKnown(db, ids.find(hashes));
  for (const [index, delivery] of deliveries.entries()) {
    const result = recordArrival(known, delivery, receivedAt, dedupeFor);
    results.push(result);
    if (result === "duplicate") continue;
    seq++;
    seqs.push(seq);
    if (result === "conflict") conflicts.push(seq);
    const hash = hashes[index] ?? 0; // never absent
    ids.add(hash, seq);
    const { id, digest, name, body, via = null } = delivery;
    const digestBytes = Buffer.from(digest, "hex");
    rows.push([seq, hash, id, digestBytes, name, receivedAt, body.length, body, via]);
  }
  insertRows(db, rows);
  markConflicts(db, conflicts);
  return { results, seqs };
}

/** Rows that one statement inserts: a call of the engine costs as much as a row. */
const INSERTED_AT_ONCE = 16;
/** Parameters have no numbers, which `better-sqlite3` would take for names. */
const ROW = `(?, ?, ?, ?, ?, ?, 0, ?, ${BYTES}, ?)`;
const INSERT_ONE = createInsert(1);
const INSERT_MANY = createInsert(INSERTED_AT_ONCE);

function createInsert(count: number): string {
  return `INSERT INTO inbox_deliveries
    (seq, id_hash, id, digest, name, received_at, is_conflict, size, body, via)
    VALUES ${Array<string>(count).fill(ROW).join()}`;
}

/** Inserts whole groups with one statement each, and the rest row by row, so that two statements are enough. */
function insertRows(db: SqliteConnection, rows: readonly SqlValue[][]): void {
  const grouped = rows.length - (rows.length % INSERTED_AT_ONCE);
  for (let start = 0; start < grouped; start += INSERTED_AT_ONCE)
    db.run(INSERT_MANY, ...rows.slice(start, start + INSERTED_AT_ONCE).flat());
  for (const row of rows.slice(grouped)) db.run(INSERT_ONE, ...row);
}

/** Reads the bodies that have arrived before. Two ids may have one hash. */
function findKnown(db: SqliteConnection, seqs: readonly number[]): KnownBodies {
  const known: KnownBodies = new Map();
  if (seqs.length === 0) return known;
  const rows = db.all(
    `SELECT id, digest, max(received_at) AS received_at, max(via) AS via FROM inbox_deliveries
     WHERE seq IN (SELECT value FROM json_each(?)) GROUP BY id, digest`,
    JSON.stringify(seqs),
  );
  for (const row of rows) {
    const id = String(row["id"]);
    const digest = Buffer.from(readBlob(row["digest"])).toString("hex");
    const body = { digest, receivedAt: Number(row["received_at"]), via: toVia(row) };
    const bodies = known.get(id);
    if (bodies === undefined) known.set(id, [body]);
    else bodies.push(body);
  }
  return known;
}

/** Finds the ids under which a delivery has arrived and is not forgotten. */
export function findKnownIds(
  db: SqliteConnection,
  index: SqliteIds,
  ids: readonly string[],
): ReadonlySet<string> {
  index.refresh();
  const known = findKnown(db, index.find(ids.map(hashId)));
  return new Set(ids.filter((id) => known.has(id)));
}

/** Marks conflicts. They are rare, so they are marked with an update rather than on insert. */
export function markConflicts(db: SqliteConnection, seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  db.run(
    "UPDATE inbox_deliveries SET is_conflict = 1 WHERE seq IN (SELECT value FROM json_each(?))",
    JSON.stringify(seqs),
  );
}

/** Makes new deliveries wait. One with an order key is held until its line advances. */
function insertWork(
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
}
