/** PostgreSQL that is not there when a store opens. */
import { expect, it } from "vitest";
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import { startPostgres } from "../../postgres/start.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";

/** `faults.test.ts` has what becomes of a store that is open when its server goes away. */
it("[G.9] a store opens once its server is there", async () => {
  const server = await startPostgres();
  const store = openPostgresStore(server.url);
  try {
    await server.shutDown();
    const settings = { ...SETTINGS, clock: Date.now };
    await expect(store.open(settings)).rejects.toThrow();
    await server.start();
    await store.open(settings);
    expect((await commit(store, { arrivals: [arrive("1")] })).arrivals).toEqual(["new"]);
  } finally {
    await store.close();
    await server.close();
  }
});
