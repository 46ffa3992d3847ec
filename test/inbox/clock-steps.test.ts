/** Steps of the wall clock, and restarts of the machine, which neither end leases nor lengthen them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { arrive, at, commit, DAY, HOUR, MINUTE, SECOND, SETTINGS } from "./deliveries.js";
import { deliver, setUp } from "./setup.js";
import { Database } from "./sqlite/engine.js";

let folder: string;
let memory: InboxStore;

/** Time of the wall clock, which a test sets, and of the clock of the machine, which only runs. */
let wall: number;
let uptime: number;

beforeEach(() => {
  memory = openMemoryStore();
  folder = mkdtempSync(join(tmpdir(), "typewire-clock-"));
  wall = Date.UTC(2026, 0, 1);
  uptime = HOUR;
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const STORES = {
  SQLite: () => openSqliteStore(join(folder, "inbox.db")),
  memory: () => memory,
};

describe.each(Object.entries(STORES))("with two workers, in %s", (_, create) => {
  const workers: InboxStore[] = [];

  beforeEach(async () => {
    for (let count = 0; count < 2; count++) {
      const store = create();
      await store.open({ ...SETTINGS, clock: () => wall, leaseClock: () => uptime });
      workers.push(store);
    }
  });

  afterEach(async () => {
    for (const store of workers.splice(0)) await store.close();
  });

  it.each([
    ["forward by a minute", MINUTE],
    ["forward by a day", DAY],
    ["back by an hour", -HOUR],
    ["back by a year", -365 * DAY],
  ])("[G.7] a step %s neither ends a lease nor lengthens it", async (__, step) => {
    const [first, second] = [at(workers, 0), at(workers, 1)];
    await commit(first, { arrivals: [arrive("1")] });
    const { claimed } = await claim(first);
    expect(claimed).toHaveLength(1);
    wall += step;
    const after = await claim(second, 10);
    expect([after.claimed, after.lost]).toEqual([[], []]);
    await second.prune();
    elapse(SETTINGS.lease - SECOND);
    expect((await claim(second)).lost).toEqual([]);
    expect((await commit(first, { renewals: claimed })).renewals).toEqual([true]);
    elapse(SETTINGS.lease - SECOND);
    expect((await claim(second)).lost).toEqual([]);
    elapse(2 * SECOND);
    expect((await claim(second)).lost).toMatchObject([{ id: "1", losses: 1 }]);
  });

  it("[G.5] a retry is due by the wall clock, which survives a restart", async () => {
    const first = at(workers, 0);
    await commit(first, { arrivals: [arrive("2")] });
    const { key, token } = at((await claim(first)).claimed, 0);
    const end = { retryAfter: HOUR };
    await commit(first, { outcomes: [{ key, token, end, done: [], errors: [] }] });
    uptime += 2 * HOUR;
    expect((await claim(first)).claimed).toEqual([]);
    wall += HOUR;
    expect((await claim(first)).claimed).toHaveLength(1);
  });

  it.each([0, MINUTE, HOUR - SECOND])(
    "[G.7] after a restart of the machine, whose clock shows %i ms again, it waits for one lease",
    async (shown) => {
      const [first, second] = [at(workers, 0), at(workers, 1)];
      await commit(first, { arrivals: [arrive("3")] });
      expect((await claim(first)).claimed).toHaveLength(1);
      uptime = shown;
      await claim(second);
      elapse(SETTINGS.lease + SECOND);
      expect((await claim(second)).lost).toMatchObject([{ id: "3" }]);
    },
  );
});

it("[G.8] a file of the version before is migrated, and its leases end one lease later", async () => {
  const path = join(folder, "inbox.db");
  const settings = { ...SETTINGS, clock: () => wall, leaseClock: () => uptime };
  const old = openSqliteStore(path);
  await old.open({ ...settings, leaseClock: undefined });
  await commit(old, { arrivals: [arrive("1")], room: 1 });
  const db = new Database(path);
  db.exec(`ALTER TABLE inbox_deliveries DROP COLUMN via; DROP TABLE inbox_notes;
    UPDATE inbox_version SET version = 1`);
  const store = openSqliteStore(path); // `old` is still open, so the lease is not ended at once
  await store.open(settings);
  expect(db.prepare("SELECT version FROM inbox_version").all()).toMatchObject([{ version: 3 }]);
  expect((await commit(store, { room: 1 })).lost).toEqual([]);
  elapse(SETTINGS.lease + SECOND);
  expect((await commit(store, { room: 1 })).lost).toMatchObject([{ id: "1" }]);
  db.close();
  for (const each of [store, old]) await each.close();
});

it("[G.7] a step does not end an attempt, nor the lease of a delivery that was just claimed", async () => {
  const { webhooks, inbox, environment, recorder } = setUp({ timeout: HOUR });
  const signals: (AbortSignal | undefined)[] = [];
  let finish = (): void => undefined;
  webhooks.on("note", async (event) => {
    signals.push((event as { signal?: AbortSignal }).signal);
    await new Promise<void>((resolve) => (finish = resolve));
  });
  await inbox.start();
  await deliver(inbox, { id: "1" });
  await environment.elapse(SECOND);
  expect(signals).toHaveLength(1);
  for (let step = 0; step < 5; step++) {
    environment.step(DAY);
    await environment.elapse(10 * SECOND);
  }
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  finish();
  await environment.elapse(SECOND);
  expect(await inbox.get("1")).toMatchObject({ state: "done", attempts: 1, losses: 0 });
  expect(recorder.entries.filter(({ level }) => level !== "debug")).toEqual([]);
  await inbox.drain();
});

function claim(store: InboxStore, room = 1) {
  return commit(store, { room });
}

function elapse(milliseconds: number) {
  wall += milliseconds;
  uptime += milliseconds;
}
