/** Leases: workers that are lost, late or slow, and deliveries that may have killed one. */
import { describe, expect, it, vi } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { createGate } from "../http/toolkit.js";
import type { StoreBatch } from "../../src/inbox/store.js";
import { commit, HOUR, MINUTE, SETTINGS } from "./deliveries.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

const LEASE = 12_000; // the default

describe("a suspect, whose worker was lost", () => {
  /** An inbox whose store holds deliveries that a worker was handling when its process ended. */
  async function setUpCrash(ids: readonly string[], concurrency = 3) {
    const set = setUp({ concurrency });
    const { store, environment, inbox } = set;
    for (const id of ids) await deliver(inbox, { id });
    await store.open({ ...SETTINGS, clock: environment.clock });
    await commit(store, { room: ids.length });
    await environment.elapse(SETTINGS.lease);
    return set;
  }

  it("[G.10] is handled while no other delivery is, and after it the others go on", async () => {
    const { webhooks, inbox, environment, recorder } = await setUpCrash(["1", "2"]);
    const running = new Set<string>();
    const seen: string[] = [];
    webhooks.on("note", async (event) => {
      const { id } = asHandled(event);
      running.add(id);
      seen.push([...running].toSorted().join("+"));
      await new Promise<void>((resolve) => void environment.setTimer(() => resolve(), 400));
      running.delete(id);
    });
    await inbox.start();
    await environment.elapse(500);
    expect(recorder.text().join()).toMatch(/the next one is in \d+ ms\..*may have been handled/);
    expect(await inbox.stats()).toMatchObject({ waiting: 2 });
    for (const id of ["a", "b", "c", "d"]) await deliver(inbox, { id });
    await environment.elapse(60_000);
    expect(seen.filter((names) => /[12]/.test(names)).toSorted()).toEqual(["1", "2"]);
    expect(seen).toContain("a+b+c");
    expect(await inbox.stats()).toMatchObject({ waiting: 0, running: 0, done: 6 });
    expect(await inbox.get("1")).toMatchObject({ attempts: 1, losses: 1 });
  });

  it("[G.10] is handled by an inbox that has room for one delivery", async () => {
    const { webhooks, inbox, environment } = await setUpCrash(["suspect"], 1);
    const handled = vi.fn();
    webhooks.on("note", handled);
    await inbox.start();
    await environment.elapse(60_000);
    expect(handled).toHaveBeenCalledOnce();
  });

  it("[G.10] waits for what runs, and nothing else begins before it", async () => {
    const { webhooks, inbox, environment } = await setUpCrash(["suspect"]);
    const gate = createGate();
    const begun: string[] = [];
    webhooks.on("note", async (event) => {
      const { id } = asHandled(event);
      begun.push(id);
      if (id === "slow") await gate.passed;
    });
    await deliver(inbox, { id: "slow" });
    await inbox.start();
    await environment.elapse(20_000); // longer than the suspect has to wait
    await deliver(inbox, { id: "later" });
    await environment.elapse(5_000);
    expect(begun).toEqual(["slow"]);
    gate.open();
    await environment.elapse(5_000);
    expect(begun).toEqual(["slow", "suspect", "later"]);
  });

  it("[G.10] fails as others do, and stays a suspect until it is done", async () => {
    const { webhooks, inbox, environment } = await setUpCrash(["1"]);
    const attempts: number[] = [];
    webhooks.on("note", (event) => {
      attempts.push(asHandled(event).attempt);
      if (attempts.length < 3) throw new Error("not yet");
    });
    await inbox.start();
    await environment.elapse(10 * 60_000);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await inbox.get("1")).toMatchObject({ state: "done", attempts: 3, losses: 1 });
  });

  it("[G.10] lets others be handled after each one, however many are due", async () => {
    const { webhooks, inbox, environment } = await setUpCrash(["1", "2", "3"]);
    const begun: string[] = [];
    webhooks.on("note", async (event) => {
      begun.push(asHandled(event).id);
      await new Promise<void>((resolve) => void environment.setTimer(() => resolve(), 20_000));
    });
    await inbox.start();
    await environment.elapse(1_000);
    await environment.elapse(6_000); // the first of them has begun
    for (const id of ["a", "b", "c", "d"]) await deliver(inbox, { id });
    await environment.elapse(60_000);
    expect(begun.slice(0, 4)).toEqual(["1", "a", "b", "c"]);
    await environment.elapse(5 * 60_000);
    expect(begun.slice(4)).toEqual(["2", "d", "3"]);
    expect(await inbox.stats()).toMatchObject({ waiting: 0, running: 0, done: 7 });
  });

  it("[G.10] that another process has taken holds nothing up", async () => {
    const { webhooks, inbox, store, environment } = await setUpCrash(["suspect"]);
    const gate = createGate();
    const begun: string[] = [];
    webhooks.on("note", async (event) => {
      begun.push(asHandled(event).id);
      if (asHandled(event).id === "slow") await gate.passed;
    });
    await deliver(inbox, { id: "slow" });
    await inbox.start();
    await environment.elapse(20_000); // longer than the suspect has to wait
    expect(begun).toEqual(["slow"]);
    await deliver(inbox, { id: "later" });
    await environment.elapse(1_000);
    expect(begun).toEqual(["slow"]);
    const { claimed } = await commit(store, { room: 1, from: "suspects" });
    expect(claimed.map(({ id }) => id)).toEqual(["suspect"]);
    await environment.elapse(1_000);
    expect(begun).toEqual(["slow", "later"]); // while the slow one still runs
    gate.open();
  });

  it("[G.10] that no process can claim is looked for at each poll, not more often", async () => {
    const { store, inbox, environment } = setUp();
    const { commit: write } = store;
    let count = 0;
    store.commit = async (batch) => {
      count++;
      return { ...(await write.call(store, batch)), isSuspectDue: true };
    };
    await inbox.start();
    await environment.elapse(10_000);
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(50);
  });

  it("[G.10] is none when it was given back by a drain", async () => {
    const { webhooks, inbox, create, environment } = setUp();
    webhooks.on("note", () => new Promise(() => undefined));
    await inbox.start();
    await deliver(inbox);
    await settle();
    const signal = AbortSignal.abort();
    await inbox.drain({ signal }).catch(() => undefined);
    await environment.elapse(LEASE);
    expect(await create().get("1")).toMatchObject({ state: "waiting", losses: 0, errors: [] });
  });
});

