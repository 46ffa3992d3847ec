/** Files that are cut in place while a store has them open, by another program or a full disk. */
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";

let folder: string;
let path: string;
const opened: InboxStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-cut-"));
  path = join(folder, "inbox.db");
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

describe("a file that is cut while it is open", () => {
  it.each<[string, () => void]>([
    ["the log is empty", () => truncateSync(`${path}-wal`, 0)],
    ["the log has half of its bytes", () => truncateSync(`${path}-wal`, sizeOf("-wal") / 2)],
    ["the log lacks its last byte", () => truncateSync(`${path}-wal`, sizeOf("-wal") - 1)],
    ["the log has its header alone", () => truncateSync(`${path}-wal`, 32)],
  ])("[G.9] is not answered with 202 when %s", async (_, cut) => {
    const store = await open();
    await send(store, 0, 20);
    cut();
    expect(await send(store, 20, 20)).toEqual([]);
    await expect(commit(store, { arrivals: [arrive("late")] })).rejects.toMatchObject({
      code: "STORE_REPLACED",
      message: expect.stringMatching(/inbox\.db-wal was cut; .*restart the process/),
    });
  });

  it.each([0, 4_096, 10_000])(
    "[G.9] is not answered with 202 when the database has %i bytes left",
    async (left) => {
      const store = await open();
      await send(store, 0, 20);
      checkpoint("FULL");
      await send(store, 20, 1);
      truncateSync(path, left);
      expect(await send(store, 21, 20)).toEqual([]);
    },
  );

  it("[G.9] is noticed by each of two processes, also where the other one writes in between", async () => {
    const [first, second] = [await open(), await open()];
    await send(first, 0, 5);
    await send(second, 5, 5);
    truncateSync(`${path}-wal`, 32 + 2 * (4_096 + 24));
    expect(await send(second, 10, 2)).toEqual([]);
    expect(await send(first, 12, 2)).toEqual([]);
  });

  it("[G.9] a hole in the log that another program has written behind is noticed", async () => {
    const store = await open();
    await send(store, 0, 5);
    const other = new Database(path);
    other.exec("CREATE TABLE mine (n INTEGER)");
    truncateSync(`${path}-wal`, 32 + 4_096 + 24);
    // This program does not watch its files: SQLite writes behind the hole.
    for (let n = 0; n < 5; n++) other.exec(`INSERT INTO mine VALUES (${n})`);
    expect(await send(store, 5, 5)).toEqual([]);
    other.close();
  });
});

it("[G.9] a check leaves no file open", async () => {
  const fs = process.getBuiltinModule("node:fs");
  const [opens, closes] = [vi.spyOn(fs, "openSync"), vi.spyOn(fs, "closeSync")];
  const store = await open();
  await send(store, 0, 5);
  const opened = opens.mock.results.map(({ value }) => value as number);
  const closed = closes.mock.calls.map(([file]) => file);
  vi.restoreAllMocks();
  expect(opened.length).toBeGreaterThan(0);
  expect(closed).toEqual(opened);
});

describe("what SQLite does itself", () => {
  it.each(["PASSIVE", "FULL", "RESTART", "TRUNCATE"])(
    "[G.9] is no fault: a checkpoint (%s) by another program",
    async (mode) => {
      const store = await open();
      const sent: string[] = [];
      for (let round = 0; round < 3; round++) {
        sent.push(...(await send(store, round * 10, 10)));
        checkpoint(mode);
      }
      sent.push(...(await send(store, 30, 10)));
      expect(sent).toHaveLength(40);
      expect((await listAfterCrash()).toSorted()).toEqual(sent.toSorted());
    },
  );

  it("[G.9] is no fault: `VACUUM` makes the database shorter", async () => {
    const store = await open();
    const body = new Uint8Array(200_000);
    await commit(store, { arrivals: [arrive("big", { body })] });
    checkpoint("TRUNCATE");
    await send(store, 0, 1);
    const before = sizeOf("");
    const db = new Database(path);
    db.exec("DELETE FROM inbox_deliveries WHERE id = 'big'; VACUUM");
    db.close();
    checkpoint("TRUNCATE");
    expect(sizeOf("")).toBeLessThan(before);
    expect(await send(store, 1, 5)).toHaveLength(5);
  });

  it("[G.9] is no fault: a long log shrinks to its limit, and grows again", async () => {
    const store = await open();
    const body = new Uint8Array(24 * 1024 * 1024);
    const fill = async (name: string) => {
      for (let n = 0; n < 4; n++)
        await commit(store, { arrivals: [arrive(`${name}${n}`, { body })] });
    };
    await fill("a");
    checkpoint("RESTART");
    await send(store, 0, 2);
    await fill("b");
    expect(await send(store, 2, 2)).toHaveLength(2);
  });
});

async function open(): Promise<InboxStore> {
  const store = openSqliteStore(path);
  await store.open({ ...SETTINGS, clock: Date.now });
  opened.push(store);
  return store;
}

/** Sends until the store refuses. Returns the ids that it has answered. */
async function send(store: InboxStore, from: number, count: number): Promise<readonly string[]> {
  const answered: string[] = [];
  for (let number = from; number < from + count; number++) {
    const id = String(number);
    const results = await commit(store, { arrivals: [arrive(id)] }).catch(() => undefined);
    if (results !== undefined) answered.push(id);
  }
  return answered;
}

/** Copies the files as they are, as after a loss of power, and lists what a new process finds. */
async function listAfterCrash(): Promise<readonly string[]> {
  for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${path}.copy${suffix}`);
  const store = openSqliteStore(`${path}.copy`);
  await store.open({ ...SETTINGS, clock: Date.now });
  const deliveries = await store.list({});
  await store.close();
  return deliveries.map(({ id }) => id);
}

function checkpoint(mode: string) {
  const db = new Database(path);
  db.exec(`PRAGMA wal_checkpoint(${mode})`);
  db.close();
}

function sizeOf(suffix: string): number {
  return statSync(`${path}${suffix}`).size;
}
