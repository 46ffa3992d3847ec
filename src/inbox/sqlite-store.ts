import { InboxError } from "./errors.js";
import { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteHandle } from "./sqlite-handle.js";
import { advanceLines, claimDue, isAnythingDue, recordOutcomes, toLines } from "./sqlite-queue.js";
import { toDelivery, toSummary, where, type Row } from "./sqlite-rows.js";
import { DEAD, DONE, FORGOTTEN, HELD, RUNNING, WAITING } from "./sqlite-schema.js";
import type {
  Arrival,
  ArrivalResult,
  DeliverySummary,
  InboxStats,
  InboxStore,
  StoreBatch,
  StoredDelivery,
  StoreFilter,
  StoreResult,
  StoreSettings,
} from "./store.js";

export interface SqliteStoreOptions {
  /**
   * How many milliseconds to wait for another process that writes. Default: 5 seconds, which is less
   * than a middleware waits. Nothing blocks meanwhile.
   */
  readonly busyTimeout?: number | undefined;
}

/**
 * Keeps deliveries in a file of SQLite, which several processes of one machine may share. It holds its
 * own tables, all of whose names begin with `inbox_`.
 * @param file its path, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`, which stays open.
 */
export function openSqliteStore(
  file: string | SqliteHandle,
  { busyTimeout = 5_000 }: SqliteStoreOptions = {},
): InboxStore {
  return new SqliteStore(new SqliteConnection(file, busyTimeout));
}

/** Rows that one call of `prune` deletes at most. */
const PRUNED_ROWS = 500;

