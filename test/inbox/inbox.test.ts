import { describe, expect, it, vi } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory-store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { readRetries } from "../../src/inbox/options.js";
import { createGate } from "../http/toolkit.js";
import type { InboxStore, Loss, StoreBatch } from "../../src/inbox/store.js";
import { arrive, commit, HOUR, MINUTE, SETTINGS } from "./deliveries.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

describe("a delivery", () => {
  it("[G.1] is stored before anybody handles it", async () => {
    const { webhooks, inbox } = setUp();
    const handled = vi.fn();
    webhooks.on("note", handled);
    await deliver(inbox);
    await settle();
    expect(handled).not.toHaveBeenCalled();
    expect(await inbox.stats()).toMatchObject({ waiting: 1 });
    await inbox.start();
    await settle();
    expect(handled).toHaveBeenCalledOnce();
    expect(asHandled(handled.mock.calls[0]?.[0])).toMatchObject({
      id: "1",
      name: "note",
      payload: {},
      attempt: 1,
    });
    expect(await inbox.stats()).toMatchObject({ waiting: 0, done: 1 });
  });

  it("[G.1] is refused when its signature is wrong, and not stored", async () => {
    const { inbox, webhooks } = setUp();
    const failed = vi.fn();
    webhooks.onError(failed);
    const delivery = {
      id: "1",
      name: "note",
      payload: "{}",
      signature: `sha256=${"0".repeat(64)}`,
    };
    await expect(inbox.verifyAndReceive(delivery as never)).rejects.toMatchObject({
      code: "SIGNATURE_MISMATCH",
    });
    expect(failed).toHaveBeenCalledOnce();
    expect(await inbox.list()).toEqual([]);
  });

  it("[G.1] is refused when its body is no JSON object, however long, and nobody listens", async () => {
    const { inbox } = setUp();
    for (const body of ["[]", `{"a":"${"x".repeat(5_000)}`, `{"a":1,${" ".repeat(5_000)}"}`]) {
      await expect(deliver(inbox, { body })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
    }
  });

  it("fails with a reason when its stored body can no longer be parsed", async () => {
    const { webhooks, inbox, store, environment } = setUp({ retries: { limit: 0 } });
    const handled = vi.fn();
    webhooks.on("note", handled);
    await store.open({ ...SETTINGS, clock: environment.clock });
    await commit(store, { arrivals: [arrive("1", { text: '{"half' })] });
    await inbox.start();
    await settle();
    expect(handled).not.toHaveBeenCalled();
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      errors: [{ handler: "", message: "The stored body cannot be parsed." }],
    });
  });

  it("[G.3] shares a transaction with those that arrive meanwhile", async () => {
    const store = openMemoryStore();
    const { inbox } = setUp({ store });
    const gate = createGate();
    const { commit } = store;
    const sizes: number[] = [];
    store.commit = async (batch) => {
      sizes.push(batch.arrivals.length);
      await gate.passed;
      return commit.call(store, batch);
    };
    const first = deliver(inbox, { id: "first" });
    await settle();
    let answered = 0;
    const deliveries = Array.from({ length: 600 }, (_, index) =>
      deliver(inbox, { id: String(index) }).then(() => answered++),
    );
    await settle();
    expect([sizes, answered]).toEqual([[1], 0]);
    gate.open();
    await Promise.all([first, ...deliveries]);
    expect(sizes).toEqual([1, 500, 100]);
  });

  it("[G.4] is handled once when it comes again before, during and after", async () => {
    const { webhooks, inbox, recorder } = setUp();
    const gate = createGate();
    const handled = vi.fn(() => gate.passed);
    webhooks.on("note", handled);
    await deliver(inbox);
    await deliver(inbox);
    await inbox.start();
    await settle();
    await Promise.all([deliver(inbox), deliver(inbox)]);
    gate.open();
    await settle();
    await deliver(inbox);
    await settle();
    expect(handled).toHaveBeenCalledOnce();
    const dropped = recorder.entries.filter(({ data }) => String(data).includes("arrived before"));
    expect(dropped.map(({ level }) => level)).toEqual(["info", "info", "info", "info"]);
  });

  it("[G.4] is handled under the name it came with first, and the log says so", async () => {
    const { webhooks, inbox, recorder } = setUp();
    const names: string[] = [];
    webhooks.onAny(({ name }) => names.push(name));
    await inbox.start();
    await deliver(inbox);
    await deliver(inbox, { name: "ping" });
    await settle();
    expect(names).toEqual(["note"]);
    const [entry] = recorder.entries.filter(({ level }) => level === "warn");
    expect(entry?.data[0]).toBe(
      'The delivery "1" of "ping" has arrived before as "note", with the same body; it is dropped.',
    );
  });

  it("[G.4] is answered when the store cannot say under which name it came first", async () => {
    const { inbox, store, recorder } = setUp();
    await deliver(inbox);
    store.list = () => Promise.reject(new Error("gone"));
    await deliver(inbox);
    expect(recorder.entries.map(({ level }) => level)).toEqual(["info"]);
  });

  it("[G.4] is kept, handled and reported when its id had another body", async () => {
    const { webhooks, inbox, recorder } = setUp();
    const bodies: unknown[] = [];
    webhooks.on("note", ({ payload }) => bodies.push(payload));
    await inbox.start();
    await deliver(inbox, { body: '{"n":1}' });
    await deliver(inbox, { body: '{"n":2}' });
    await settle();
    expect(bodies).toEqual([{ n: 1 }, { n: 2 }]);
    expect((await inbox.list({ id: "1" })).map(({ isConflict }) => isConflict)).toEqual([
      true,
      false,
    ]);
    expect(recorder.entries.filter(({ level }) => level === "warn")).toHaveLength(1);
    expect(recorder.text().join()).toContain("another body");
  });

  it("[G.4] gets an id of its name and body when it has none", async () => {
    const { webhooks, inbox } = setUp();
    const ids: string[] = [];
    webhooks.onAny(({ id }) => ids.push(id));
    await inbox.start();
    for (const sent of [{}, {}, { name: "ping" }, { body: '{"n":1}' }]) {
      await deliver(inbox, { ...sent, id: "" });
    }
    await settle();
    expect(new Set(ids).size).toBe(3);
    expect(ids).toHaveLength(3);
    for (const id of ids) expect(id).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await inbox.get(ids[0] ?? "")).toMatchObject({ state: "done" });
  });
});

