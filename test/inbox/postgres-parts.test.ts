/** Parts of the store in PostgreSQL that need no server: queries, jobs, settings and transactions. */
import { createHash } from "node:crypto";
import type { ClientBase, Pool, PoolClient } from "pg";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createPoolConfig, transact } from "../../src/inbox/postgres/connection.js";
import { createJobQueue, type Job } from "../../src/inbox/postgres/jobs.js";
import {
  formatErrors,
  formatText,
  hashText,
  matchText,
  parseText,
  select,
  toInterval,
} from "../../src/inbox/postgres/rows.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import type { StoreFilter } from "../../src/inbox/store.js";
import { describeError } from "./deliveries.js";

describe("texts in PostgreSQL", () => {
  it.each([
    ["plain", "plain"],
    ['"quoted" \\', '\\"quoted\\" \\\\'],
    ["a\0b", "a\\u0000b"],
    ["a\ud800", "a\\ud800"],
    ["größe 𝒳", "größe 𝒳"],
    ["", ""],
  ])("[G.3] are escaped and come back: %j", (text, escaped) => {
    expect([formatText(text), parseText(escaped)]).toEqual([escaped, text]);
    // Every version has to find what another one has written.
    expect(hashText(text)).toBe(createHash("sha256").update(escaped).digest("base64url"));
  });

  it("[G.5] of errors are one each", () => {
    const errors = [describeError(), describeError({ message: "\n" })];
    expect(formatErrors(errors)).toEqual(errors.map((error) => JSON.stringify(error)));
  });

  it.each([
    [0, "0 * interval '1 millisecond'"],
    [1e14, "100000000000000 * interval '1 millisecond'"],
    [Infinity, "100000000000000 * interval '1 millisecond'"],
  ])("[G.8] of the duration %d stay within the range of times", (duration, sql) => {
    expect(toInterval(duration)).toBe(sql);
  });
});

describe("a query", () => {
  const flat = ({ text, values }: { text: string; values: unknown[] }) => [
    text.replace(/\s+/g, " ").trim(),
    values,
  ];

  it("[G.5] has all parts of a filter as numbered values", () => {
    const names: StoreFilter = { id: "a\0", name: "b", state: "dead", text: "ignored here" };
    const filter = { ...names, since: 1, until: 2, before: "7", keys: ["1", "x"], limit: 3 };
    expect(flat(select("t", "a, b", filter, "c"))).toEqual([
      "select a, b from t where c and id_hash = $1 and name = $2 and state = $3" +
        " and received_at >= to_timestamp($4::float8 / 1000)" +
        " and received_at < to_timestamp($5::float8 / 1000)" +
        " and seq < $6 and seq = any($7) order by seq desc limit $8",
      [hashText("a\0"), "b", "dead", 1, 2, 7, [1], 3],
    ]);
  });

  it("[G.5] without a filter is for all", () => {
    expect(flat(select("t", "a", {}))).toEqual([
      "select a from t order by seq desc limit $1",
      [null],
    ]);
    expect(flat(select("t", "a", { keys: [] }))[1]).toEqual([[], null]);
    expect(() => select("t", "a", { before: "x" })).toThrow("`before`");
  });

  it("[G.12] for a text compares bytes in lower case", () => {
    expect(matchText("t", ["1"], "ÄB").values).toEqual([["1"], Buffer.from("Äb")]);
  });
});

it("[G.9] a connection is tried, waited for and left for so long at most", () => {
  expect(createPoolConfig("postgresql://a/b", 3)).toEqual({
    connectionString: "postgresql://a/b",
    max: 3,
    application_name: "typewire inbox",
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 30_000,
  });
});

