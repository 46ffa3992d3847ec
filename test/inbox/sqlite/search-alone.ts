/** Searches a file while nothing else keeps this process alive, and closes it. Its argument is the path. */
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";

const store = openSqliteStore(process.argv[2] ?? "");
await store.open({ ...SETTINGS, clock: Date.now });
await commit(store, { arrivals: [arrive("1", { text: "Needle" })] });
const deliveries = await store.list({ text: "needle" });
console.log(`found ${deliveries.map(({ id }) => id).join()}`);
await store.list({ text: "needle" });
await store.close();
console.log("closed");
