export { openPostgresStore } from "../../inbox/postgres/store.js";
export type { PostgresStoreOptions } from "../../inbox/postgres/store.js";
