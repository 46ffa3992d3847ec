/** A reader of a file of SQLite, which changes nothing. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openReader } from "../../../src/inbox/sqlite/engine.js";
import { openSqliteReader } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";
import { useFile } from "./file.js";

const file = useFile();

describe("reading a file of SQLite alone", () => {
  it("[G.12] changes neither a file nor its folder, whether it is open or not", async () => {
    const store = await file.open();
    const arrival = arrive("1", { orderKey: "a", text: '{"text":"Needle"}' });
    await commit(store, { arrivals: [arrival, arrive("2")], room: 1 });
    for (const isOpen of [true, false]) {
      if (!isOpen) await store.close();
      const files = readdirSync(file.folder);
      const reader = openSqliteReader(file.path);
      await reader.open({ ...SETTINGS, clock: () => file.now });
      expect(await reader.get("1")).toMatchObject({ id: "1", state: "running", attempts: 1 });
      expect((await reader.list({ text: "needle" })).map(({ id }) => id)).toEqual(["1"]);
      expect(await reader.stats()).toMatchObject({ waiting: 1, running: 1 });
      await expect(commit(reader, { arrivals: [arrive("3")] })).rejects.toThrow(
        /readonly|read-only/i,
      );
      await reader.close();
      expect(readdirSync(file.folder)).toEqual(files);
    }
    const db = await openReader(file.path);
    expect(() => db.exec("CREATE TABLE mine (n INTEGER)")).toThrow();
    db.close();
  });

  it("[G.8] needs a file with an inbox of this version", async () => {
    const settings = { ...SETTINGS, clock: () => file.now };
    const db = new Database(file.path);
    db.exec("CREATE TABLE mine (n INTEGER)");
    await expect(openSqliteReader(file.path).open(settings)).rejects.toMatchObject({
      code: "STORE_UNREADABLE",
    });
    db.exec("CREATE TABLE inbox_version (version INTEGER NOT NULL) STRICT");
    await expect(openSqliteReader(file.path).open(settings)).rejects.toMatchObject({
      code: "STORE_TOO_OLD",
      message: expect.stringContaining("has version 0; expected 3.") as unknown,
    });
    db.close();
    await expect(openSqliteReader(join(file.folder, "none.db")).open(settings)).rejects.toThrow();
    expect(readdirSync(file.folder)).toEqual(["inbox.db"]);
  });
});
