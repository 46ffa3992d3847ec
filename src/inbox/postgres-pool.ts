import pg from "pg";

const SECOND = 1_000;
const DEADLOCK = "40P01";
const TRIES = 3;

/** Jobs are sorted by an index of pg-boss 12: that is fast, and keeps the order of a transaction. */
const BEGIN = "begin; set local enable_sort = off";

/** No call waits for ever: not for a connection, not for an answer, not for a process that is cut off. */
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
  // A connection that is lost is replaced, and a query on it rejects. Without listeners, the loss
  // would end the process.
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
      // What PostgreSQL answers when a query has failed, also one whose error pg-boss has swallowed.
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
