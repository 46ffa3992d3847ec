/** Stores on PostgreSQL that are closed after their test. */
import { onTestFinished } from "vitest";
import { openPostgresStore, type PostgresStoreOptions } from "../../../src/inbox/postgres/store.js";
import type { InboxStore, StoreSettings } from "../../../src/inbox/store.js";
import { commit, SETTINGS } from "../deliveries.js";

export async function openStore(
  url: string,
  options: PostgresStoreOptions = {},
  settings: Partial<StoreSettings> = {},
): Promise<InboxStore> {
  const store = openPostgresStore(url, options);
  onTestFinished(() => store.close());
  await store.open({ ...SETTINGS, clock: Date.now, ...settings });
  return store;
}

/** Claims deliveries, and returns their ids. */
export async function claimIds(store: InboxStore, room = 100): Promise<readonly string[]> {
  return (await commit(store, { room })).claimed.map(({ id }) => id);
}
