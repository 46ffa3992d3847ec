/** Queries for deliveries in SQLite: by filters, by the text of their bodies, and in order; and their counts. */
import type { DeliverySummary, InboxStats, StoredDelivery, StoreFilter } from "../store.js";
import { lowerAscii, readCursor, readKeys } from "../store-rules/values.js";
import { replaceText, type SearchedDelivery } from "../store-search.js";
import type { SqliteConnection } from "./connection.js";
import { toStored, toSummary } from "./deliveries.js";
import type { SqlValue } from "./engine-differences.js";
import { hashId, type SqliteIds } from "./ids.js";
import { IS_LISTED, listStates, STATE } from "./values.js";

/** Rows of deliveries, each with its state. */
const DELIVERIES = "inbox_deliveries JOIN inbox_work USING (seq)";

const IS_KEPT = `state <> ${STATE.forgotten}`;

// ---- By filters

const SUMMARY_COLUMNS =
  "seq, id, name, state, received_at, attempts, losses, due, size, is_conflict, order_key, via";

/** Finds the deliveries that match a filter without text, the newest first. */
export function findSummaries(
  db: SqliteConnection,
  ids: SqliteIds,
  filter: StoreFilter,
): readonly DeliverySummary[] {
  const { sql, values } = select(SUMMARY_COLUMNS, filter, IS_KEPT, ids);
  return db.all(sql, ...values).map(toSummary);
}

/** Finds the same deliveries, with bodies and errors. */
export function findStored(
  db: SqliteConnection,
  ids: SqliteIds,
  filter: StoreFilter,
): readonly StoredDelivery[] {
  const { sql, values } = select("*", filter, IS_KEPT, ids);
  return db.all(sql, ...values).map(toStored);
}

/** Writes the query for deliveries that match a condition and all of a filter but its text, the newest first. */
export function select(
  columns: string,
  filter: StoreFilter,
  condition: string,
  ids: SqliteIds,
): Query {
  const { id, name, state, since, until, before, keys, limit = NO_LIMIT } = filter;
  const conditions = [condition];
  const values: SqlValue[] = [];
  const add = (sql: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    values.push(value);
  };
  add(IS_LISTED, id === undefined ? undefined : JSON.stringify(findById(ids, id)));
  add("id = ?", id); // deliveries with another id may have the same hash
  add("name = ?", name);
  add("received_at >= ?", since);
  add("received_at < ?", until);
  add("seq < ?", before === undefined ? undefined : readCursor(before));
  add(IS_LISTED, keys && JSON.stringify(readKeys(keys)));
  if (state !== undefined) conditions.push(`state IN (${listStates(state).join()})`);
  const sql = `SELECT ${columns} FROM ${DELIVERIES}
    WHERE ${conditions.join(" AND ")} ORDER BY seq DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}

const NO_LIMIT = -1;

function findById(ids: SqliteIds, id: string): readonly number[] {
  ids.refresh();
  return ids.find([hashId(id)]);
}

// ---- By text

/** Resolves the text of a filter to the keys of the deliveries that contain it. */
export function resolveText(
  db: SqliteConnection,
  ids: SqliteIds,
  filter: StoreFilter,
): Promise<StoreFilter> {
  const list = async (listed: StoreFilter): Promise<readonly SearchedDelivery[]> => {
    const { sql, values } = select("seq, size", listed, IS_KEPT, ids);
    const rows = await db.search(sql, values);
    return rows.map(({ seq, size }) => ({ key: String(seq), size: Number(size) }));
  };
  const match = async (keys: readonly string[], text: string): Promise<readonly string[]> => {
    const numbers = JSON.stringify(keys.map(Number));
    const rows = await db.search(
      `SELECT seq FROM inbox_deliveries
       WHERE ${IS_LISTED} AND instr(lower(CAST(body AS TEXT)), ?) > 0`,
      [numbers, lowerAscii(text)],
    );
    return rows.map(({ seq }) => String(seq));
  };
  return replaceText({ list, match }, filter);
}

// ---- All of them

/** Lists deliveries by their numbers, from the one after `after` on. */
export function listInOrder(
  db: SqliteConnection,
  after: number,
  limit: number,
): readonly StoredDelivery[] {
  const rows = db.all(
    `SELECT * FROM ${DELIVERIES} WHERE ${IS_KEPT} AND seq > ? ORDER BY seq LIMIT ?`,
    after,
    limit,
  );
  return rows.map(toStored);
}

/** Counts deliveries by state. */
export function countByState(db: SqliteConnection, now: number): InboxStats {
  const rows = db.all("SELECT state, count(*) AS count FROM inbox_work GROUP BY state");
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  const [oldest] = db.all(
    `SELECT min(received_at) AS at FROM ${DELIVERIES}
     WHERE state IN (${STATE.waiting}, ${STATE.held})`,
  );
  const countOf = (state: number): number => counts.get(state) ?? 0;
  return {
    waiting: countOf(STATE.waiting) + countOf(STATE.held),
    running: countOf(STATE.running),
    done: countOf(STATE.done),
    dead: countOf(STATE.dead),
    oldestWaiting: oldest?.["at"] ? Math.max(0, now - Number(oldest["at"])) : 0,
  };
}

// ---- Types

interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}
