/** A store that fails: deliveries are refused, and the inbox goes on when it works again. */
import { describe, expect, it, vi } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { createGate } from "../http/toolkit.js";
import { settle } from "./environment.js";
import { deliver, setUp } from "./setup.js";

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
