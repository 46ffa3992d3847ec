import type { ClientBase, Pool } from "pg";
import { expectNewest, selectSteps } from "./store-rules.js";

/**
 * What leads from each version of the tables to the next. `delivery` has what the inbox keeps, `seen`
 * by which it knows a delivery again. Texts from outside are JSON, because PostgreSQL takes no NUL,
 * and are found by a hash, because an index takes no long text.
 */
const MIGRATIONS: readonly string[] = [
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
     is_queued boolean not null, -- whether it has a job: only one delivery of an order key has
     attempts integer not null,
     due_at timestamptz, -- of a running one, when its lease ends
     finished_at timestamptz,
     token text, -- the claim of a running one
     done text not null,
     errors text[] not null
   );
   create index on delivery (id_hash, seq);
   create index on delivery (order_hash, seq) where state = 'waiting';
   create index on delivery (order_hash) where is_queued and order_hash is not null;
   create index on delivery (due_at) where state = 'running';
   create index on delivery (state, finished_at) where finished_at is not null;
   create table seen (
     id_hash text,
     variant text, -- empty for the first body of an id, the digest for every other one
     digest text not null,
     received_at timestamptz not null,
     primary key (id_hash, variant)
   );
   create index on seen (received_at);`,
  `alter table delivery add column losses integer not null default 0;
   create index on delivery (due_at) where is_queued and losses > 0;`,
];

/** Creates the tables or brings them up to date, in the transaction of `client`. */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [`typewire ${schema}`]);
  await client.query(`create schema if not exists ${schema}`);
  await client.query(`set local search_path to ${schema}`);
  await client.query("create table if not exists version (number int not null, jobs text)");
  const { rows } = await client.query<{ number: number }>("select number from version");
  const found = rows[0]?.number ?? 0;
  for (const migration of selectSteps(MIGRATIONS, found)) await client.query(migration);
  const values = [MIGRATIONS.length];
  await client.query("update version set number = $1", values);
  if (rows.length === 0) await client.query("insert into version values ($1)", values);
}

/** @throws InboxError unless the tables are there, and of the newest version. */
export async function expectCurrent(pool: Pool, schema: string): Promise<void> {
  const table = `${schema}.version`;
  const { rows } = await pool.query("select from pg_class where oid = to_regclass($1)", [table]);
  const found =
    rows.length === 0
      ? undefined
      : (await pool.query<{ number: number }>(`select number from ${table}`)).rows[0]?.number;
  expectNewest(MIGRATIONS, found);
}
