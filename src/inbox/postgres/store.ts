/**
 * The store of an inbox in PostgreSQL. A table keeps the deliveries, and pg-boss keeps a job for each one
 * that waits; both change in one transaction. `commit` is the heart: see the steps there.
 */
import type { Pool, PoolConfig } from "pg";
import {
  type Backlog,
  type Claim,
  type ClaimLimits,
  createNotOpenError,
  type DeliverySummary,
  type InboxStats,
  type InboxStore,
  type NoteChange,
  type StoreBatch,
  type StoredDelivery,
  type StoreFilter,
  type StoreResult,
  type StoreSettings,
} from "../store.js";
import { describeOutcome } from "../store-rules/attempt-ends.js";
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import {
  createPool,
  createPoolConfig,
  transact,
  type Transaction,
  WakeListener,
} from "./connection.js";
import { insertDeliveries, type JobRow } from "./deliveries.js";
import { findKnownIds, recognizeDuplicates } from "./duplicates.js";
import { createJobQueue } from "./jobs.js";
import * as lines from "./lines.js";
import * as notes from "./notes.js";
import * as queries from "./queries.js";
import * as queue from "./queue.js";
import { expectCurrent, migrate } from "./tables.js";
import { deleteOld, shortenLeases, shortenWaits } from "./upkeep.js";

export interface PostgresStoreOptions {
  /** Schema of the tables. The schema of pg-boss adds a suffix. Default: `typewire_inbox`. */
  readonly schema?: string;
  /**
   * Maximum number of connections, besides the one that listens and the one that searches: 2 or more.
   * Default: 4.
   */
  readonly connections?: number;
  /** Module of pg-boss, if it is not the one that is installed under this name. */
  readonly pgBoss?: object;
}

const POSTGRES_OPTIONS: OptionNames<PostgresStoreOptions> = {
  schema: true,
  connections: true,
  pgBoss: true,
};

/**
 * Keeps deliveries in PostgreSQL, for one process or many. pg-boss hands them out when they are due.
 * @param connectionString as libpq takes it: `postgresql://user:password@host:5432/database`.
 * @throws TypeError for the name of a schema that needs quotes, or a wrong `pgBoss` (in `open`).
 * @throws RangeError for a wrong number of connections.
 * @example
 * const store = openPostgresStore("postgresql://localhost/app");
 * const inbox = createInbox({ webhooks, store });
 */
export function openPostgresStore(
  connectionString: string,
  options: PostgresStoreOptions = {},
): InboxStore {
  return new PostgresStore(connectionString, options);
}

/** Opens an existing store for reading only: nothing is created or migrated. */
export function openPostgresReader(connectionString: string): InboxStore {
  return new PostgresStore(connectionString, {}, "read");
}

const PRUNED_AT_ONCE = 1_000;

class PostgresStore implements InboxStore {
  readonly #config: PoolConfig;
  readonly #schema: string;
  readonly #delivery: string;
  readonly #pgBoss: object | undefined;
  /** `read`: nothing is created or migrated. */
  readonly #use: "read" | "change";
  #opened: OpenParts | undefined;
  #wake: (() => void) | undefined;
  #listener: WakeListener | undefined;

