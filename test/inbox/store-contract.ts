/** What every store must do. Each store has a test file that calls this with a harness of its own. */
import { describe, expect, it } from "vitest";
import { arrive, commit, DAY, SECOND, SETTINGS } from "./deliveries.js";
import { describeArrivals } from "./store-contract/arrivals.js";
import { describeClaims } from "./store-contract/claims.js";
import { describeSuspects } from "./store-contract/suspects.js";
import { describeOutcomes } from "./store-contract/outcomes.js";
import { describeReading } from "./store-contract/reading.js";
import { describeKeeping } from "./store-contract/keeping.js";
import { describeCatchUp } from "./store-contract/catch-up.js";
import { describeLife } from "./store-contract/life.js";
import { setUpStore, type CreateHarness } from "./store-contract/store-test.js";

/** @param create makes a new harness for each test. */
export function describeStore(name: string, create: CreateHarness) {
  describe(name, () => {
    const test = setUpStore(create);
    describeArrivals(test);
    describeClaims(test);
    describeSuspects(test);
    describeOutcomes(test);
    describeReading(test);
    describeKeeping(test);
    describeCatchUp(test);
    describeLife(test);
  });
}

/** Settings that each process has for itself. A store in memory has those of the last one. */
export function describeProcesses(name: string, create: CreateHarness) {
  it(`[G.7] keeps a lease as long as its process has set it, in ${name}`, async () => {
    const harness = await create();
    const store = await harness.open();
    const other = await harness.open({ lease: 2 * SECOND });
    const { claimed } = await commit(store, { arrivals: [arrive("1")], room: 1 });
    for (let time = 0; time < 2; time++) {
      await harness.elapse(SETTINGS.lease - 10 * SECOND);
      await other.prune();
      expect((await commit(other, { room: 1 })).lost).toEqual([]);
      expect((await commit(store, { renewals: claimed })).renewals).toEqual([true]);
    }
    await harness.elapse(-DAY);
    await other.prune();
    await harness.elapse(SETTINGS.lease - 10 * SECOND);
    expect((await commit(other, { room: 1 })).lost).toEqual([]);
    await harness.elapse(12 * SECOND);
    expect((await commit(other, { room: 1 })).lost).toMatchObject([{ id: "1" }]);
    for (const each of [store, other]) await each.close();
    await harness.close();
  });
}
