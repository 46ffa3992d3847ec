/** Deliveries that are kept: replayed, deleted when they are old, and moved to another store. */
import { describe, expect, it } from "vitest";
import { arrive, at, commit, describeError, MINUTE, SECOND, SETTINGS } from "../deliveries.js";
import type { StoredDelivery } from "../../../src/inbox/store.js";
import type { StoreTest } from "./store-test.js";

export function describeKeeping(test: StoreTest) {
  const { write, end, claimOne, expectStored, claim, claimIds } = test;

  describe("replay", () => {
    it("[G.5] begins anew with the handlers that failed", async () => {
      await write(arrive("1"));
      const errors = [describeError()];
      await end(await claimOne(), "dead", { done: ["log"], errors });
      expect(await test.store.replay({ id: "1" })).toBe(1);
      expect(await claimOne()).toMatchObject({ id: "1", attempt: 1, done: ["log"] });
      expect((await expectStored("1")).errors).toEqual(errors);
    });

    it("[G.5] begins anew with all handlers of a done one", async () => {
      await write(arrive("1"));
      await end(await claimOne(), "done", { done: ["log"] });
      expect(await test.store.replay({ id: "1" })).toBe(1);
      expect(await claimOne()).toMatchObject({ attempt: 1, done: [] });
    });

    it("[G.5] takes a filter, and leaves what is not finished", async () => {
      const names = ["push", "note", "push", "push"];
      await write(...names.map((name, index) => arrive(String(index), { name })));
      const claimed = await claim(3);
      for (const one of claimed) await end(one, "dead");
      expect(await test.store.replay({ state: "dead", name: "push" })).toBe(2);
      expect(await test.store.replay({ name: "push" })).toBe(0);
      expect((await claimIds()).toSorted()).toEqual(["0", "2", "3"]);
    });

    it.each([undefined, "line"])(
      "[G.5] counts once when it is called several times at once, with the key %s",
      async (orderKey) => {
        const other = await test.harness.open();
        await write(arrive("1", { orderKey }));
        await end(await claimOne(), "dead");
        const calls = [test.store, other, test.store].map((each) => each.replay({ id: "1" }));
        const [counts, ...claims] = await Promise.all([
          Promise.all(calls),
          claim(10),
          claim(10, other),
        ]);
        expect(counts.toSorted()).toEqual([0, 0, 1]);
        const later = await claim(10);
        expect([...claims.flat(), ...later].map(({ id, attempt }) => [id, attempt])).toEqual([
          ["1", 1],
        ]);
        await other.close();
      },
    );

    it("[G.5] takes the newest first up to a limit", async () => {
      await write(arrive("1"), arrive("2"), arrive("3"));
      for (const one of await claim(3)) await end(one, "dead");
      expect(await test.store.replay({ limit: 2 })).toBe(2);
      expect((await claimIds()).toSorted()).toEqual(["2", "3"]);
    });
  });

  describe("retention", () => {
    const pruneAll = async () => {
      while (await test.store.prune());
    };

    it("[G.8] deletes what was done `keepFor` ago and dead `keepDeadFor` ago, nothing else", async () => {
      await write(arrive("done"), arrive("dead"), arrive("running"), arrive("waiting"));
      const claimed = await claim(3);
      await end(at(claimed, 0), "done");
      await end(at(claimed, 1), "dead");
      const listIds = async () => (await test.store.list({})).map(({ id }) => id);
      await test.harness.elapse(SETTINGS.keepFor - MINUTE);
      await pruneAll();
      expect(await listIds()).toEqual(["waiting", "running", "dead", "done"]);
      await test.harness.elapse(2 * MINUTE);
      await pruneAll();
      expect(await listIds()).toEqual(["waiting", "running", "dead"]);
      expect(await test.store.get("done")).toBeUndefined();
      await test.harness.elapse(SETTINGS.keepDeadFor);
      await pruneAll();
      expect(await listIds()).toEqual(["waiting", "running"]);
    });

    it("[G.8] knows a deleted delivery again within `dedupeFor`", async () => {
      await write(arrive("1"));
      await end(await claimOne(), "done");
      await test.harness.elapse(SETTINGS.keepFor + MINUTE);
      await pruneAll();
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
      expect((await write(arrive("1", { text: "{}" }))).arrivals).toEqual(["conflict"]);
      await test.harness.elapse(SETTINGS.dedupeFor);
      await pruneAll();
      expect((await write(arrive("1"))).arrivals).not.toEqual(["duplicate"]);
    });

    it("[G.8] [R.4] forgets an id `dedupeFor` ago, once no delivery has it", async () => {
      await write(arrive("done"), arrive("waiting"));
      await end(await claimOne(), "done");
      const listKnown = async () => [
        ...((await test.store.findKnown?.(["done", "waiting"])) ?? []),
      ];
      await test.harness.elapse(SETTINGS.dedupeFor - MINUTE);
      await pruneAll();
      expect((await listKnown()).toSorted()).toEqual(["done", "waiting"]);
      await test.harness.elapse(2 * MINUTE);
      await pruneAll();
      expect(await listKnown()).toEqual(["waiting"]);
    });

    it("[G.8] says that there is no more to delete", async () => {
      expect(await test.store.prune()).toBe(false);
      await write(arrive("1"));
      await end(await claimOne(), "done");
      await test.harness.elapse(SETTINGS.keepFor + MINUTE);
      expect(await test.store.prune()).toBe(false);
      expect(await test.store.list({})).toEqual([]);
    });
  });

  describe("moving", () => {
    it("[G.8] passes everything on, and takes it once", async () => {
      const ids = ["done", "dead", "running", "waiting", "retry"];
      await write(...ids.map((id) => arrive(id, { orderKey: `key of ${id}` })));
      const claimed = await claim(3);
      await end(at(claimed, 0), "done", { done: ["log"] });
      await end(at(claimed, 1), "dead", { errors: [describeError()] });
      const other = await test.create();
      const target = await other.open();
      const first = await test.store.export(undefined, 3);
      const second = await test.store.export(first.at(-1)?.key, 10);
      expect([...first, ...second].map(({ id }) => id)).toEqual(ids);
      expect(await test.store.export(second.at(-1)?.key, 10)).toEqual([]);
      expect(await target.restore(first)).toBe(3);
      expect(await target.restore([...first, ...second])).toBe(2);
      const kept = await target.export(undefined, 10);
      for (const index of [0, 1]) {
        expect(withoutKey(at(kept, index))).toEqual(withoutKey(at(first, index)));
      }
      expect(at(kept, 2)).toMatchObject({ id: "running", state: "waiting" });
      const again = await commit(target, { arrivals: ids.map((id) => arrive(id)) });
      expect(again.arrivals).toEqual(ids.map(() => "duplicate"));
      const { claimed: moved } = await commit(target, { room: 10 });
      expect(moved.map(({ id }) => id)).toEqual(["running", "waiting", "retry"]);
      await target.close();
      await other.close();
    });

    it("[G.8] keeps all of what waits, of a conflict and of what was lost", async () => {
      await write(arrive("1"), arrive("1", { text: "{}" }), arrive("2"));
      const retried = at(await claim(3), 2);
      const errors = [describeError(), describeError({ handler: "log" })];
      await end(retried, { retryAfter: MINUTE }, { done: ["log"], errors });
      await test.harness.elapse(SETTINGS.lease + SECOND);
      await commit(test.store, { room: 1, from: "none" }); // takes back the others
      const moved = await test.store.export(undefined, 10);
      expect(moved.map(({ losses, isConflict }) => [losses, isConflict])).toEqual([
        [1, false],
        [1, true],
        [0, false],
      ]);
      const other = await test.create();
      const target = await other.open();
      await write(arrive("3"));
      expect(await target.restore(moved)).toBe(3);
      expect((await target.export(undefined, 10)).map(withoutKey)).toEqual(moved.map(withoutKey));
      await target.close();
      await other.close();
    });

    it("[G.8] is passed on in pieces, from any of them", async () => {
      await write(arrive("1"), arrive("2"), arrive("3"));
      const exportIds = async (after: string | undefined, limit: number) =>
        (await test.store.export(after, limit)).map(({ id }) => id);
      const [first, second] = await test.store.export(undefined, 2);
      expect([first?.id, second?.id]).toEqual(["1", "2"]);
      expect(await exportIds(first?.key, 1)).toEqual(["2"]);
      expect(await exportIds(second?.key, 5)).toEqual(["3"]);
      expect(await test.store.restore([])).toBe(0);
    });

    it("[G.6] keeps the order of a key", async () => {
      await write(...["1", "2", "3"].map((id) => arrive(id, { orderKey: "a" })));
      await claimOne();
      const other = await test.create();
      const target = await other.open();
      await target.restore(await test.store.export(undefined, 10));
      const { claimed } = await commit(target, { room: 10 });
      expect(claimed.map(({ id }) => id)).toEqual(["1"]);
      await target.close();
      await other.close();
    });
  });
}

/** Each store has keys of its own. */
function withoutKey({ key: _, ...others }: StoredDelivery) {
  return others;
}
