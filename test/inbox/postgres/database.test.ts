/** A database that several processes share: who gets a delivery, migrations, moves, and odd content. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { moveDeliveries } from "../../../src/inbox/move.js";
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { Arrival, InboxStore } from "../../../src/inbox/store.js";
import { createDatabase } from "../../postgres/database.js";
import { loadPgBoss12 } from "../../postgres/pg-boss-12.js";
import { query } from "../../postgres/query.js";
import { isWhole, repetitions } from "../../sample.js";
import { arrive, at, commit, SETTINGS } from "../deliveries.js";
import { claimIds, openStore } from "./opened-stores.js";

describe("several processes", () => {
  it("[G.4] find an id new once, with one body or with several", async () => {
    const url = await createDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(url)));
    const ids = Array.from({ length: 50 }, (_, index) => String(index));
    // Two stores get one body, two another one; one of each two gets the ids in reverse.
    const results = await Promise.all(
      stores.map(async (store, index) => {
        const text = index < 2 ? "{}" : "[]";
        const sent = index % 2 === 0 ? ids : ids.toReversed();
        const { arrivals } = await commit(store, {
          arrivals: sent.map((id) => arrive(id, { text })),
        });
        return sent.map((id, place) => `${id} ${String(arrivals[place])}`);
      }),
    );
    const expected = ids.flatMap((id) =>
      ["conflict", "duplicate", "duplicate", "new"].map((result) => `${id} ${result}`),
    );
    expect(results.flat().toSorted()).toEqual(expected.toSorted());
  });

  it("[G.6] hold the order of a key", async () => {
    const url = await createDatabase();
    const otherStores = await Promise.all([1, 2, 3].map(() => openStore(url)));
    const first = await openStore(url);
    const ids = Array.from({ length: repetitions(60) }, (_, index) => String(index));
    const waiting = ids.length / 2;
    for (const id of ids.slice(0, waiting)) {
      await commit(first, { arrivals: [arrive(id, { orderKey: "a" })] });
    }
    const handled: string[] = [];
    const arrivals = ids.slice(waiting).map((id) => arrive(id, { orderKey: "a" }));
    const work = async (store: InboxStore) => {
      while (handled.length < ids.length) {
        const { claimed } = await commit(store, { room: 5 });
        const outcomes = claimed.map(({ id, key, token }) => {
          handled.push(id);
          return { key, token, end: "done" as const, done: [], errors: [] };
        });
        const arrival = store === first ? arrivals.splice(0, 1) : [];
        await commit(store, { outcomes, arrivals: arrival });
      }
    };
    await Promise.all([first, ...otherStores].map(work));
    expect(handled).toEqual(ids);
  });

  it("[G.7] wake each other when one has more than it can take", async () => {
    const url = await createDatabase();
    const [receiver, worker] = [await openStore(url), await openStore(url)];
    let wakeCount = 0;
    worker.subscribe?.(() => wakeCount++);
    await expect.poll(() => wakeCount).toBe(1); // it listens now
    await commit(receiver, { arrivals: [arrive("1")], room: 2 });
    await commit(receiver, { arrivals: [arrive("2")], room: 0 });
    await expect.poll(() => wakeCount).toBe(2);
    await commit(receiver, { arrivals: [arrive("3")], room: 2, from: "none" });
    await expect.poll(() => wakeCount).toBe(3);
  });
});

describe("the content of a database", () => {
  it("[G.8] is deleted in parts, also where only ids are left", async () => {
    const url = await createDatabase();
    const store = await openStore(url);
    await query(
      url,
      `insert into typewire_inbox.seen (id_hash, variant, digest, received_at)
       select md5(number::text), '', md5('body'), now() - interval '10 years'
       from generate_series(1, 1001) number`,
    );
    expect(await store.prune()).toBe(true);
    expect(await store.prune()).toBe(false);
    const left = await query(url, "select count(*)::int as count from typewire_inbox.seen");
    expect(left).toEqual([{ count: 0 }]);
  });

  it("[G.8] is refused when a newer version has written it", async () => {
    const url = await createDatabase();
    await (await openStore(url)).close();
    await query(url, "update typewire_inbox.version set number = 99");
    await expect(openStore(url)).rejects.toThrow(/^The store has version 99; expected 2 /);
  });

  it("[G.8] [R.2] is migrated from the version before, and keeps what it has", async () => {
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

  it("[G.3] is not taken for written when pg-boss swallows an error", async () => {
    const url = await createDatabase();
    const store = await openStore(url);
    await query(url, "alter table typewire_inbox_jobs10.job rename column retry_count to gone");
    await expect(commit(store, { arrivals: [arrive("1")], room: 1 })).rejects.toThrow();
    await query(url, "alter table typewire_inbox_jobs10.job rename column gone to retry_count");
    expect((await commit(store, { arrivals: [arrive("1")] })).arrivals).toEqual(["new"]);
  });

  it("[G.8] is kept for as long as numbers go", async () => {
    const longest = Number.MAX_SAFE_INTEGER;
    const settings = { keepFor: longest, keepDeadFor: longest, dedupeFor: longest, lease: longest };
    const store = await openStore(
      await createDatabase(),
      {},
      { ...settings, longestDelay: longest },
    );
    await commit(store, { arrivals: [arrive("1"), arrive("2")], room: 1 });
    expect(await store.prune()).toBe(false);
    expect((await commit(store, { arrivals: [arrive("1")] })).arrivals).toEqual(["duplicate"]);
    expect(await claimIds(store)).toEqual(["2"]);
  });

  it("[G.8] is what was in SQLite, after a move", async () => {
    const folder = mkdtempSync(join(tmpdir(), "typewire-move-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const source = openSqliteStore(join(folder, "inbox.db"));
    onTestFinished(() => source.close());
    await source.open({ ...SETTINGS, clock: Date.now });
    const ids = Array.from({ length: 120 }, (_, index) => String(index));
    const arrivals = ids.map((id) =>
      arrive(id, { orderKey: Number(id) % 4 === 0 ? "a" : undefined }),
    );
    const { claimed } = await commit(source, { arrivals, room: 80 });
    const ends = ["done", "dead", { retryAfter: 60_000 }] as const;
    const outcomes = claimed.slice(0, 70).map(({ key, token }, index) => {
      const errors = [{ attempt: 1, at: 5, handler: "mail", message: "no \0 connection" }];
      return { key, token, end: ends[index % 3] ?? "done", done: ["log"], errors };
    });
    await commit(source, { outcomes });
    const target = openPostgresStore(await createDatabase());
    onTestFinished(() => target.close());
    expect(await moveDeliveries(source, target)).toEqual({ found: 120, moved: 120 });
    expect(await moveDeliveries(source, target)).toEqual({ found: 120, moved: 0 });
    const describe = async (store: InboxStore) =>
      (await store.export(undefined, 200)).map(({ key: _, dueAt: __, body, ...others }) => ({
        ...others,
        state: others.state === "running" ? "waiting" : others.state,
        body: Buffer.from(body).toString(),
      }));
    expect(await describe(target)).toEqual(await describe(source));
    const { running, ...counts } = await source.stats();
    expect(await target.stats()).toMatchObject({
      waiting: counts.waiting + running,
      running: 0,
      done: counts.done,
      dead: counts.dead,
    });
    expect((await commit(target, { arrivals })).arrivals).toEqual(ids.map(() => "duplicate"));
  });

  it("[G.3] holds characters that PostgreSQL refuses", async () => {
    const store = await openStore(await createDatabase());
    const texts = ["\0", "a\0b", "\ud800", "\udc00", "\\u0000", "\\"];
    const { arrivals } = await commit(store, {
      arrivals: texts.map((text) => arrive(text, { name: text, orderKey: text })),
    });
    expect(arrivals).toEqual(texts.map(() => "new"));
    for (const text of texts) {
      expect(await store.get(text)).toMatchObject({ id: text, name: text, orderKey: text });
      expect(await store.list({ name: text })).toHaveLength(1);
    }
    const { claimed } = await commit(store, { room: 1 });
    const error = { attempt: 1, at: 5, handler: "\0", message: "\0\ud800" };
    const outcomes = claimed.map(({ key, token }) => {
      return { key, token, end: "dead" as const, done: ["\0"], errors: [error] };
    });
    await commit(store, { outcomes });
    expect(await store.get("\0")).toMatchObject({ done: ["\0"], errors: [error] });
  });

  it("[G.6] hands out the oldest of many that wait, and counts them", async () => {
    const store = await openStore(await createDatabase());
    const batches = isWhole ? 200 : 4;
    for (let batch = 0; batch < batches; batch++) {
      const ids = Array.from({ length: 500 }, (_, index) => String(batch * 500 + index));
      await commit(store, { arrivals: ids.map((id) => arrive(id)) });
    }
    expect((await store.stats()).waiting).toBe(batches * 500);
    expect(await claimIds(store, 3)).toEqual(["0", "1", "2"]);
  });
});
