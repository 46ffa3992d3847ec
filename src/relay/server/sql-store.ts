/**
 * Keeps the deliveries of a relay server in tables of SQLite, bodies in pieces, and deletes the oldest beyond the
 * limits. Knows neither files nor platforms: `sqlite-store.ts` and `cloudflare.ts` open its database.
 */
import { unexpected } from "../../base/expect.js";
import { BYTES, readBlob, type Row, type SqlValue } from "../../inbox/sqlite/engine-differences.js";
import {
  countBytes,
  type CheckedLimits,
  createStoreName,
  expectRoom,
  type BodyEncoding,
  type KeptDelivery,
  type NewDelivery,
  type RelayStore,
  type StoreState,
} from "./store.js";

export class SqlRelayStore implements RelayStore {
  readonly #openDatabase: () => Promise<RelayDatabase>;
  readonly #keepFor: number;
  readonly #maxBytes: number;
  #db: RelayDatabase | undefined;
  /** Size of all deliveries, in bytes. */
  #bytes = 0;

  constructor(openDatabase: () => Promise<RelayDatabase>, { keepFor, maxBytes }: CheckedLimits) {
    this.#openDatabase = openDatabase;
    this.#keepFor = keepFor;
    this.#maxBytes = maxBytes;
  }

  async open(): Promise<void> {
    this.#db = await this.#openDatabase();
    try {
      for (const table of TABLES) this.#db.run(table);
      this.#db.run("INSERT OR IGNORE INTO relay_store VALUES (1, ?, 0)", createStoreName());
      this.#bytes = this.#readNumber("SELECT total(bytes) AS value FROM relay_deliveries");
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async append(channel: string, delivery: NewDelivery): Promise<void> {
    const bytes = expectRoom(delivery, this.#maxBytes);
    this.#transact((db) => {
      insertDelivery(db, channel, delivery, bytes);
      return this.#dropOld(db, delivery.receivedAt - this.#keepFor, this.#bytes + bytes);
    });
    await Promise.resolve();
  }

  async next(channel: string, after: number): Promise<KeptDelivery | undefined> {
    return await Promise.resolve(this.#find("position > ?", "ASC", channel, after));
  }

  async previous(channel: string, before: number): Promise<KeptDelivery | undefined> {
    return await Promise.resolve(this.#find("position < ?", "DESC", channel, before));
  }

  async readPiece(position: number, index: number): Promise<Uint8Array | undefined> {
    const key = toPieceKey(position, index);
    const [row] = this.#expectOpen().all("SELECT bytes FROM relay_pieces WHERE piece = ?", key);
    return await Promise.resolve(row && readBlob(row["bytes"]));
  }

  async channels(): Promise<readonly string[]> {
    const rows = this.#expectOpen().all(
      `SELECT channel FROM relay_deliveries WHERE received_at >= ?
       GROUP BY channel ORDER BY max(position) DESC`,
      Date.now() - this.#keepFor,
    );
    return await Promise.resolve(rows.map(({ channel }) => String(channel)));
  }

  async state(): Promise<StoreState> {
    this.dropExpired();
    const [row = {}] = this.#expectOpen().all("SELECT name, dropped FROM relay_store");
    const newest = this.#readNumber(
      "SELECT coalesce(max(seq), 0) AS value FROM sqlite_sequence WHERE name = 'relay_deliveries'",
    );
    const { name, dropped } = row;
    return await Promise.resolve({ name: String(name), newest, dropped: Number(dropped) });
  }

  async close(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    await db?.close();
  }

  /** Finds when the oldest delivery was received; `undefined` if there is none. */
  findOldest(): number | undefined {
    return readOldest(this.#expectOpen())?.receivedAt;
  }

  /** Drops expired deliveries. Called often, so it writes only if there are any. */
  dropExpired(): void {
    const before = Date.now() - this.#keepFor;
    const oldest = this.findOldest();
    if (oldest === undefined || oldest >= before) return;
    this.#transact((db) => this.#dropOld(db, before, this.#bytes));
  }

  #find(
    condition: string,
    order: "ASC" | "DESC",
    channel: string,
    position: number,
  ): KeptDelivery | undefined {
    const [row] = this.#expectOpen().all(
      `SELECT position, head, encoding, pieces, bytes FROM relay_deliveries
       WHERE channel = ? AND ${condition} AND received_at >= ? ORDER BY position ${order} LIMIT 1`,
      channel,
      position,
      Date.now() - this.#keepFor,
    );
    return row && toKept(row);
  }

