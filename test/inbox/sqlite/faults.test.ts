/** A file of SQLite: its settings, full disks, locks, migrations, damage, and what it holds. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openFile } from "../../../src/inbox/sqlite/engine.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxError, InboxStore } from "../../../src/inbox/store.js";
import { createToolkit } from "../../http/toolkit.js";
import { bundleProgram } from "../../programs/programs.js";
import { arrive, commit, DAY, HOUR, SETTINGS } from "../deliveries.js";
import { deliver, setUp } from "../setup.js";
import { Database } from "./engine.js";

let folder: string;
let path: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-inbox-"));
  path = join(folder, "inbox.db");
  now = Date.UTC(2026, 0, 1);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a store in SQLite", () => {
  it("[G.3] writes durably, with a write-ahead log", async () => {
    const db = new Database(path);
    const store = await open(db);
    expect(readPragma(db, "journal_mode")).toBe("wal");
    expect(readPragma(db, "synchronous")).toBe(2);
    await store.close();
    db.prepare("SELECT 1").all(); // the caller's handle stays open
    db.close();
  });

  it("[G.9] takes nothing while the disk is full, keeps what it has, and goes on afterwards", async () => {
    const db = new Database(path);
    const store = await open(db);
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
    const output = execFileSync("sh", ["-c", command, process.execPath, program, path]);
    const { taken, message } = JSON.parse(output.toString()) as {
      taken: string[];
      message: string;
    };
    expect(message).toMatch(/disk I\/O error/);
    expect(taken.length).toBeGreaterThan(3);
    const db = new Database(path);
    expect(readPragma(db, "integrity_check")).toBe("ok");
    db.close();
    const store = await open();
    expect(await listIds(store)).toEqual(taken.toReversed());
    expect((await commit(store, { arrivals: [arrive("next")] })).arrivals).toEqual(["new"]);
    await store.close();
  });

  it("[G.9] waits for another process that writes, without blocking, and gives up in time", async () => {
    const store = await open(path, 1_000);
    const impatient = await open(path, 30);
    const other = await openFile(path); // of the same engine: two in one process see no locks
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
    const store = await open(path, 30);
    await commit(store, { arrivals: [arrive("1"), arrive("2")] });
    const { claimed } = await commit(store, { room: 2 });
    const outcomes = claimed.slice(1).map(({ key, token }) => {
      return { key, token, end: { retryAfter: HOUR }, done: [], errors: [] };
    });
    await commit(store, { outcomes });
    const other = await openFile(path);
    other.exec("BEGIN IMMEDIATE");
    expect((await commit(store, { room: 9 })).claimed).toEqual([]);
    now += SETTINGS.lease;
    await expect(commit(store, { room: 9 })).rejects.toThrow(/locked/); // one is to be taken back from its worker
    other.exec("COMMIT");
    other.close();
    await store.close();
  });

  it("[G.8] keeps the states by numbers that every version reads", async () => {
    const store = await open();
    const write = async (id: string, end?: "done" | "dead" | { retryAfter: number }) => {
      await commit(store, { arrivals: [arrive(id, { orderKey: id[0] })] });
      if (end === undefined) return;
      const { claimed } = await commit(store, { room: 1 });
      expect(claimed).toMatchObject([{ id }]);
      const outcomes = claimed.map(({ key, token }) => ({ key, token, end, done: [], errors: [] }));
      await commit(store, { outcomes });
    };
    await write("forgotten", "done");
    now += SETTINGS.keepFor + HOUR;
    await store.prune();
    await write("dead", "dead");
    await write("done", "done");
    await write("waiting", { retryAfter: HOUR });
    await write("running");
    await commit(store, { room: 1 });
    await write("running after that");
    await store.close();
    const db = new Database(path);
    const rows = db.prepare("SELECT state FROM inbox_work ORDER BY seq").all();
    db.close();
    expect(rows.map((row) => (row as { state: number }).state)).toEqual([5, 3, 2, 0, 1, 4]);
  });

  it("[G.9] refuses deliveries when the database is read-only", async () => {
    const db = new Database(path);
    db.exec("PRAGMA query_only = ON");
    const { webhooks } = createToolkit();
    const inbox = createInbox({ webhooks, store: openSqliteStore(db) });
    await expect(deliver(inbox)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await inbox.drain();
    db.close();
  });

  it("[G.9] cannot be opened on a file that is no database", async () => {
    writeFileSync(path, "no database ".repeat(1_000));
    await expect(open()).rejects.toThrow(/not a database/);
  });

  it("[G.8] refuses a newer version, and says what to do", async () => {
    await (await open()).close();
    const db = new Database(path);
    db.exec("UPDATE inbox_version SET version = 99");
    db.close();
    const store = openSqliteStore(path);
    await expect(store.open({ ...SETTINGS, clock: () => now })).rejects.toMatchObject({
      code: "STORE_TOO_NEW",
      message: expect.stringMatching(/version 99; expected 3 or an older one. Update/),
    });
    await expect(store.list({})).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("[G.7] ends the leases that it finds when no other handle is open, in every mode of the log", async () => {
    const first = await open();
    await commit(first, { arrivals: [arrive("1")], room: 1 });
    const second = await open();
    expect((await commit(second, { room: 1 })).lost).toEqual([]);
    for (const store of [first, second]) await store.close();
    const third = await open();
    expect((await commit(third, { room: 1, from: "none" })).lost).toMatchObject([{ id: "1" }]);
    now += 1_000;
    await commit(third, { room: 1, from: "suspects" });
    expect(new Database(path).prepare("PRAGMA journal_mode").all()).toMatchObject([
      { journal_mode: "wal" },
    ]);
    await third.close();
  });

  it("[G.8] leaves everything as it is when a migration fails", async () => {
    const db = new Database(path);
    db.exec(`CREATE TABLE inbox_version (version INTEGER NOT NULL) STRICT;
      INSERT INTO inbox_version VALUES (0); CREATE TABLE inbox_work (text TEXT)`);
    await expect(open(db)).rejects.toThrow(/inbox_work/);
    expect(db.prepare("SELECT version FROM inbox_version").all()).toMatchObject([{ version: 0 }]);
    expect(db.prepare("SELECT name FROM sqlite_master").all()).toHaveLength(2);
    db.close();
  });

  it("[G.9] goes on when the clock was set back while no process ran", async () => {
    const store = await open();
    await commit(store, { arrivals: [arrive("lost"), arrive("waiting")], room: 1 });
    await store.close();
    now -= 30 * DAY;
    const again = await open();
    await again.prune();
    expect((await commit(again, { room: 9 })).claimed.map(({ id }) => id)).toEqual(["waiting"]);
    now += SETTINGS.lease + 1_000;
    await commit(again, { room: 9 }); // takes "lost" back from its worker
    now += 1_000;
    const { claimed } = await commit(again, { room: 1, from: "suspects" });
    expect(claimed.map(({ id }) => id)).toEqual(["lost"]);
    await again.close();
  });

  it("[G.8] stores no secret, no signature and no header", async () => {
    const { webhooks } = createToolkit();
    const inbox = createInbox({ webhooks, store: openSqliteStore(path) });
    await deliver(inbox, { body: '{"text":"kept"}' });
    const db = new Database(path);
    const [row] = db.prepare("SELECT * FROM inbox_deliveries JOIN inbox_work USING (seq)").all();
    const { body, digest: _, ...others } = row as Record<string, unknown>;
    expect(Buffer.from(body as ArrayBuffer).toString()).toBe('{"text":"kept"}');
    expect(JSON.stringify(others)).not.toMatch(/sha256=|secret/);
    db.close();
    await inbox.drain();
  });

  it("[G.8] does not grow while as much is deleted as arrives", async () => {
    const store = await open();
    const sizes: number[] = [];
    for (let round = 0; round < 12; round++) {
      const arrivals = Array.from({ length: 200 }, (_, index) =>
        arrive(`${round}/${index}`, { body: new Uint8Array(2_000).fill(index) }),
      );
      const { claimed } = await commit(store, { arrivals, room: 200 });
      const outcomes = claimed.map(({ key, token }) => {
        return { key, token, end: "done" as const, done: [], errors: [] };
      });
      await commit(store, { outcomes });
      now += 8 * DAY;
      while (await store.prune());
      sizes.push(statSync(path).size);
    }
    expect(sizes.at(-1)).toBe(sizes[4]);
    await store.close();
  });

  it("[G.6] finds what is due among 100,000 that wait for another time", async () => {
    const db = new Database(path);
    const store = await open(db);
    await commit(store, { arrivals: [arrive("seed", { orderKey: "line" })] });
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 100000)
      INSERT INTO inbox_deliveries SELECT i, i, 'd' || i, x'00', 'note', ${now}, 0, 2, x'7b7d', NULL FROM n;
      INSERT INTO inbox_work (seq, state, due, order_key) SELECT seq, iif(seq % 2, 4, 0),
        ${now + HOUR}, iif(seq % 2, 'line', NULL) FROM inbox_deliveries WHERE seq > 1`);
    const plan = db
      .prepare(
        `EXPLAIN QUERY PLAN SELECT seq FROM inbox_work WHERE state = 0 AND due <= ?
         ORDER BY due, seq LIMIT 10`,
      )
      .all(now);
    expect(JSON.stringify(plan)).toMatch(/USING COVERING INDEX inbox_due/);
    expect(JSON.stringify(plan)).not.toMatch(/SCAN|TEMP B-TREE/);
    expect((await commit(store, { room: 10 })).claimed.map(({ id }) => id)).toEqual(["seed"]);
    expect(await store.stats()).toMatchObject({ waiting: 100_000, running: 1 });
    db.close();
  });
});

it("[G.9] a damaged file is reported once, and not as mended when some of it can still be used", async () => {
  const { webhooks, inbox, recorder, environment } = setUp({ store: openSqliteStore(path) });
  const filled = await open();
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

it("[G.7] closes the file at once, with every engine", async () => {
  const inbox = createInbox({ webhooks: createToolkit().webhooks, store: openSqliteStore(path) });
  await deliver(inbox);
  await inbox.list();
  await inbox.drain();
  // The last one who closes the file takes its log away.
  expect(readdirSync(folder)).toEqual(["inbox.db"]);
});

async function open(file: Parameters<typeof openSqliteStore>[0] = path, busyTimeout = 100) {
  const store = openSqliteStore(file, { busyTimeout });
  await store.open({ ...SETTINGS, clock: () => now });
  return store;
}

async function listIds(store: InboxStore): Promise<readonly string[]> {
  return (await store.list({})).map(({ id }) => id);
}

function readPragma(db: InstanceType<typeof Database>, name: string): unknown {
  const [row] = db.prepare(`PRAGMA ${name}`).all();
  return (row as Record<string, unknown>)[name];
}

/** Overwrites every second page of the index of ids, so that some of it can still be used. */
function damageIndex(): void {
  const db = new Database(path);
  const size = Number(readPragma(db, "page_size"));
  const pages = db
    .prepare("SELECT pageno FROM dbstat WHERE name = 'inbox_ids' AND pagetype = 'leaf'")
    .all() as { pageno: number }[];
  db.close();
  const file = openSync(path, "r+");
  for (const { pageno } of pages.filter((_, index) => index % 2 === 0)) {
    writeSync(file, Buffer.alloc(size, 0xff), 0, size, (pageno - 1) * size);
  }
  closeSync(file);
}
