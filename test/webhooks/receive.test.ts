/** `receive`: handlers run for an event that is trusted. */
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sign } from "../../generated/methods.js";
import { SECRET } from "../cases/webhooks/acme.js";
import { createGate } from "../http/toolkit.js";
import { opened, firstArgument, createWebhooks } from "./setup.js";
import { turn } from "../turn.js";

afterEach(() => vi.restoreAllMocks());

describe("receive", () => {
  it("[B.4] [B.22] runs the handlers from the most specific on", async () => {
    const webhooks = createWebhooks();
    const order: string[] = [];
    webhooks.onAny(() => order.push("any"));
    webhooks.on("issues", () => order.push("issues"));
    webhooks.on("issues.opened", () => order.push("issues.opened"));
    webhooks.on("issues.closed", () => order.push("issues.closed"));
    webhooks.on("push", () => order.push("push"));
    const received = webhooks.receive(opened);
    expect(order).toEqual(["issues.opened", "issues", "any"]);
    await expect(received).resolves.toBeUndefined();
  });

  it("[B.12] [B.17] [B.18] passes the event", async () => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    webhooks.on(["issues", "issues.opened"] as const, run);
    webhooks.onAny(run);
    const delivery = Object.freeze({ ...opened, extra: 1 });
    await webhooks.receive(delivery);
    expect(run.mock.calls).toEqual([[opened], [opened], [opened]]);
    expect(firstArgument(run)).toHaveProperty("payload", opened.payload);
  });

  it("[B.12] has the empty string for an absent id", async () => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    webhooks.onAny(run);
    await webhooks.receive({ name: "push", payload: {} });
    expect(run).toHaveBeenCalledExactlyOnceWith({ id: "", name: "push", payload: {} });
  });

  it.each([
    [{}],
    [{ action: 1 }],
    [{ action: null }],
    [{ action: ["opened"] }],
    [{ action: { toString: () => "opened" } }],
  ])("[B.4] [B.22] emits the event name alone for %j", async (payload) => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    webhooks.on(["issues", "issues.opened"], run);
    await webhooks.receive({ name: "issues", payload });
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.4] [B.6] refuses a name with an action: the action comes from the payload", async () => {
    const webhooks = createWebhooks();
    const [run, failed] = [vi.fn(), vi.fn()];
    webhooks.on(["issues", "issues.opened", "issues.closed"], run);
    webhooks.onAny(run);
    webhooks.onError(failed);
    const payload = '{"action":"closed"}';
    const signed = { payload, signature: sign(SECRET, payload) };
    for (const name of ["issues.opened", "issues.", ".opened", "."]) {
      for (const received of [
        webhooks.receive({ id: "1", name, payload: { action: "closed" } }),
        webhooks.verifyAndReceive({ id: "1", name, ...signed }),
      ]) {
        await expect(received).rejects.toMatchObject({
          name: "AggregateError",
          code: "INVALID_EVENT_NAME",
          status: 400,
          event: { id: "1", name, payload: undefined },
        });
      }
    }
    expect(run).not.toHaveBeenCalled();
    expect(failed).toHaveBeenCalledTimes(8);
    expect(firstArgument(failed)).toMatchObject({
      code: "INVALID_EVENT_NAME",
      status: 400,
      message:
        "The event name holds an action: give the event alone, because the action is read from the payload.",
    });
  });

  it.each(["*", "error", "__proto__", "constructor", "toString"])(
    "[B.8] [B.23] is not confused by an event of the name %s",
    async (name) => {
      const webhooks = createWebhooks();
      const [any, failed] = [vi.fn(), vi.fn()];
      webhooks.onAny(any);
      webhooks.onError(failed);
      await webhooks.receive({ name, payload: { action: name } });
      expect(any).toHaveBeenCalledOnce();
      expect(failed).not.toHaveBeenCalled();
    },
  );

  it("[B.4] resolves with nothing, also without handlers", async () => {
    const webhooks = createWebhooks();
    await expect(webhooks.receive({ name: "nothing", payload: {} })).resolves.toBeUndefined();
    webhooks.on("push", () => Promise.resolve("a value"));
    await expect(webhooks.receive({ name: "push", payload: {} })).resolves.toBeUndefined();
  });

  it("[B.4] starts all handlers at once and waits for the last", async () => {
    const webhooks = createWebhooks();
    const gates = [createGate(), createGate(), createGate()];
    const started: number[] = [];
    gates.forEach((open, index) => {
      webhooks.on("push", () => {
        started.push(index);
        return open.passed;
      });
    });
    let done = false;
    const received = webhooks.receive({ name: "push", payload: {} }).then(() => (done = true));
    expect(started).toEqual([0, 1, 2]);
    gates[2]?.open();
    gates[0]?.open();
    await turn();
    expect(done).toBe(false);
    gates[1]?.open();
    await received;
  });

  it("[B.4] runs the handlers that were there at the start", async () => {
    const webhooks = createWebhooks();
    const late = vi.fn();
    const removed = vi.fn();
    webhooks.on("issues.opened", () => {
      webhooks.on("issues.opened", late);
      webhooks.on("issues", late);
      webhooks.onAny(late);
      webhooks.removeListener("issues", removed);
      webhooks.removeListener("*", removed);
    });
    webhooks.on("issues", removed);
    webhooks.onAny(removed);
    await webhooks.receive(opened);
    expect(late).not.toHaveBeenCalled();
    expect(removed).toHaveBeenCalledTimes(2);
    await webhooks.receive(opened);
    expect(late).toHaveBeenCalledTimes(3);
    expect(removed).toHaveBeenCalledTimes(2);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a string", "push"],
    ["no name", { payload: {} }],
    ["an empty name", { name: "", payload: {} }],
    ["a name of another type", { name: ["push"], payload: {} }],
    ["an id of another type", { id: 1, name: "push", payload: {} }],
    ["no payload", { name: "push" }],
    ["null as the payload", { name: "push", payload: null }],
    ["an array", { name: "push", payload: [] }],
    ["a raw payload", { name: "push", payload: "{}" }],
    ["raw bytes", { name: "push", payload: new Uint8Array([123, 125]) }],
    [
      "a throwing getter",
      {
        get name() {
          throw new TypeError("hostile");
        },
      },
    ],
  ])("[B.4] rejects %s with a TypeError, and never throws", async (_, delivery) => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    webhooks.onAny(run);
    webhooks.onError(run);
    const received = webhooks.receive(delivery as typeof opened); // as JavaScript would pass it
    await expect(received).rejects.toThrow(TypeError);
    expect(run).not.toHaveBeenCalled();
  });

  it.each<[string, object]>([
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 })],
    [
      "an object of a class",
      new (class Payload {
        readonly a = 1;
      })(),
    ],
    ["an object of another realm", runInNewContext("({ a: 1 })") as object],
  ])("[B.4] takes %s as the payload", async (_, payload) => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    webhooks.onAny(run);
    await webhooks.receive({ name: "push", payload });
    expect(run.mock.calls).toEqual([[expect.objectContaining({ payload })]]);
  });
});