describe("a failure", () => {
  it("[G.5] is tried again by itself, with growing pauses, and then dead with every error", async () => {
    const { webhooks, inbox, environment, recorder } = setUp({ pollInterval: 5_000 });
    const at: number[] = [];
    webhooks.on("note", (event) => {
      at.push(environment.clock());
      throw new Error(`failure ${asHandled(event).attempt}`);
    });
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(40 * 3_600_000);
    const pauses = at.slice(1).map((time, index) => Math.round((time - (at[index] ?? 0)) / 1_000));
    expect(pauses).toEqual([5, 20, 80, 320, 1280, 5120, 20480, 81920]);
    const dead = await inbox.get("1");
    expect(dead).toMatchObject({ state: "dead", attempts: 9 });
    expect(dead?.errors.map(({ message, handler }) => [handler, message])).toEqual(
      Array.from({ length: 9 }, (_, index) => ["event/1", `failure ${index + 1}`]),
    );
    expect(dead?.errors[0]?.stack).toContain("inbox.test");
    expect(await inbox.dead()).toHaveLength(1);
    expect(recorder.entries.filter(({ level }) => level === "error")).toHaveLength(1);
  });

  it("[G.5] runs only the handler that failed again", async () => {
    const { webhooks, inbox, environment } = setUp();
    const calls: string[] = [];
    webhooks.on("note.created", () => calls.push("action"), { id: "first" });
    webhooks.on("note", async (event) => {
      calls.push(`event ${asHandled(event).attempt}`);
      await Promise.resolve();
      if (asHandled(event).attempt < 3) throw new Error("not yet");
    });
    webhooks.onAny(() => Promise.resolve(calls.push("any")));
    await inbox.start();
    await deliver(inbox, { body: '{"action":"created"}' });
    await environment.elapse(60_000);
    expect(calls).toEqual(["action", "event 1", "any", "event 2", "event 3"]);
    expect((await inbox.get("1"))?.done.toSorted()).toEqual(["any/1", "event/1", "first"]);
  });

  it("[G.5] tells handlers apart that have one id", async () => {
    const { webhooks, inbox, environment } = setUp();
    const calls: string[] = [];
    const isRetry = (event: unknown) => asHandled(event).attempt > 1;
    webhooks.on("note", () => calls.push("a"), { id: "same" });
    webhooks.on(
      "note",
      (event) => {
        calls.push("b");
        if (!isRetry(event)) throw new Error("once");
      },
      { id: "same" },
    );
    webhooks.on("note", () => calls.push("c"), { id: "same" });
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(60_000);
    expect(calls).toEqual(["a", "b", "c", "b"]);
    // These ids are stored: with others, handlers that are done would run again after an update.
    expect((await inbox.get("1"))?.done.toSorted()).toEqual(["same", "same#2", "same#3"]);
  });

  it("[G.5] of `transform` runs no `on` handler, and is tried again", async () => {
    const calls: string[] = [];
    const transform = () => Promise.reject(new Error("no transformation"));
    const { webhooks, inbox } = setUp({}, { transform });
    webhooks.on("note", () => calls.push("event"));
    webhooks.onAny(() => calls.push("any"));
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(calls).toEqual(["any"]);
    expect((await inbox.get("1"))?.errors).toMatchObject([
      { handler: "transform", message: "no transformation" },
    ]);
  });

  it("[G.5] is told to `onError`, once for each attempt", async () => {
    const { webhooks, inbox, environment } = setUp({ retries: { limit: 1 } });
    const failed = vi.fn();
    webhooks.onError(failed);
    webhooks.on("note", () => Promise.reject(new Error("always")));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(60_000);
    expect(failed).toHaveBeenCalledTimes(2);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: "HANDLER_FAILED" });
  });

  it("[G.5] waits for a number of milliseconds, however many retries there are", () => {
    const atOnce = readRetries({ limit: 1_000, delay: 0 });
    expect([atOnce.longestDelay, atOnce.waitAfter(1_000, 0.5)]).toEqual([0, 0]);
    const growing = readRetries({ limit: 1_000, maxDelay: 60_000 });
    expect([growing.longestDelay, growing.waitAfter(1_000, 0)]).toEqual([60_000, 30_000]);
  });

  it.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["text", () => "text"],
    ["an error without a message", () => new TypeError()],
    ["an object that cannot be shown", () => Object.create(null) as object],
    ["a revoked proxy", revoked],
    ["a long message", () => new Error("x".repeat(1_000_000))],
  ])("[G.5] may throw %s", async (_, create) => {
    const { webhooks, inbox } = setUp({ retries: { limit: 0 } });
    webhooks.on("note", () => {
      throw create();
    });
    webhooks.onAny(() => Promise.reject(create()));
    await inbox.start();
    await deliver(inbox);
    await settle();
    const dead = await inbox.get("1");
    expect(dead).toMatchObject({ state: "dead", done: [] });
    expect(dead?.errors).toHaveLength(2);
    expect(JSON.stringify(dead?.errors).length).toBeLessThan(30_000);
  });

  it("[G.5] aborts the signal at the deadline, and waits no longer", async () => {
    const { webhooks, inbox, environment } = setUp({ timeout: 10_000, retries: { limit: 1 } });
    const reasons: unknown[] = [];
    webhooks.on(
      "note",
      (event) =>
        new Promise(() => {
          const { signal } = asHandled(event);
          signal.addEventListener("abort", () => reasons.push(signal.reason));
        }),
      { id: "slow" },
    );
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(9_000);
    expect(reasons).toEqual([]);
    await environment.elapse(1_000);
    expect(String(reasons)).toMatch(/longer than 10000 ms/);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", attempts: 1 });
    await environment.elapse(60_000);
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      errors: [
        { attempt: 1, handler: "slow" },
        { attempt: 2, handler: "slow" },
      ],
    });
  });

  it.each<[number, readonly number[]]>([
    [0, [0, 5, 20]],
    [2, [0, 5, 20]],
    [3, [0, 5, 20, 80]],
    [8, [0, 5, 20, 80, 320, 1280, 5120, 20480, 81920]],
  ])(
    "[G.10] with %d retries is dead when the last worker was lost, after these seconds: %j",
    async (limit, waits) => {
      const retries = readRetries({ limit });
      const waitAfterLoss = (loss: Loss) => retries.waitAfterLoss(loss, 1);
      const { store, environment, inbox, recorder } = setUp({ retries: { limit } });
      await deliver(inbox);
      await store.open({ ...SETTINGS, waitAfterLoss, clock: environment.clock });
      const found: number[] = [];
      for (const [index, wait] of waits.entries()) {
        const from = index === 0 ? "ordinary" : "suspects";
        expect((await commit(store, { room: 1, from })).claimed).toHaveLength(1);
        await environment.elapse(SETTINGS.lease);
        await commit(store, { room: 1, from: "none" }); // takes it back
        found.push(((await store.get("1"))?.dueAt ?? 0) - environment.clock());
        await environment.elapse(wait * 1_000);
      }
      expect(found).toEqual(waits.map((wait) => wait * 1_000));
      await commit(store, { room: 1, from: "suspects" });
      await environment.elapse(SETTINGS.lease);
      await inbox.start();
      await settle();
      const dead = await inbox.get("1");
      expect(dead).toMatchObject({ state: "dead", attempts: waits.length, dueAt: undefined });
      expect(dead?.errors.map(({ attempt, message }) => [attempt, message])).toEqual([
        [1, expect.stringMatching(/may have been handled beside it/)],
        ...waits.map((_, index) => [index + 1, expect.stringMatching(/no other delivery/)]),
      ]);
      expect(recorder.entries.map(({ level }) => level)).toEqual(["error"]);
      expect(recorder.text().join()).toMatch(/is the last one\..*no other delivery was handled/);
      const { longestDelay } = retries;
      expect(longestDelay).toBe(Math.max(...found));
    },
  );
});

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

