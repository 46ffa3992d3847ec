/** Queries for deliveries in PostgreSQL: by filters, by the text of their bodies, and in order; and their counts. */
import type { Pool } from "pg";
import type {
  DeliveryState,
  DeliverySummary,
  InboxStats,
  StoredDelivery,
  StoreFilter,
} from "../store.js";
import { lowerAscii, readCursor, readKeys } from "../store-rules/values.js";
import { replaceText, type SearchedDelivery } from "../store-search.js";
import {
  readStored,
  readSummary,
  STORED_COLUMNS,
  type StoredRow,
  SUMMARY_COLUMNS,
  type SummaryRow,
} from "./deliveries.js";
import { formatText, hashText } from "./values.js";

// ---- By filters

/** Finds the deliveries that match a filter without text, the newest first. */
export async function findSummaries(
  pool: Pool,
  table: string,
  filter: StoreFilter,
): Promise<readonly DeliverySummary[]> {
  const { rows } = await pool.query<SummaryRow>(select(table, SUMMARY_COLUMNS, filter));
  return rows.map(readSummary);
}

/** Finds the same deliveries, with bodies and errors. */
export async function findStored(
  pool: Pool,
  table: string,
  filter: StoreFilter,
): Promise<readonly StoredDelivery[]> {
  const { rows } = await pool.query<StoredRow>(select(table, STORED_COLUMNS, filter));
  return rows.map(readStored);
}

/** Writes the query for deliveries that match all of a filter but its text, the newest first. */
export function select(
  table: string,
  columns: string,
  filter: StoreFilter,
  condition?: string,
): Query {
  const { id, name, state, since, until, before, keys, limit } = filter;
  const criteria: readonly (readonly [condition: string, value: unknown])[] = [
    ["id_hash = ?", id === undefined ? undefined : hashText(id)],
    ["name = ?", name === undefined ? undefined : formatText(name)],
    ["state = ?", state],
    ["received_at >= to_timestamp(?::float8 / 1000)", since],
    ["received_at < to_timestamp(?::float8 / 1000)", until],
    ["seq < ?", before === undefined ? undefined : readCursor(before)],
    ["seq = any(?)", keys && readKeys(keys)],
  ];
  const present = criteria.filter(([, value]) => value !== undefined);
  const conditions = [
    ...(condition === undefined ? [] : [condition]),
    ...present.map(([sql], index) => sql.replace("?", `$${index + 1}`)),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const text = `select ${columns} from ${table} ${where}
    order by seq desc limit $${present.length + 1}`;
  return { text, values: [...present.map(([, value]) => value), limit ?? null] }; // null: all
}

// ---- By text

/** Resolves the text of a filter to the keys of the deliveries that contain it. */
export function resolveText(pool: Pool, table: string, filter: StoreFilter): Promise<StoreFilter> {
  const list = async (listed: StoreFilter): Promise<readonly SearchedDelivery[]> => {
    const query = select(table, "seq::text as key, length(body) as size", listed);
    return (await pool.query<SearchedDelivery>(query)).rows;
  };
  const match = async (keys: readonly string[], text: string): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ key: string }>(matchText(table, keys, text));
    return rows.map(({ key }) => key);
  };
  return replaceText({ list, match }, filter);
}

/** Writes the query for those of the deliveries that contain a text. */
export function matchText(table: string, keys: readonly string[], text: string): Query {
  return {
    // Compares escaped bytes, because PostgreSQL refuses to take some bodies for text.
    text: `select seq::text as key from ${table} where seq = any($1)
      and position(encode($2::bytea, 'escape') in lower(encode(body, 'escape'))) > 0`,
    values: [keys, Buffer.from(lowerAscii(text))],
  };
}

// ---- All of them

/** Lists deliveries by their numbers, from the one after `after` on. */
export async function listInOrder(
  pool: Pool,
  table: string,
  after: string,
  limit: number,
): Promise<readonly StoredDelivery[]> {
  const { rows } = await pool.query<StoredRow>(
    `select ${STORED_COLUMNS} from ${table} where seq > $1 order by seq limit $2`,
    [after, limit],
  );
  return rows.map(readStored);
}

/** Counts deliveries by state. */
export async function countByState(pool: Pool, table: string): Promise<InboxStats> {
  const { rows } = await pool.query<{ state: DeliveryState; count: number; age: number }>(
    `select state, count(*)::float8 as count,
       greatest(0, extract(epoch from now() - min(received_at)) * 1000)::float8 as age
     from ${table} group by state`,
  );
  const stats = { waiting: 0, running: 0, done: 0, dead: 0, oldestWaiting: 0 };
  for (const { state, count, age } of rows) {
    stats[state] = count;
    if (state === "waiting") stats.oldestWaiting = age;
  }
  return stats;
}

// ---- Types

interface Query {
  readonly text: string;
  readonly values: unknown[];
}
