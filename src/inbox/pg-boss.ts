import type { ClientBase, Pool } from "pg";
import * as installed from "pg-boss";

/** What the store asks of pg-boss: a queue of keys, each with a time. */
export interface JobQueue {
  /** The schema of its tables. Those of pg-boss 10 are of no use to pg-boss 12. */
  readonly schema: string;
  /** Creates the tables and the queue, or brings them up to date. */
  start(): Promise<void>;
  /** Makes a job for each. */
  put(jobs: readonly Job[], client: ClientBase): Promise<void>;
  /** Locks up to `limit` jobs that are due: nobody else gets them, until they are removed. */
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

/** What pg-boss 10 and 12 have in common. */
interface Boss {
  on(event: "error", listener: (error: unknown) => void): unknown;
  start(): Promise<unknown>;
  createQueue(name: string): Promise<unknown>;
  insert(...queueAndJobs: readonly unknown[]): Promise<unknown>;
  fetch(name: string, options: object): Promise<readonly { readonly id: string }[]>;
  deleteJob(name: string, ids: readonly string[], options: object): Promise<unknown>;
}

type BossClass = new (options: object) => Boss;

const QUEUES = { ordinary: "deliveries", suspects: "suspects" };

/** @param module pg-boss, when it is not the one that is installed under its name. */
export function createJobQueue(pool: Pool, schema: string, module: object = installed): JobQueue {
  const { PgBoss, default: PgBoss10 } = module as { PgBoss?: BossClass; default?: BossClass };
  const BossOfVersion = PgBoss ?? PgBoss10;
  if (BossOfVersion === undefined)
    throw new TypeError("pgBoss is not pg-boss; expected its module.");
  const bossSchema = `${schema}_jobs${PgBoss === undefined ? 10 : 12}`;
  // The inbox has leases and retention of its own, so pg-boss has nothing to do in the background.
  const options = { db: toDatabase(pool), schema: bossSchema, schedule: false, supervise: false };
  const boss = new BossOfVersion(options);
  boss.on("error", () => undefined); // every error here is that of a call, which rejects
  return {
    schema: bossSchema,
    start: async () => {
      await boss.start();
      for (const name of Object.values(QUEUES)) await boss.createQueue(name);
    },
    put: async (due, client) => {
      const db = toDatabase(client);
      const ordinary = due.filter(({ isSuspect }) => !isSuspect);
      for (const [queue, members] of [
        [QUEUES.ordinary, ordinary],
        [QUEUES.suspects, due.filter(({ isSuspect }) => isSuspect)],
      ] as const) {
        if (members.length === 0) continue;
        const jobs = members.map((job) => toBossJob(queue, job));
        await (PgBoss === undefined ? boss.insert(jobs, { db }) : boss.insert(queue, jobs, { db }));
      }
    },
    take: async (limit, from, client) => {
      const options = { batchSize: limit, db: toDatabase(client) };
      return (await boss.fetch(QUEUES[from], options)).map(({ id }) => toKey(id));
    },
    remove: async (jobs, client) => {
      const db = toDatabase(client);
      const ids = jobs.map(({ key }) => toJobId(key));
      if (ids.length > 0) await boss.deleteJob(QUEUES.ordinary, ids, { db });
      // One that has just become a suspect still has its ordinary job.
      const suspects = jobs.filter(({ isSuspect }) => isSuspect).map(({ key }) => toJobId(key));
      if (suspects.length > 0) await boss.deleteJob(QUEUES.suspects, suspects, { db });
    },
  };
}

function toBossJob(name: string, { key, delay }: Job): object {
  const startAfter = delay > 0 ? `${delay} milliseconds` : toTimeLongAgo(key);
  return { name, id: toJobId(key), startAfter };
}

/** The id of the job of a delivery: its number as a UUID, which sorts as the number does. */
function toJobId(key: string): string {
  const digits = BigInt(key).toString(16).padStart(32, "0");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function toKey(jobId: string): string {
  return BigInt(`0x${jobId.replaceAll("-", "")}`).toString();
}

/**
 * For what is due now: pg-boss takes no job that becomes due within the transaction. Of those that are
 * as old, pg-boss 12 takes the one whose time was first.
 */
function toTimeLongAgo(key: string): string {
  return new Date(Number(key) % 1e12).toISOString(); // in 2001 at the latest
}

/** What pg-boss asks of a connection, or of a pool of them. */
function toDatabase(connection: ClientBase | Pool): object {
  return {
    executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
  };
}