describe("replay", () => {
  it("[G.5] takes an id or a filter, of dead ones unless it says otherwise", async () => {
    const { webhooks, inbox, environment } = setUp({ retries: { limit: 0 } });
    let isBroken = true;
    const handled: string[] = [];
    webhooks.on("note", ({ id }) => {
      handled.push(id);
      if (isBroken && id !== "fine") throw new Error("broken");
    });
    await inbox.start();
    for (const id of ["fine", "1", "2", "3"]) await deliver(inbox, { id });
    await environment.elapse(1_000);
    expect((await inbox.dead()).map(({ id }) => id)).toEqual(["3", "2", "1"]);
    isBroken = false;
    handled.length = 0;
    expect(await inbox.replay("2")).toBe(1);
    await environment.elapse(1_000);
    expect(handled).toEqual(["2"]);
    expect(await inbox.replay({ name: "note" })).toBe(2);
    await environment.elapse(1_000);
    expect(handled.toSorted()).toEqual(["1", "2", "3"]);
    expect(await inbox.replay({ state: "done", id: "fine" })).toBe(1);
    await environment.elapse(1_000);
    expect(handled).toHaveLength(4);
    expect(await inbox.replay("nobody")).toBe(0);
  });

  it("[G.5] wakes the workers once the store has replayed, however long that takes", async () => {
    const { webhooks, inbox, store } = setUp({ retries: { limit: 0 } });
    const { replay } = store;
    store.replay = async (filter) => {
      await settle();
      return replay.call(store, filter);
    };
    let isBroken = true;
    const handled = vi.fn();
    webhooks.on("note", () => {
      if (isBroken) throw new Error("broken");
      handled();
    });
    await inbox.start();
    await deliver(inbox);
    await settle();
    isBroken = false;
    await inbox.replay("1");
    await settle(); // no time has passed
    expect(handled).toHaveBeenCalledOnce();
  });

  it.each<[string, unknown]>([
    ["an unknown key", { colour: "note" }],
    ["an unknown state", { state: "failed" }],
    ["a time that is none", { since: new Date("never") }],
    ["a limit of nothing", { limit: 0 }],
    ["a number", 1],
  ])("[G.5] refuses %s", async (_, filter) => {
    const { inbox } = setUp();
    await expect(inbox.replay(filter as string)).rejects.toThrow(/expected/);
    const misspelt = inbox.replay({ nmae: "note" } as object);
    await expect(misspelt).rejects.toThrow("Unknown option `nmae`. Did you mean `name`?");
  });
});

