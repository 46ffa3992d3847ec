/** Connections and transactions of the store in PostgreSQL, with a pool that stands for the server. */
import type { Pool, PoolClient } from "pg";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createPoolConfig, transact } from "../../../src/inbox/postgres/connection.js";

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

  it.each<{
    claim: string;
    /** Failures of the first runs; later ones succeed. */
    errors: readonly unknown[];
    /** What the server says it has done at the commit. */
    answer: "COMMIT" | "ROLLBACK";
    /** What is returned or thrown. */
    expected: unknown;
    steps: readonly string[];
  }>([
    {
      claim: "is committed",
      errors: [],
      answer: "COMMIT",
      expected: "result",
      steps: ["begin", "run", "commit", "release"],
    },
    {
      claim: "is tried again after a deadlock",
      errors: [deadlock],
      answer: "COMMIT",
      expected: "result",
      steps: ["begin", "run", "destroy", "begin", "run", "commit", "release"],
    },
    {
      claim: "is tried three times",
      errors: [deadlock, deadlock, deadlock],
      answer: "COMMIT",
      expected: deadlock,
      steps: ["begin", "run", "destroy", "begin", "run", "destroy", "begin", "run", "destroy"],
    },
    {
      claim: "is not tried again after another error",
      errors: [conflict],
      answer: "COMMIT",
      expected: conflict,
      steps: ["begin", "run", "destroy"],
    },
    {
      claim: "is not tried again after an error that is not of PostgreSQL",
      errors: [foreign],
      answer: "COMMIT",
      expected: foreign,
      steps: ["begin", "run", "destroy"],
    },
    {
      claim: "has failed if the server took it back",
      errors: [],
      answer: "ROLLBACK",
      expected: new Error("PostgreSQL has rolled the transaction back."),
      steps: ["begin", "run", "commit", "destroy"],
    },
  ])("[G.3] $claim", async ({ errors, answer, expected, steps: expectedSteps }) => {
    const steps: string[] = [];
    const client = {
      query: (sql: string) => {
        steps.push(sql.startsWith("begin;") ? "begin" : sql);
        return Promise.resolve({ command: answer });
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