  constructor(
    connectionString: string,
    options: PostgresStoreOptions,
    use: "read" | "change" = "change",
  ) {
    checkOptionNames(options, POSTGRES_OPTIONS);
    const { schema = "typewire_inbox", connections = 4, pgBoss } = options;
    if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
      const got = JSON.stringify(schema);
      throw new TypeError(`schema is ${got}; expected up to 40 characters of a-z, 0-9 and "_".`);
    }
    if (!Number.isSafeInteger(connections) || connections < 2) {
      throw new RangeError(`connections is ${connections}; expected an integer from 2.`);
    }
    this.#use = use;
    this.#schema = schema;
    this.#delivery = `${schema}.delivery`;
    this.#pgBoss = pgBoss;
    this.#config = createPoolConfig(connectionString, connections);
  }

  async open(settings: StoreSettings): Promise<void> {
    await this.close();
    const pool = createPool(this.#config);
    const jobs = createJobQueue(pool, this.#schema, this.#pgBoss);
    const seen = `${this.#schema}.seen`;
    const note = `${this.#schema}.note`;
    const searching = createPool({ ...this.#config, max: 1 });
    const opened = { pool, searching, jobs, settings, delivery: this.#delivery, seen, note };
    try {
      if (this.#use === "read") await expectCurrent(pool, this.#schema);
      else await transact(pool, (client) => this.#prepare({ ...opened, client }));
    } catch (error) {
      await searching.end();
      await pool.end();
      throw error;
    }
    this.#opened = opened;
    this.#listen();
  }

  async #prepare(transaction: Transaction): Promise<void> {
    await migrate(transaction.client, this.#schema); // takes a lock: other processes wait
    await transaction.jobs.start();
    await this.#adoptJobs(transaction);
  }

  async close(): Promise<void> {
    const listener = this.#listener;
    const { pool, searching } = this.#opened ?? {};
    this.#opened = undefined;
    this.#listener = undefined;
    await listener?.close();
    await searching?.end();
    await pool?.end();
  }

  subscribe(wake: () => void): void {
    this.#wake = wake;
    this.#listen();
  }

  /**
   * Renews claims, records ends of attempts, writes arrivals and claims what is due, in one transaction. The
   * ends come before the arrivals and the claims, because they make room in lines (deliveries with the same
   * order key).
   */
  commit(batch: StoreBatch): Promise<StoreResult> {
    return this.#transact(async (transaction) => {
      // Only polls do so, because arrivals should not wait for it.
      if (batch.arrivals.length === 0) await shortenLeases(transaction);

      // All lines that may change are locked, before a row of them is changed.
      const { lost, dueSuspects } = await queue.findOverdue(transaction, batch.room);
      const attempts = [...lost, ...batch.outcomes.map(describeOutcome)];
      const claimedLines = lines.listClaimedLines([...batch.renewals, ...attempts]);
      await lines.lockLines(transaction, [...claimedLines, ...lines.listLines(batch.arrivals)]);

      // Attempts go on or end.
      const renewals = await queue.renewClaims(transaction, batch.renewals);
      const ended = await queue.endAttempts(transaction, attempts);
      await transaction.jobs.remove(ended, transaction.client);
      await notes.noteDead(transaction, ended);

      // Deliveries arrive, and get jobs; those that wait again, too.
      const { arrivals, written } = await this.#write(transaction, batch.arrivals);
      const isAnyDue = await this.#enqueue(transaction, [...ended, ...written]);

      // This process claims all that it has room for, and wakes the others for the rest.
      const claimed = await this.#claim(transaction, batch);
      const isRestPossible = claimed.length === batch.room || batch.from === "none";
      if (isAnyDue && isRestPossible) await this.#wakeOthers(transaction);

      const endedTokens = new Set(ended.map(({ token }) => token)); // the others were taken over
      const isRecorded = ({ token }: Pick<Claim, "token">): boolean => endedTokens.has(token);
      const claimedSuspects = batch.from === "suspects" ? claimed.length : 0;
      return {
        renewals,
        outcomes: batch.outcomes.map(isRecorded),
        arrivals,
        claimed,
        isSuspectDue: dueSuspects > claimedSuspects,
        lost: lost.filter(isRecorded).map(({ report }) => report),
      };
    });
  }

  /** Writes all arrivals but duplicates. */
  async #write(
    transaction: Transaction,
    batch: StoreBatch["arrivals"],
  ): Promise<Pick<StoreResult, "arrivals"> & { readonly written: readonly JobRow[] }> {
    const arrivals = await recognizeDuplicates(transaction, batch, transaction.settings.dedupeFor);
    const accepted = batch.flatMap((arrival, index) => {
      const result = arrivals[index];
      return result === "duplicate" ? [] : [{ ...arrival, isConflict: result === "conflict" }];
    });
    return { arrivals, written: await insertDeliveries(transaction, accepted) };
  }

  async #claim(
    transaction: Transaction,
    { room, from }: ClaimLimits,
  ): Promise<StoreResult["claimed"]> {
    if (room === 0 || from === "none") return [];
    const keys = await transaction.jobs.take(room, from, transaction.client);
    return queue.beginAttempts(transaction, keys);
  }

  /** Wakes the other processes at the end of the transaction. */
  async #wakeOthers({ client }: Transaction): Promise<void> {
    await client.query("select pg_notify($1, '')", [this.#schema]);
  }

  async get(id: string): Promise<StoredDelivery | undefined> {
    return (await this.read({ id, limit: 1 }))[0];
  }

  async list(filter: StoreFilter): Promise<readonly DeliverySummary[]> {
    const resolved = await this.#resolveText(filter);
    return queries.findSummaries(this.#expectOpen().pool, this.#delivery, resolved);
  }

  async read(filter: StoreFilter): Promise<readonly StoredDelivery[]> {
    const resolved = await this.#resolveText(filter);
    return queries.findStored(this.#expectOpen().pool, this.#delivery, resolved);
  }

  async stats(): Promise<InboxStats> {
    return queries.countByState(this.#expectOpen().pool, this.#delivery);
  }

  async replay(filter: StoreFilter): Promise<number> {
    const resolved = await this.#resolveText(filter);
    return this.#transact(async (transaction) => {
      const { replayed, displaced } = await queue.replay(transaction, resolved);
      await transaction.jobs.remove(displaced, transaction.client);
      // Lines of displaced deliveries advance even if another call has replayed the rest of them.
      await this.#enqueue(transaction, [...replayed, ...displaced]);
      return replayed.length;
    });
  }

  prune(): Promise<boolean> {
    return this.#transact(async (transaction) => {
      const deleted = await deleteOld(transaction, PRUNED_AT_ONCE);
      const shortened = await shortenWaits(transaction);
      await transaction.jobs.remove(shortened, transaction.client);
      await transaction.jobs.put(shortened, transaction.client);
      return deleted >= PRUNED_AT_ONCE;
    });
  }

  async export(after = "0", limit: number): Promise<readonly StoredDelivery[]> {
    return queries.listInOrder(this.#expectOpen().pool, this.#delivery, after, limit);
  }

  restore(deliveries: readonly StoredDelivery[]): Promise<number> {
    return this.#transact(async (transaction) => {
      await lines.lockLines(transaction, lines.listLines(deliveries));
      const results = await recognizeDuplicates(transaction, deliveries, Infinity);
      const absent = deliveries.filter((_, index) => results[index] !== "duplicate");
      await this.#enqueue(transaction, await insertDeliveries(transaction, absent));
      return absent.length;
    });
  }

  async findKnown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { pool, seen } = this.#expectOpen();
    return findKnownIds(pool, seen, ids);
  }

  changeNote(change: NoteChange): Promise<string | undefined> {
    return this.#transact((transaction) => notes.changeNote(transaction, change));
  }

  async listNotes(prefix: string, limit: number): Promise<readonly string[]> {
    const { pool, note } = this.#expectOpen();
    return notes.listNotes(pool, note, prefix, limit);
  }

  async countDue(): Promise<Backlog> {
    return queue.countDue(this.#expectOpen().pool, this.#delivery);
  }

  /** Resolves the text of a filter to the keys of what contains it, on a connection of its own. */
  async #resolveText(filter: StoreFilter): Promise<StoreFilter> {
    return queries.resolveText(this.#expectOpen().searching, this.#delivery, filter);
  }

  /** Adds jobs for waiting deliveries; of each line, for the first one only. Returns true if one is due. */
  async #enqueue(transaction: Transaction, changed: readonly JobRow[]): Promise<boolean> {
    const changedLines = changed.flatMap(({ line }) => line ?? []);
    const single = changed.filter(({ line, state }) => line === null && state === "waiting");
    const queued = [...single, ...(await lines.advanceLines(transaction, changedLines))];
    await transaction.jobs.put(queued, transaction.client);
    return queued.some(({ delay }) => delay === 0);
  }

  /** Replaces the jobs of another version of pg-boss, and removes its tables. */
  async #adoptJobs(transaction: Transaction): Promise<void> {
    const { client, jobs } = transaction;
    const version = `${this.#schema}.version`;
    const versions = await client.query<{ jobs: string | null }>(
      `select jobs from ${version} for update`,
    );
    const before = versions.rows[0]?.jobs;
    if (before === jobs.schema) return;
    await jobs.put(await queue.giveBackAll(transaction), client);
    await client.query(`update ${version} set jobs = $1`, [jobs.schema]);
    if (before != null) await client.query(`drop schema if exists ${before} cascade`);
  }

  #listen(): void {
    if (this.#wake === undefined || this.#opened === undefined) return;
    this.#listener ??= new WakeListener(this.#config, this.#schema, this.#wake);
  }

  async #transact<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const opened = this.#expectOpen();
    return transact(opened.pool, (client) => run({ ...opened, client }));
  }

  #expectOpen(): OpenParts {
    if (this.#opened !== undefined) return this.#opened;
    throw createNotOpenError();
  }
}

// ---- Types

/** Parts of an open store. Each transaction adds a client to them. */
interface OpenParts extends Omit<Transaction, "client"> {
  readonly pool: Pool;
  /** One connection, for searches. Closed while there is none. */
  readonly searching: Pool;
}
