/** Suspects: deliveries whose worker was lost, which may have killed it. */
import { describe, expect, it } from "vitest";
import { arrive, at, commit, DAY, SECOND, SETTINGS } from "../deliveries.js";
import type { StoreBatch } from "../../../src/inbox/store.js";
import type { StoreTest } from "./store-test.js";

export function describeSuspects(test: StoreTest) {
  const { write, expectStored, claimIds, claimOne, end, claimSuspect } = test;

  describe("suspects", () => {
    /** Loses deliveries as a process does that ends while it handles them. They wait again when it returns. */
    const lose = async (from: StoreBatch["from"]) => {
      const { claimed } = await commit(test.store, { room: 10, from });
      await test.harness.elapse(SETTINGS.lease + SECOND);
      await commit(test.store, { room: 1, from: "suspects" });
      return claimed;
    };
    const isSuspectDue = async () => (await commit(test.store, { room: 1 })).isSuspectDue;

    it("[G.10] waits after a worker was lost, is announced, and is claimed only by itself", async () => {
      await write(arrive("1"), arrive("2"));
      await lose("ordinary");
      const { dueAt = 0, attempts, losses } = await expectStored("1");
      expect({ attempts, losses }).toEqual({ attempts: 0, losses: 1 });
      expect(dueAt).toBeGreaterThan((await expectStored("1")).receivedAt + SETTINGS.lease);
      expect(await isSuspectDue()).toBe(false);
      await test.harness.elapse(2 * SECOND);
      expect(await isSuspectDue()).toBe(true);
      await write(arrive("3"));
      const asked = await commit(test.store, { room: 1, from: "none" });
      expect(asked).toMatchObject({ claimed: [], isSuspectDue: true, lost: [] });
      expect(await claimIds()).toEqual(["3"]);
      const first = await commit(test.store, { room: 1, from: "suspects" });
      expect(first.claimed.map(({ id }) => id)).toEqual(["1"]);
      expect(first.isSuspectDue).toBe(true);
      const next = await commit(test.store, { room: 1, from: "suspects" });
      expect(next.claimed.map(({ id }) => id)).toEqual(["2"]);
      expect(next.isSuspectDue).toBe(false);
    });

    it("[G.10] is announced when it is the only one", async () => {
      await write(arrive("1"));
      await lose("ordinary");
      await test.harness.elapse(2 * SECOND);
      expect(await isSuspectDue()).toBe(true);
    });

    it("[G.10] counts what is lost by itself, and says so", async () => {
      await write(arrive("1"));
      await lose("ordinary");
      for (let losses = 1; losses < 3; losses++) {
        await test.harness.elapse(losses * 2 * SECOND);
        expect(await lose("suspects")).toMatchObject([{ attempt: losses, losses }]);
      }
      const stored = await expectStored("1");
      expect(stored).toMatchObject({ state: "waiting", attempts: 2, losses: 3 });
      expect(stored.errors.map(({ attempt, message }) => [attempt, message])).toEqual([
        [1, expect.stringMatching(/may have been handled beside it/)],
        [1, expect.stringMatching(/no other delivery/)],
        [2, expect.stringMatching(/no other delivery/)],
      ]);
    });

    it("[G.10] is reported with what becomes of it, once", async () => {
      const other = await test.harness.open();
      await write(arrive("1", { name: "push" }));
      await claimOne();
      await test.harness.elapse(SETTINGS.lease + SECOND);
      const batches = [test.store, other].map((each) => commit(each, { room: 1, from: "none" }));
      const lost = (await Promise.all(batches)).flatMap((result) => result.lost);
      const message = expect.stringMatching(/may have been handled beside it/) as string;
      const report = { id: "1", name: "push", attempt: 1, losses: 1, wait: SECOND, message };
      expect(lost).toEqual([report]);
      await other.close();
    });

    it("[G.10] is dead once it has ended enough processes by itself, and alone after a replay", async () => {
      await write(arrive("1", { orderKey: "a" }), arrive("2", { orderKey: "a" }));
      await lose("ordinary");
      for (let losses = 1; losses < 4; losses++) {
        await test.harness.elapse(losses * 2 * SECOND);
        await lose("suspects");
      }
      const dead = await expectStored("1");
      expect(dead).toMatchObject({ state: "dead", attempts: 3, losses: 4, dueAt: undefined });
      expect(at(dead.errors, 3).message).toMatch(/no other delivery/);
      await end(await claimOne(), "done");
      expect(await test.store.replay({ id: "1" })).toBe(1);
      expect(await claimIds()).toEqual([]);
      expect(await claimSuspect()).toMatchObject({ id: "1", attempt: 1, losses: 1 });
    });

    it("[G.10] stays one through a retry, a drain and a move, and is none when it was done before a replay", async () => {
      await write(arrive("1"));
      await lose("ordinary");
      await test.harness.elapse(2 * SECOND);
      await end(await claimSuspect(), { retryAfter: SECOND });
      await test.harness.elapse(2 * SECOND);
      expect(await claimIds()).toEqual([]);
      await end(await claimSuspect(), "released");
      const other = await test.harness.open();
      await other.restore(
        (await test.store.export(undefined, 10)).map((one) => ({ ...one, id: "2" })),
      );
      await other.close();
      expect(await expectStored("2")).toMatchObject({ losses: 1 });
      await end(await claimSuspect(), "done");
      await end(await claimSuspect(), "dead");
      expect(await test.store.replay({ id: "1" })).toBe(1);
      expect(await claimOne()).toMatchObject({ id: "1", attempt: 1, losses: 0 });
    });

    it("[G.10] [G.6] holds the later deliveries of its key", async () => {
      await write(arrive("1", { orderKey: "a" }), arrive("2", { orderKey: "a" }));
      await lose("ordinary");
      await test.harness.elapse(2 * SECOND);
      expect(await claimIds()).toEqual([]);
      await end(await claimSuspect(), "done");
      expect(await claimIds()).toEqual(["2"]);
    });

    it("[G.10] does not wait for longer than it may when the clock was set back", async () => {
      await write(arrive("1"));
      await lose("ordinary");
      await test.harness.elapse(-2 * DAY);
      await test.store.prune();
      await test.harness.elapse(SETTINGS.longestDelay + SECOND);
      expect((await claimSuspect()).id).toBe("1");
    });
  });
}
