/** Claims: what is due, in its order, to one process at a time, for as long as the lease is renewed. */
import { describe, expect, it } from "vitest";
import { arrive, at, commit, MINUTE, SECOND, SETTINGS } from "../deliveries.js";
import type { ClaimedDelivery } from "../../../src/inbox/store.js";
import type { StoreTest } from "./store-test.js";

export function describeClaims(test: StoreTest) {
  const { claimIds, write, claim, claimOne, claimSuspect, end, expectStored, endFrom } = test;

  describe("claims", () => {
    it("[G.6] gives out what has arrived in the same batch, up to `room`, the oldest first", async () => {
      const arrivals = ["1", "2", "3", "4"].map((id) => arrive(id));
      const { claimed } = await commit(test.store, { arrivals, room: 3 });
      expect(claimed.map(({ id }) => id)).toEqual(["1", "2", "3"]);
      expect(await claimIds()).toEqual(["4"]);
      expect(await claimIds()).toEqual([]);
    });

    it("[G.7] gives each delivery to one process", async () => {
      const other = await test.harness.open();
      await write(...Array.from({ length: 40 }, (_, index) => arrive(String(index))));
      const atOnce = await Promise.all([claim(10), claim(10, other)]);
      const later = await Promise.all([claim(20, other), claim(20)]);
      const ids = [...atOnce, ...later].flat().map(({ id }) => Number(id));
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
      await other.close();
    });

    it("[G.7] gives a delivery to another one when the lease is over, and notes it", async () => {
      await write(arrive("1"));
      const lost = await claimOne();
      await test.harness.elapse(SETTINGS.lease - 5 * SECOND);
      expect(await claim()).toEqual([]);
      await test.harness.elapse(6 * SECOND);
      const taken = await claimSuspect();
      expect(taken).toMatchObject({ id: "1", attempt: 1, losses: 1, key: lost.key });
      expect(taken.token).not.toBe(lost.token);
      expect(await end(lost, "done")).toBe(false);
      expect(await end(taken, "done")).toBe(true);
      const { state, errors } = await expectStored("1");
      expect(state).toBe("done");
      expect(errors).toEqual([
        expect.objectContaining({
          attempt: 1,
          handler: "",
          message: expect.stringMatching(/stopped.*beside/),
        }),
      ]);
    });

    it("[G.7] takes a delivery back when its lease is over, to the millisecond", async () => {
      await write(arrive("1"), arrive("2"));
      await claim(2);
      await test.harness.elapse(SETTINGS.lease);
      const { lost, claimed } = await commit(test.store, { room: 5 });
      expect(lost.map(({ id }) => id).toSorted()).toEqual(["1", "2"]);
      expect(claimed).toEqual([]);
    });

    it("[G.6] gives out first what is due first, and none with a key whose first is not due", async () => {
      await write(arrive("1", { orderKey: "a" }), arrive("2"), arrive("3", { orderKey: "a" }));
      const [first, second] = await claim(2);
      if (!first || !second) throw new Error("Nothing is due.");
      await end(first, { retryAfter: 3 * SECOND });
      await end(second, { retryAfter: 2 * SECOND });
      await write(arrive("4"));
      await test.harness.elapse(SECOND);
      await write(arrive("5"));
      expect(await claimIds(1)).toEqual(["4"]);
      await test.harness.elapse(3 * SECOND);
      expect(await claimIds()).toEqual(["5", "2", "1"]);
    });
  });

  describe("renewals", () => {
    const renew = async (claims: readonly ClaimedDelivery[], from = test.store) =>
      (await commit(from, { renewals: claims, room: 1, from: "none" })).renewals;

    it("[G.7] keeps a delivery for as long as its claim is renewed", async () => {
      const other = await test.harness.open();
      await write(arrive("1"), arrive("2", { orderKey: "a" }), arrive("3"));
      const claimed = await claim(2);
      for (let time = 0; time < 3 * SETTINGS.lease; time += SETTINGS.lease / 2) {
        await test.harness.elapse(SETTINGS.lease / 2);
        expect(await renew(claimed)).toEqual([true, true]);
        const { claimed: taken, lost } = await commit(other, { room: 1 });
        expect([taken.map(({ id }) => id), lost]).toEqual([time === 0 ? ["3"] : [], []]);
        if (time === 0) await endFrom(other, taken);
      }
      for (const one of claimed) expect(await end(one, "done")).toBe(true);
      await other.close();
    });

    it("[G.7] brings back a lease that is over before anybody takes over, in the same batch, too", async () => {
      await write(arrive("1"));
      const claimed = await claimOne();
      await test.harness.elapse(10 * SETTINGS.lease);
      expect(await renew([claimed])).toEqual([true]);
      expect(await end(claimed, "done")).toBe(true);
      expect(await expectStored("1")).toMatchObject({ state: "done", losses: 0, errors: [] });
    });

    it("[G.7] tells that a claim is not valid any more", async () => {
      await write(arrive("1"), arrive("2"), arrive("3"));
      const [lost, done, kept] = await claim(3);
      if (!lost || !done || !kept) throw new Error("Nothing is due.");
      await end(done, "done");
      await test.harness.elapse(SETTINGS.lease + SECOND);
      await renew([kept]);
      await test.harness.elapse(2 * SECOND);
      expect(await renew([lost, done, kept, { ...kept, key: "999999" }])).toEqual([
        false,
        false,
        true,
        false,
      ]);
      const again = await claimSuspect();
      expect(again).toMatchObject({ id: "1", losses: 1 });
      expect(await renew([lost, again])).toEqual([false, true]);
    });

    it("[G.7] is either renewed or taken over when both happen at once", async () => {
      const other = await test.harness.open();
      const ids = ["1", "2", "3", "4", "5"];
      await write(...ids.map((id) => arrive(id, { orderKey: id })));
      const claimed = await claim(5);
      await test.harness.elapse(SETTINGS.lease + SECOND);
      const [valid, { lost }] = await Promise.all([
        commit(test.store, { renewals: claimed }).then(({ renewals }) => renewals),
        commit(other, { room: 1, from: "none" }),
      ]);
      const kept = claimed.filter((_, index) => valid[index]).map(({ id }) => id);
      expect([...kept, ...lost.map(({ id }) => id)].toSorted()).toEqual(ids);
      await other.close();
    });
  });

  describe("order", () => {
    const line = (...ids: readonly string[]) => ids.map((id) => arrive(id, { orderKey: "a" }));

    it("[G.6] gives out the deliveries of a key one after the other", async () => {
      await write(...line("1", "2"), arrive("x"), arrive("y", { orderKey: "b" }));
      await write(...line("3"));
      const claimed = await claim(10);
      expect(claimed.map(({ id }) => id)).toEqual(["1", "x", "y"]);
      expect(await claim(10)).toEqual([]);
      await end(at(claimed, 0), "done");
      const second = await claimOne();
      expect(second.id).toBe("2");
      await end(second, "dead");
      expect(await claimIds()).toEqual(["3"]);
    });

    it("[G.6] does so across processes, and while one waits for a retry", async () => {
      const other = await test.harness.open();
      await write(...line("1", "2"));
      const first = await claimOne();
      expect(await claim(10, other)).toEqual([]);
      await end(first, { retryAfter: MINUTE });
      expect(await claim(10, other)).toEqual([]);
      await test.harness.elapse(MINUTE + SECOND);
      const [again] = await claim(10, other);
      expect(again).toMatchObject({ id: "1", attempt: 2 });
      expect(await claim(10)).toEqual([]);
      await other.close();
    });

    it("[G.6] holds when a worker was lost, or gave back", async () => {
      await write(...line("1", "2"));
      await end(await claimOne(), "released");
      expect(await claimIds()).toEqual(["1"]);
      await test.harness.elapse(SETTINGS.lease + SECOND);
      expect(await claimIds()).toEqual([]);
      expect((await claimSuspect()).id).toBe("1");
    });

    it("[G.6] puts a replayed delivery before the newer ones of its key, none beside another", async () => {
      await write(...line("1", "2", "3"));
      await end(await claimOne(), "dead");
      const second = await claimOne();
      expect(await test.store.replay({ id: "1" })).toBe(1);
      expect(await claim(10)).toEqual([]);
      await end(second, "done");
      const replayed = await claimOne();
      expect(replayed.id).toBe("1");
      await end(replayed, "done");
      expect(await claimIds()).toEqual(["3"]);
    });

    it("[G.6] takes a long line apart quickly", async () => {
      const ids = Array.from({ length: 300 }, (_, index) => String(index));
      await write(...line(...ids));
      const seen: string[] = [];
      let { claimed } = await commit(test.store, { room: 10 });
      while (claimed.length > 0) {
        seen.push(...claimed.map(({ id }) => id));
        const outcomes = claimed.map(({ key, token }) => {
          return { key, token, end: "done" as const, done: [], errors: [] };
        });
        ({ claimed } = await commit(test.store, { outcomes, room: 10 }));
      }
      expect(seen).toEqual(ids);
    });
  });
}
