/** Opens the store of a test by its kind. */
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import type { StoreKind } from "./setup.js";

export function openStore(kind: StoreKind, address: string): InboxStore {
  return kind === "postgres" ? openPostgresStore(address) : openSqliteStore(address);
}
