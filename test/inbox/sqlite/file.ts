/** A file of SQLite for each test, and a clock that the test sets. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import { SETTINGS } from "../deliveries.js";
import type { Database } from "./engine.js";

/** Makes an empty folder before each test, with the path of a file in it, and removes it afterwards. */
export function useFile(): TestFile {
  const file: TestFile = { folder: "", path: "", now: 0, open };
  beforeEach(() => {
    file.folder = mkdtempSync(join(tmpdir(), "typewire-sqlite-"));
    file.path = join(file.folder, "inbox.db");
    file.now = Date.UTC(2026, 0, 1);
  });
  afterEach(() => rmSync(file.folder, { recursive: true, force: true }));
  return file;

  async function open(opened: Opened = file.path, busyTimeout = 100): Promise<InboxStore> {
    const store = openSqliteStore(opened, { busyTimeout });
    await store.open({ ...SETTINGS, clock: () => file.now });
    return store;
  }
}

export function readPragma(db: InstanceType<typeof Database>, name: string): unknown {
  const [row] = db.prepare(`PRAGMA ${name}`).all();
  return (row as Record<string, unknown>)[name];
}

export interface TestFile {
  folder: string;
  path: string;
  /** Milliseconds since 1970, by the clock of the stores that `open` opens. */
  now: number;
  /** Opens a store at the path, or of a handle to it. */
  readonly open: (opened?: Opened, busyTimeout?: number) => Promise<InboxStore>;
}

type Opened = Parameters<typeof openSqliteStore>[0];
