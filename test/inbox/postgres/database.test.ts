/** The content of a database: what it can hold, what a move brings into it, and what is deleted. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { moveDeliveries } from "../../../src/inbox/move.js";
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import { createDatabase } from "../../postgres/database.js";
import { query } from "../../postgres/query.js";
import { isWhole } from "../../sample.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { claimIds, openStore } from "./opened-stores.js";

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

  it("[G.3] is not said to be stored when pg-boss swallows an error", async () => {
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

  it("[G.8] is the same as in SQLite after a move from there", async () => {
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
