/** Connections to PostgreSQL: a pool, transactions, and one connection that listens. */
import pg from "pg";
import type { StoreSettings } from "../store.js";
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
