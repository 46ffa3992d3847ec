/** A store from opening to closing, and over a clock that is set back. */
import { describe, expect, it } from "vitest";
import { InboxError } from "../../../src/inbox/store.js";
import { arrive, commit, DAY, describeError, MINUTE, SECOND, SETTINGS } from "../deliveries.js";
import type { StoreTest } from "./store-test.js";

export function describeLife(test: StoreTest) {
  const { write, claim, end, claimIds, claimOne, expectStored, claimSuspect } = test;

  it("[G.9] writes and counts nothing while it is not open, with the same error", async () => {
    await test.store.close();
    const calls = [
      commit(test.store),
      write(arrive("1")),
      test.store.stats(),
      test.store.replay({}),
      test.store.prune(),
      test.store.restore([]),
    ];
    for (const result of await Promise.allSettled(calls)) {
      const error = { code: "CLOSED", message: "The store is not open." };
      expect(result).toMatchObject({ status: "rejected", reason: error });
      expect(result).toHaveProperty("reason", expect.any(InboxError));
    }
  });

  it.each([0, 1])("answers an empty batch with room for %i", async (room) => {
    const EMPTY = { renewals: [], outcomes: [], arrivals: [], claimed: [], lost: [] };
    expect(await commit(test.store, { room })).toEqual({ ...EMPTY, isSuspectDue: false });
  });

  it("[G.2] does several things at once", async () => {
    await write(arrive("1"), arrive("2"));
    for (const one of await claim(2)) await end(one, "dead");
    const [one, two, , { arrivals }] = await Promise.all([
      test.store.replay({ id: "1" }),
      test.store.replay({ id: "2" }),
      test.store.prune(),
      write(arrive("3")),
      test.store.stats(),
    ]);
    expect([one, two, arrivals]).toEqual([1, 1, ["new"]]);
    expect((await claimIds()).toSorted()).toEqual(["1", "2", "3"]);
  });

  describe("opening and closing", () => {
    it("[G.1] [G.2] finds everything again", async () => {
      await write(arrive("1"), arrive("2"));
      await end(await claimOne(), { retryAfter: MINUTE }, { errors: [describeError()] });
      await test.store.close();
      await test.reopen();
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
      expect(await claimIds()).toEqual(["2"]);
      expect((await expectStored("1")).errors).toHaveLength(1);
    });

    it("[G.9] takes nothing once it is closed, and closes twice", async () => {
      await test.store.close();
      await test.store.close();
      await expect(write(arrive("1"))).rejects.toThrow();
      await test.reopen();
      expect((await write(arrive("1"))).arrivals).toEqual(["new"]);
    });
  });

  describe("a clock that was set back", () => {
    it("[G.9] delays the takeover from a lost worker by one lease, before anything is pruned", async () => {
      await write(arrive("lost"));
      await claimOne();
      await test.harness.elapse(-2 * DAY);
      expect(await claimIds()).toEqual([]);
      await test.harness.elapse(SETTINGS.lease - 5 * SECOND);
      expect(await claimIds()).toEqual([]);
      await test.harness.elapse(6 * SECOND);
      expect((await claimSuspect()).id).toBe("lost");
    });

    it("[G.9] delays nothing once the store was pruned", async () => {
      await write(arrive("lost"), arrive("1"));
      const { lease } = SETTINGS;
      await claimOne();
      await test.harness.elapse(-2 * DAY);
      await test.store.prune();
      expect(await claimIds()).toEqual(["1"]);
      await test.harness.elapse(lease + SECOND);
      expect(await claimIds()).toEqual([]);
      const ids = [(await claimSuspect()).id, (await claimSuspect()).id];
      expect(ids.toSorted()).toEqual(["1", "lost"]);
    });
  });
}
