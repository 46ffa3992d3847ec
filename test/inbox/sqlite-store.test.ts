import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/inbox/sqlite-store.js";
import { describeStore, SETTINGS } from "./store-contract.js";

describeStore("the store in SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "typewire-inbox-"));
  let now = Date.UTC(2026, 0, 1);
  return {
    open: async (settings) => {
      const store = openSqliteStore(join(folder, "inbox.db"));
      await store.open({ ...SETTINGS, clock: () => now, ...settings });
      return store;
    },
    elapse: (milliseconds) => {
      now += milliseconds;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
});
