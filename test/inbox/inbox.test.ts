/** What becomes of a delivery in an inbox: its arrival, its replay, and the start of the workers. */
import { describe, expect, it, vi } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { createGate } from "../http/toolkit.js";
import { arrive, commit, SETTINGS } from "./deliveries.js";
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
  ])("[G.5] refuses %s in place of an id or a filter", async (_, filter) => {
    const { inbox } = setUp();
    await expect(inbox.replay(filter as string)).rejects.toThrow(/expected/);
  });

  it("[G.5] refuses a misspelt key, and proposes the right one", async () => {
    const { inbox } = setUp();
    const misspelt = inbox.replay({ nmae: "note" } as object);
    await expect(misspelt).rejects.toThrow("Unknown option `nmae`. Did you mean `name`?");
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
