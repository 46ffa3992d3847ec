/** Search for text in the bodies of each store, which keeps no delivery waiting. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { createDatabase } from "../postgres/database.js";
import { arrive, commit } from "./deliveries.js";
import { createFolder, fill, open } from "./searched-stores.js";
import { Database } from "./sqlite/engine.js";

const STORES: Readonly<Record<string, () => Promise<InboxStore> | InboxStore>> = {
  SQLite: () => openSqliteStore(join(createFolder(), "inbox.db")),
  "SQLite with a handle": () => openSqliteStore(new Database(join(createFolder(), "inbox.db"))),
  PostgreSQL: async () => openPostgresStore(await createDatabase()),
};

describe.each(Object.entries(STORES))("in %s", (_, create) => {
  it("[G.12] deliveries are taken while a search runs", async () => {
    const store = await open(await create());
    await fill(store);
    const state = { isRunning: true };
    let taken = 0;
    let takenWhileSearching = 0;
    const search = store.list({ text: "needle" }).finally(() => {
      takenWhileSearching = taken;
      state.isRunning = false;
    });
    while (state.isRunning) {
      await commit(store, { arrivals: [arrive(`late ${taken}`)] });
      await new Promise((resolve) => setImmediate(resolve)); // as an inbox does between transactions
      taken++;
    }
    expect((await search).map(({ id }) => id)).toHaveLength(24);
    expect(takenWhileSearching).toBeGreaterThan(0);
  });

  it("[G.12] a search that nobody waits for any more ends", async () => {
    const store = await open(await create());
    await fill(store);
    const gone = new AbortController();
    const search = store.read({ text: "needle", signal: gone.signal });
    gone.abort();
    await expect(search).rejects.toThrow(/abort/i);
    expect(await store.list({ text: "needle", limit: 2 })).toHaveLength(2);
  });

  it("[G.12] what is found is read and replayed", async () => {
    const store = await open(await create());
    await fill(store);
    const { claimed } = await commit(store, { room: 200 });
    const outcomes = claimed.map(({ key, token }) => {
      return { key, token, end: "dead" as const, done: [], errors: [] };
    });
    await commit(store, { outcomes });
    expect(await store.replay({ text: "NEEDLE", state: "dead" })).toBe(24);
    const [newest] = await store.read({ text: "needle", state: "waiting", limit: 1 });
    expect([newest?.id, newest?.body.length]).toEqual(["11-5", 100_007]);
  });
});
