/** Connections to PostgreSQL: a pool, transactions, the tables and their migrations, and one connection that listens. */
import pg from "pg";
import type { StoreSettings } from "../store.js";
import { expectNewest, selectSteps } from "../store-rules.js";
import type { JobQueue } from "./jobs.js";

const SECOND = 1_000;
const DEADLOCK = "40P01";
const TRIES = 3;

/**
 * Begins a transaction, with what the store promises in place of a server's own settings:
 * - Without `jit`: the statements are short, and compiling one takes longer than all of them. A planner
 *   switch (see `jobs.ts`) adds so much to the cost of a plan that PostgreSQL would compile it each time.
 * - With `synchronous_commit`: a database where it is off would lose answered deliveries in a crash. Every
 *   other value waits for the disk, and some also for a standby; these are kept.
 */
const BEGIN = `begin; set local jit = off;
  select set_config('synchronous_commit', 'on', true)
    where current_setting('synchronous_commit') = 'off'`;

/** Limits all waits: for a connection, for an answer, and for a process that is cut off. */
export function createPoolConfig(connectionString: string, connections: number): pg.PoolConfig {
  return {
    connectionString,
    max: connections,
    application_name: "typewire inbox",
    connectionTimeoutMillis: 5 * SECOND,
    query_timeout: 30 * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
    keepAlive: true,
  };
}

export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A lost connection is replaced, and a query on it rejects. Without listeners, the loss would end the
  // process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Runs in a transaction, and again after a deadlock with another one. */
export async function transact<Result>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const client = await pool.connect();
    try {
      await client.query(BEGIN);
      const result = await run(client);
      const { command } = await client.query("commit");
      // PostgreSQL answers a commit with ROLLBACK if a query failed, even if pg-boss swallowed the error.
      if (command !== "COMMIT") throw new Error("PostgreSQL has rolled the transaction back.");
      client.release();
      return result;
    } catch (error) {
      client.release(true); // closes the connection, which ends the transaction
      const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK;
      if (!isDeadlock || tries === TRIES) throw error;
    }
  }
}

const RECONNECT_AFTER = SECOND;

/** Calls `wake` at each notification on the channel, over a connection of its own. */
export class WakeListener {
  readonly #config: pg.ClientConfig;
  readonly #channel: string;
  readonly #wake: () => void;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig, channel: string, wake: () => void) {
    this.#config = config;
    this.#channel = channel;
    this.#wake = wake;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  /** Also calls `wake` once it is connected, because earlier notifications were lost. */
  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#config, keepAlive: true });
    this.#client = client;
    client.on("error", () => undefined); // "end" follows
    client.once("end", () => this.#reconnect());
    client.on("notification", this.#wake);
    try {
      await client.connect();
      await client.query(`listen ${this.#channel}`);
      this.#wake();
    } catch {
      await client.end().catch(() => undefined); // emits "end", unless it was emitted before
    }
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_AFTER).unref();
  }
}

// ---- Tables

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

// ---- Types

/** Open transaction, with the names of the tables and the settings that statements need. */
export interface Transaction {
  readonly client: pg.ClientBase;
  readonly delivery: string;
  readonly seen: string;
  readonly note: string;
  readonly jobs: JobQueue;
  readonly settings: StoreSettings;
}
