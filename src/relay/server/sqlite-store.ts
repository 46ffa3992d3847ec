/**
 * Keeps the deliveries of a relay server in one SQLite file, bodies in pieces, and deletes the oldest
 * beyond the limits.
 */
import { unexpected } from "../../base/expect.js";
import { checkOptionNames } from "../../base/option-names.js";
import {
  BYTES,
  closeFile,
  expectFile,
  isBusy,
  openFile,
  SqliteDatabase,
  readBlob,
  type Row,
  type SqliteHandle,
} from "../../inbox/sqlite/engine.js";
import {
  findFile,
  openInPlace,
  SqliteFiles,
  toWatchedPath,
  watchTransaction,
} from "../../inbox/sqlite/files.js";
import {
  countBytes,
  createStoreName,
  expectLimit,
  RELAY_STORE_LIMITS,
  expectRoom,
  type BodyEncoding,
  type KeptDelivery,
  type NewDelivery,
  type RelayStore,
  type RelayStoreLimits,
  type StoreState,
} from "./store.js";

const DAY = 86_400_000;
const GIB = 1024 ** 3;

/**
 * Keeps deliveries in a file of SQLite, by default for three days, and 2 GiB of them. Only one store may use
 * it at a time: a second one does not open. The names of its tables begin with `relay_`.
 * @param file path of the file, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`, which the
 * store never closes.
 * @example
 * const relay = createRelayServer({ store: openSqliteRelayStore("relay.db") });
 * @throws TypeError for any other value, and for the name of a database in memory.
 * @throws RangeError for a limit that is not a positive integer.
 */
export function openSqliteRelayStore(
  file: string | SqliteHandle,
  limits: RelayStoreLimits = {},
): RelayStore {
  checkOptionNames(limits, RELAY_STORE_LIMITS);
  return new SqliteRelayStore(
    expectFile(file),
    expectLimit(limits.keepFor ?? 3 * DAY, "`keepFor`"),
    expectLimit(limits.maxBytes ?? 2 * GIB, "`maxBytes`"),
  );
}

class SqliteRelayStore implements RelayStore {
  readonly #file: string | SqliteHandle;
  readonly #keepFor: number;
  readonly #maxBytes: number;
  #db: SqliteDatabase | undefined;
  #files: SqliteFiles | undefined;
  /** Keeps other processes from opening the store. */
  #lock: SqliteHandle | undefined;
  /** Size of all deliveries, in bytes. */
  #bytes = 0;

  constructor(file: string | SqliteHandle, keepFor: number, maxBytes: number) {
    this.#file = file;
    this.#keepFor = keepFor;
    this.#maxBytes = maxBytes;
  }

  async open(): Promise<void> {
    const openPath = (path: string) => openInPlace(path, openFile, closeFile);
    const db = await SqliteDatabase.open(this.#file, openPath);
    try {
      this.#db = db;
      const path = findFile(db.handle) ?? "";
      this.#lock = await lockStore(path);
      this.#files = new SqliteFiles(db.handle, toWatchedPath(this.#file) ?? path);
      db.handle.exec(PRAGMAS);
      db.handle.exec(TABLES);
      db.run("INSERT OR IGNORE INTO relay_store VALUES (1, ?, 0)", createStoreName());
      this.#bytes = this.#readNumber("SELECT total(bytes) AS value FROM relay_deliveries");
      this.#files.noteOthers();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async append(channel: string, delivery: NewDelivery): Promise<void> {
    const bytes = expectRoom(delivery, this.#maxBytes);
    this.#transact((db) => {
      const position = this.#insert(channel, delivery, bytes);
      for (const [index, piece] of delivery.pieces.entries()) {
        const key = toPieceKey(position, index);
        db.run(`INSERT INTO relay_pieces VALUES (?, ${BYTES})`, key, piece);
      }
      this.#dropOld(delivery.receivedAt - this.#keepFor);
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
    this.#dropExpired();
    const [row = {}] = this.#expectOpen().all("SELECT name, dropped FROM relay_store");
    const newest = this.#readNumber(
      "SELECT coalesce(max(seq), 0) AS value FROM sqlite_sequence WHERE name = 'relay_deliveries'",
    );
    const { name, dropped } = row;
    return await Promise.resolve({ name: String(name), newest, dropped: Number(dropped) });
  }

  async close(): Promise<void> {
    const [db, lock] = [this.#db, this.#lock];
    this.#db = undefined;
    this.#lock = undefined;
    this.#files = undefined;
    await db?.close();
    if (lock !== undefined) await closeFile(lock);
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

  #insert(channel: string, delivery: NewDelivery, bytes: number): number {
    const { receivedAt, head, encoding, pieces } = delivery;
    this.#bytes += bytes;
    const [row] = this.#expectOpen().all(
      `INSERT INTO relay_deliveries (channel, received_at, head, encoding, pieces, bytes)
       VALUES (?, ?, ?, ?, ?, ?) RETURNING position`,
      channel,
      receivedAt,
      head,
      encoding,
      pieces.length,
      bytes,
    );
    return Number(row?.["position"]);
  }

  /** Drops expired deliveries. Called often, so it writes only if there are any. */
  #dropExpired(): void {
    const before = Date.now() - this.#keepFor;
    const oldest = this.#readNumber(
      "SELECT received_at AS value FROM relay_deliveries ORDER BY position LIMIT 1",
    );
    if (oldest < before) this.#transact(() => this.#dropOld(before));
  }

