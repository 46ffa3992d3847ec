/** A store in SQLite that is opened and closed: its log, the leases that it finds, and the options of the opening. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { createToolkit } from "../../http/toolkit.js";
import { arrive, commit, DAY, SETTINGS } from "../deliveries.js";
import { deliver } from "../setup.js";
import { Database } from "./engine.js";
import { readPragma, useFile } from "./file.js";

const file = useFile();

describe("a store in SQLite", () => {
  it("[G.3] writes durably, with a write-ahead log", async () => {
    const db = new Database(file.path);
    const store = await file.open(db);
    expect(readPragma(db, "journal_mode")).toBe("wal");
    expect(readPragma(db, "synchronous")).toBe(2);
    await store.close();
    db.prepare("SELECT 1").all(); // the caller's handle stays open
    db.close();
  });

  it("[G.7] ends the leases that it finds when no other handle is open, in every mode of the log", async () => {
    const first = await file.open();
    await commit(first, { arrivals: [arrive("1")], room: 1 });
    const second = await file.open();
    expect((await commit(second, { room: 1 })).lost).toEqual([]);
    for (const store of [first, second]) await store.close();
    const third = await file.open();
    expect((await commit(third, { room: 1, from: "none" })).lost).toMatchObject([{ id: "1" }]);
    file.now += 1_000;
    await commit(third, { room: 1, from: "suspects" });
    expect(new Database(file.path).prepare("PRAGMA journal_mode").all()).toMatchObject([
      { journal_mode: "wal" },
    ]);
    await third.close();
  });

  it("[G.9] goes on when the clock was set back while no process ran", async () => {
    const store = await file.open();
    await commit(store, { arrivals: [arrive("lost"), arrive("waiting")], room: 1 });
    await store.close();
    file.now -= 30 * DAY;
    const again = await file.open();
    await again.prune();
    expect((await commit(again, { room: 9 })).claimed.map(({ id }) => id)).toEqual(["waiting"]);
    file.now += SETTINGS.lease + 1_000;
    await commit(again, { room: 9 }); // takes "lost" back from its worker
    file.now += 1_000;
    const { claimed } = await commit(again, { room: 1, from: "suspects" });
    expect(claimed.map(({ id }) => id)).toEqual(["lost"]);
    await again.close();
  });

  it("[G.7] closes the file at once, with every engine", async () => {
    const inbox = createInbox({
      webhooks: createToolkit().webhooks,
      store: openSqliteStore(file.path),
    });
    await deliver(inbox);
    await inbox.list();
    await inbox.drain();
    // The last one who closes the file takes its log away.
    expect(readdirSync(file.folder)).toEqual(["inbox.db"]);
  });

  it("[G.2] refuses a misspelt option", () => {
    expect(() => openSqliteStore(file.path, { busyTimout: 1 } as object)).toThrow(
      "Unknown option `busyTimout`. Did you mean `busyTimeout`?",
    );
  });
});
