/** What a file of SQLite keeps: bodies, nothing secret, and no more than it needs; and what is found in a large one. */
import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { createToolkit } from "../../http/toolkit.js";
import { arrive, commit, DAY, describeError, HOUR, SETTINGS } from "../deliveries.js";
import { deliver } from "../setup.js";
import { Database } from "./engine.js";
import { useFile } from "./file.js";

const file = useFile();

describe("a file of SQLite", () => {
  it("[G.8] stores no secret, no signature and no header", async () => {
    const { webhooks } = createToolkit();
    const inbox = createInbox({ webhooks, store: openSqliteStore(file.path) });
    await deliver(inbox, { body: '{"text":"kept"}' });
    const db = new Database(file.path);
    const [row] = db.prepare("SELECT * FROM inbox_deliveries JOIN inbox_work USING (seq)").all();
    const { body, digest: _, ...others } = row as Record<string, unknown>;
    expect(Buffer.from(body as ArrayBuffer).toString()).toBe('{"text":"kept"}');
    expect(JSON.stringify(others)).not.toMatch(/sha256=|secret/);
    db.close();
    await inbox.drain();
  });

  it("[G.8] does not grow while as much is deleted as arrives", async () => {
    const store = await file.open();
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
      file.now += 8 * DAY;
      while (await store.prune());
      sizes.push(statSync(file.path).size);
    }
    expect(sizes.at(-1)).toBe(sizes[4]);
    await store.close();
  });

  it("[G.8] is deleted 500 deliveries at a time", async () => {
    const store = await file.open();
    const arrivals = Array.from({ length: 501 }, (_, n) => arrive(String(n)));
    const { claimed } = await commit(store, { arrivals, room: 501 });
    const outcomes = claimed.map(({ key, token }, index) => {
      const end = index === 0 ? ("dead" as const) : ("done" as const);
      return { key, token, end, done: [], errors: [describeError()] };
    });
    await commit(store, { outcomes });
    file.now += SETTINGS.keepFor + 1;
    const count = async () => (await store.list({})).length;
    expect([await store.prune(), await count()]).toEqual([true, 1]);
    expect([await store.prune(), await count()]).toEqual([false, 1]);
    expect(await store.export(undefined, 10)).toMatchObject([
      { id: "0", errors: [describeError()] },
    ]);
    file.now += SETTINGS.keepDeadFor;
    expect([await store.prune(), await count()]).toEqual([true, 0]); // ids of 500 are deleted, too
    expect([await store.prune(), await store.prune()]).toEqual([false, false]);
    await store.close();
    const db = new Database(file.path);
    for (const table of ["inbox_deliveries", "inbox_work", "inbox_ids"])
      expect(db.prepare(`SELECT 1 FROM ${table}`).all()).toHaveLength(0);
    db.close();
  });

  it("[G.6] finds what is due among 100,000 that wait for another time", async () => {
    const db = new Database(file.path);
    const store = await file.open(db);
    await commit(store, { arrivals: [arrive("seed", { orderKey: "line" })] });
    insertWaiting(db, 100_000);
    const plan = explainSearchForDue(db);
    expect(plan).toMatch(/USING COVERING INDEX inbox_due/);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    expect((await commit(store, { room: 10 })).claimed.map(({ id }) => id)).toEqual(["seed"]);
    expect(await store.stats()).toMatchObject({ waiting: 100_000, running: 1 });
    db.close();
  });
});

/**
 * Inserts deliveries that are due in an hour, behind the one that the store has. Every second one waits for its turn in
 * a line (state 4), the others for their time alone (state 0). By `commit` this would take a minute.
 */
function insertWaiting(db: InstanceType<typeof Database>, count: number): void {
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= ${count})
    INSERT INTO inbox_deliveries SELECT i, i, 'd' || i, x'00', 'note', ${file.now}, 0, 2, x'7b7d', NULL FROM n;
    INSERT INTO inbox_work (seq, state, due, order_key) SELECT seq, iif(seq % 2, 4, 0),
      ${file.now + HOUR}, iif(seq % 2, 'line', NULL) FROM inbox_deliveries WHERE seq > 1`);
}

/** The steps by which the engine searches for what is due, as JSON. */
function explainSearchForDue(db: InstanceType<typeof Database>): string {
  const steps = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT seq FROM inbox_work WHERE state = 0 AND due <= ?
       ORDER BY due, seq LIMIT 10`,
    )
    .all(file.now);
  return JSON.stringify(steps);
}
