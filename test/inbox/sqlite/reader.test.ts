/** A reader of a file of SQLite, which changes nothing. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReader } from "../../../src/inbox/sqlite/engine.js";
import { openSqliteReader, openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";

let folder: string;
let path: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-reader-"));
  path = join(folder, "inbox.db");
  now = Date.UTC(2026, 0, 1);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("reading a file of SQLite alone", () => {
  it("[G.12] changes neither a file nor its folder, whether it is open or not", async () => {
    const store = await open();
    const arrival = arrive("1", { orderKey: "a", text: '{"text":"Needle"}' });
    await commit(store, { arrivals: [arrival, arrive("2")], room: 1 });
    for (const isOpen of [true, false]) {
      if (!isOpen) await store.close();
      const files = readdirSync(folder);
      const reader = openSqliteReader(path);
      await reader.open({ ...SETTINGS, clock: () => now });
      expect(await reader.get("1")).toMatchObject({ id: "1", state: "running", attempts: 1 });
      expect((await reader.list({ text: "needle" })).map(({ id }) => id)).toEqual(["1"]);
      expect(await reader.stats()).toMatchObject({ waiting: 1, running: 1 });
      await expect(commit(reader, { arrivals: [arrive("3")] })).rejects.toThrow(
        /readonly|read-only/i,
      );
      await reader.close();
      expect(readdirSync(folder)).toEqual(files);
    }
    const db = await openReader(path);
    expect(() => db.exec("CREATE TABLE mine (n INTEGER)")).toThrow();
    db.close();
  });

  it("[G.8] needs a file with an inbox of this version", async () => {
    const settings = { ...SETTINGS, clock: () => now };
    const db = new Database(path);
    db.exec("CREATE TABLE mine (n INTEGER)");
    await expect(openSqliteReader(path).open(settings)).rejects.toMatchObject({
      code: "STORE_UNREADABLE",
    });
    db.exec("CREATE TABLE inbox_version (version INTEGER NOT NULL) STRICT");
    await expect(openSqliteReader(path).open(settings)).rejects.toMatchObject({
      code: "STORE_TOO_OLD",
      message: expect.stringContaining("has version 0; expected 3.") as unknown,
    });
    db.close();
    await expect(openSqliteReader(join(folder, "none.db")).open(settings)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["inbox.db"]);
  });
});

async function open() {
  const store = openSqliteStore(path);
  await store.open({ ...SETTINGS, clock: () => now });
  return store;
}
