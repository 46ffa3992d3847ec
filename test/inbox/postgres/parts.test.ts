/** Parts of the store in PostgreSQL that need no server: texts, queries, transactions and options. */
import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createPoolConfig, transact } from "../../../src/inbox/postgres/connection.js";
import {
  formatErrors,
  formatText,
  hashText,
  parseText,
  toInterval,
} from "../../../src/inbox/postgres/values.js";
import { matchText, select } from "../../../src/inbox/postgres/queries.js";
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import type { StoreFilter } from "../../../src/inbox/store.js";
import { describeError } from "../deliveries.js";

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
  it("[G.5] has all parts of a filter as numbered values", () => {
    const names: StoreFilter = { id: "a\0", name: "b", state: "dead", text: "ignored here" };
    const filter = { ...names, since: 1, until: 2, before: "7", keys: ["1", "x"], limit: 3 };
    expect(flatten(select("t", "a, b", filter, "c"))).toEqual([
      "select a, b from t where c and id_hash = $1 and name = $2 and state = $3" +
        " and received_at >= to_timestamp($4::float8 / 1000)" +
        " and received_at < to_timestamp($5::float8 / 1000)" +
        " and seq < $6 and seq = any($7) order by seq desc limit $8",
      [hashText("a\0"), "b", "dead", 1, 2, 7, [1], 3],
    ]);
  });

  it("[G.5] without a filter is for all", () => {
    expect(flatten(select("t", "a", {}))).toEqual([
      "select a from t order by seq desc limit $1",
      [null],
    ]);
    expect(flatten(select("t", "a", { keys: [] }))[1]).toEqual([[], null]);
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
  const foreign = Object.assign(new Error("not of PostgreSQL"), { code: "40P01" });

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
      "is not tried again after an error that is not of PostgreSQL",
      [foreign],
      "COMMIT",
      foreign,
      ["begin", "run", "destroy"],
    ],
    [
      "has failed if the server took it back",
      [],
      "ROLLBACK",
      new Error("PostgreSQL has rolled the transaction back."),
      ["begin", "run", "commit", "destroy"],
    ],
  ])("[G.3] %s", async (_, errors, command, expected, expectedSteps) => {
    const steps: string[] = [];
    const client = {
      query: (sql: string) => {
        steps.push(sql.startsWith("begin;") ? "begin" : sql);
        return Promise.resolve({ command });
      },
      release: (isBroken?: boolean) => void steps.push(isBroken ? "destroy" : "release"),
    } as unknown as PoolClient;
    const pool = { connect: () => Promise.resolve(client) } as unknown as Pool;
    const errorsLeft = [...errors];
    const result = await transact(pool, (each) => {
      expect(each).toBe(client);
      steps.push("run");
      return errorsLeft.length > 0 ? Promise.reject(errorsLeft.shift()) : Promise.resolve("result");
    }).catch((error: unknown) => error);
    expect(result).toEqual(expected);
    expect(steps).toEqual(expectedSteps);
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
    [{ schema: "Inbox; drop" }, `schema is "Inbox; drop"; ${SCHEMA}`],
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

/** A query on one line, and its values. */
function flatten({ text, values }: { text: string; values: unknown[] }) {
  return [text.replace(/\s+/g, " ").trim(), values];
}
