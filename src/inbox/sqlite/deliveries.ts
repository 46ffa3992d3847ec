/**
 * Deliveries of the store in SQLite: writes those that arrive, except duplicates, and converts rows.
 * `STEPS` of `tables.ts` says what the columns mean.
 */
import type {
  Arrival,
  ArrivalResult,
  ClaimedDelivery,
  DeliverySummary,
  StoredDelivery,
} from "../store.js";
import { recordArrival } from "../store-rules/duplicates.js";
import type { SqliteConnection } from "./connection.js";
import { findKnownBodies } from "./duplicates.js";
import { BYTES, readBlob, type Row, type SqlValue } from "./engine-differences.js";
import { hashId, type SqliteIds } from "./ids.js";
import { IS_LISTED, parseErrors, parseNames, readDigest, readVia, STATE_NAMES } from "./values.js";

/** Writes deliveries, except duplicates, without their state, and numbers them in turn. */
export function insertDeliveries(
  db: SqliteConnection,
  ids: SqliteIds,
  deliveries: readonly Omit<Arrival, "orderKey">[],
  receivedAt: number,
  dedupeFor: number,
): { readonly results: readonly ArrivalResult[]; readonly seqs: readonly number[] } {
  const lastSeq = ids.refresh();
  const hashes = deliveries.map(({ id }) => hashId(id));
  const known = findKnownBodies(db, ids.find(hashes));
  const results = deliveries.map((one) => recordArrival(known, one, receivedAt, dedupeFor));

  const rows: NewRow[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const result = results[index];
    if (result === "duplicate") continue;
    const seq = lastSeq + rows.length + 1;
    const idHash = hashes[index] ?? 0; // never absent
    rows.push({ seq, idHash, delivery, receivedAt, isConflict: result === "conflict" });
  }
  for (const { idHash, seq } of rows) ids.add(idHash, seq);
  insertRows(db, rows);
  const conflicts = rows.filter(({ isConflict }) => isConflict);
  markConflicts(
    db,
    conflicts.map(({ seq }) => seq),
  );
  return { results, seqs: rows.map(({ seq }) => seq) };
}

/** Rows that one statement inserts: a call of the engine costs as much as a row. */
const INSERTED_AT_ONCE = 16;

// The columns, their values in SQL, and the parameters for the question marks have one order. Parameters have no
// numbers, which `better-sqlite3` would take for names. Conflicts are marked afterwards.

const COLUMNS = "seq, id_hash, id, digest, name, received_at, is_conflict, size, body, via";
const VALUES = `(?, ?, ?, ?, ?, ?, 0, ?, ${BYTES}, ?)`;

/** Lists the parameters of {@link VALUES}. */
function toParameters({ seq, idHash, delivery, receivedAt }: NewRow): readonly SqlValue[] {
  const { id, digest, name, body, via = null } = delivery;
  return [seq, idHash, id, Buffer.from(digest, "hex"), name, receivedAt, body.length, body, via];
}

const INSERT_ONE = createInsert(1);
const INSERT_MANY = createInsert(INSERTED_AT_ONCE);

function createInsert(count: number): string {
  const rows = Array<string>(count).fill(VALUES).join();
  return `INSERT INTO inbox_deliveries (${COLUMNS}) VALUES ${rows}`;
}

/** Inserts whole groups with one statement each, and the rest row by row, so that two statements are enough. */
function insertRows(db: SqliteConnection, rows: readonly NewRow[]): void {
  const grouped = rows.length - (rows.length % INSERTED_AT_ONCE);
  for (let start = 0; start < grouped; start += INSERTED_AT_ONCE) {
    const group = rows.slice(start, start + INSERTED_AT_ONCE);
    db.run(INSERT_MANY, ...group.flatMap(toParameters));
  }
  for (const row of rows.slice(grouped)) db.run(INSERT_ONE, ...toParameters(row));
}

/** Marks conflicts. They are rare, so they are marked with an update rather than on insert. */
export function markConflicts(db: SqliteConnection, seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  db.run(`UPDATE inbox_deliveries SET is_conflict = 1 WHERE ${IS_LISTED}`, JSON.stringify(seqs));
}

// ---- Rows as deliveries

export function toSummary(row: Row): DeliverySummary {
  const state = STATE_NAMES.get(Number(row["state"])) ?? "done"; // never absent
  const due = Number(row["due"]);
  return {
    key: String(row["seq"]),
    id: String(row["id"]),
    name: String(row["name"]),
    state,
    receivedAt: Number(row["received_at"]),
    attempts: Number(row["attempts"]),
    losses: Number(row["losses"]),
    dueAt: state === "waiting" ? due : undefined,
    finishedAt: state === "done" || state === "dead" ? due : undefined,
    size: Number(row["size"]),
    isConflict: row["is_conflict"] === 1,
    orderKey: (row["order_key"] as string | null) ?? undefined, // the column has texts
    via: readVia(row),
  };
}

export function toStored(row: Row): StoredDelivery {
  return {
    ...toSummary(row),
    body: readBlob(row["body"]),
    digest: readDigest(row),
    done: parseNames(row["done"]),
    errors: parseErrors(row["errors"]),
  };
}

export function toClaimed(row: Row): ClaimedDelivery {
  return {
    key: String(row["seq"]),
    token: String(row["claims"]),
    attempt: Number(row["attempts"]),
    losses: Number(row["losses"]),
    id: String(row["id"]),
    name: String(row["name"]),
    body: readBlob(row["body"]),
    receivedAt: Number(row["received_at"]),
    via: readVia(row),
    done: parseNames(row["done"]),
  };
}

// ---- Types

/** Delivery to insert, with its number. */
interface NewRow {
  readonly seq: number;
  readonly idHash: number;
  readonly delivery: Omit<Arrival, "orderKey">;
  readonly receivedAt: number;
  readonly isConflict: boolean;
}
