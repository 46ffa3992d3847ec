/** A file of SQLite that cannot be used: full disks, locks of others, and damage. */
import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openFile } from "../../../src/inbox/sqlite/engine.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxError, InboxStore } from "../../../src/inbox/store.js";
import { createToolkit } from "../../http/toolkit.js";
import { bundleProgram } from "../../programs/programs.js";
import { arrive, commit, HOUR, SETTINGS } from "../deliveries.js";
import { deliver, setUp } from "../setup.js";
import { Database } from "./engine.js";
import { readPragma, useFile } from "./file.js";

const file = useFile();

describe("a store in SQLite on a full disk", () => {
  it("[G.9] takes nothing while the disk is full, keeps what it has, and goes on afterwards", async () => {
    const db = new Database(file.path);
    const store = await file.open(db);
    const body = new Uint8Array(50_000);
    await commit(store, { arrivals: [arrive("1", { body })] });
    db.exec(`PRAGMA max_page_count = ${String(readPragma(db, "page_count"))}`);
    const batch = { arrivals: [arrive("2", { text: "{}" }), arrive("3", { body })] };
    await expect(commit(store, batch)).rejects.toThrow(/full/);
    expect(await listIds(store)).toEqual(["1"]);
    db.exec("PRAGMA max_page_count = 1000000");
    expect((await commit(store, batch)).arrivals).toEqual(["new", "new"]);
    expect(await listIds(store)).toEqual(["3", "2", "1"]);
    db.close();
  });

  it("[G.9] refuses what the operating system does not write, and has all that it has taken", async () => {
    const program = await bundleProgram("test/inbox/sqlite/write-until-refused.ts");
    const command = 'ulimit -f 1000; exec "$0" "$1" "$2"'; // 512 kB or 1 MB in a file
    const output = execFileSync("sh", ["-c", command, process.execPath, program, file.path]);
    const { taken, message } = JSON.parse(output.toString()) as {
      taken: string[];
      message: string;
    };
    expect(message).toMatch(/disk I\/O error/);
    expect(taken.length).toBeGreaterThan(3);
    const db = new Database(file.path);
    expect(readPragma(db, "integrity_check")).toBe("ok");
    db.close();
    const store = await file.open();
    expect(await listIds(store)).toEqual(taken.toReversed());
    expect((await commit(store, { arrivals: [arrive("next")] })).arrivals).toEqual(["new"]);
    await store.close();
  });
});

describe("a store in SQLite that another process locks", () => {
  it("[G.9] waits for another process that writes, without blocking, and gives up in time", async () => {
    const store = await file.open(file.path, 1_000);
    const impatient = await file.open(file.path, 30);
    const other = await openFile(file.path); // of the same engine: two in one process see no locks
    other.exec("BEGIN IMMEDIATE");
    const written = commit(store, { arrivals: [arrive("1")] });
    await expect(commit(impatient, { arrivals: [arrive("2")] })).rejects.toThrow(/locked/);
    expect(await listIds(store)).toEqual([]); // reading does not wait
    other.exec("COMMIT");
    expect((await written).arrivals).toEqual(["new"]);
    expect((await commit(impatient, { arrivals: [arrive("2")] })).arrivals).toEqual(["new"]);
    other.close();
    await Promise.all([store.close(), impatient.close()]);
  });

  it("[G.9] takes no lock for a poll that finds nothing, whatever waits or runs", async () => {
    const store = await file.open(file.path, 30);
    await commit(store, { arrivals: [arrive("1"), arrive("2")] });
    const { claimed } = await commit(store, { room: 2 });
    const outcomes = claimed.slice(1).map(({ key, token }) => {
      return { key, token, end: { retryAfter: HOUR }, done: [], errors: [] };
    });
    await commit(store, { outcomes });
    const other = await openFile(file.path);
    other.exec("BEGIN IMMEDIATE");
    expect((await commit(store, { room: 9 })).claimed).toEqual([]);
    file.now += SETTINGS.lease;
    await expect(commit(store, { room: 9 })).rejects.toThrow(/locked/); // one is to be taken back from its worker
    other.exec("COMMIT");
    other.close();
    await store.close();
  });
});

describe("a file of SQLite that is no use", () => {
  it("[G.9] refuses deliveries when the database is read-only", async () => {
    const db = new Database(file.path);
    db.exec("PRAGMA query_only = ON");
    const { webhooks } = createToolkit();
    const inbox = createInbox({ webhooks, store: openSqliteStore(db) });
    await expect(deliver(inbox)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await inbox.drain();
    db.close();
  });

  it("[G.9] cannot be opened on a file that is no database", async () => {
    writeFileSync(file.path, "no database ".repeat(1_000));
    await expect(file.open()).rejects.toThrow(/not a database/);
  });

  it("[G.9] that is damaged is reported once, and not as mended when some of it can still be used", async () => {
    const { webhooks, inbox, recorder, environment } = setUp({ store: openSqliteStore(file.path) });
    const filled = await file.open();
    const ids = Array.from({ length: 6_000 }, (_, index) => `id ${index}`);
    await commit(filled, { arrivals: ids.map((id) => arrive(id)) });
    await filled.close();
    damageIndex();
    webhooks.on("note", () => undefined);
    await inbox.start();
    const results = new Set<string>();
    for (const id of [...ids.slice(0, 40), ...ids.slice(-40)]) {
      const [{ reason }] = (await Promise.allSettled([deliver(inbox, { id: `${id} again` })])) as [
        { readonly reason?: InboxError },
      ];
      results.add(reason === undefined ? "202" : (reason.cause as InboxError).code);
      await environment.elapse(1_000);
    }
    expect([...results].toSorted()).toEqual(["202", "STORE_DAMAGED"]);
    const reported = recorder.entries.filter(({ level }) => level === "error" || level === "info");
    expect(reported.map(({ level }) => level)).toEqual(["error"]);
    await inbox.drain();
  });
});

async function listIds(store: InboxStore): Promise<readonly string[]> {
  return (await store.list({})).map(({ id }) => id);
}

/** Overwrites every second page of the index of ids, so that some of it can still be used. */
function damageIndex(): void {
  const db = new Database(file.path);
  const size = Number(readPragma(db, "page_size"));
  const pages = db
    .prepare("SELECT pageno FROM dbstat WHERE name = 'inbox_ids' AND pagetype = 'leaf'")
    .all() as { pageno: number }[];
  db.close();
  const descriptor = openSync(file.path, "r+");
  for (const { pageno } of pages.filter((_, index) => index % 2 === 0)) {
    writeSync(descriptor, Buffer.alloc(size, 0xff), 0, size, (pageno - 1) * size);
  }
  closeSync(descriptor);
}