  /** Drops deliveries that are older than a time, then the oldest ones while there are too many bytes. */
  #dropOld(before: number): void {
    const db = this.#expectOpen();
    for (;;) {
      const [row] = db.all(
        "SELECT position, received_at, bytes FROM relay_deliveries ORDER BY position LIMIT 1",
      );
      const isOld = Number(row?.["received_at"]) < before;
      if (row === undefined || (!isOld && this.#bytes <= this.#maxBytes)) return;
      const position = Number(row["position"]);
      db.run("DELETE FROM relay_deliveries WHERE position = ?", position);
      db.run(
        "DELETE FROM relay_pieces WHERE piece >= ? AND piece < ?",
        toPieceKey(position, 0),
        toPieceKey(position + 1, 0),
      );
      db.run("UPDATE relay_store SET dropped = ?", position);
      this.#bytes -= Number(row["bytes"]);
    }
  }

  #transact(work: (db: SqliteDatabase) => void): void {
    const db = this.#expectOpen();
    const bytes = this.#bytes;
    db.handle.exec("BEGIN IMMEDIATE");
    try {
      watchTransaction(db, this.#files, () => work(db));
    } catch (error) {
      this.#bytes = bytes;
      throw error;
    }
  }

  #readNumber(sql: string): number {
    return Number(this.#expectOpen().all(sql)[0]?.["value"]);
  }

  #expectOpen(): SqliteDatabase {
    if (this.#db !== undefined) return this.#db;
    throw unexpected(undefined, "The database of the relay", "an open one");
  }
}

/**
 * Takes a lock that the operating system drops when the process ends for any reason: one on a file of its
 * own, because the database may have other tables, which others use.
 * @throws Error if another store has it.
 */
async function lockStore(path: string): Promise<SqliteHandle> {
  const lock = await openFile(`${path}-lock`);
  try {
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    await closeFile(lock);
    if (!isBusy(error)) throw error;
    const message = `Another relay uses ${path}, and only one may; stop it, or give this one a file of its own.`;
    throw new Error(message, { cause: error });
  }
}

/** A delivery that was answered survives a loss of power. */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
  PRAGMA journal_size_limit = 67108864`;

/** `AUTOINCREMENT`: positions are never used again, even after all deliveries were dropped. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS relay_store (id INTEGER PRIMARY KEY, name TEXT NOT NULL, dropped INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS relay_deliveries (
    position INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, received_at INTEGER NOT NULL,
    head TEXT NOT NULL, encoding TEXT NOT NULL, pieces INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS relay_channels ON relay_deliveries (channel, position);
  CREATE TABLE IF NOT EXISTS relay_pieces (piece INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT`;

/** Pieces of a delivery, which are stored in a row. Only a body of 24 GiB would have as many. */
const MAX_PIECES = 2 ** 20;

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
