/** Faults of a disk that several workers share, as another process of the machine can cause them. */
import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { openFile } from "../../../src/inbox/sqlite/engine.js";
import type { StoreKind } from "../crash/setup.js";

export interface Disk {
  /** Keeps all who write waiting, for so many milliseconds. */
  slow(duration: number): Promise<void>;
  /** Refuses what needs more room, for so many milliseconds. */
  fill(duration: number): Promise<void>;
  /** Cuts the connections of all workers to the database. */
  cut(): Promise<void>;
}

export const DISKS: Readonly<Record<StoreKind, (address: string) => Disk>> = {
  sqlite: (file) => ({
    slow: async (duration) => {
      const db = await openFile(file);
      try {
        db.exec("PRAGMA busy_timeout = 200; BEGIN IMMEDIATE");
        await delay(duration);
        db.exec("ROLLBACK");
      } catch {
        // A worker that stands still has the lock: it is slow already.
      } finally {
        db.close();
      }
    },
    fill: () => Promise.resolve(), // each worker does that itself: SQLite limits connections
    cut: () => Promise.resolve(), // a file has none
  }),
  postgres: (url) => ({
    slow: async (duration) => {
      const lock = `begin; lock table ${TABLE} in access exclusive mode`;
      await withClient(url, (client) =>
        client.query(`${lock}; select pg_sleep(${duration / 1_000})`),
      );
    },
    fill: async (duration) => {
      await withClient(url, (client) => client.query(FULL_DISK));
      await delay(duration);
      await withClient(url, (client) => client.query(ROOM));
    },
    cut: () => withClient(url, (client) => client.query(CUT)),
  }),
};

const TABLE = "typewire_inbox.delivery";

/** Without the connections of other faults. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name <> 'fault'`;

/** The error is the one of PostgreSQL when an extension of a table does not fit. */
const FULL_DISK = `select pg_advisory_xact_lock(1);
  create or replace function refuse_room() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
  create or replace trigger full_disk before insert on ${TABLE}
    for each row execute function refuse_room()`;

/** Two faults at once make one, which the first of them ends. */
const ROOM = `select pg_advisory_xact_lock(1); drop trigger if exists full_disk on ${TABLE}`;

async function withClient(
  url: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "fault" });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
