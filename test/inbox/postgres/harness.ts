/** Stores in PostgreSQL for the tests of the contract. */
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import { createDatabase } from "../../postgres/database.js";
import { query } from "../../postgres/query.js";
import { loadPgBoss12 } from "../../postgres/pg-boss-12.js";
import { SETTINGS } from "../deliveries.js";
import type { StoreHarness } from "../store-contract/store-test.js";

/** Time passes for PostgreSQL when all times that it keeps are moved back. */
const TIMES = {
  "typewire_inbox.delivery": ["received_at", "due_at", "finished_at"],
  "typewire_inbox.seen": ["received_at"],
  "typewire_inbox.note": ["until"],
  job: ["created_on", "start_after", "started_on", "keep_until"],
};

/** A store in an empty database, over one of the versions of pg-boss that users may install. */
export async function createPostgresHarness(version: 10 | 12): Promise<StoreHarness> {
  const url = await createDatabase();
  const options = version === 12 ? { pgBoss: loadPgBoss12() } : {};
  return {
    open: async (settings) => {
      const store = openPostgresStore(url, options);
      await store.open({ ...SETTINGS, clock: Date.now, ...settings });
      return store;
    },
    elapse: async (milliseconds) => {
      const updates = Object.entries(TIMES).map(([name, columns]) => {
        const table = name === "job" ? `typewire_inbox_jobs${version}.job` : name;
        const moved = columns.map((time) => `${time} = ${time} - interval '${milliseconds} ms'`);
        return `update ${table} set ${moved.join(", ")};`;
      });
      await query(url, updates.join(""));
    },
    close: () => undefined, // the database goes with the server
  };
}