class SqliteStore implements InboxStore {
  readonly #db: SqliteConnection;
  #settings: StoreSettings | undefined;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  async open(settings: StoreSettings): Promise<void> {
    await this.#db.open();
    this.#settings = settings;
  }

  async commit(batch: StoreBatch): Promise<StoreResult> {
    const { lease, clock } = this.#expectSettings();
    const now = clock();
    const isIdle = batch.arrivals.length + batch.outcomes.length === 0;
    if (isIdle && (batch.room === 0 || !isAnythingDue(this.#db, now))) return NOTHING; // no lock for a poll
    return this.#db.transact(() => {
      const outcomes = recordOutcomes(this.#db, batch.outcomes, now);
      const arrivals = this.#write(batch.arrivals, now);
      return { outcomes, arrivals, claimed: claimDue(this.#db, batch.room, lease, now) };
    });
  }

  async get(id: string): Promise<StoredDelivery | undefined> {
    await this.#expectOpen();
    const [row] = this.#find("*", { id, limit: 1 });
    return row && toDelivery(row);
  }

  async list(filter: StoreFilter): Promise<readonly DeliverySummary[]> {
    await this.#expectOpen();
    return this.#find(SUMMARY, filter).map(toSummary);
  }

  async stats(): Promise<InboxStats> {
    await this.#expectOpen();
    const rows = this.#db.all("SELECT state, count(*) AS count FROM inbox_work GROUP BY state");
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    const [oldest] = this.#db.all(
      `SELECT min(received_at) AS at FROM inbox_deliveries JOIN inbox_work USING (seq)
       WHERE state IN (${WAITING}, ${HELD})`,
    );
    const count = (state: number): number => counts.get(state) ?? 0;
    return {
      waiting: count(WAITING) + count(HELD),
      running: count(RUNNING),
      done: count(DONE),
      dead: count(DEAD),
      oldestWaiting: oldest?.["at"] ? Math.max(0, this.#now() - Number(oldest["at"])) : 0,
    };
  }

  replay(filter: StoreFilter): Promise<number> {
    return this.#db.transact(() => {
      const { sql, values } = where(filter, `state IN (${DONE}, ${DEAD})`);
      const rows = this.#db.all(
        `UPDATE inbox_work SET state = iif(order_key IS NULL, ${WAITING}, ${HELD}), due = ?,
           attempts = 0, done = iif(state = ${DONE}, '[]', done)
         WHERE seq IN (SELECT seq FROM inbox_deliveries JOIN inbox_work USING (seq) ${sql})
         RETURNING order_key`,
        this.#now(),
        ...values,
      );
      advanceLines(
        this.#db,
        rows.map(({ order_key: key }) => key),
      );
      return rows.length;
    });
  }

  prune(): Promise<boolean> {
    return this.#db.transact(() => {
      const { keepFor, keepDeadFor, dedupeFor, lease, longestDelay } = this.#expectSettings();
      const now = this.#now();
      const limit = `UPDATE inbox_work SET due = ?1 WHERE state =`;
      this.#db.run(`${limit} ${WAITING} AND due > ?1 AND attempts = 0`, now);
      this.#db.run(`${limit} ${WAITING} AND due > ?1`, now + longestDelay);
      this.#db.run(`${limit} ${RUNNING} AND due > ?1`, now + lease);
      // A body goes first; id and digest stay as long as duplicates are to be known.
      const forgotten = this.#db
        .all(
          `UPDATE inbox_work SET state = ${FORGOTTEN}, done = '[]', errors = '', due =
           (SELECT received_at FROM inbox_deliveries d WHERE d.seq = inbox_work.seq) + ?
         WHERE seq IN (SELECT seq FROM inbox_work WHERE state = ${DONE} AND due < ? UNION ALL
           SELECT seq FROM inbox_work WHERE state = ${DEAD} AND due < ? LIMIT ${PRUNED_ROWS})
         RETURNING seq`,
          dedupeFor,
          now - keepFor,
          now - keepDeadFor,
        )
        .map(({ seq }) => seq);
      const these = "WHERE seq IN (SELECT value FROM json_each(?))";
      this.#db.run(`UPDATE inbox_deliveries SET body = x'' ${these}`, JSON.stringify(forgotten));
      const deleted = this.#db
        .all(
          `DELETE FROM inbox_work WHERE seq IN (SELECT seq FROM inbox_work
           WHERE state = ${FORGOTTEN} AND due < ? LIMIT ${PRUNED_ROWS}) RETURNING seq`,
          now,
        )
        .map(({ seq }) => seq);
      this.#db.run(`DELETE FROM inbox_deliveries ${these}`, JSON.stringify(deleted));
      return Math.max(forgotten.length, deleted.length) >= PRUNED_ROWS;
    });
  }

  async export(after: string | undefined, limit: number): Promise<readonly StoredDelivery[]> {
    await this.#expectOpen();
    const rows = this.#db.all(
      `SELECT * FROM inbox_deliveries JOIN inbox_work USING (seq)
       WHERE state <> ${FORGOTTEN} AND seq > ? ORDER BY seq LIMIT ?`,
      Number(after ?? 0),
      limit,
    );
    return rows.map(toDelivery);
  }

  restore(deliveries: readonly StoredDelivery[]): Promise<number> {
    return this.#db.transact(() => {
      const taken = deliveries.filter((delivery) => this.#restore(delivery));
      advanceLines(
        this.#db,
        taken.map(({ orderKey }) => orderKey),
      );
      return taken.length;
    });
  }

  close(): Promise<void> {
    this.#settings = undefined;
    this.#db.close();
    return Promise.resolve();
  }

  #write(arrivals: readonly Arrival[], now: number): ArrivalResult[] {
    const added: unknown[] = [];
    const results = arrivals.map((arrival): ArrivalResult => {
      const row = this.#insert(arrival, now, now);
      if (row === undefined) return "duplicate";
      added.push([row["seq"], now, arrival.orderKey ?? null]);
      return row["is_conflict"] === 1 ? "conflict" : "new";
    });
    if (added.length > 0)
      this.#db.run(
        `INSERT INTO inbox_work (seq, state, due, order_key) SELECT value ->> 0,
           iif(value ->> 2 IS NULL, ${WAITING}, ${HELD}), value ->> 1, value ->> 2 FROM json_each(?)`,
        JSON.stringify(added),
      );
    advanceLines(
      this.#db,
      arrivals.map(({ orderKey }) => orderKey),
    );
    return results;
  }

  /** The row that was written, or nothing for a duplicate. */
  #insert(arrival: Insertable, receivedAt: number, now: number): Row | undefined {
    const { id, name, body } = arrival;
    const digest = Buffer.from(arrival.digest, "hex");
    const insert = (): Row | undefined =>
      this.#db.all(
        `INSERT INTO inbox_deliveries (id, digest, name, received_at, size, body, is_conflict)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, max(?7,
           EXISTS (SELECT 1 FROM inbox_deliveries WHERE id = ?1 AND substr(digest, 1, 32) <> ?2)))
         ON CONFLICT DO NOTHING RETURNING seq, is_conflict`,
        id,
        digest,
        name,
        receivedAt,
        body.length,
        body,
        arrival.isConflict === true ? 1 : 0,
      )[0];
    return insert() ?? (this.#forget(id, digest, now) ? insert() : undefined);
  }

  /** Makes room for an id and a body that are no duplicate any more, though they are still kept. */
  #forget(id: string, digest: Uint8Array, now: number): boolean {
    const rows = this.#db.all(
      `UPDATE inbox_deliveries SET digest = CAST(digest || seq AS BLOB)
       WHERE id = ? AND digest = ? AND received_at < ? RETURNING seq`,
      id,
      digest,
      now - this.#expectSettings().dedupeFor,
    );
    return rows.length > 0;
  }

  #restore(delivery: StoredDelivery): boolean {
    const { state, receivedAt, orderKey = null, done, errors } = delivery;
    const row = this.#insert(delivery, receivedAt, receivedAt);
    if (row === undefined) return false;
    const open = orderKey === null ? WAITING : HELD;
    const due = delivery.finishedAt ?? delivery.dueAt ?? receivedAt;
    this.#db.run(
      `INSERT INTO inbox_work (seq, state, due, attempts, done, errors, order_key)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      Number(row["seq"]),
      state === "done" ? DONE : state === "dead" ? DEAD : open,
      due,
      delivery.attempts,
      JSON.stringify(done),
      toLines(errors),
      orderKey,
    );
    return true;
  }

  #find(columns: string, filter: StoreFilter): readonly Row[] {
    const { sql, values } = where(filter, `state <> ${FORGOTTEN}`);
    return this.#db.all(
      `SELECT ${columns} FROM inbox_deliveries JOIN inbox_work USING (seq) ${sql}`,
      ...values,
    );
  }

  async #expectOpen(): Promise<void> {
    await Promise.resolve(this.#expectSettings());
  }

  #expectSettings(): StoreSettings {
    if (this.#settings !== undefined) return this.#settings;
    throw new InboxError("CLOSED", "The store is not open.");
  }

  #now(): number {
    return this.#expectSettings().clock();
  }
}

type Insertable = Omit<Arrival, "orderKey"> & { readonly isConflict?: boolean };

const NOTHING: StoreResult = { outcomes: [], arrivals: [], claimed: [] };

const SUMMARY = "seq, id, name, state, received_at, attempts, due, size, is_conflict, order_key";
