/** An attempt: its deadline, the event that handlers get, and its lease. */
import { describe, expect, it } from "vitest";
import type { StoreBatch } from "../../src/inbox/store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import type { HandlerAccess } from "../../src/receive/webhooks/receiver.js";
import type { DispatchedEvent } from "../../src/receive/webhooks/types.js";
import { createGate } from "../http/toolkit.js";
import { HOUR, LEASE, SECOND } from "./deliveries.js";
import { settle } from "./environment.js";
import { changeReceiver } from "./receiver.js";
import { asHandled, deliver, setUpReporting } from "./setup.js";

describe("the deadline of an attempt", () => {
  it("[G.5] ends the handlers that run, and keeps what is done and what has failed", async () => {
    const { webhooks, inbox, environment, start } = setUpReporting({
      timeout: 400,
      retries: { limit: 0 },
    });
    const gate = createGate();
    const signals: AbortSignal[] = [];
    webhooks.on("note", () => "well", { id: "quick" });
    webhooks.on("note", () => Promise.reject(new Error("early")), { id: "broken" });
    webhooks.on(
      "note",
      (event) => {
        signals.push(asHandled(event).signal);
        return gate.passed;
      },
      { id: "slow" },
    );
    webhooks.onAny(() => gate.passed.then(() => Promise.reject(new Error("late"))), {
      id: "slower",
    });
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(399);
    expect(signals[0]?.aborted).toBe(false);
    await environment.elapse(1);
    expect(signals[0]?.reason).toEqual(new Error("The attempt has taken longer than 400 ms."));
    gate.open(); // too late to count
    await settle();
    const error = { attempt: 1, at: start + 400 };
    const message = "The attempt has taken longer than 400 ms.";
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      done: ["quick"],
      errors: [
        { ...error, at: start, handler: "broken", message: "early" },
        { ...error, handler: "slow", message },
        { ...error, handler: "slower", message },
      ],
    });
  });

  it("[G.5] is told also if no handler runs", async () => {
    const transform = () => new Promise(() => undefined);
    const { webhooks, inbox, environment, start } = setUpReporting(
      { timeout: 400, retries: { limit: 0 } },
      { transform },
    );
    webhooks.on("note", () => "never");
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(400);
    const [error, ...others] = (await inbox.get("1"))?.errors ?? [];
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      attempt: 1,
      at: start + 400,
      handler: "transform",
      message: "The attempt has taken longer than 400 ms.",
    });
  });

  it("[G.5] is a minute by default", async () => {
    const { webhooks, inbox, environment } = setUpReporting();
    webhooks.on("note", () => new Promise(() => undefined));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(59_999);
    expect(await inbox.get("1")).toMatchObject({ state: "running" });
    await environment.elapse(1);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", attempts: 1 });
  });

  it("[G.5] aborts nothing once the attempt is done", async () => {
    const { webhooks, inbox, environment } = setUpReporting({ timeout: 400 });
    const signals: AbortSignal[] = [];
    webhooks.on("note", (event) => void signals.push(asHandled(event).signal));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(30 * SECOND);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    expect(await inbox.get("1")).toMatchObject({ state: "done", errors: [] });
  });
});

describe("the event of an attempt", () => {
  const PLAIN = {
    id: "1",
    name: "note",
    payload: { n: 1 },
    attempt: 1,
    signal: expect.any(AbortSignal) as unknown,
  };

  it.each<[string, Partial<HandlerAccess>, object]>([
    ["of a toolkit of an older copy", { convert: undefined, equip: undefined } as never, PLAIN],
    ["of a service without values to convert", { convert: () => undefined }, PLAIN],
    [
      "whose values are converted",
      { convert: (event) => Promise.resolve({ ...event, payload: { n: 2n } }) },
      { ...PLAIN, payload: { n: 2n } },
    ],
    [
      "that can fetch something",
      { equip: (event, signal) => ({ ...event, extra: signal }) as DispatchedEvent },
      { ...PLAIN, extra: expect.any(AbortSignal) as unknown },
    ],
  ])("[G.5] has what the toolkit makes of it: one %s", async (_, changes, expected) => {
    const { inbox, events } = setUpWithAccess(changes);
    await inbox.start();
    await deliver(inbox, { body: '{"n":1}' });
    await settle();
    expect(events).toEqual([expected]);
    expect(await inbox.get("1")).toMatchObject({ state: "done", errors: [] });
  });

  it.each<[string, Partial<HandlerAccess>]>([
    ["parsed", { parse: failAtOnce }],
    ["converted", { convert: () => Promise.reject(new Error("broken")) }],
    ["converted at once", { convert: failAtOnce }],
    ["gathered for", { gather: failAtOnce }],
    ["equipped", { equip: failAtOnce }],
  ])("[G.5] that cannot be %s fails before any handler", async (_, changes) => {
    const { inbox, events, start } = setUpWithAccess(changes, { retries: { limit: 0 } });
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(events).toEqual([]);
    const error = { attempt: 1, at: start, handler: "", message: "broken" };
    expect(await inbox.get("1")).toMatchObject({ state: "dead", done: [], errors: [error] });
  });
});

describe("leases", () => {
  it("[G.7] are renewed six times in their length, or earlier with something else that is written", async () => {
    const { webhooks, inbox, store, environment, start } = setUpReporting({ lease: LEASE });
    const gate = createGate();
    const renewals: (readonly [time: number, count: number])[] = [];
    webhooks.on("note", () => gate.passed);
    const { commit: write } = store;
    store.commit = (batch: StoreBatch) => {
      renewals.push([environment.clock() - start, batch.renewals.length]);
      return write.call(store, batch);
    };
    await inbox.start();
    await deliver(inbox, { id: "1" });
    await environment.elapse(999);
    await deliver(inbox, { id: "2" });
    await environment.elapse(1);
    await deliver(inbox, { id: "3" });
    await environment.elapse(5_500);
    expect(renewals.slice(1)).toEqual([
      [999, 0],
      [1_000, 1], // of the first
      [2_000, 3],
      [4_000, 3],
      [6_000, 3],
    ]);
    gate.open();
    await environment.elapse(HOUR / 2);
    expect(renewals.at(-1)?.[1]).toBe(0);
    expect(environment.countTimers()).toBe(2); // to poll and to prune
  });
});

/** An inbox over a toolkit whose access to the handlers is changed, and the events that they get. */
function setUpWithAccess(changes: Partial<HandlerAccess>, options: Partial<InboxOptions> = {}) {
  const { webhooks } = setUpReporting();
  const changed = changeReceiver(webhooks, ({ handlers }) => ({
    handlers: { ...handlers, ...changes } as HandlerAccess,
  }));
  const events: object[] = [];
  webhooks.on("note", (event) => void events.push(asHandled(event)));
  return { ...setUpReporting({ ...options, webhooks: changed }), events };
}

function failAtOnce(): never {
  throw new Error("broken");
}
