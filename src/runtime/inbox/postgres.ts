// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Deliveries in PostgreSQL. */
export { openPostgresStore, type PostgresStoreOptions } from "../../inbox/postgres/store.js";
