/** `drain()`: no delivery is claimed any more, and those that are handled are finished. */
import { describe, expect, it } from "vitest";
import { createGate } from "../http/toolkit.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

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