  /**
   * Drops deliveries that were received before a time, then the oldest ones while there are too many bytes.
   * @param bytes size of all deliveries.
   * @returns the size of those that are left.
   */
  #dropOld(db: RelayDatabase, before: number, bytes: number): number {
    let left = bytes;
    for (;;) {
      const oldest = readOldest(db);
      if (oldest === undefined) return left;
      if (oldest.receivedAt >= before && left <= this.#maxBytes) return left;
      deleteDelivery(db, oldest.position);
      left -= oldest.bytes;
    }
  }

  /**
   * Changes deliveries in a transaction.
   * @param work returns the size of all deliveries after it. If it throws, nothing has changed.
   */
  #transact(work: (db: RelayDatabase) => number): void {
    const db = this.#expectOpen();
    this.#bytes = db.transact(() => work(db));
  }

  #readNumber(sql: string): number {
    return Number(this.#expectOpen().all(sql)[0]?.["value"]);
  }

  #expectOpen(): RelayDatabase {
    if (this.#db !== undefined) return this.#db;
    throw unexpected(undefined, "The database of the relay", "an open one");
  }
}

/** `AUTOINCREMENT`: a position is never used again, even after all deliveries were dropped. */
const TABLES = [
  "CREATE TABLE IF NOT EXISTS relay_store (id INTEGER PRIMARY KEY, name TEXT NOT NULL, dropped INTEGER NOT NULL) STRICT",
  `CREATE TABLE IF NOT EXISTS relay_deliveries (
    position INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, received_at INTEGER NOT NULL,
    head TEXT NOT NULL, encoding TEXT NOT NULL, pieces INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT`,
  "CREATE INDEX IF NOT EXISTS relay_channels ON relay_deliveries (channel, position)",
  "CREATE TABLE IF NOT EXISTS relay_pieces (piece INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
];

// ---- Rows

function insertDelivery(
  db: RelayDatabase,
  channel: string,
  { receivedAt, head, encoding, pieces }: NewDelivery,
  bytes: number,
): void {
  const [row] = db.all(
    `INSERT INTO relay_deliveries (channel, received_at, head, encoding, pieces, bytes)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING position`,
    channel,
    receivedAt,
    head,
    encoding,
    pieces.length,
    bytes,
  );
  const position = Number(row?.["position"]);
  for (const [index, piece] of pieces.entries()) {
    const key = toPieceKey(position, index);
    db.run(`INSERT INTO relay_pieces VALUES (?, ${BYTES})`, key, piece);
  }
}

function readOldest(db: RelayDatabase): OldestDelivery | undefined {
  const [row] = db.all(
    "SELECT position, received_at, bytes FROM relay_deliveries ORDER BY position LIMIT 1",
  );
  if (row === undefined) return undefined;
  return {
    position: Number(row["position"]),
    receivedAt: Number(row["received_at"]),
    bytes: Number(row["bytes"]),
  };
}

/** Deletes the delivery at a position with its pieces, and notes the position as dropped. */
function deleteDelivery(db: RelayDatabase, position: number): void {
  db.run("DELETE FROM relay_deliveries WHERE position = ?", position);
  db.run(
    "DELETE FROM relay_pieces WHERE piece >= ? AND piece < ?",
    toPieceKey(position, 0),
    toPieceKey(position + 1, 0),
  );
  db.run("UPDATE relay_store SET dropped = ?", position);
}

/** Keys of pieces that each position has for itself. Only a body of 24 GiB would need more. */
const MAX_PIECES = 2 ** 20;

/** Numbers the pieces of all deliveries, so that those of one delivery have keys in a row. */
function toPieceKey(position: number, index: number): number {
  return position * MAX_PIECES + index;
}

function toKept(row: Row): KeptDelivery {
  const head = String(row["head"]);
  return {
    position: Number(row["position"]),
    head,
    encoding: row["encoding"] as BodyEncoding, // as it was written
    pieces: Number(row["pieces"]),
    size: Number(row["bytes"]) - countBytes({ head, size: 0 }),
  };
}

// ---- Types

/** Open database. */
export interface RelayDatabase {
  all(sql: string, ...values: SqlValue[]): readonly Row[];
  run(sql: string, ...values: SqlValue[]): void;
  /** Commits once `work` is done, or undoes everything if that throws. */
  transact<Result>(work: () => Result): Result;
  close(): Promise<void>;
}

interface OldestDelivery {
  readonly position: number;
  readonly receivedAt: number;
  readonly bytes: number;
}
