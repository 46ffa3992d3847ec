/** Writes deliveries until the operating system refuses. Prints the ids of those that were taken. */
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";

const store = openSqliteStore(process.argv[2] ?? "");
await store.open({ ...SETTINGS, clock: Date.now });
const taken: string[] = [];
try {
  for (let id = 0; id < 1_000; id++) {
    const arrivals = [arrive(String(id), { body: new Uint8Array(50_000).fill(id) })];
    await commit(store, { arrivals });
    taken.push(String(id));
  }
} catch (error) {
  console.log(JSON.stringify({ taken, message: String(error) }));
}
