/** Suspects: deliveries whose worker was lost, perhaps because of them, are handled alone. */
import { describe, expect, it, vi } from "vitest";
import { createGate } from "../http/toolkit.js";
import { commit, LEASE, SETTINGS } from "./deliveries.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

describe("a suspect, whose worker was lost", () => {
  it("[G.10] is handled while no other delivery is, and after it the others go on", async () => {
    const { webhooks, inbox, environment, recorder } = await setUpAfterCrash(["1", "2"]);
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
    const { webhooks, inbox, environment } = await setUpAfterCrash(["suspect"], 1);
    const handled = vi.fn();
    webhooks.on("note", handled);
    await inbox.start();
    await environment.elapse(60_000);
    expect(handled).toHaveBeenCalledOnce();
  });

  it("[G.10] waits for what runs, and nothing else begins before it", async () => {
    const { webhooks, inbox, environment } = await setUpAfterCrash(["suspect"]);
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
    const { webhooks, inbox, environment } = await setUpAfterCrash(["1"]);
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
    const { webhooks, inbox, environment } = await setUpAfterCrash(["1", "2", "3"]);
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
    const { webhooks, inbox, store, environment } = await setUpAfterCrash(["suspect"]);
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
    await inbox.drain({ signal: AbortSignal.abort() });
    await environment.elapse(LEASE);
    expect(await create().get("1")).toMatchObject({ state: "waiting", losses: 0, errors: [] });
  });
});

/** An inbox whose store holds deliveries that a worker was handling when its process ended. */
async function setUpAfterCrash(ids: readonly string[], concurrency = 3) {
  const inboxParts = setUp({ concurrency });
  const { store, environment, inbox } = inboxParts;
  for (const id of ids) await deliver(inbox, { id });
  await store.open({ ...SETTINGS, clock: environment.clock });
  await commit(store, { room: ids.length });
  await environment.elapse(SETTINGS.lease);
  return inboxParts;
}