describe("a transaction", () => {
  const deadlock = Object.assign(new pg.DatabaseError("deadlock", 1, "error"), { code: "40P01" });
  const conflict = Object.assign(new pg.DatabaseError("conflict", 1, "error"), { code: "23505" });
  const alike = Object.assign(new Error("of another kind"), { code: "40P01" });

  it.each<[string, readonly unknown[], string, unknown, readonly string[]]>([
    ["is committed", [], "COMMIT", "result", ["begin", "run", "commit", "release"]],
    [
      "is tried again after a deadlock",
      [deadlock],
      "COMMIT",
      "result",
      ["begin", "run", "destroy", "begin", "run", "commit", "release"],
    ],
    [
      "is tried three times",
      [deadlock, deadlock, deadlock],
      "COMMIT",
      deadlock,
      ["begin", "run", "destroy", "begin", "run", "destroy", "begin", "run", "destroy"],
    ],
    [
      "is not tried again after another error",
      [conflict],
      "COMMIT",
      conflict,
      ["begin", "run", "destroy"],
    ],
    [
      "is not tried again after an error of something else",
      [alike],
      "COMMIT",
      alike,
      ["begin", "run", "destroy"],
    ],
    [
      "has failed if the server took it back",
      [],
      "ROLLBACK",
      new Error("PostgreSQL has rolled the transaction back."),
      ["begin", "run", "commit", "destroy"],
    ],
  ])("[G.3] %s", async (_, errors, command, expected, calls) => {
    const told: string[] = [];
    const client = {
      query: (sql: string) => {
        told.push(sql.startsWith("begin;") ? "begin" : sql);
        return Promise.resolve({ command });
      },
      release: (isBroken?: boolean) => void told.push(isBroken ? "destroy" : "release"),
    } as unknown as PoolClient;
    const pool = { connect: () => Promise.resolve(client) } as unknown as Pool;
    const waiting = [...errors];
    const result = await transact(pool, (each) => {
      expect(each).toBe(client);
      told.push("run");
      return waiting.length > 0 ? Promise.reject(waiting.shift()) : Promise.resolve("result");
    }).catch((error: unknown) => error);
    expect(result).toEqual(expected);
    expect(told).toEqual(calls);
  });
});