describe("a lease", () => {
  /** Handles one delivery until the gate is opened. */
  async function setUpRunning(options: Partial<InboxOptions> = {}) {
    const set = setUp(options);
    const gate = createGate();
    const signals: AbortSignal[] = [];
    set.webhooks.on("note", (event) => {
      signals.push(asHandled(event).signal);
      return gate.passed;
    });
    const batches: StoreBatch[] = [];
    const { commit: write } = set.store;
    set.store.commit = (batch) => {
      batches.push(batch);
      return write.call(set.store, batch);
    };
    await set.inbox.start();
    await deliver(set.inbox);
    await settle();
    return { ...set, gate, signals, batches };
  }

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
    expect(renewing.length).toBeGreaterThanOrEqual(10 - 1);
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

  it.each(["a second", "an hour"])(
    "[G.7] goes on after a process has stood still for %s, if no other one has taken over",
    async (time) => {
      const { inbox, environment, gate, signals } = await setUpRunning({ timeout: 2 * HOUR });
      environment.stall(time === "an hour" ? HOUR : 1_000);
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

  it.each([
    [12_000, 16_000],
    [12_001, 18_000], // has a millisecond left at the first of three renewals
  ])("[G.7] of %i ms that is not renewed aborts the signal after %i ms", async (lease, end) => {
    const { store, environment, signals } = await setUpRunning({ lease, timeout: HOUR });
    store.commit = () => Promise.reject(new Error("gone"));
    await environment.elapse(end - 1); // two renewals have failed since it ended
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await environment.elapse(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(String(signals[0]?.reason)).toContain("cannot be renewed");
  });

  it("[G.7] begins no handler when the store took so long to hand a delivery out", async () => {
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

  /** The first handler blocks the thread for longer than the lease. */
  async function setUpBlocked() {
    const set = setUp();
    const handled: string[] = [];
    set.webhooks.on("note", () => {
      handled.push("first");
      if (handled.length === 1) set.environment.stall(LEASE);
    });
    set.webhooks.on("note", () => handled.push("second"));
    await set.inbox.start();
    return { ...set, handled };
  }

  it("[G.7] that ended while a handler blocked the thread is renewed before the next handler begins", async () => {
    const { inbox, store, environment, handled } = await setUpBlocked();
    const { commit: write } = store;
    const atRenewal: string[][] = [];
    store.commit = (batch) => {
      if (batch.renewals.length > 0) atRenewal.push([...handled]);
      return write.call(store, batch);
    };
    await deliver(inbox);
    await settle();
    expect(atRenewal).toEqual([["first"]]);
    expect(handled).toEqual(["first", "second"]);
    await environment.elapse(1_000);
    expect(await inbox.get("1")).toMatchObject({ state: "done", losses: 0, errors: [] });
  });

  it.each([
    [0, 2],
    [1, 1],
  ])("[G.7] that has %i ms left when its renewal is known needs %i in all", async (left, count) => {
    const { inbox, store, environment, handled } = await setUpBlocked();
    const { commit: write } = store;
    const atRenewal: string[][] = [];
    store.commit = async (batch) => {
      const result = await write.call(store, batch);
      if (batch.renewals.length > 0 && atRenewal.push([...handled]) === 1)
        environment.stall(LEASE - left);
      return result;
    };
    await deliver(inbox);
    await settle();
    expect(atRenewal).toEqual(Array(count).fill(["first"]));
    expect(handled).toEqual(["first", "second"]);
  });

  it("[G.7] that ended while a handler blocked the thread begins no other one after a takeover", async () => {
    const { inbox, store, environment, create, handled } = await setUpBlocked();
    const { commit: write } = store;
    store.commit = async (batch) => {
      if (batch.renewals.length > 0 && handled.length === 1) {
        await write.call(store, { ...batch, renewals: [], room: 1, from: "none" }); // another process
      }
      return write.call(store, batch);
    };
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
    const { commit: write } = store;
    const results: string[] = [];
    webhooks.on("note", () => {
      environment.stall(LEASE);
    });
    webhooks.on("note", () => results.push("second"));
    webhooks.onError((error) => void results.push(error.message));
    store.commit = (batch) =>
      batch.renewals.length > 0 ? new Promise<never>(() => undefined) : write.call(store, batch);
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(2 * LEASE);
    expect(results.join()).toContain("The attempt was over before the handler began.");
    expect(results).not.toContain("second");
  });
});
