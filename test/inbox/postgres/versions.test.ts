/** Databases that another version of the store, or of pg-boss, has written. */
import { describe, expect, it } from "vitest";
import type { Arrival } from "../../../src/inbox/store.js";
import { createDatabase } from "../../postgres/database.js";
import { loadPgBoss12 } from "../../postgres/pg-boss-12.js";
import { query } from "../../postgres/query.js";
import { arrive, at, commit } from "../deliveries.js";
import { claimIds, openStore } from "./opened-stores.js";

describe("a database of another version", () => {
  it("[G.8] is refused when it is newer", async () => {
    const url = await createDatabase();
    await (await openStore(url)).close();
    await query(url, "update typewire_inbox.version set number = 99");
    await expect(openStore(url)).rejects.toThrow(/^The store has version 99; expected 2 /);
  });

  it("[G.8] [R.2] is migrated when it is of the version before, and keeps what it has", async () => {
    const url = await createDatabase();
    const before = await openStore(url);
    await commit(before, { arrivals: [arrive("1")] });
    await before.close();
    await query(
      url,
      `alter table typewire_inbox.delivery drop column via;
       alter table typewire_inbox.seen drop column is_fetched;
       drop table typewire_inbox.note; update typewire_inbox.version set number = 1`,
    );
    const after = await openStore(url);
    const again: Arrival = { ...arrive("1", { text: "other" }), via: "catch-up" };
    expect((await commit(after, { arrivals: [again] })).arrivals).toEqual(["duplicate"]);
    expect(await after.changeNote?.({ name: "n", holder: "h", lease: 1_000 })).toBe("");
    expect(await claimIds(after)).toEqual(["1"]);
  });

  it("[G.8] moves from pg-boss 10 to 12, and what was running waits again", async () => {
    const url = await createDatabase();
    const before = await openStore(url);
    const arrivals = ["1", "2", "3"].map((id) => arrive(id));
    const { claimed } = await commit(before, { arrivals, room: 1 });
    await before.close();
    const after = await openStore(url, { pgBoss: loadPgBoss12() });
    expect(await claimIds(after)).toEqual(["2", "3", "1"]);
    const { key, token } = at(claimed, 0);
    const late = { key, token, end: "done" as const, done: [], errors: [] };
    expect((await commit(after, { outcomes: [late] })).outcomes).toEqual([false]);
    const rows = await query(url, "select to_regnamespace('typewire_inbox_jobs10') as schema");
    expect(rows).toEqual([{ schema: null }]);
  });
});
