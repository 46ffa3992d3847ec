/** Parts that catching up and alerts need: fetched deliveries, notes, and the backlog. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import { arrive, commit, DAY, MINUTE, SECOND, SETTINGS } from "../deliveries.js";
import type { Arrival, NoteChange } from "../../../src/inbox/store.js";
import type { StoreTest } from "./store-test.js";

export function describeCatchUp(test: StoreTest) {
  const { write, expectStored, claim, claimIds, end, claimOne } = test;

  describe("deliveries that were fetched", () => {
    const fetched = (id: string, text: string): Arrival => ({
      ...arrive(id, { text }),
      via: "catch-up",
    });

    it("[R.3] are marked, in every answer", async () => {
      await write(fetched("1", "{}"), arrive("2"));
      const [two, one] = await test.store.list({});
      expect([one?.via, two?.via]).toEqual(["catch-up", undefined]);
      expect((await expectStored("1")).via).toBe("catch-up");
      expect((await claim(2)).map(({ via }) => via)).toEqual(["catch-up", undefined]);
    });

    it("[R.3] are marked after a move", async () => {
      await write(fetched("1", "{}"));
      const target = openMemoryStore();
      await target.open({ ...SETTINGS, clock: Date.now });
      await target.restore(await test.store.export(undefined, 10));
      expect((await target.get("1"))?.via).toBe("catch-up");
      await test.store.restore([{ ...(await expectStored("1")), id: "2" }]);
      expect((await expectStored("2")).via).toBe("catch-up");
    });

    it.each(["one batch", "two batches"])(
      "[R.4] are compared by their id alone, in %s",
      async (how) => {
        const pairs = [
          [arrive("1"), fetched("1", '{"other":"bytes"}')],
          [fetched("2", "{}"), arrive("2")],
          [fetched("3", "{}"), fetched("3", '{"later":true}')],
        ];
        for (const pair of pairs) {
          const batches = how === "one batch" ? [pair] : pair.map((one) => [one]);
          const results: unknown[] = [];
          for (const batch of batches) results.push(...(await write(...batch)).arrivals);
          expect(results).toEqual(["new", "duplicate"]);
        }
        expect(await claimIds()).toEqual(["1", "2", "3"]);
      },
    );

    it("[R.4] leave the comparison of those that were sent as it is", async () => {
      const sent = [arrive("1"), arrive("1", { text: "other" }), arrive("1")];
      expect((await write(...sent)).arrivals).toEqual(["new", "conflict", "duplicate"]);
      expect((await write(fetched("1", "third"))).arrivals).toEqual(["duplicate"]);
    });

    it("[R.4] are new again once the memory of ids is over", async () => {
      await write(arrive("1"));
      await test.harness.elapse(SETTINGS.dedupeFor + DAY);
      expect((await write(fetched("1", "other"))).arrivals).not.toEqual(["duplicate"]);
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
    });

    it("[R.4] are known by those that have arrived, done or not, kept or forgotten", async () => {
      await write(arrive("1"), arrive("2"), fetched("3", "{}"), arrive('with " and é'));
      const [first] = await claim();
      if (first !== undefined) await end(first, "done");
      await test.harness.elapse(SETTINGS.keepFor + DAY);
      while (await test.store.prune());
      const known = await test.store.findKnown?.(["1", "2", "3", "4", 'with " and é']);
      expect([...(known ?? [])].toSorted()).toEqual(["1", "2", "3", 'with " and é']);
      expect(await test.store.findKnown?.([])).toEqual(new Set());
    });
  });

  describe("notes", () => {
    const change = (holder: string, changes: Partial<NoteChange> = {}, from = test.store) =>
      from.changeNote?.({ name: "note", holder, lease: 10 * SECOND, ...changes });

    it("[R.6] are held by one at a time, until the lease is over or let go", async () => {
      expect(await change("a", { text: "one" })).toBe("");
      expect(await change("b")).toBeUndefined();
      await test.harness.elapse(8 * SECOND);
      expect(await change("a")).toBe("one"); // renewed
      await test.harness.elapse(8 * SECOND);
      expect(await change("b")).toBeUndefined();
      await test.harness.elapse(3 * SECOND);
      expect(await change("b", { text: "two" })).toBe("one");
      expect(await change("a", { text: "late" })).toBeUndefined();
      expect(await change("b", { lease: 0 })).toBe("two");
      expect(await change("a", { text: "three" })).toBe("two");
    });

    it("[R.6] are shared by stores, and taken by one of those that ask at once", async () => {
      const other = await test.harness.open();
      for (let round = 0; round < 20; round++) {
        const name = `note ${round}`;
        const ask = (holder: string, from = test.store) => change(holder, { name }, from);
        const answers = await Promise.all([ask("a"), ask("b", other), ask("c"), ask("d", other)]);
        expect(answers.filter((text) => text !== undefined)).toEqual([""]);
      }
      await other.close();
    });

    it("[R.6] are listed by the begin of their name, and deleted", async () => {
      for (const name of ["b/2", "a/1", "b/1", "b"]) await change("a", { name, text: "x" });
      expect(await test.store.listNotes?.("b/", 10)).toEqual(["b/1", "b/2"]);
      expect(await test.store.listNotes?.("b/", 1)).toEqual(["b/1"]);
      await change("a", { name: "b/1", text: null });
      expect(await test.store.listNotes?.("", 10)).toEqual(["a/1", "b", "b/2"]);
      expect(await change("z", { name: "b/1" })).toBe("");
    });

    it("[R.6] are free again at the end of their lease, and keep their text", async () => {
      expect(await change("a", { text: "one", lease: 5 * SECOND })).toBe("");
      expect(await change("a")).toBe("one"); // the lease is longer from now on
      await test.harness.elapse(9 * SECOND);
      expect(await change("b")).toBeUndefined();
      await test.harness.elapse(SECOND);
      expect(await change("b")).toBe("one");
      expect(await change("b", { text: "" })).toBe("one");
      expect(await change("b", { text: null })).toBe("");
      expect(await test.store.listNotes?.("", 10)).toEqual([]);
    });

    it("[R.6] survive a clock that was set back", async () => {
      await change("a", { lease: SECOND });
      await test.harness.elapse(-DAY);
      expect(await change("b", { lease: SECOND })).toBe("");
    });

    it("[R.8] are written for each delivery that becomes dead, if that is wanted", async () => {
      await write(arrive("1"));
      await end(await claimOne(), "dead");
      expect(await test.store.listNotes?.("", 10)).toEqual([]);
      await test.store.close();
      await test.reopen({ notesDead: true });
      await write(arrive("2"), arrive("3"), arrive("4"));
      const [two, three, four] = await claim(3);
      if (two) await end(two, "dead");
      if (three) await end(three, "done");
      if (four) await end(four, { retryAfter: 0 });
      const { key } = await expectStored("2");
      expect(await test.store.listNotes?.("dead/", 10)).toEqual([`dead/${key}`]);
      expect(await change("a", { name: `dead/${key}` })).toBe("untold");
    });

    it("[R.8] are written for a delivery whose worker was lost too often", async () => {
      await test.store.close();
      await test.reopen({ notesDead: true, waitAfterLoss: () => undefined });
      await write(arrive("1"));
      await claim();
      await test.harness.elapse(SETTINGS.lease + SECOND);
      expect((await commit(test.store, { room: 1 })).lost).toHaveLength(1);
      expect(await test.store.listNotes?.("dead/", 10)).toHaveLength(1);
    });
  });

  describe("the backlog", () => {
    it("[R.8] is what is due and not begun, and how long the first is", async () => {
      expect(await test.store.countDue?.()).toEqual({ waiting: 0, oldest: 0 });
      const start = Date.now();
      // A store whose clock is that of its server also counts the time that the test takes.
      const expectMinute = (time: number): void => {
        expect(time).toBeGreaterThanOrEqual(MINUTE);
        expect(time).toBeLessThanOrEqual(MINUTE + Date.now() - start + 1);
      };
      await write(arrive("1"), arrive("2"), arrive("3"));
      await end(await claimOne(), { retryAfter: DAY });
      await claimOne();
      await test.harness.elapse(MINUTE);
      const { waiting = 0, oldest = 0 } = (await test.store.countDue?.()) ?? {};
      expect(waiting).toBe(1);
      expectMinute(oldest);
      await write(arrive("4"));
      const later = await test.store.countDue?.();
      expect(later?.waiting).toBe(2); // what has just arrived is due
      expectMinute(later?.oldest ?? 0);
    });
  });
}
