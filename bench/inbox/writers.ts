/** The stores and their peers. Each makes groups of deliveries durable. */
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import pg from "pg";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openFile } from "../../src/inbox/sqlite/engine.js";
import { configure } from "../../src/inbox/sqlite/journal.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { installPackages } from "../../scripts/install.js";
import { query } from "../../test/postgres/query.js";
import type { Arrival, InboxStore } from "../../src/inbox/store.js";

const DAY = 86_400_000;

async function openStore(store: InboxStore, remove: () => unknown): Promise<Writer> {
  await store.open({
    lease: 75_000,
    dedupeFor: 7 * DAY,
    keepFor: 3 * DAY,
    keepDeadFor: 30 * DAY,
    longestDelay: DAY,
    waitAfterLoss: () => DAY,
    clock: Date.now,
  });
  return {
    write: (arrivals) =>
      store.commit({ arrivals, outcomes: [], renewals: [], room: 0, from: "ordinary" }),
    close: async () => {
      await store.close();
      await remove();
    },
  };
}

// ---- SQLite

export const openSqliteInbox: Open = (path) =>
  openStore(openSqliteStore(path), () => removeFiles(path));

/** Bare inserts, with the durability of the store. */
export const openSqliteInserts: Open = async (path) => {
  const db = await openFile(path);
  configure(db); // as the store does it
  db.exec("CREATE TABLE delivery (seq INTEGER PRIMARY KEY, id TEXT, name TEXT, body BLOB)");
  const insert = db.prepare("INSERT INTO delivery (id, name, body) VALUES (?, ?, ?)");
  return {
    write: (deliveries) => {
      db.exec("BEGIN IMMEDIATE");
      // `never`: each engine has types of its own for values.
      for (const { id, name, body } of deliveries) insert.run(...([id, name, body] as never[]));
      db.exec("COMMIT");
    },
    close: () => {
      db.close();
      removeFiles(path);
    },
  };
};

function removeFiles(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}

// ---- PostgreSQL

export const openPostgresInbox: Open = (url) =>
  openStore(openPostgresStore(url), () =>
    query(url, "drop schema typewire_inbox, typewire_inbox_jobs10 cascade"),
  );

const ADD_JOBS = `select from graphile_worker.add_jobs(array(
  select spec from json_populate_recordset(null::graphile_worker.job_spec, $1) spec))`;

/** Adds its jobs in groups, as the store does. */
export const openGraphileWorker: Open = async (url) => {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  const utils = await loadGraphileWorker().makeWorkerUtils({ pgPool: pool });
  await utils.migrate();
  return {
    write: (deliveries) =>
      utils.withPgClient((client) =>
        client.query(ADD_JOBS, [JSON.stringify(deliveries.map(toJobSpec))]),
      ),
    close: async () => {
      await utils.release();
      await pool.end();
      await query(url, "drop schema graphile_worker cascade");
    },
  };
};

/** Bare inserts, with the durability that the store asks for in a transaction of its own. */
export const openPostgresInserts: Open = async (url) => {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  await pool.query(
    "create table bare (seq bigint generated always as identity primary key, id text, name text, body text)",
  );
  return {
    write: async (deliveries) => {
      const client = await pool.connect();
      await client.query("begin; set local synchronous_commit = on");
      for (const { id, name, body } of deliveries) {
        const values = [id, name, Buffer.from(body).toString()];
        await client.query("insert into bare (id, name, body) values ($1, $2, $3)", values);
      }
      await client.query("commit");
      client.release();
    },
    close: async () => {
      await pool.query("drop table bare");
      await pool.end();
    },
  };
};

function loadGraphileWorker(): GraphileWorker {
  const modules = resolve(installPackages("bench/peers"));
  return createRequire(`${modules}/`)("graphile-worker") as GraphileWorker; // of its lock
}

/** The payload is JSON. The key makes a repeated delivery the same job. */
function toJobSpec({ id, name, body }: Arrival) {
  const payload = { id, name, body: JSON.parse(Buffer.from(body).toString()) as unknown };
  return { identifier: "deliver", payload, job_key: id };
}

// ---- Types

/** The part of graphile-worker that is measured. It has no types here, because `bench/peers` installs it. */
interface GraphileWorker {
  makeWorkerUtils(options: { readonly pgPool: pg.Pool }): Promise<{
    migrate(): Promise<void>;
    withPgClient(run: (client: pg.ClientBase) => Promise<unknown>): Promise<unknown>;
    release(): Promise<void>;
  }>;
}

export interface Writer {
  /** Makes one group of deliveries durable. */
  readonly write: (deliveries: readonly Arrival[]) => unknown;
  /** Closes it, and removes its data. */
  readonly close: () => unknown;
}

/** Opens an empty writer at a path or an address. */
export type Open = (address: string) => Promise<Writer>;