describe("order and concurrency", () => {
  it("[G.6] handles `concurrency` deliveries at once, and no more", async () => {
    const { webhooks, inbox } = setUp({ concurrency: 3 });
    const gates = Array.from({ length: 7 }, createGate);
    let running = 0;
    let most = 0;
    webhooks.on("note", async ({ id }) => {
      most = Math.max(most, ++running);
      await gates[Number(id)]?.passed;
      running--;
    });
    await inbox.start();
    for (const index of gates.keys()) await deliver(inbox, { id: String(index) });
    for (const gate of gates) {
      await settle();
      expect(running).toBeLessThanOrEqual(3);
      gate.open();
    }
    await settle();
    expect([most, await inbox.stats()]).toMatchObject([3, { done: 7 }]);
  });

  it("[G.6] handles one key after the other, retries included", async () => {
    const orderBy: InboxOptions["orderBy"] = ({ payload }) => payload["key"] as string;
    const { webhooks, inbox, environment } = setUp({ orderBy });
    const handled: string[] = [];
    webhooks.on("note", async (event) => {
      handled.push(event.id);
      await Promise.resolve();
      if (event.id === "a1" && asHandled(event).attempt === 1) throw new Error("once");
    });
    await inbox.start();
    for (const id of ["a1", "a2", "b1", "a3", "b2"]) {
      await deliver(inbox, { id, body: JSON.stringify({ key: id[0] }) });
    }
    await settle();
    expect(handled).toEqual(["a1", "b1", "b2"]);
    await environment.elapse(10_000);
    expect(handled).toEqual(["a1", "b1", "b2", "a1", "a2", "a3"]);
  });

  it.each<[string, () => unknown]>([
    ["throws", () => JSON.parse("")],
    ["returns an object", () => ({})],
  ])("[G.6] stores a delivery whose `orderBy` %s", async (_, orderBy) => {
    const { inbox, recorder } = setUp({ orderBy: orderBy as InboxOptions["orderBy"] });
    await deliver(inbox);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", orderKey: undefined });
    expect(recorder.entries.map(({ level }) => level)).toEqual(["error"]);
  });

  it("[G.6] gives the store a key in well-formed Unicode", async () => {
    const { inbox } = setUp({ orderBy: ({ payload }) => payload["key"] as string });
    await deliver(inbox, { body: '{"key":"a\\ud83d"}' });
    expect(await inbox.get("1")).toMatchObject({ orderKey: "a\ufffd" });
  });
});

