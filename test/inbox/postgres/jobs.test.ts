/** Jobs of the store in PostgreSQL: calls of pg-boss, whose versions differ. */
import type { ClientBase, Pool } from "pg";
import { describe, expect, it } from "vitest";
import { createJobQueue, type Job } from "../../../src/inbox/postgres/jobs.js";

const ID_OF_1 = "00000000-0000-0000-0000-000000000001";
const ID_OF_255 = "00000000-0000-0000-0000-0000000000ff";

describe("jobs", () => {
  it.each([10, 12] as const)(
    "of pg-boss %i are in two queues, by the number of their delivery",
    async (version) => {
      const { queue, client, calls, viaTransaction } = setUp(version);
      await queue.start();
      expect(calls.splice(0)).toEqual([
        ["start"],
        ["createQueue", "deliveries"],
        ["createQueue", "suspects"],
      ]);
      await queue.put([], client);
      expect(calls).toEqual([]);
      await queue.put(
        [createJob("255"), createJob("1", { isSuspect: true }), createJob("4096", { delay: 0.5 })],
        client,
      );
      const insert = (name: string, jobs: readonly object[]) => {
        const added = jobs.map((each) => ({ name, ...each }));
        return ["insert", ...(version === 12 ? [name] : []), added, {}];
      };
      expect(calls.splice(0)).toEqual([
        viaTransaction("insert"),
        insert("deliveries", [
          { id: ID_OF_255, startAfter: "1970-01-01T00:00:00.255Z" },
          { id: "00000000-0000-0000-0000-000000001000", startAfter: "0.5 milliseconds" },
        ]),
        viaTransaction("insert"),
        insert("suspects", [{ id: ID_OF_1, startAfter: "1970-01-01T00:00:00.001Z" }]),
      ]);
      const setSort = (value: string) => ["query", `set local enable_sort ${value}`, undefined];
      for (const [from, name] of [
        ["ordinary", "deliveries"],
        ["suspects", "suspects"],
      ] as const) {
        expect(await queue.take(7, from, client)).toEqual(["255"]);
        const fetch = [viaTransaction("fetch"), ["fetch", name, { batchSize: 7 }]];
        expect(calls.splice(0)).toEqual(
          version === 12 ? [setSort("= off"), ...fetch, setSort("to default")] : fetch,
        );
      }
      await queue.remove([], client);
      await queue.remove([createJob("255")], client);
      await queue.remove([createJob("255"), createJob("1", { isSuspect: true })], client);
      const [first, second] = [ID_OF_255, ID_OF_1];
      expect(calls).toEqual([
        viaTransaction("deleteJob"),
        ["deleteJob", "deliveries", [first], {}],
        viaTransaction("deleteJob"),
        ["deleteJob", "deliveries", [first, second], {}],
        viaTransaction("deleteJob"),
        ["deleteJob", "suspects", [second], {}],
      ]);
    },
  );

  it("due now have a time that is long ago, however many there were", async () => {
    const { queue, client, calls } = setUp(12);
    await queue.put([createJob("3000000000007")], client);
    expect(calls.at(-1)).toMatchObject([
      "insert",
      "deliveries",
      [{ startAfter: "1970-01-01T00:00:00.007Z" }],
      {},
    ]);
  });

  it("need the module of pg-boss", () => {
    expect(() => createJobQueue({} as Pool, "mine", {})).toThrow(
      new TypeError("pgBoss is not pg-boss; expected its module."),
    );
  });
});

/**
 * A queue over a pg-boss that notes its calls. The client notes its queries among them: pg-boss sends its own through
 * the connection of the transaction, which it gets as the option `db`.
 */
function setUp(version: 10 | 12) {
  const calls: unknown[] = [];
  const client = {
    query: (text: string, values?: unknown) =>
      Promise.resolve(void calls.push(["query", text, values])),
  } as unknown as ClientBase;
  const Boss = createBoss(calls);
  const module = version === 12 ? { PgBoss: Boss } : { default: Boss };
  const queue = createJobQueue(client as unknown as Pool, "mine", module);
  const schema = `mine_jobs${version}`;
  const viaTransaction = (name: string) => ["query", "by", [name]];
  expect(calls.splice(0)).toEqual([
    viaTransaction("new"),
    ["new", { schema, schedule: false, supervise: false }],
    ["on", "error"],
  ]);
  expect(queue.schema).toBe(schema);
  return { queue, client, calls, viaTransaction };
}

function createBoss(calls: unknown[]) {
  const note = (name: string, ...values: readonly unknown[]) => {
    calls.push([name, ...values.map((value) => queryByOption(name, value))]);
    return Promise.resolve();
  };
  return class {
    constructor(options: object) {
      void note("new", options);
    }
    on = (event: string, listener: (error: unknown) => void) => {
      listener(new Error("ignored"));
      calls.push(["on", event]);
    };
    start = () => note("start");
    createQueue = (name: string) => note("createQueue", name);
    insert = (...args: unknown[]) => note("insert", ...args);
    fetch = (...args: unknown[]) => note("fetch", ...args).then(() => [{ id: ID_OF_255 }]);
    deleteJob = (...args: unknown[]) => note("deleteJob", ...args);
  };
}

/** Sends a query through the option `db`, if a value has it, and returns the value without it. */
function queryByOption(name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("db" in value)) return value;
  const { db, ...others } = value;
  void (db as { executeSql(sql: string, values: unknown[]): unknown }).executeSql("by", [name]);
  return others;
}

function createJob(key: string, changes: Partial<Job> = {}): Job {
  return { key, delay: 0, isSuspect: false, ...changes };
}
