export type { SqliteHandle } from "../../inbox/sqlite/engine.js";
export { openSqliteStore } from "../../inbox/sqlite/store.js";
export type { SqliteStoreOptions } from "../../inbox/sqlite/store.js";