describe("jobs", () => {
  const ID = "00000000-0000-0000-0000-0000000000ff"; // 255
  const job = (key: string, changes: Partial<Job> = {}): Job => {
    return { key, delay: 0, isSuspect: false, ...changes };
  };

  /** A queue over a module that writes down how it is used. */
  function setUp(version: 10 | 12) {
    const told: unknown[] = [];
    const client = {
      query: (text: string, values?: unknown) =>
        Promise.resolve(void told.push(["query", text, values])),
    } as unknown as ClientBase;
    /** Options have a database, which is that of the transaction. */
    const note = (name: string, ...values: readonly unknown[]) => {
      const shown = values.map((value) => {
        if (typeof value !== "object" || value === null || !("db" in value)) return value;
        const { db, ...others } = value;
        void (db as { executeSql(sql: string, values: unknown[]): unknown }).executeSql("by", [
          name,
        ]);
        return others;
      });
      told.push([name, ...shown]);
      return Promise.resolve();
    };
    class Boss {
      constructor(options: object) {
        void note("new", options);
      }
      on = (event: string, listener: (error: unknown) => void) => {
        listener(new Error("ignored"));
        told.push(["on", event]);
      };
      start = () => note("start");
      createQueue = (name: string) => note("createQueue", name);
      insert = (...all: unknown[]) => note("insert", ...all);
      fetch = (...all: unknown[]) => note("fetch", ...all).then(() => [{ id: ID }]);
      deleteJob = (...all: unknown[]) => note("deleteJob", ...all);
    }
    const module = version === 12 ? { PgBoss: Boss } : { default: Boss };
    const queue = createJobQueue(client as unknown as Pool, "mine", module);
    const schema = `mine_jobs${version}`;
    expect(told.splice(0)).toEqual([
      ["query", "by", ["new"]],
      ["new", { schema, schedule: false, supervise: false }],
      ["on", "error"],
    ]);
    expect(queue.schema).toBe(schema);
    const by = (name: string) => ["query", "by", [name]];
    return { queue, client, told, by };
  }

  it.each([10, 12] as const)(
    "of pg-boss %i are in two queues, by the number of their delivery",
    async (version) => {
      const { queue, client, told, by } = setUp(version);
      await queue.start();
      expect(told.splice(0)).toEqual([
        ["start"],
        ["createQueue", "deliveries"],
        ["createQueue", "suspects"],
      ]);
      await queue.put([], client);
      expect(told).toEqual([]);
      await queue.put(
        [job("255"), job("1", { isSuspect: true }), job("4096", { delay: 0.5 })],
        client,
      );
      const insert = (name: string, jobs: readonly object[]) => {
        const added = jobs.map((each) => ({ name, ...each }));
        return ["insert", ...(version === 12 ? [name] : []), added, {}];
      };
      expect(told.splice(0)).toEqual([
        by("insert"),
        insert("deliveries", [
          { id: ID, startAfter: "1970-01-01T00:00:00.255Z" },
          { id: "00000000-0000-0000-0000-000000001000", startAfter: "0.5 milliseconds" },
        ]),
        by("insert"),
        insert("suspects", [
          { id: "00000000-0000-0000-0000-000000000001", startAfter: "1970-01-01T00:00:00.001Z" },
        ]),
      ]);
      const sort = (to: string) => ["query", `set local enable_sort ${to}`, undefined];
      for (const [from, name] of [
        ["ordinary", "deliveries"],
        ["suspects", "suspects"],
      ] as const) {
        expect(await queue.take(7, from, client)).toEqual(["255"]);
        const fetch = [by("fetch"), ["fetch", name, { batchSize: 7 }]];
        expect(told.splice(0)).toEqual(
          version === 12 ? [sort("= off"), ...fetch, sort("to default")] : fetch,
        );
      }
      await queue.remove([], client);
      await queue.remove([job("255")], client);
      await queue.remove([job("255"), job("1", { isSuspect: true })], client);
      const [first, second] = [ID, "00000000-0000-0000-0000-000000000001"];
      expect(told).toEqual([
        by("deleteJob"),
        ["deleteJob", "deliveries", [first], {}],
        by("deleteJob"),
        ["deleteJob", "deliveries", [first, second], {}],
        by("deleteJob"),
        ["deleteJob", "suspects", [second], {}],
      ]);
    },
  );

  it("due now have a time that is long ago, however many there were", async () => {
    const { queue, client, told } = setUp(12);
    await queue.put([job("3000000000007")], client);
    expect(told.at(-1)).toMatchObject([
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

describe("options of the store", () => {
  const SCHEMA = 'expected up to 40 characters of a-z, 0-9 and "_".';
  it.each<[object, string]>([
    [{ connections: 1 }, "connections is 1; expected an integer from 2."],
    [{ connections: 2.5 }, "connections is 2.5; expected an integer from 2."],
    [{ schema: "" }, `schema is ""; ${SCHEMA}`],
    [{ schema: "1a" }, `schema is "1a"; ${SCHEMA}`],
    [{ schema: "aB" }, `schema is "aB"; ${SCHEMA}`],
    [{ schema: "a-" }, `schema is "a-"; ${SCHEMA}`],
    [{ schema: "a".repeat(41) }, `schema is "${"a".repeat(41)}"; ${SCHEMA}`],
    [{ connection: 3 }, "Unknown option `connection`. Did you mean `connections`?"],
  ])("[G.2] are refused as %j", (options, message) => {
    expect(() => openPostgresStore("postgresql://a/b", options)).toThrow(message);
  });

  it.each([{}, { connections: 2 }, { schema: "_a1" }, { schema: "a".repeat(40) }])(
    "[G.2] are taken as %j, and nothing is opened yet",
    (options) => {
      expect(openPostgresStore("postgresql://a/b", options)).toBeDefined();
    },
  );
});
