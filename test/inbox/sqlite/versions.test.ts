/** Versions of a file of SQLite: what each of them finds in it, migrations, and files that are too old or too new. */
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, HOUR, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";
import { useFile } from "./file.js";

const file = useFile();

describe("a version of the store in SQLite", () => {
  it("[G.8] keeps the states by numbers that every version reads", async () => {
    const store = await file.open();
    const write = async (id: string, end?: "done" | "dead" | { retryAfter: number }) => {
      await commit(store, { arrivals: [arrive(id, { orderKey: id[0] })] });
      if (end === undefined) return;
      const { claimed } = await commit(store, { room: 1 });
      expect(claimed).toMatchObject([{ id }]);
      const outcomes = claimed.map(({ key, token }) => ({ key, token, end, done: [], errors: [] }));
      await commit(store, { outcomes });
    };
    await write("forgotten", "done");
    file.now += SETTINGS.keepFor + HOUR;
    await store.prune();
    await write("dead", "dead");
    await write("done", "done");
    await write("waiting", { retryAfter: HOUR });
    await write("running");
    await commit(store, { room: 1 });
    await write("running after that");
    await store.close();
    const db = new Database(file.path);
    const rows = db.prepare("SELECT state FROM inbox_work ORDER BY seq").all();
    db.close();
    expect(rows.map((row) => (row as { state: number }).state)).toEqual([
      5, // forgotten: only its id is kept
      3, // dead
      2, // done
      0, // waiting
      1, // running
      4, // behind one that runs, with the same order key
    ]);
  });

  it("[G.8] refuses a newer version, and says what to do", async () => {
    await (await file.open()).close();
    const db = new Database(file.path);
    db.exec("UPDATE inbox_version SET version = 99");
    db.close();
    const store = openSqliteStore(file.path);
    await expect(store.open({ ...SETTINGS, clock: () => file.now })).rejects.toMatchObject({
      code: "STORE_TOO_NEW",
      message: expect.stringMatching(/version 99; expected 3 or an older one. Update/),
    });
    await expect(store.list({})).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("[G.8] leaves everything as it is when a migration fails", async () => {
    const db = new Database(file.path);
    db.exec(`CREATE TABLE inbox_version (version INTEGER NOT NULL) STRICT;
      INSERT INTO inbox_version VALUES (0); CREATE TABLE inbox_work (text TEXT)`);
    await expect(file.open(db)).rejects.toThrow(/inbox_work/);
    expect(db.prepare("SELECT version FROM inbox_version").all()).toMatchObject([{ version: 0 }]);
    expect(db.prepare("SELECT name FROM sqlite_master").all()).toHaveLength(2);
    db.close();
  });
});
