/** Tables of the store in PostgreSQL, and the migrations that lead to them. */
import type pg from "pg";
import { expectNewest, selectSteps } from "../store-rules/versions.js";

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
export async function migrate(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [`typewire ${schema}`]);
  await client.query(`create schema if not exists ${schema}`);
  await client.query(`set local search_path to ${schema}`);
  await client.query("create table if not exists version (number int not null, jobs text)");
  const { rows } = await client.query<{ number: number }>("select number from version");
  const version = rows[0]?.number ?? 0;
  for (const step of selectSteps(STEPS, version)) await client.query(step);
  const newest = STEPS.length;
  await client.query("update version set number = $1", [newest]);
  if (rows.length === 0) await client.query("insert into version values ($1)", [newest]);
}

/** @throws InboxError unless the tables exist and have the newest version. */
export async function expectCurrent(pool: pg.Pool, schema: string): Promise<void> {
  const table = `${schema}.version`;
  const tables = await pool.query("select from pg_class where oid = to_regclass($1)", [table]);
  if (tables.rows.length === 0) {
    expectNewest(STEPS, undefined);
    return;
  }
  const versions = await pool.query<{ number: number }>(`select number from ${table}`);
  expectNewest(STEPS, versions.rows[0]?.number);
}
