/** The contract of stores, in SQLite. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import type { SqlValue } from "../../../src/inbox/sqlite/engine-differences.js";
import type { SqliteHandle } from "../../../src/inbox/sqlite/engine.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import { SETTINGS } from "../deliveries.js";
import { describeProcesses, describeStore } from "../store-contract.js";
import type { StoreHarness } from "../store-contract/store-test.js";

describeStore("the store in SQLite", () => createHarness((path) => openSqliteStore(path)));

describeStore("the store in SQLite with a handle as strict as better-sqlite3", () =>
  createHarness((path) => openSqliteStore(openStrictly(path))),
);

describeProcesses("SQLite", () => createHarness((path) => openSqliteStore(path)));

function createHarness(open: (path: string) => InboxStore): StoreHarness {
  const folder = mkdtempSync(join(tmpdir(), "typewire-inbox-"));
  let now = Date.UTC(2026, 0, 1);
  return {
    open: async (settings) => {
      const store = open(join(folder, "inbox.db"));
      await store.open({ ...SETTINGS, clock: () => now, ...settings });
      return store;
    },
    elapse: (milliseconds) => {
      now += milliseconds;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * `better-sqlite3` takes a numbered parameter for a name, and refuses `run` where rows come back and
 * `all` where none do. It is not installed, because it is compiled for a minute on some machines.
 */
function openStrictly(path: string): SqliteHandle {
  const db = new Database(path);
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    const hasRows = /^\s*(?:SELECT|WITH|PRAGMA)\b|\bRETURNING\b/i.test(sql);
    const call =
      (method: "run" | "all", isRight: boolean) =>
      (...values: SqlValue[]) => {
        if (/\?\d/.test(sql)) throw new RangeError("Too many parameter values were provided");
        if (!isRight) throw new TypeError(`This statement is not for ${method}()`);
        return statement[method](...values) as unknown[];
      };
    return { run: call("run", !hasRows), all: call("all", hasRows) };
  };
  return { exec: (sql) => db.exec(sql), prepare, close: () => db.close() };
}
