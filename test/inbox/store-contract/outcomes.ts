/** Outcomes of attempts: done, dead, or tried again. */
import { describe, expect, it } from "vitest";
import { arrive, describeError, MINUTE, SECOND } from "../deliveries.js";
import type { AttemptEnd } from "../../../src/inbox/store.js";
import type { StoreTest } from "./store-test.js";

export function describeOutcomes(test: StoreTest) {
  const { write, end, claimOne, claim, expectStored, claimIds } = test;

  describe("outcomes", () => {
    it("[G.5] keeps a done delivery, with its handlers", async () => {
      await write(arrive("1"));
      expect(await end(await claimOne(), "done", { done: ["mail", "note/1"] })).toBe(true);
      expect(await claim()).toEqual([]);
      expect(await expectStored("1")).toMatchObject({
        state: "done",
        attempts: 1,
        done: ["mail", "note/1"],
        errors: [],
        dueAt: undefined,
        size: 10,
      });
    });

    it("[G.5] makes it wait before a retry, and hands out what was done before", async () => {
      await write(arrive("1"));
      const error = describeError({ stack: "Error: no connection\n  at mail.ts" });
      const changes = { done: ["log"], errors: [error] };
      expect(await end(await claimOne(), { retryAfter: MINUTE }, changes)).toBe(true);
      const { state, dueAt, receivedAt } = await expectStored("1");
      expect(state).toBe("waiting");
      expect((dueAt ?? 0) - receivedAt).toBeGreaterThanOrEqual(MINUTE);
      await test.harness.elapse(50 * SECOND);
      expect(await claim()).toEqual([]);
      await test.harness.elapse(11 * SECOND);
      expect(await claimOne()).toMatchObject({ attempt: 2, done: ["log"] });
      expect((await expectStored("1")).errors).toEqual([error]);
    });

    it("[G.5] hands a retry out behind what was due before", async () => {
      await write(arrive("1"), arrive("2"));
      await end(await claimOne(), { retryAfter: SECOND });
      await test.harness.elapse(2 * SECOND);
      expect(await claimIds()).toEqual(["2", "1"]);
    });

    it("[G.5] keeps a dead delivery with the errors of every attempt", async () => {
      await write(arrive("1"));
      const errors = [1, 2, 3].map((attempt) => describeError({ attempt }));
      for (const error of errors) {
        const how: AttemptEnd = error.attempt === 3 ? "dead" : { retryAfter: 0 };
        await end(await claimOne(), how, { errors: [error] });
        await test.harness.elapse(1);
      }
      expect(await claim()).toEqual([]);
      const dead = await expectStored("1");
      expect(dead).toMatchObject({ state: "dead", attempts: 3, errors });
      expect(await test.store.read({ state: "dead", limit: 1 })).toEqual([dead]);
      expect(await test.store.read({ before: dead.key })).toEqual([]);
    });

    it("[G.7] does not count an attempt that was given back", async () => {
      await write(arrive("1"));
      const released = await claimOne();
      expect(await end(released, "released", { done: ["log"] })).toBe(true);
      const again = await claimOne();
      expect(again).toMatchObject({ attempt: 1, done: ["log"] });
      expect(again.token).not.toBe(released.token);
      expect(await end(released, "done")).toBe(false);
      expect((await expectStored("1")).state).toBe("running");
    });

    it("[G.7] counts each claim once", async () => {
      await write(arrive("1"));
      const claimed = await claimOne();
      expect(await end(claimed, "done")).toBe(true);
      expect(await end(claimed, "dead")).toBe(false);
      expect(await end({ ...claimed, key: "999999" }, "done")).toBe(false);
      expect((await expectStored("1")).state).toBe("done");
    });
  });
}