describe("start", () => {
  it("[G.2] begins once when it is called twice at once", async () => {
    const store = openMemoryStore();
    const prune = vi.spyOn(store, "prune");
    const { inbox, environment } = setUp({ store });
    const setTimer = vi.spyOn(environment, "setTimer");
    await Promise.all([inbox.start(), inbox.start()]);
    await inbox.start();
    expect(prune).toHaveBeenCalledOnce();
    expect(setTimer).toHaveBeenCalledTimes(2); // to poll and to prune
  });

  it("[G.2] can be called again after the store has failed", async () => {
    const store = openMemoryStore();
    vi.spyOn(store, "prune").mockRejectedValueOnce(new Error("locked"));
    const { inbox, webhooks } = setUp({ store });
    const handled = vi.fn();
    webhooks.on("note", handled);
    await expect(inbox.start()).rejects.toThrow("locked");
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(handled).toHaveBeenCalledOnce();
  });

  it("[G.7] leaves no timer behind when the inbox is drained meanwhile", async () => {
    const store = openMemoryStore();
    const gate = createGate();
    store.prune = () => gate.passed.then(() => false);
    const { inbox, environment } = setUp({ store });
    const setTimer = vi.spyOn(environment, "setTimer");
    const started = inbox.start();
    await settle();
    const drained = inbox.drain();
    gate.open();
    await Promise.all([started, drained]);
    expect(setTimer).not.toHaveBeenCalled();
  });
});

