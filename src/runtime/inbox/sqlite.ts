// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Deliveries in a file of SQLite. */
export type { SqliteHandle } from "../../inbox/sqlite/engine.js";
export { openSqliteStore, type SqliteStoreOptions } from "../../inbox/sqlite/store.js";
