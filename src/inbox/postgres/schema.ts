/** Tables of the store in PostgreSQL, and their rows as deliveries. */
import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import type {
  AttemptError,
  ClaimedDelivery,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
  Via,
} from "../store.js";
import { expectNewest, lowerAscii, readCursor, readKeys, selectSteps } from "../store-rules.js";

/**
 * SQL of the migrations: the first step leads to version 1, the next one to version 2. Released steps never
 * change. `delivery` has the deliveries, `seen` the ids and digests that duplicates are recognized by.
 * Texts from outside are JSON, because PostgreSQL refuses NUL, and have a hash to be found by, because an
 * index refuses long texts.
 */
const STEPS: readonly string[] = [
  `create table delivery (
     seq bigint generated always as identity primary key,
     id text not null,
     id_hash text not null,
     name text not null,
     body bytea not null,
     digest text not null,
     order_key text,
     order_hash text,
     is_conflict boolean not null,
     received_at timestamptz not null,
     state text not null check (state in ('waiting', 'running', 'done', 'dead')),
     is_queued boolean not null, -- it has a job: only one delivery of an order key has
     attempts integer not null,
     due_at timestamptz, -- of a running one, the end of its lease
     finished_at timestamptz,
     token text, -- the claim of a running one
     done text not null,
     errors text[] not null,
     losses integer not null default 0,
     lease interval not null default '0' -- of a running one, because processes may differ
   );
   create index on delivery (id_hash, seq);
   create index on delivery (order_hash, seq) where state = 'waiting';
   create index on delivery (order_hash) where is_queued and order_hash is not null;
   create index on delivery (due_at) where state = 'running';
   create index on delivery (due_at) where is_queued and losses > 0;
   create index on delivery (state, finished_at) where finished_at is not null;
   create table seen (
     id_hash text,
     variant text, -- empty for the first body of an id, the digest for every other one
     digest text not null,
     received_at timestamptz not null,
     primary key (id_hash, variant)
   );
   create index on seen (received_at);`,
  `alter table delivery add column via text; -- null: it was sent
   alter table seen add column is_fetched boolean not null default false;
   create table note (
     name text collate "C" primary key,
     text text not null,
     holder text not null,
     until timestamptz not null,
     lease interval not null default '0'
   );`,
];

/** Creates the tables or migrates them, in the transaction of `client`. */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [`typewire ${schema}`]);
  await client.query(`create schema if not exists ${schema}`);
  await client.query(`set local search_path to ${schema}`);
  await client.query("create table if not exists version (number int not null, jobs text)");
  const { rows } = await client.query<{ number: number }>("select number from version");
  const found = rows[0]?.number ?? 0;
  for (const step of selectSteps(STEPS, found)) await client.query(step);
  const values = [STEPS.length];
  await client.query("update version set number = $1", values);
  if (rows.length === 0) await client.query("insert into version values ($1)", values);
}

/** @throws InboxError unless the tables exist and have the newest version. */
export async function expectCurrent(pool: Pool, schema: string): Promise<void> {
  const table = `${schema}.version`;
  const { rows } = await pool.query("select from pg_class where oid = to_regclass($1)", [table]);
  const found =
    rows.length === 0
      ? undefined
      : (await pool.query<{ number: number }>(`select number from ${table}`)).rows[0]?.number;
  expectNewest(STEPS, found);
}

/** Columns of a {@link SummaryRow}. */
export const SUMMARY_COLUMNS = `seq::text as key, id, name, state, attempts, losses,
  ${toMilliseconds("received_at")} as "receivedAt",
  case state when 'waiting' then ${toMilliseconds("due_at")} end as "dueAt",
  ${toMilliseconds("finished_at")} as "finishedAt",
  length(body) as size, is_conflict as "isConflict", order_key as "orderKey", via`;

/** Columns of a {@link StoredRow}. */
export const STORED_COLUMNS = `${SUMMARY_COLUMNS}, body, digest, done, errors`;

export interface SummaryRow extends Omit<DeliverySummary, Nullable> {
  readonly dueAt: number | null;
  readonly finishedAt: number | null;
  readonly orderKey: string | null;
  readonly via: Via | null;
}

