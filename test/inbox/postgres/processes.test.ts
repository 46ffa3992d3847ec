/** Several processes on one database: which of them gets a delivery, and how they wake each other. */
import { describe, expect, it } from "vitest";
import type { InboxStore } from "../../../src/inbox/store.js";
import { createDatabase } from "../../postgres/database.js";
import { repetitions } from "../../sample.js";
import { arrive, commit } from "../deliveries.js";
import { openStore } from "./opened-stores.js";

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
