/** The seam between a toolkit and its transports. */
import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { findReceiver, RECEIVER } from "../../src/receive/webhooks/receiver.js";
import {
  Admission,
  orAborted,
  readDrainSignal,
  Ticket,
} from "../../src/receive/webhooks/dispatch/admission.js";
import { createResources } from "../../src/receive/webhooks/parts/resources.js";
import { acmeCatalog, acmeParts, AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("an admission", () => {
  const close = (admission: Admission) => {
    const isIdle = vi.fn();
    void admission.close().then(isIdle);
    return isIdle;
  };

  it("[B.27] is idle once every ticket is released, each counting once", async () => {
    const admission = new Admission();
    expect(admission.isOpen).toBe(true);
    const [first, second] = [admission.enter(), admission.enter()];
    expect([first?.isHeld, first?.isLookingUp]).toEqual([true, false]);
    const isIdle = close(admission);
    expect(admission.isOpen).toBe(false);
    expect(admission.close()).toBe(admission.close());
    first?.release();
    first?.release();
    expect([first?.isHeld, second?.isHeld]).toEqual([false, true]);
    await turn();
    expect(isIdle).not.toHaveBeenCalled();
    second?.release();
    await turn();
    expect(isIdle).toHaveBeenCalledOnce();
  });

  it("[B.27] is idle at once if nothing is in flight, also after deliveries", async () => {
    const admission = new Admission();
    admission.enter()?.release();
    const isIdle = close(admission);
    await turn();
    expect(isIdle).toHaveBeenCalledOnce();
  });

  it("[B.27] takes after its end only what belongs to a request in flight", async () => {
    const admission = new Admission();
    const request = admission.enter();
    const isIdle = close(admission);
    expect(admission.enter()).toBeUndefined();
    expect(admission.enter({ isHeld: true } as Ticket)).toBeUndefined();
    const delivery = admission.enter(request);
    expect(delivery).toBeInstanceOf(Ticket);
    request?.release();
    expect(admission.enter(request)).toBeUndefined();
    await turn();
    expect(isIdle).not.toHaveBeenCalled();
    delivery?.release();
    await turn();
    expect(isIdle).toHaveBeenCalledOnce();
  });
});

describe("the options of `drain`", () => {
  const { signal } = new AbortController();

  it.each<[options: object | string, signal: AbortSignal | undefined]>([
    [{}, undefined],
    [{ signal }, signal],
    [{ signal: undefined }, undefined],
    ["SIGTERM", undefined],
    [Object.create({ signal }) as object, undefined],
  ])("[B.27] of %j have a signal, or none", (options, expected) => {
    expect(readDrainSignal(options)).toBe(expected);
  });

  it.each<[options: unknown, message: string]>([
    [null, "The options argument is null; expected an object."],
    [7, "The options argument is a number; expected an object."],
    [{ signal: null }, "`signal` is null; expected an AbortSignal."],
    [{ signall: 1 }, "Unknown option `signall`. Did you mean `signal`?"],
  ])("[B.27] are not %j", (options, message) => {
    expect(() => readDrainSignal(options as object)).toThrow(new TypeError(message));
  });
});

describe("a promise with a signal", () => {
  const never = new Promise<void>(() => undefined);

  it.each<[what: string, promise: () => Promise<void>, expected: unknown]>([
    ["resolves", () => Promise.resolve(), ["resolved", undefined]],
    ["rejects", () => Promise.reject(new Error("own")), ["rejected", new Error("own")]],
  ])("[B.27] %s as it does, and leaves no listener", async (_, promise, expected) => {
    const { signal } = new AbortController();
    const outcome = await orAborted(promise(), signal).then(
      (value) => ["resolved", value],
      (error: unknown) => ["rejected", error],
    );
    expect(outcome).toEqual(expected);
    await turn();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("[B.27] rejects with the reason, before and after the start", async () => {
    const reason = new Error("enough");
    await expect(orAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const outcome = expect(orAborted(never, controller.signal)).rejects.toBe(reason);
    controller.abort(reason);
    await outcome;
  });
});

describe("a receiver", () => {
  it("[B.26] is what a toolkit of any copy of the package has under its key", () => {
    expect(RECEIVER).toBe(Symbol.for("typewire.receiver"));
    const receiver = {};
    expect(findReceiver({ [RECEIVER]: () => receiver })).toBe(receiver);
  });

  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [{}, "an object"],
    ["webhooks", "a string"],
    [{ [RECEIVER]: () => undefined }, "an object"],
  ])("[B.26] is not that of %j", (value, kind) => {
    expect(() => findReceiver(value)).toThrow(
      new TypeError(
        `\`webhooks\` is ${kind}; expected a Webhooks instance, such as \`new Webhooks({ secret })\`.`,
      ),
    );
  });

  it("[B.26] tells a transport what it needs", async () => {
    const webhooks = new AcmeWebhooks({ secret: SECRET, log: {} });
    const receiver = findReceiver(webhooks);
    expect(receiver.catalog).toBe(acmeCatalog);
    expect(receiver.parts.scheme).toBe(acmeParts.scheme);
    expect(receiver.reader.scheme).toBe(acmeParts.scheme);
    expect([receiver.reader.hasJson, receiver.reader.takesUnsigned]).toEqual([true, false]);
    expect(receiver.looksUpSecrets).toBe(false);
    const looking = findReceiver(new AcmeWebhooks({ secret: () => SECRET, log: {} }));
    expect(looking.looksUpSecrets).toBe(true);
    expect(["push", "issues.opened", "error", "a*"].map(receiver.isReserved)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const signature = webhooks.sign("{}");
    expect(receiver.sign?.("{}")).toBe(signature);
    const run = vi.fn();
    webhooks.on("push", run, { id: "own" });
    await receiver.verifyAndReceive({ name: "push", payload: "{}", signature });
    expect(run).toHaveBeenCalledOnce();
    await webhooks.drain();
    expect(receiver.admission.isOpen).toBe(false);
  });

  it("[G.5] gives an inbox its handlers", async () => {
    const webhooks = new AcmeWebhooks({ secret: SECRET, log: {} });
    const { handlers } = findReceiver(webhooks);
    const [own, any, failed] = [vi.fn(), vi.fn(), vi.fn()];
    webhooks.on("issues.opened", own, { id: "own", once: true });
    webhooks.onAny(any);
    webhooks.onError(failed);
    const event = { id: "1", name: "issues", payload: { action: "opened" } };
    const gathered = handlers?.gather(event);
    expect(gathered).toMatchObject({ forEvent: [], forAny: [any], forErrors: [failed] });
    expect(gathered?.forAction.map((handler) => handlers?.readId(handler))).toEqual(["own"]);
    expect(handlers?.readId(any)).toBeUndefined();
    expect(handlers?.parse(new TextEncoder().encode('{"a":1}'))).toEqual({ a: 1 });
    expect(handlers?.equip?.(event, new AbortController().signal)).toBe(event);
    const runs: unknown[] = [];
    const run = (...given: unknown[]) => {
      runs.push(given[0]);
      return undefined;
    };
    const body = '{"action":"opened"}';
    const signature = webhooks.sign(body);
    await handlers?.verifyAndRun({ id: "1", name: "issues", payload: body, signature }, run);
    await handlers?.receive?.({ id: "1", name: "issues", payload: { action: "opened" } }, run);
    expect(runs).toEqual([event, event]);
    expect([own, any].map((handler) => handler.mock.calls.length)).toEqual([0, 0]);
  });
});

describe("a resource of an event", () => {
  const resource = { route: "GET /a/{b}", parameters: { b: "data.id", c: "none" } };
  const event = { id: "1", name: "push", payload: { data: { id: 7 } } };

  it("[B.38] is requested once, by the values of the payload", async () => {
    const calls: unknown[] = [];
    const client = {
      request: (...given: unknown[]) => {
        calls.push(given);
        return Promise.resolve({ data: { found: calls.length } });
      },
    };
    for (const given of [client, { client }]) {
      calls.length = 0;
      const equip = createResources({ push: resource })(given);
      const { signal } = new AbortController();
      const equipped = equip("push", event, signal) as typeof event & { fetch(): Promise<unknown> };
      expect(equipped).toEqual({ ...event, fetch: expect.any(Function) as unknown });
      expect(calls).toEqual([]);
      expect(await equipped.fetch()).toEqual({ found: 1 });
      expect(equipped.fetch()).toBe(equipped.fetch());
      expect(calls).toEqual([["GET /a/{b}", { b: 7, c: undefined }, { signal }]]);
      const other = equip("push", event) as typeof equipped;
      await other.fetch();
      expect(calls[1]).toEqual(["GET /a/{b}", { b: 7, c: undefined }, {}]);
      expect(equip("another", event)).toBe(event);
    }
  });
});
