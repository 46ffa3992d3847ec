/** Turns: one of several workers reads a list, and the others know it by a note. */
import { describe, expect, it } from "vitest";
import type { CatchUpStore } from "../../../src/inbox/catch-up/types.js";
import { createGate } from "../../http/toolkit.js";
import { settle } from "../environment.js";
import { LEASE } from "../deliveries.js";
import { holdNote, inPages, item, NOW, openList, PLAN } from "./open-list.js";

describe("turns", () => {
  it("[R.6] are at a list with its parameters, in any order", async () => {
    const plan = { ...PLAN, route: "GET /{b}/{a}" };
    const { create, store } = await openList(inPages([[]]), {
      plan,
      options: { parameters: { b: 1, a: "x" } },
    });
    await create().run();
    await create({ parameters: { a: "x", b: "1" } }).run();
    expect(await listNotes(store)).toEqual(['catch-up/["GET /{b}/{a}",["a","x"],["b","1"]]']);
  });

  it("[R.6] are waited for, a second at a time, when somebody asks", async () => {
    const { feed, store, environment, asked } = await openList(inPages([[]]));
    await holdNote(store, 2_500);
    const running = feed.run();
    await environment.elapse(2_999);
    expect(asked).toEqual([]);
    await environment.elapse(1);
    await running;
    expect(asked.map(({ at }) => at)).toEqual([3_000]);
  });

  it("[R.6] are kept while a list is read, and let go after it", async () => {
    const gate = createGate();
    const client = createWaitingClient(gate.passed);
    const { create, store, environment } = await openList(inPages([]));
    const running = create({ client }).run();
    await environment.elapse(5 * LEASE);
    expect(await holdNote(store, 0)).toBeUndefined();
    gate.open();
    await running;
    expect(environment.countTimers()).toBe(0);
    expect(await holdNote(store, 0)).not.toBeUndefined();
  });

  it("[R.6] are renewed three times in a lease, also after the store has failed", async () => {
    const gate = createGate();
    const client = createWaitingClient(gate.passed);
    const { create, store, environment } = await openList(inPages([]));
    const { changeNote } = store;
    const times: number[] = [];
    store.changeNote = (change) => {
      times.push(environment.clock() - NOW);
      return times.length === 2
        ? Promise.reject(new Error("locked"))
        : changeNote.call(store, change);
    };
    const running = create({ client }).run();
    await environment.elapse(LEASE);
    expect(times).toEqual([0, 4_000, 8_000, 12_000]);
    gate.open();
    await running;
  });

  it("[R.6] that another worker has taken over end what is under way, which begins again", async () => {
    const gate = createGate();
    let requests = 0;
    const client = {
      request: async () => {
        if (++requests === 1) await gate.passed;
        return { data: { items: [item("a", 0)] }, headers: {} };
      },
    };
    const { create, store, environment, written } = await openList(inPages([]));
    const running = create({ client }).run();
    await settle();
    environment.stall(LEASE); // the process stood still
    await holdNote(store, 5_500);
    await environment.elapse(0);
    gate.open();
    await environment.elapse(5_000);
    expect([requests, written]).toEqual([1, []]);
    await environment.elapse(2_000);
    expect(await running).toMatchObject({ fetched: 1, requests: 1 });
    expect([requests, written]).toEqual([2, ["a"]]);
  });

  it("[R.6] are not taken once the inbox is closed", async () => {
    const { feed, store } = await openList(inPages([[]]));
    await feed.stop();
    await expect(feed.run()).rejects.toMatchObject({
      code: "CLOSED",
      message: "The inbox is closed: `drain()` was called.",
    });
    expect(await listNotes(store)).toEqual([]);
  });
});

/** A client whose lists are empty, once the gate is open. */
function createWaitingClient(passed: Promise<void>) {
  return { request: () => passed.then(() => ({ data: { items: [] }, headers: {} })) };
}

function listNotes(store: CatchUpStore) {
  return store.listNotes?.("", 10);
}
