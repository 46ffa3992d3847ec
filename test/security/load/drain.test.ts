/** `drain()` of a toolkit: it takes no further delivery, and finishes those that it has taken. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { WebhookAggregateError } from "../../../src/receive/webhooks/webhook-error.js";
import type { WebhookError } from "../../../src/receive/webhooks/webhook-error.js";
import { createChallenges } from "../../../src/receive/webhooks/parts/challenge.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import {
  catalog,
  createGate,
  createToolkit,
  parts,
  payload,
  secret,
  signature,
} from "../../http/toolkit.js";
import { follow, turnSomeTimes } from "./pending.js";

const Webhooks = bindWebhooks(catalog, parts);
const delivery = { id: "1", name: "note", payload: { action: "created" } };
const signed = { id: "1", name: "note", payload, signature: signature(payload) };

describe("drain", () => {
  it("[B.27] resolves when nothing is in flight, and each time", async () => {
    const { webhooks } = createToolkit();
    await webhooks.receive(delivery);
    expect(await webhooks.drain()).toBeUndefined();
    await webhooks.drain();
    await Promise.all([webhooks.drain(), webhooks.drain({})]);
  });

  it("[B.27] works taken off its instance, with the arguments of a signal's listener", async () => {
    const { drain, receive } = createToolkit().webhooks;
    await (drain as (...values: unknown[]) => Promise<void>)("SIGTERM", 15);
    await expect(receive(delivery)).rejects.toMatchObject({ code: "DRAINING" });
  });

  it.each([
    ["receive", (webhooks: Toolkit) => webhooks.receive(delivery)],
    ["verifyAndReceive", (webhooks: Toolkit) => webhooks.verifyAndReceive(signed)],
  ])("[B.27] waits for the handlers of %s", async (_, deliver) => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const received = [deliver(webhooks), deliver(webhooks)];
    const drained = follow(webhooks.drain());
    await turnSomeTimes();
    expect(drained.state()).toBe("pending");
    gate.open();
    await Promise.all(received);
    await drained.ended;
    expect(drained.state()).toBe("done");
  });

  it("[B.27] waits for an asynchronous transform, and for the handlers after it", async () => {
    const gates = [createGate(), createGate()];
    const webhooks = new Webhooks({ secret, transform: () => gates[0]?.passed });
    webhooks.on("note", () => gates[1]?.passed);
    const received = webhooks.receive(delivery);
    const drained = follow(webhooks.drain());
    for (const gate of gates) {
      await turnSomeTimes();
      expect(drained.state()).toBe("pending");
      gate.open();
    }
    await Promise.all([received, drained.ended]);
  });

  it("[B.27] waits for the validation", async () => {
    const gate = createGate();
    const validate = () => gate.passed.then(() => ({ valid: true }) as const);
    const webhooks = new Webhooks({ secret, validation: { validate } });
    const received = webhooks.receive(delivery);
    const drained = follow(webhooks.drain());
    await turnSomeTimes();
    expect(drained.state()).toBe("pending");
    gate.open();
    await Promise.all([received, drained.ended]);
  });

  it("[B.27] resolves although deliveries fail, and counts each once", async () => {
    const gate = createGate();
    const { webhooks, failures } = createToolkit({ handler: () => gate.passed });
    const wrong = { ...signed, signature: signature("other") };
    await expect(webhooks.verifyAndReceive(wrong)).rejects.toMatchObject({ status: 400 });
    await expect(webhooks.receive({ name: "" } as never)).rejects.toThrow(TypeError);
    const received = webhooks.receive(delivery);
    const drained = follow(webhooks.drain());
    await turnSomeTimes();
    expect(drained.state()).toBe("pending");
    gate.fail(new Error("late"));
    await expect(received).rejects.toMatchObject({ code: "HANDLER_FAILED" });
    await drained.ended;
    expect(failures).toHaveLength(2);
  });

  it.each<[what: string, options: Setup, deliver: (webhooks: Toolkit) => Promise<unknown>]>([
    ["an event", {}, (webhooks) => webhooks.receive(delivery)],
    ["a verified event", {}, (webhooks) => webhooks.verifyAndReceive(signed)],
    ["a name with an action", {}, (webhooks) => webhooks.receive({ ...delivery, name: "a.b" })],
    [
      "a verified name with an action",
      {},
      (webhooks) => webhooks.verifyAndReceive({ ...signed, name: "a.b" }),
    ],
    [
      "a malformed delivery",
      {},
      (webhooks) => webhooks.receive({ name: "a", payload: 1 } as never),
    ],
    [
      "a payload that cannot be read",
      {},
      (webhooks) => webhooks.receive({ ...delivery, payload: createUnreadable() }),
    ],
    [
      "a wrong signature",
      {},
      (webhooks) => webhooks.verifyAndReceive({ ...signed, signature: signature("other") }),
    ],
    [
      "a secret that cannot be looked up",
      { secret: fail },
      (webhooks) => webhooks.verifyAndReceive(signed),
    ],
    [
      "a secret that is unknown",
      { secret: () => undefined },
      (webhooks) => webhooks.verifyAndReceive(signed),
    ],
    [
      "a handler that throws",
      { handler: () => expect.fail("x") },
      (webhooks) => webhooks.receive(delivery),
    ],
    ["a handler that rejects", { handler: fail }, (webhooks) => webhooks.receive(delivery)],
    ["a transform that rejects", { transform: fail }, (webhooks) => webhooks.receive(delivery)],
    [
      "a validation that fails",
      { validation: { validate: fail, onInvalid: "throw" } },
      (webhooks) => webhooks.receive(delivery),
    ],
    ["a challenge", { isChallenged: true }, (webhooks) => webhooks.verifyAndReceive(signed)],
  ])("[B.27] waits for nothing after %s", async (_, options, deliver) => {
    const { handler, isChallenged, ...toolkitOptions } = options;
    const challenge = createChallenges([{ when: { path: "action" }, answer: {} }]);
    const WithChallenge = bindWebhooks(catalog, { ...parts, challenge });
    const webhooks = new (isChallenged ? WithChallenge : Webhooks)({
      secret,
      log: {},
      ...toolkitOptions,
    });
    webhooks.on("note", () => handler?.());
    await deliver(webhooks).catch(() => undefined);
    const drained = follow(webhooks.drain());
    await turnSomeTimes();
    expect(drained.state()).toBe("done");
  });

  it.each([
    ["receive", (webhooks: Toolkit) => webhooks.receive(delivery)],
    ["verifyAndReceive", (webhooks: Toolkit) => webhooks.verifyAndReceive(signed)],
  ])("[B.27] lets %s reject from the call on", async (_, receive) => {
    const { webhooks, received, failures } = createToolkit();
    const drained = webhooks.drain();
    const error: unknown = await receive(webhooks).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookAggregateError);
    expect(error).toMatchObject({
      code: "DRAINING",
      status: 503,
      event: { id: "1", name: "note" },
    });
    expect(failures.map(({ code }: WebhookError<unknown>) => code)).toEqual(["DRAINING"]);
    expect(received).toEqual([]);
    await drained;
    await expect(receive(webhooks)).rejects.toMatchObject({ code: "DRAINING" });
  });

  it("[B.27] takes nothing more from a handler either, and may be called by one", async () => {
    const webhooks = new Webhooks({ secret, log: {} });
    let drained: Promise<void> | undefined;
    webhooks.on("note", async () => {
      drained = webhooks.drain();
      await webhooks.receive({ name: "ping", payload: {} });
    });
    await expect(webhooks.receive(delivery)).rejects.toMatchObject({ code: "HANDLER_FAILED" });
    await drained;
  });

  it("[B.27] rejects with the reason of a signal, stays closed, and leaves no listener", async () => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const received = webhooks.receive(delivery);
    const controller = new AbortController();
    const { signal } = controller;
    const drained = webhooks.drain({ signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    const reason = new Error("enough");
    const outcome = expect(drained).rejects.toBe(reason);
    controller.abort(reason);
    await outcome;
    await expect(webhooks.drain({ signal })).rejects.toBe(reason);
    await expect(webhooks.receive(delivery)).rejects.toMatchObject({ code: "DRAINING" });
    const other = new AbortController();
    const drainedAgain = webhooks.drain({ signal: other.signal });
    gate.open();
    await Promise.all([received, drainedAgain]);
    for (const used of [signal, other.signal]) {
      expect(getEventListeners(used, "abort")).toEqual([]);
    }
  });

  it.each([[null], [1], ["20s"], [{}]])("[B.27] rejects %j as a signal", async (signal) => {
    const { webhooks } = createToolkit();
    await expect(webhooks.drain({ signal } as never)).rejects.toThrow(TypeError);
    await webhooks.receive(delivery); // a mistake in the call closes nothing
  });

  it("[B.27] of one toolkit leaves another as it is", async () => {
    const [first, second] = [createToolkit(), createToolkit()];
    await first.webhooks.drain();
    await second.webhooks.receive(delivery);
    expect(second.received).toHaveLength(1);
  });
});

function fail(): Promise<never> {
  return Promise.reject(new Error("x"));
}

/** A payload that throws when its action is read. */
function createUnreadable(): object {
  return {
    get action(): never {
      throw new Error("x");
    },
  };
}

type Toolkit = ReturnType<typeof createToolkit>["webhooks"];

/** Options of a toolkit, with its handler, and whether it answers a challenge. */
interface Setup extends Partial<Omit<ConstructorParameters<typeof Webhooks>[0], "log">> {
  readonly handler?: () => unknown;
  readonly isChallenged?: boolean;
}
