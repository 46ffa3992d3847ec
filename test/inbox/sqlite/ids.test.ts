/** Ids of deliveries in a file of SQLite: their hashes, and the index that finds those that have arrived before. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashId } from "../../../src/inbox/sqlite/ids.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";

it("[G.4] an id is stored as 48 bits of its hash, which every version finds again", () => {
  for (const id of ["", "1", "größe", "x".repeat(1_000)]) {
    const hex = createHash("sha256").update(id).digest("hex").slice(0, 12);
    expect(hashId(id)).toBe(Number(BigInt.asIntN(48, BigInt(`0x${hex}`))));
  }
});

describe("the index of ids", () => {
  /** New ids are kept in memory until there are as many; then they are written to the index together. */
  const INDEXED_TOGETHER = 4_096;
  /** The ids that arrive in most of these tests are numbers below this: the first of them are in the index. */
  const END = INDEXED_TOGETHER + 54;

  let folder: string;
  let db: InstanceType<typeof Database>;
  let store: InboxStore;
  /** A second store on the same file, as that of another process. */
  let other: InboxStore;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "typewire-ids-"));
    const path = join(folder, "inbox.db");
    db = new Database(path);
    store = await open(path);
    other = await open(path);
  });

  afterEach(async () => {
    db.close();
    for (const each of [store, other]) await each.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("[G.4] is written once 4,096 ids are new, no matter which store they went to", async () => {
    expect(await countNew(store, { from: 0, to: INDEXED_TOGETHER - 1 })).toBe(INDEXED_TOGETHER - 1);
    expect(countIndexed()).toBe(0);
    // The first of these two is known.
    const lastTwo = { from: INDEXED_TOGETHER - 2, to: INDEXED_TOGETHER };
    expect(await countNew(other, lastTwo)).toBe(1);
    expect(countIndexed()).toBe(INDEXED_TOGETHER);
  });

  it("[G.4] leaves no id unknown, be it in the index or too new for that", async () => {
    await fillIndex();
    expect(await countNew(store, { from: 4_000, to: END })).toBe(END - INDEXED_TOGETHER);
    expect(await countNew(other, { from: 0, to: END })).toBe(0);
    const known = await other.findKnown?.(["0", "4095", "4096", "4149", "4150"]);
    expect([...(known ?? [])]).toEqual(["0", "4095", "4096", "4149"]);
    expect((await store.list({ id: "4149" })).map(({ id }) => id)).toEqual(["4149"]);
  });

  it("[G.4] does not know the ids of a transaction that has failed", async () => {
    await fillIndex();
    await countNew(store, { from: INDEXED_TOGETHER, to: END });
    await countNew(other, { from: 0, to: END });
    db.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON inbox_work BEGIN SELECT raise(FAIL, 'no'); END",
    );
    await expect(countNew(store, { from: 5_000, to: 5_002 })).rejects.toThrow("no");
    db.exec("DROP TRIGGER refuse");
    expect(await countNew(store, { from: 5_000, to: 5_002 })).toBe(2);
    expect(await countNew(other, { from: END - 1, to: END })).toBe(0); // is known as before
  });

  /** Sends as many ids as are indexed together, the last of them by the other store. */
  async function fillIndex(): Promise<void> {
    await countNew(store, { from: 0, to: INDEXED_TOGETHER - 1 });
    await countNew(other, { from: INDEXED_TOGETHER - 1, to: INDEXED_TOGETHER });
  }

  function countIndexed(): number {
    return (db.prepare("SELECT count(*) AS count FROM inbox_ids").all()[0] as { count: number })
      .count;
  }
});

/** Sends a delivery for each number from the first one to before the last one. Counts those that were new. */
async function countNew(store: InboxStore, { from, to }: { from: number; to: number }) {
  const arrivals = Array.from({ length: to - from }, (_, n) => arrive(String(from + n)));
  return (await commit(store, { arrivals })).arrivals.filter((each) => each === "new").length;
}

async function open(path: string): Promise<InboxStore> {
  const now = Date.UTC(2026, 0, 1);
  const store = openSqliteStore(path);
  await store.open({ ...SETTINGS, clock: () => now });
  return store;
}
