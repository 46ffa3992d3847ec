/** What a file of SQLite keeps: what a reader finds in it, the index of ids, and what is deleted. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReader } from "../../../src/inbox/sqlite/engine.js";
import { hashId } from "../../../src/inbox/sqlite/ids.js";
import { openSqliteReader, openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, describeError, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";

let folder: string;
let path: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-content-"));
  path = join(folder, "inbox.db");
  now = Date.UTC(2026, 0, 1);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("reading alone", () => {
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

  it("refuses a misspelt option", () => {
    expect(() => openSqliteStore(path, { busyTimout: 1 } as object)).toThrow(
      "Unknown option `busyTimout`. Did you mean `busyTimeout`?",
    );
  });
});

describe("what a file keeps", () => {
  it("[G.4] are ids as 48 bits of their hash, which every version finds again", () => {
    for (const id of ["", "1", "größe", "x".repeat(1_000)]) {
      const hex = createHash("sha256").update(id).digest("hex").slice(0, 12);
      expect(hashId(id)).toBe(Number(BigInt.asIntN(48, BigInt(`0x${hex}`))));
    }
  });

  it("[G.4] is an index of ids, 4,096 at a time; earlier and later ones are known all the same", async () => {
    const db = new Database(path);
    const store = await open();
    const other = await open();
    const countIndexed = () =>
      (db.prepare("SELECT count(*) AS count FROM inbox_ids").all()[0] as { count: number }).count;
    const send = async (to: typeof store, from: number, count: number) => {
      const arrivals = Array.from({ length: count }, (_, n) => arrive(String(from + n)));
      return (await commit(to, { arrivals })).arrivals.filter((each) => each === "new").length;
    };
    expect([await send(store, 0, 4_095), countIndexed()]).toEqual([4_095, 0]);
    expect([await send(other, 4_094, 2), countIndexed()]).toEqual([1, 4_096]);
    expect(await send(store, 4_000, 150)).toBe(54);
    expect(await send(other, 0, 4_150)).toBe(0);
    const known = await other.findKnown?.(["0", "4095", "4096", "4149", "4150"]);
    expect([...(known ?? [])]).toEqual(["0", "4095", "4096", "4149"]);
    expect((await store.list({ id: "4149" })).map(({ id }) => id)).toEqual(["4149"]);
    db.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON inbox_work BEGIN SELECT raise(FAIL, 'no'); END",
    );
    await expect(send(store, 5_000, 2)).rejects.toThrow("no");
    db.exec("DROP TRIGGER refuse");
    expect(await send(store, 5_000, 2)).toBe(2); // what has failed is not known
    expect(await send(other, 4_149, 1)).toBe(0);
    db.close();
    for (const each of [store, other]) await each.close();
  });

  it("[G.8] is deleted 500 deliveries at a time", async () => {
    const store = await open();
    const arrivals = Array.from({ length: 501 }, (_, n) => arrive(String(n)));
    const { claimed } = await commit(store, { arrivals, room: 501 });
    const outcomes = claimed.map(({ key, token }, index) => {
      const end = index === 0 ? ("dead" as const) : ("done" as const);
      return { key, token, end, done: [], errors: [describeError()] };
    });
    await commit(store, { outcomes });
    now += SETTINGS.keepFor + 1;
    const count = async () => (await store.list({})).length;
    expect([await store.prune(), await count()]).toEqual([true, 1]);
    expect([await store.prune(), await count()]).toEqual([false, 1]);
    expect(await store.export(undefined, 10)).toMatchObject([
      { id: "0", errors: [describeError()] },
    ]);
    now += SETTINGS.keepDeadFor;
    expect([await store.prune(), await count()]).toEqual([true, 0]); // ids of 500 are deleted, too
    expect([await store.prune(), await store.prune()]).toEqual([false, false]);
    await store.close();
    const db = new Database(path);
    for (const table of ["inbox_deliveries", "inbox_work", "inbox_ids"])
      expect(db.prepare(`SELECT 1 FROM ${table}`).all()).toHaveLength(0);
    db.close();
  });
});

async function open() {
  const store = openSqliteStore(path);
  await store.open({ ...SETTINGS, clock: () => now });
  return store;
}
