/** Leases of deliveries that are handled: their renewals, and workers that are late or slow. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type { InboxStore, StoreBatch } from "../../src/inbox/store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { createGate } from "../http/toolkit.js";
import { at, HOUR, LEASE, MINUTE, SECOND } from "./deliveries.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

describe("a lease", () => {
  it("[G.7] is renewed while its worker runs, however long the handler takes", async () => {
    const { inbox, environment, create, gate, signals } = await setUpRunning({
      timeout: MINUTE * 10,
    });
    const other = create();
    await other.start();
    await environment.elapse(9 * MINUTE);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    gate.open();
    await environment.elapse(1_000);
    expect(await inbox.get("1")).toMatchObject({ state: "done", attempts: 1, losses: 0 });
  });

  it("[G.7] is renewed in one write for all deliveries, and in none while nothing runs", async () => {
    const { inbox, environment, gate, batches } = await setUpRunning();
    for (const id of ["2", "3", "4"]) await deliver(inbox, { id });
    await environment.elapse(1_000);
    batches.length = 0;
    await environment.elapse(20_000);
    const renewing = batches.filter(({ renewals }) => renewals.length > 0);
    expect(new Set(renewing.map(({ renewals }) => renewals.length))).toEqual(new Set([4]));
    expect(renewing.length).toBeGreaterThanOrEqual(9); // each 2 of the 20 seconds
    expect(renewing.length).toBeLessThanOrEqual(20);
    gate.open();
    await environment.elapse(1_000);
    batches.length = 0;
    await environment.elapse(60_000);
    expect(batches.filter(({ renewals }) => renewals.length > 0)).toEqual([]);
  });

  it("[G.7] is renewed without room for more, and while the inbox drains", async () => {
    const { inbox, environment, create, gate } = await setUpRunning({ concurrency: 1 });
    const other = create();
    await other.start();
    await environment.elapse(30_000);
    const drained = inbox.drain();
    await environment.elapse(29_000);
    expect(await other.stats()).toMatchObject({ running: 1 });
    gate.open();
    await drained;
    expect(await other.get("1")).toMatchObject({ state: "done", losses: 0 });
  });

  it.each([SECOND, HOUR])(
    "[G.7] goes on after a process has stood still for %i ms, if no other one has taken over",
    async (time) => {
      const { inbox, environment, gate, signals } = await setUpRunning({ timeout: 2 * HOUR });
      environment.stall(time);
      await environment.elapse(1_000);
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      gate.open();
      await environment.elapse(1_000);
      expect(await inbox.get("1")).toMatchObject({ state: "done", attempts: 1, losses: 0 });
    },
  );

  it("[G.7] aborts the signal when another process has taken over, and the outcome does not count", async () => {
    const { inbox, environment, create, recorder, gate, signals } = await setUpRunning();
    environment.stall(LEASE);
    await create().start(); // takes it over
    await settle();
    await environment.elapse(1_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(String(signals[0]?.reason)).toContain("Another worker has taken over");
    gate.open();
    await environment.elapse(1_000);
    expect(recorder.text().join()).toContain("took longer than its lease");
    expect(await inbox.get("1")).toMatchObject({
      state: "done",
      attempts: 1,
      errors: [{ attempt: 1, message: expect.stringMatching(/stopped/) as unknown }],
    });
  });

  // A renewal is tried every 2 seconds. After the end of the lease, two may fail.
  it.each([
    { lease: 12_000, renewals: [12_000, 14_000, 16_000] },
    { lease: 12_001, renewals: [14_000, 16_000, 18_000] }, // after 12 seconds, a millisecond was left
  ])(
    "[G.7] of $lease ms aborts the signal at the third renewal after its end if all fail: $renewals",
    async ({ lease, renewals }) => {
      const { store, environment, signals } = await setUpRunning({ lease, timeout: HOUR });
      store.commit = () => Promise.reject(new Error("gone"));
      const third = at(renewals, 2);
      await environment.elapse(third - 1);
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      await environment.elapse(1);
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      expect(String(signals[0]?.reason)).toContain("cannot be renewed");
    },
  );

  it("[G.7] that is over before the store has handed the delivery out begins no handler", async () => {
    const store = openMemoryStore();
    const { webhooks, inbox, environment, recorder } = setUp({ store });
    const handled: unknown[] = [];
    webhooks.on("note", (event) => handled.push(asHandled(event).attempt));
    const { commit } = store;
    store.commit = async (batch) => {
      const result = await commit.call(store, batch);
      if (result.claimed.length > 0) environment.stall(LEASE);
      return result;
    };
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(handled).toEqual([]);
    store.commit = commit;
    await environment.elapse(1_000);
    expect(handled).toEqual([1]); // it was given back before anybody took it
    expect(recorder.text().join()).toContain("was over before it began");
  });

  it("[G.7] that ended while a handler blocked the thread is renewed before the next handler begins", async () => {
    const { inbox, store, environment, handled } = await setUpBlocked();
    const handledBefore: string[][] = [];
    aroundRenewals(store, { before: () => void handledBefore.push([...handled]) });
    await deliver(inbox);
    await settle();
    expect(handledBefore).toEqual([["first"]]);
    expect(handled).toEqual(["first", "second"]);
    await environment.elapse(1_000);
    expect(await inbox.get("1")).toMatchObject({ state: "done", losses: 0, errors: [] });
  });

  it.each([
    { claim: "is renewed once more when the answer comes as the new one ends", left: 0, count: 2 },
    { claim: "is renewed no more when the new one has a millisecond left", left: 1, count: 1 },
  ])("[G.7] that ended while a handler blocked the thread $claim", async ({ left, count }) => {
    const { inbox, store, environment, handled } = await setUpBlocked();
    const handledAfter: string[][] = [];
    aroundRenewals(store, {
      after: () => {
        handledAfter.push([...handled]);
        if (handledAfter.length === 1) environment.stall(LEASE - left);
      },
    });
    await deliver(inbox);
    await settle();
    expect(handledAfter).toEqual(Array(count).fill(["first"]));
    expect(handled).toEqual(["first", "second"]);
  });

  it("[G.7] that ended while a handler blocked the thread begins no other one after a takeover", async () => {
    const { inbox, store, create, environment, handled } = await setUpBlocked();
    aroundRenewals(store, {
      before: async (batch, write) => {
        if (handled.length > 1) return;
        // Another process, which renews nothing here, takes the delivery back.
        await write({ ...batch, renewals: [], room: 1, from: "none" });
      },
    });
    await deliver(inbox);
    await settle();
    expect(handled.slice(0, 1)).toEqual(["first"]);
    await create().start();
    await environment.elapse(10_000);
    expect(handled).toEqual(["first", "first", "second"]);
    expect(await inbox.get("1")).toMatchObject({ state: "done", losses: 1 });
  });
});

describe("an attempt", () => {
  it("[G.7] that ends while a handler waits for a renewal tells the handler's promise", async () => {
    const { webhooks, inbox, store, environment } = setUp();
    const results: string[] = [];
    webhooks.on("note", () => {
      environment.stall(LEASE);
    });
    webhooks.on("note", () => results.push("second"));
    webhooks.onError((error) => void results.push(error.message));
    aroundRenewals(store, { before: () => new Promise<never>(() => undefined) }); // no answer ever
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(2 * LEASE);
    expect(results.join()).toContain("The attempt was over before the handler began.");
    expect(results).not.toContain("second");
  });
});

/** Does something before and after each transaction in which leases are renewed. */
function aroundRenewals(
  store: InboxStore,
  actions: {
    readonly before?: (batch: StoreBatch, write: InboxStore["commit"]) => Promise<void> | void;
    readonly after?: () => void;
  },
): void {
  const write = store.commit.bind(store);
  store.commit = async (batch) => {
    if (batch.renewals.length === 0) return write(batch);
    await actions.before?.(batch, write);
    const result = await write(batch);
    actions.after?.();
    return result;
  };
}

/** Handles one delivery until the gate is opened. */
async function setUpRunning(options: Partial<InboxOptions> = {}) {
  const inboxParts = setUp(options);
  const { webhooks, store, inbox } = inboxParts;
  const gate = createGate();
  const signals: AbortSignal[] = [];
  webhooks.on("note", (event) => {
    signals.push(asHandled(event).signal);
    return gate.passed;
  });
  const batches: StoreBatch[] = [];
  const { commit: write } = store;
  store.commit = (batch) => {
    batches.push(batch);
    return write.call(store, batch);
  };
  await inbox.start();
  await deliver(inbox);
  await settle();
  return { ...inboxParts, gate, signals, batches };
}

/** An inbox with two handlers, the first of which blocks the thread for longer than the lease, once. */
async function setUpBlocked() {
  const inboxParts = setUp();
  const { webhooks, environment, inbox } = inboxParts;
  const handled: string[] = [];
  webhooks.on("note", () => {
    handled.push("first");
    if (handled.length === 1) environment.stall(LEASE);
  });
  webhooks.on("note", () => handled.push("second"));
  await inbox.start();
  return { ...inboxParts, handled };
}