describe("a store that other processes write to", () => {
  it("[G.7] wakes the inbox, which begins without waiting for its next poll", async () => {
    const store = openMemoryStore();
    let wake = (): void => expect.fail("the inbox does not listen");
    store.subscribe = (callback) => {
      wake = callback;
    };
    const { webhooks, inbox, create } = setUp({ store });
    const handled = vi.fn();
    webhooks.on("note", handled);
    await inbox.start();
    await settle();
    await deliver(create());
    await settle();
    expect(handled).not.toHaveBeenCalled();
    wake();
    await settle(); // no time has passed
    expect(handled).toHaveBeenCalledOnce();
  });
});

describe("drain", () => {
  it("[G.7] finishes what is under way, takes nothing more, and can be called again", async () => {
    const { webhooks, inbox, store } = setUp({ concurrency: 1 });
    const gate = createGate();
    webhooks.on("note", () => gate.passed);
    await inbox.start();
    await deliver(inbox, { id: "1" });
    await deliver(inbox, { id: "2" });
    await settle();
    let isDrained = false;
    const drained = inbox.drain().then(() => (isDrained = true));
    await expect(deliver(inbox, { id: "3" })).rejects.toMatchObject({ code: "DRAINING" });
    await settle();
    expect(isDrained).toBe(false);
    gate.open();
    await drained;
    await inbox.drain();
    const states = (await store.list({})).map(({ id, state }) => [id, state]);
    expect(states).toEqual([
      ["2", "waiting"],
      ["1", "done"],
    ]);
    await expect(inbox.stats()).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("[G.7] leaves no timer behind, neither of the inbox nor of an attempt", async () => {
    const { inbox, webhooks, environment } = setUp();
    webhooks.on("note", () => undefined);
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(environment.countTimers()).toBeGreaterThan(0);
    await inbox.drain();
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.7] gives back what does not finish when any of its callers waits no longer", async () => {
    const { webhooks, inbox, store } = setUp();
    webhooks.on("note", () => new Promise(() => undefined));
    await inbox.start();
    await deliver(inbox);
    await settle();
    const controller = new AbortController();
    const draining = [
      inbox.drain(),
      inbox.drain({ signal: new AbortController().signal }),
      inbox.drain({ signal: controller.signal }),
    ];
    await settle();
    controller.abort();
    await Promise.all(draining);
    expect(await store.get("1")).toMatchObject({ state: "waiting", attempts: 0 });
  });

  it("[G.7] gives back what does not finish, with the handlers that are done", async () => {
    const { webhooks, inbox, store } = setUp();
    const signals: AbortSignal[] = [];
    webhooks.on("note", () => undefined, { id: "quick" });
    webhooks.on("note", (event) => {
      signals.push(asHandled(event).signal);
      return new Promise(() => undefined);
    });
    await inbox.start();
    await deliver(inbox);
    await settle();
    const controller = new AbortController();
    const drained = inbox.drain({ signal: controller.signal });
    await settle();
    expect(signals[0]?.aborted).toBe(false);
    controller.abort();
    await drained;
    expect(signals[0]?.aborted).toBe(true);
    expect(await store.get("1")).toMatchObject({
      state: "waiting",
      attempts: 0,
      done: ["quick"],
      errors: [],
    });
  });

  it("[G.7] rejects for a signal of another kind, and never throws", async () => {
    const { inbox } = setUp();
    const drained = inbox.drain({ signal: "soon" as never });
    await expect(drained).rejects.toThrow("`signal` is a string; expected an AbortSignal.");
    await deliver(inbox); // it is not drained
  });

  it("[G.7] ends an inbox that was never started", async () => {
    const { inbox } = setUp();
    await inbox.drain();
    await expect(inbox.start()).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("a store that fails", () => {
  it("[G.9] refuses the delivery, says so once, and takes the next one when it is back", async () => {
    const store = openMemoryStore();
    const { inbox, recorder } = setUp({ store });
    const { commit } = store;
    store.commit = () => Promise.reject(new Error("database or disk is full"));
    for (const id of ["1", "2"]) {
      await expect(deliver(inbox, { id })).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
        cause: { message: "database or disk is full" },
      });
    }
    store.commit = commit;
    await deliver(inbox, { id: "3" });
    expect((await inbox.list()).map(({ id }) => id)).toEqual(["3"]);
    expect(recorder.entries.map(({ level }) => level)).toEqual(["error", "info"]);
  });

  it("[G.9] is not told to work again because a poll finds nothing, or another kind of work succeeds", async () => {
    const store = openMemoryStore();
    const { inbox, recorder, environment, webhooks } = setUp({ store });
    const gate = createGate();
    webhooks.on("note", () => gate.passed);
    await inbox.start();
    await deliver(inbox, { id: "0" });
    await settle();
    const { commit } = store;
    store.commit = (batch) =>
      batch.arrivals.length > 0 ? Promise.reject(new Error("gone")) : commit.call(store, batch);
    for (const id of ["1", "2"]) {
      await expect(deliver(inbox, { id })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      gate.open(); // the outcome of the first one can be written
      await environment.elapse(5_000);
    }
    expect(recorder.entries.map(({ level }) => level).filter((level) => level !== "debug")).toEqual(
      ["error"],
    );
    store.commit = commit;
    await deliver(inbox, { id: "3" });
    expect(recorder.text().join()).toContain("can write to its store again");
  });

  it("[G.9] is told to work again when it failed at a poll, and the next one finds nothing", async () => {
    const store = openMemoryStore();
    const { inbox, recorder, environment } = setUp({ store });
    await inbox.start();
    const { commit } = store;
    store.commit = () => Promise.reject(new Error("gone"));
    await environment.elapse(5_000);
    store.commit = commit;
    await environment.elapse(5_000);
    expect(recorder.entries.map(({ level }) => level)).toEqual(["error", "info"]);
  });

  it.each(["answers", "fails"])(
    "[G.9] is logged within 5 seconds when it hangs, and when it %s after that",
    async (how) => {
      const store = openMemoryStore();
      const { inbox, recorder, environment } = setUp({ store });
      const gate = createGate();
      const { commit } = store;
      store.commit = (batch) => gate.passed.then(() => commit.call(store, batch));
      const delivered = deliver(inbox);
      await environment.elapse(5_000);
      expect(recorder.entries.map(({ level }) => level)).toEqual(["warn"]);
      expect(recorder.text()).toEqual([
        "The store has not answered for 4 seconds; deliveries get 503 while it does not.",
      ]);
      await environment.elapse(60_000);
      if (how === "answers") {
        gate.open();
        await delivered;
        expect(recorder.entries.map(({ level }) => level)).toEqual(["warn", "info"]);
      } else {
        gate.fail(new Error("timeout"));
        await expect(delivered).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
        expect(recorder.entries.map(({ level }) => level)).toEqual(["warn", "error"]);
      }
    },
  );

  it("[G.9] is opened again", async () => {
    const store = openMemoryStore();
    const { inbox } = setUp({ store });
    const { open } = store;
    store.open = () => Promise.reject(new Error("locked"));
    await expect(inbox.start()).rejects.toThrow("locked");
    await expect(deliver(inbox)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    store.open = open;
    await deliver(inbox);
    expect(await inbox.stats()).toMatchObject({ waiting: 1 });
  });

  it("[G.9] gets the outcomes later, so that nothing is handled twice", async () => {
    const store = openMemoryStore();
    const { webhooks, inbox, environment } = setUp({ store });
    const handled = vi.fn();
    const gate = createGate();
    webhooks.on("note", async () => {
      handled();
      await gate.passed;
    });
    await inbox.start();
    await deliver(inbox);
    await settle();
    const { commit } = store;
    store.commit = () => Promise.reject(new Error("gone"));
    gate.open();
    await environment.elapse(5_000);
    expect((await store.get("1"))?.state).toBe("running");
    store.commit = commit;
    await environment.elapse(5_000);
    expect((await store.get("1"))?.state).toBe("done");
    expect(handled).toHaveBeenCalledOnce();
  });
});

describe("createInbox", () => {
  const { webhooks, store, inbox } = setUp();
  it.each<[string, object | undefined]>([
    ["nothing", undefined],
    ["no webhooks", { store }],
    ["webhooks that are none", { store, webhooks: {} }],
    ["an inbox for webhooks", { store, webhooks: inbox }],
    ["no store", { webhooks }],
    ["a store that is none", { webhooks, store: { open: () => 1 } }],
    ...["concurrency", "timeout", "lease", "pollInterval"].map((key): [string, object] => [
      `${key} of 0`,
      { webhooks, store, [key]: 0 },
    ]),
    ...["dedupeFor", "keepFor", "keepDeadFor"].map((key): [string, object] => [
      `${key} of -1`,
      { webhooks, store, [key]: -1 },
    ]),
    ["a lease that ends before a busy process has its turn", { webhooks, store, lease: 999 }],
    ["an order that is no function", { webhooks, store, orderBy: "id" }],
    ["retries that are no object", { webhooks, store, retries: 3 }],
    ["retries of half a number", { webhooks, store, retries: { limit: 0.5 } }],
    ["a log that is none", { webhooks, store, log: "console" }],
  ])("[G.1] refuses %s", (_, options) => {
    expect(() => createInbox(options as InboxOptions)).toThrow(/expected/);
  });

  it.each(["open", "commit", "get", "list", "read", "stats", "replay", "prune", "close"])(
    "[G.1] refuses a store without `%s`",
    (method) => {
      const broken: InboxStore = Object.assign(openMemoryStore(), { [method]: undefined });
      expect(() => createInbox({ webhooks, store: broken })).toThrow(
        "`store` is an object; expected a store, such as `openMemoryStore()`",
      );
    },
  );

  it.each<[string, object]>([
    ["`concurrency`", { concurrency: 0.5 }],
    ["`timeout`", { timeout: 0.5 }],
    ["`lease`", { lease: 0.5 }],
    ["`pollInterval`", { pollInterval: 0.5 }],
    ["`dedupeFor`", { dedupeFor: 0.5 }],
    ["`keepFor`", { keepFor: 0.5 }],
    ["`keepDeadFor`", { keepDeadFor: 0.5 }],
    ["`retries`", { retries: "0.5" }],
    ["`retries.limit`", { retries: { limit: 0.5 } }],
    ["`retries.delay`", { retries: { delay: 0.5 } }],
    ["`retries.factor`", { retries: { factor: 0.5 } }],
    ["`retries.maxDelay`", { retries: { maxDelay: 0.5 } }],
  ])("[G.1] names the option that is wrong: %s", (name, options) => {
    const got = name === "`retries`" ? "a string" : "0.5";
    const call = () => createInbox({ webhooks, store, ...options });
    expect(call).toThrow(`${name} is ${got}; expected `);
  });

  it("[G.1] names the kind of a duration that is none", () => {
    const options = { webhooks, store, keepFor: "a day" as never };
    const message = "`keepFor` is a string; expected milliseconds, an integer from 0.";
    expect(() => createInbox(options)).toThrow(message);
  });

  it("[G.1] takes none of its options for what it needs itself", () => {
    const options = {
      webhooks,
      store,
      dedupeFor: 90 * 86_400_000,
      retries: { limit: 0, delay: 0 },
    };
    expect(createInbox(options)).toBeDefined();
  });
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
