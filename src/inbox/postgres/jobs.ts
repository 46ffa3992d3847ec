/** The jobs of pg-boss: one for each delivery that waits. pg-boss hands them out when they are due. */
import type { ClientBase, Pool } from "pg";
import * as installed from "pg-boss";

/** Names of the queues in pg-boss, by the kind of deliveries. */
const QUEUES = { ordinary: "deliveries", suspects: "suspects" };

/**
 * Creates the queue of deliveries that wait.
 * @param module pg-boss, if it is not the one that is installed under its name.
 * @throws TypeError if it is no module of pg-boss.
 */
export function createJobQueue(pool: Pool, schema: string, module: object = installed): JobQueue {
  const { Boss, version } = findVersion(module);
  const bossSchema = `${schema}_jobs${version.number}`;
  // The inbox has its own leases and retention, so pg-boss does nothing in the background.
  const options = { db: toDatabase(pool), schema: bossSchema, schedule: false, supervise: false };
  const boss = new Boss(options);
  boss.on("error", () => undefined); // each error also rejects a call
  const insert = async (queue: string, jobs: readonly Job[], client: ClientBase): Promise<void> => {
    if (jobs.length === 0) return;
    const bossJobs = jobs.map((job) => toBossJob(queue, job));
    await version.insert(boss, queue, bossJobs, { db: toDatabase(client) });
  };
  const remove = async (queue: string, keys: readonly string[], db: object): Promise<void> => {
    if (keys.length > 0) await boss.deleteJob(queue, keys.map(toJobId), { db });
  };
  return {
    schema: bossSchema,
    start: async () => {
      await boss.start();
      for (const name of Object.values(QUEUES)) await boss.createQueue(name);
    },
    put: async (jobs, client) => {
      const ordinary = jobs.filter(({ isSuspect }) => !isSuspect);
      const suspects = jobs.filter(({ isSuspect }) => isSuspect);
      await insert(QUEUES.ordinary, ordinary, client);
      await insert(QUEUES.suspects, suspects, client);
    },
    take: async (limit, from, client) => {
      const target = { batchSize: limit, db: toDatabase(client) };
      const jobs = await version.fetch(boss, QUEUES[from], target, client);
      return jobs.map(({ id }) => toKey(id));
    },
    remove: async (jobs, client) => {
      const db = toDatabase(client);
      // A delivery that has just become a suspect still has its ordinary job.
      const all = jobs.map(({ key }) => key);
      const suspects = jobs.filter(({ isSuspect }) => isSuspect).map(({ key }) => key);
      await remove(QUEUES.ordinary, all, db);
      await remove(QUEUES.suspects, suspects, db);
    },
  };
}

/** Adapts a connection, or a pool of them, to pg-boss. */
function toDatabase(connection: ClientBase | Pool): object {
  return {
    executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
  };
}

// ---- Versions of pg-boss

const VERSION_10: BossVersion = {
  number: 10,
  insert: (boss, _queue, jobs, options) => boss.insert(jobs, options), // each job names its queue
  fetch: (boss, queue, options) => boss.fetch(queue, options), // sorts in any case
};

const VERSION_12: BossVersion = {
  number: 12,
  insert: (boss, queue, jobs, options) => boss.insert(queue, jobs, options),
  fetch: async (boss, queue, options, client) => {
    // Makes PostgreSQL read jobs by the index of pg-boss, even before it has statistics of the table. That is fast,
    // and keeps the order of jobs that were added together.
    await client.query("set local enable_sort = off");
    const jobs = await boss.fetch(queue, options);
    await client.query("set local enable_sort to default");
    return jobs;
  },
};

/** Finds the class of pg-boss, and its version: pg-boss 10 exports the class as default, pg-boss 12 by its name. */
function findVersion(module: object): { readonly Boss: BossClass; readonly version: BossVersion } {
  const { PgBoss, default: PgBoss10 } = module as { PgBoss?: BossClass; default?: BossClass };
  if (PgBoss !== undefined) return { Boss: PgBoss, version: VERSION_12 };
  if (PgBoss10 !== undefined) return { Boss: PgBoss10, version: VERSION_10 };
  throw new TypeError("pgBoss is not pg-boss; expected its module.");
}

// ---- Jobs of deliveries

function toBossJob(name: string, { key, delay }: Job): object {
  const startAfter = delay > 0 ? `${delay} milliseconds` : toTimeLongAgo(key);
  return { name, id: toJobId(key), startAfter };
}

/**
 * Makes the time of a job that is due now: pg-boss takes no job that becomes due within the transaction.
 * pg-boss 12 takes the job with the earliest time first, so each key has a time of its own, in the order of keys:
 * `255` is 255 ms after the begin of 1970.
 */
function toTimeLongAgo(key: string): string {
  return new Date(Number(key) % 1e12).toISOString(); // in 2001 at the latest
}

/**
 * Converts the number of a delivery to the UUID of its job, which sorts as the number does: `255` to
 * `00000000-0000-0000-0000-0000000000ff`.
 */
function toJobId(key: string): string {
  const digits = BigInt(key).toString(16).padStart(32, "0");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Converts the UUID of a job back to the number of its delivery. */
function toKey(jobId: string): string {
  return BigInt(`0x${jobId.replaceAll("-", "")}`).toString();
}

// ---- Types

/** Queue of keys, each with a time, in pg-boss. */
export interface JobQueue {
  /** Schema of its tables. pg-boss 12 cannot use those of pg-boss 10. */
  readonly schema: string;
  /** Creates the tables and the queues, or migrates them. */
  start(): Promise<void>;
  /** Adds jobs. */
  put(jobs: readonly Job[], client: ClientBase): Promise<void>;
  /** Locks up to `limit` due jobs: no other process gets them until they are removed. */
  take(limit: number, from: keyof typeof QUEUES, client: ClientBase): Promise<readonly string[]>;
  remove(jobs: readonly Omit<Job, "delay">[], client: ClientBase): Promise<void>;
}

export interface Job {
  /** A positive integer. */
  readonly key: string;
  /** In milliseconds. */
  readonly delay: number;
  /** Suspects have a queue of their own, because they are taken at other times. */
  readonly isSuspect: boolean;
}

/** Methods of both pg-boss 10 and 12. */
interface Boss {
  on(event: "error", listener: (error: unknown) => void): unknown;
  start(): Promise<unknown>;
  createQueue(name: string): Promise<unknown>;
  insert(...queueAndJobs: readonly unknown[]): Promise<unknown>;
  fetch(name: string, options: object): Promise<readonly BossJob[]>;
  deleteJob(name: string, ids: readonly string[], options: object): Promise<unknown>;
}

type BossClass = new (options: object) => Boss;

/** Job as pg-boss returns it. */
interface BossJob {
  readonly id: string;
}

/** Calls that differ between versions of pg-boss. */
interface BossVersion {
  readonly number: 10 | 12;
  insert(boss: Boss, queue: string, jobs: readonly object[], options: object): Promise<unknown>;
  /** @param client connection of the transaction that `options` name. */
  fetch(
    boss: Boss,
    queue: string,
    options: object,
    client: ClientBase,
  ): Promise<readonly BossJob[]>;
}