type Nullable = "dueAt" | "finishedAt" | "orderKey" | "via";

export interface StoredRow extends SummaryRow {
  readonly body: Buffer;
  readonly digest: string;
  readonly done: string;
  readonly errors: readonly string[];
}

/** Columns of a {@link ClaimedRow}. */
export const CLAIMED_COLUMNS = `seq::text as key, token, id, name, body, attempts as attempt, losses, done, via,
  ${toMilliseconds("received_at")} as "receivedAt"`;

export type ClaimedRow = Omit<ClaimedDelivery, "done" | "via"> & {
  readonly done: string;
  readonly via: Via | null;
};

export function readSummary(row: SummaryRow): DeliverySummary {
  return {
    ...row,
    id: parseText(row.id),
    name: parseText(row.name),
    dueAt: row.dueAt ?? undefined,
    finishedAt: row.finishedAt ?? undefined,
    orderKey: row.orderKey === null ? undefined : parseText(row.orderKey),
    via: row.via ?? undefined,
  };
}

export function readStored({ body, digest, done, errors, ...summary }: StoredRow): StoredDelivery {
  return {
    ...readSummary(summary),
    body,
    digest,
    done: parseNames(done),
    errors: errors.map((error) => JSON.parse(error) as AttemptError), // written by formatErrors
  };
}

export function readClaimed(row: ClaimedRow): ClaimedDelivery {
  const [id, name] = [parseText(row.id), parseText(row.name)];
  return { ...row, id, name, done: parseNames(row.done), via: row.via ?? undefined };
}

export function formatErrors(errors: readonly AttemptError[]): readonly string[] {
  return errors.map((error) => JSON.stringify(error));
}

/** Shortens a text to a hash of fixed length, because texts may be too long for an index. */
export function hashText(text: string): string {
  return createHash("sha256").update(formatText(text)).digest("base64url");
}

/** Escapes the characters that PostgreSQL refuses: NUL and halves of surrogate pairs. */
export function formatText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function parseText(text: string): string {
  return JSON.parse(`"${text}"`) as string; // written by formatText
}

export function parseNames(names: string): readonly string[] {
  return JSON.parse(names) as string[]; // written as JSON.stringify(names)
}

/** Converts a time in SQL to milliseconds since 1970. */
export function toMilliseconds(time: string): string {
  return `floor(extract(epoch from ${time}) * 1000)::float8`;
}

/** About 3,000 years: sums with it stay within the range of times in PostgreSQL. */
const MAX_DURATION = 1e14;

/** Writes a duration, given in milliseconds, in SQL. */
export function toInterval(duration: number): string {
  return `${Math.min(duration, MAX_DURATION)} * interval '1 millisecond'`;
}

/** Writes the query for those of the deliveries that contain a text. */
export function matchText(table: string, keys: readonly string[], text: string) {
  return {
    // Compares escaped bytes, because PostgreSQL refuses to take some bodies for text.
    text: `select seq::text as key from ${table} where seq = any($1)
      and position(encode($2::bytea, 'escape') in lower(encode(body, 'escape'))) > 0`,
    values: [keys, Buffer.from(lowerAscii(text))],
  };
}

/** Writes the query for deliveries that match all of a filter but its text, the newest first. */
export function select(
  table: string,
  columns: string,
  filter: StoreFilter,
  ...conditions: string[]
): { text: string; values: unknown[] } {
  const { id, name, state, since, until, before, limit } = filter;
  const values: unknown[] = [];
  const where = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  where("id_hash = ?", id === undefined ? undefined : hashText(id));
  where("name = ?", name === undefined ? undefined : formatText(name));
  where("state = ?", state);
  where("received_at >= to_timestamp(?::float8 / 1000)", since);
  where("received_at < to_timestamp(?::float8 / 1000)", until);
  where("seq < ?", before === undefined ? undefined : readCursor(before));
  where("seq = any(?)", filter.keys && readKeys(filter.keys));
  const matching = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  values.push(limit ?? null); // null: all
  const text = `select ${columns} from ${table} ${matching}
    order by seq desc limit $${values.length}`;
  return { text, values };
}
