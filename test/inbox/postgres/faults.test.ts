/** PostgreSQL that goes away, hangs, or cuts connections while stores work. */
import pg from "pg";
import { describe, expect, it, vi, onTestFinished } from "vitest";
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import { startCuttingProxy } from "../../postgres/cutting-proxy.js";
import { createDatabase } from "../../postgres/database.js";
import { query } from "../../postgres/query.js";
import { startPostgres } from "../../postgres/start.js";
import { isWhole } from "../../sample.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { claimIds, openStore } from "./opened-stores.js";
import { deliver, setUp } from "../setup.js";

describe("a server that goes away", () => {
  it.each(isWhole ? (["crash", "shutDown"] as const) : (["crash"] as const))(
    "[G.9] refuses while it is gone, and takes and hands out everything after a %s",
    async (how) => {
      const server = await startPostgres();
      onTestFinished(() => server.close());
      const store = await openStore(server.url);
      let wakeCount = 0;
      store.subscribe?.(() => wakeCount++);
      await commit(store, { arrivals: [arrive("1"), arrive("2")] });
      await server[how]();
      await expect(commit(store, { arrivals: [arrive("3")] })).rejects.toThrow();
      await expect(store.stats()).rejects.toThrow();
      await server.start();
      const countBefore = wakeCount;
      const { arrivals } = await commit(store, { arrivals: [arrive("3"), arrive("1")] });
      expect(arrivals).toEqual(["new", "duplicate"]);
      expect(await claimIds(store)).toEqual(["1", "2", "3"]);
      // What another process has written meanwhile is looked for as soon as it can be.
      await expect.poll(() => wakeCount).toBeGreaterThan(countBefore);
    },
  );
});

it("[G.9] a server that hangs is in the log within 5 seconds", async () => {
  const proxy = await startCuttingProxy(await createDatabase());
  onTestFinished(() => proxy.close());
  const store = openPostgresStore(proxy.url);
  const { inbox, environment, recorder } = setUp({ store });
  await deliver(inbox, { id: "1" });
  proxy.freeze();
  const refused = expect(deliver(inbox, { id: "2" })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  await environment.elapse(5_000);
  expect(recorder.text()).toEqual([expect.stringMatching(/^The store has not answered for 4 sec/)]);
  await proxy.close(); // this ends the query
  await refused;
  await inbox.drain();
});

describe("a connection that is cut in the middle of a commit", () => {
  it.each([
    ["before", "new"],
    ["after", "duplicate"],
  ] as const)(
    "[G.9] refuses, and knows what was written: %s the server has it",
    async (cut, result) => {
      const proxy = await startCuttingProxy(await createDatabase());
      onTestFinished(() => proxy.close());
      const store = await openStore(proxy.url);
      proxy.cutAtCommit(cut);
      await expect(commit(store, { arrivals: [arrive("1"), arrive("2")] })).rejects.toThrow();
      const { arrivals } = await commit(store, { arrivals: [arrive("1"), arrive("2")] });
      expect(arrivals).toEqual([result, result]);
      expect(await claimIds(store)).toEqual(["1", "2"]);
    },
  );

  it.each([
    ["before", true],
    ["after", false],
  ] as const)("[G.9] records an outcome once: %s the server has it", async (cut, counts) => {
    const proxy = await startCuttingProxy(await createDatabase());
    onTestFinished(() => proxy.close());
    const store = await openStore(proxy.url);
    const { claimed } = await commit(store, { arrivals: [arrive("1")], room: 1 });
    const outcomes = claimed.map(({ key, token }) => {
      return { key, token, end: "done" as const, done: [], errors: [] };
    });
    proxy.cutAtCommit(cut);
    await expect(commit(store, { outcomes })).rejects.toThrow();
    expect((await commit(store, { outcomes })).outcomes).toEqual([counts]);
    expect(await store.get("1")).toMatchObject({ state: "done", attempts: 1 });
  });
});

it("[G.9] a store that is opened twice leaves no connection behind when it is closed", async () => {
  const url = await createDatabase();
  const store = await openStore(url);
  await store.open({ ...SETTINGS, clock: Date.now });
  expect((await commit(store, { arrivals: [arrive("1")] })).arrivals).toEqual(["new"]);
  await store.close();
  const countConnections = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  // A backend ends a moment after its connection.
  await expect.poll(() => query(url, countConnections)).toEqual([{ count: 0 }]);
});

it("[G.9] a store that cannot be opened ends both of its pools, and searches have one connection", async () => {
  const end = vi.spyOn(pg.Pool.prototype, "end");
  try {
    const store = openPostgresStore("postgresql://127.0.0.1:1/nobody-listens", {
      connections: 7,
    });
    await expect(store.open({ ...SETTINGS, clock: Date.now })).rejects.toThrow("ECONNREFUSED");
    const pools = [...new Set(end.mock.contexts)] as readonly pg.Pool[]; // the spy knows no `this`
    expect(pools.map(({ options }) => options.max).toSorted()).toEqual([1, 7]);
  } finally {
    end.mockRestore();
  }
});
