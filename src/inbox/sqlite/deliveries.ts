/**
 * Deliveries of the store in SQLite: recognizes those that have arrived before, writes new ones, and converts rows.
 * `STEPS` of `tables.ts` says what the columns mean.
 */
import type {
  Arrival,
  ArrivalResult,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  Via,
} from "../store.js";
import { type KnownBodies, recordArrival } from "../store-rules.js";
import type { SqliteConnection } from "./connection.js";
import { BYTES, readBlob, type Row, type SqlValue } from "./engine.js";
import { hashId, type SqliteIds } from "./ids.js";

/** Writes deliveries, except duplicates, without their state, and numbers them in turn. */
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
  const results: ArrivalResult[] = [];
  const rows: NewRow[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const result = recordArrival(known, delivery, receivedAt, dedupeFor);
    results.push(result);
    if (result === "duplicate") continue;
    seq++;
    const idHash = hashes[index] ?? 0; // never absent
    rows.push({ seq, idHash, delivery, receivedAt, isConflict: result === "conflict" });
    ids.add(idHash, seq);
  }
  insertRows(db, rows);
  const conflicts = rows.filter(({ isConflict }) => isConflict);
  markConflicts(
    db,
    conflicts.map((row) => row.seq),
  );
  return { results, seqs: rows.map((row) => row.seq) };
}

/** Rows that one statement inserts: a call of the engine costs as much as a row. */
const INSERTED_AT_ONCE = 16;
/** Parameters have no numbers, which `better-sqlite3` would take for names. Conflicts are marked afterwards. */
const ROW = `(?, ?, ?, ?, ?, ?, 0, ?, ${BYTES}, ?)`;
const INSERT_ONE = createInsert(1);
const INSERT_MANY = createInsert(INSERTED_AT_ONCE);

function createInsert(count: number): string {
  return `INSERT INTO inbox_deliveries
    (seq, id_hash, id, digest, name, received_at, is_conflict, size, body, via)
    VALUES ${Array<string>(count).fill(ROW).join()}`;
}

/** Lists the parameters of {@link ROW}. */
function toParameters({ seq, idHash, delivery, receivedAt }: NewRow): readonly SqlValue[] {
  const { id, digest, name, body, via = null } = delivery;
  return [seq, idHash, id, Buffer.from(digest, "hex"), name, receivedAt, body.length, body, via];
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

/** Reads the bodies that have arrived before. Two ids may have one hash. */
function findKnown(db: SqliteConnection, seqs: readonly number[]): KnownBodies {
  const known: KnownBodies = new Map();
  if (seqs.length === 0) return known;
  const rows = db.all(
    `SELECT id, digest, max(received_at) AS received_at, max(via) AS via FROM inbox_deliveries
     WHERE ${IS_LISTED} GROUP BY id, digest`,
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
  db.run(`UPDATE inbox_deliveries SET is_conflict = 1 WHERE ${IS_LISTED}`, JSON.stringify(seqs));
}

// ---- Rows as deliveries

/** Numbers of the states in the tables. A held delivery waits behind another one of its order key. */
export const STATE = { waiting: 0, running: 1, done: 2, dead: 3, held: 4, forgotten: 5 } as const;

/** Public names of the states, by their number. A held delivery waits; a forgotten one is never read. */
const STATE_NAMES: ReadonlyMap<number, DeliveryState> = /* @__PURE__ */ new Map([
  [STATE.waiting, "waiting"],
  [STATE.running, "running"],
  [STATE.done, "done"],
  [STATE.dead, "dead"],
  [STATE.held, "waiting"],
]);

/** Lists the numbers of the states that have a public name. */
export function listStates(name: DeliveryState): readonly number[] {
  return [...STATE_NAMES].filter(([, each]) => each === name).map(([number]) => number);
}

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
    via: toVia(row),
  };
}

/** Reads the column `via`, which only the inbox writes. */
function toVia(row: Row): Via | undefined {
  return (row["via"] as Via | null) ?? undefined;
}

export function toStored(row: Row): StoredDelivery {
  const lines = String(row["errors"]).split("\n").slice(0, -1);
  return {
    ...toSummary(row),
    body: readBlob(row["body"]),
    digest: Buffer.from(readBlob(row["digest"])).toString("hex"),
    done: toNames(row["done"]),
    errors: lines.map((line) => JSON.parse(line) as AttemptError), // written by toLines
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
    via: toVia(row),
    done: toNames(row["done"]),
  };
}

/** Parses the column `done`: the ids of the handlers that succeeded. */
export function toNames(done: unknown): readonly string[] {
  return JSON.parse(String(done)) as readonly string[]; // written by JSON.stringify
}

/** Writes each error as a line of JSON, so that SQL can add more without reading the earlier ones. */
export function toLines(errors: readonly AttemptError[]): string {
  return errors.map((error) => `${JSON.stringify(error)}\n`).join("");
}

// ---- Lists as parameters

/** True for a row whose number is in a list in JSON, such as {@link listNumbers} writes it. */
export const IS_LISTED = "seq IN (SELECT value FROM json_each(?))";

export function listNumbers(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ seq }) => seq));
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
