/** Deliveries that are handled at once, and in order, with other processes on the same store. */
import { describe, expect, it, vi } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { createGate } from "../http/toolkit.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

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

  it.each<[string, unknown, string | undefined]>([
    ["a text", "a", "a"],
    ["an empty text", "", ""],
    ["a number", 7, "7"],
    ["nothing", undefined, undefined],
    ["null", null, undefined],
  ])("[G.6] stores the order key that `orderBy` returns: %s", async (_, key, orderKey) => {
    const { inbox, recorder } = setUp({ orderBy: () => key as string });
    await deliver(inbox);
    expect(await inbox.get("1")).toHaveProperty("orderKey", orderKey);
    expect(recorder.entries).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    [
      "throws",
      () => {
        throw new Error("no key");
      },
      "no key",
    ],
    ["returns an object", () => ({}), "The key is of type object; expected a string or a number."],
    ["returns a boolean", () => true, "The key is of type boolean; expected a string or a number."],
  ])(
    "[G.6] stores a delivery without an order key when `orderBy` %s",
    async (_, orderBy, message) => {
      const { inbox, recorder } = setUp({ orderBy: orderBy as InboxOptions["orderBy"] });
      await deliver(inbox);
      expect(await inbox.get("1")).toMatchObject({ state: "waiting", orderKey: undefined });
      expect(recorder.entries).toMatchObject([
        {
          level: "error",
          data: [
            '`orderBy` failed on delivery "1" of "note"; it is handled without order.',
            { message },
          ],
        },
      ]);
    },
  );

  it("[G.6] gives the store a key in well-formed Unicode", async () => {
    const { inbox } = setUp({ orderBy: ({ payload }) => payload["key"] as string });
    await deliver(inbox, { body: '{"key":"a\\ud83d"}' });
    expect(await inbox.get("1")).toMatchObject({ orderKey: "a\ufffd" });
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
