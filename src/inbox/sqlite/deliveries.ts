/**
 * Deliveries of the store in SQLite: recognizes those that have arrived before, writes new ones, and reads them by
 * ids and filters. `STEPS` of `connection.ts` says what the columns mean.
 */
import { hash } from "node:crypto";
import type {
  Arrival,
  ArrivalResult,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
  Via,
} from "../store.js";
import { type KnownBodies, readCursor, readKeys, recordArrival } from "../store-rules.js";
import type { SqliteConnection } from "./connection.js";
import { BYTES, readBlob, type Row, type SqlValue } from "./engine.js";

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

// ---- Ids

/** Ids kept in memory before they are written to the index. */
const MAX_RECENT = 4_096;

/**
 * Finds deliveries by their ids.
 *
 * Ids are random. If each went into an index at once, almost every delivery would change another page
 * of the file, which is often longer than the delivery. So new ids are kept in memory and written to
 * the index 4,096 at a time, sorted, so that many of them share a page. For a delivery of 2 kB this
 * saves a fifth of the CPU time and a quarter of the bytes written. After a restart, and when another
 * process has written, the ids are read again from the deliveries.
 *
 * All methods but `find` must be called in a transaction.
 */
export class SqliteIds {
  readonly #db: SqliteConnection;
  /** Numbers of the deliveries that are not in the index, by hash. */
  readonly #recent = new Map<number, number[]>();
  /** Number of the last delivery in the index. */
  #indexed = 0;
  /** Number of the last delivery that is known here. */
  #last = 0;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  /** Reads the ids that other processes have written. Returns the number of the last delivery. */
  refresh(): number {
    const [row] = this.#db.all(
      `SELECT (SELECT seq FROM inbox_indexed) AS indexed,
         (SELECT seq FROM sqlite_sequence WHERE name = 'inbox_deliveries') AS last`,
    );
    const [indexed, last] = [Number(row?.["indexed"]), Number(row?.["last"] ?? 0)];
    if (indexed !== this.#indexed) this.#forget(indexed);
    if (last !== this.#last) {
      const rows = this.#db.all(
        "SELECT seq, id_hash FROM inbox_work WHERE seq > ? AND seq <= ? ORDER BY seq",
        this.#last,
        last,
      );
      for (const { seq, id_hash: idHash } of rows) this.#add(Number(idHash), Number(seq));
    }
    this.#last = last;
    return last;
  }

  /** Finds the numbers of the deliveries that may have these ids. Some may have been deleted. */
  find(hashes: readonly number[]): number[] {
    const rows = this.#db.all(
      "SELECT seq FROM inbox_ids WHERE id_hash IN (SELECT value FROM json_each(?))",
      JSON.stringify(hashes),
    );
    const found = rows.map(({ seq }) => Number(seq));
    for (const idHash of hashes) {
      const recent = this.#recent.get(idHash);
      if (recent !== undefined) found.push(...recent);
    }
    return found;
  }

  /** Adds the last delivery. */
  add(idHash: number, seq: number): void {
    this.#add(idHash, seq);
    this.#last = seq;
  }

  /** Writes the ids in memory to the index once there are enough of them. */
  flush(): void {
    if (this.#last - this.#indexed < MAX_RECENT) return;
    this.#db.run(
      `INSERT INTO inbox_ids SELECT id_hash, seq FROM inbox_work WHERE seq > ?
       ORDER BY id_hash, seq`,
      this.#indexed,
    );
    this.#db.run("UPDATE inbox_indexed SET seq = ?", this.#last);
    this.#forget(this.#last);
  }

  /** Forgets everything, because a failed transaction has written nothing. */
  reset(): void {
    this.#forget(0);
  }

  #add(idHash: number, seq: number): void {
    const known = this.#recent.get(idHash);
    if (known === undefined) this.#recent.set(idHash, [seq]);
    else known.push(seq);
  }

  #forget(indexed: number): void {
    this.#recent.clear();
    this.#indexed = indexed;
    this.#last = indexed;
  }
}

/** Hashes an id to 48 bits, so that a page of the index holds many. Two ids may have the same hash. */
export function hashId(id: string): number {
  return hash("sha256", id, "buffer").readIntBE(0, 6);
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

// ---- Queries

/** Query for those of the deliveries, given as a list of numbers in JSON, that contain a text in lower case. */
export const MATCH_TEXT = `SELECT seq FROM inbox_deliveries
  WHERE seq IN (SELECT value FROM json_each(?)) AND instr(lower(CAST(body AS TEXT)), ?) > 0`;

/**
 * Writes the end of a query for deliveries: conditions, order (the newest first) and limit. The text of the
 * filter is no condition: see {@link MATCH_TEXT}.
 * @param seqs numbers of all deliveries that may have the id of the filter.
 */
export function where(filter: StoreFilter, condition: string, seqs?: readonly number[]) {
  const conditions = [condition];
  const values: (string | number)[] = [];
  const add = (sql: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    values.push(value);
  };
  add("seq IN (SELECT value FROM json_each(?))", seqs && JSON.stringify(seqs));
  add("id = ?", filter.id);
  add("name = ?", filter.name);
  add("received_at >= ?", filter.since);
  add("received_at < ?", filter.until);
  add("seq < ?", filter.before === undefined ? undefined : readCursor(filter.before));
  add(
    "seq IN (SELECT value FROM json_each(?))",
    filter.keys && JSON.stringify(readKeys(filter.keys)),
  );
  if (filter.state !== undefined) {
    const named = [...STATE_NAMES].filter(([, name]) => name === filter.state);
    conditions.push(`state IN (${named.map(([number]) => number).join()})`);
  }
  const sql = `WHERE ${conditions.join(" AND ")} ORDER BY seq DESC LIMIT ?`;
  return { sql, values: [...values, filter.limit ?? -1] }; // -1 is no limit
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
