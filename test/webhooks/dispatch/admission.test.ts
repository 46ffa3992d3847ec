/** `drain`: which deliveries are admitted after it, and when it ends. */
import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import {
  Admission,
  orAborted,
  readDrainSignal,
  Ticket,
} from "../../../src/receive/webhooks/admission.js";
import { turn } from "../../turn.js";

describe("an admission", () => {
  it("[B.27] is idle once every ticket is released, each counting once", async () => {
    const admission = new Admission();
    expect(admission.isOpen).toBe(true);
    const [first, second] = [admission.enter(), admission.enter()];
    expect([first?.isHeld, first?.isLookingUp]).toEqual([true, false]);
    const onIdle = close(admission);
    expect(admission.isOpen).toBe(false);
    expect(admission.close()).toBe(admission.close());
    first?.release();
    first?.release();
    expect([first?.isHeld, second?.isHeld]).toEqual([false, true]);
    await turn();
    expect(onIdle).not.toHaveBeenCalled();
    second?.release();
    await turn();
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it("[B.27] is idle at once if nothing is in flight, also after deliveries", async () => {
    const admission = new Admission();
    admission.enter()?.release();
    const onIdle = close(admission);
    await turn();
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it("[B.27] takes after its end only what belongs to a request in flight", async () => {
    const admission = new Admission();
    const request = admission.enter();
    const onIdle = close(admission);
    expect(admission.enter()).toBeUndefined();
    expect(admission.enter({ isHeld: true } as Ticket)).toBeUndefined();
    const delivery = admission.enter(request);
    expect(delivery).toBeInstanceOf(Ticket);
    request?.release();
    expect(admission.enter(request)).toBeUndefined();
    await turn();
    expect(onIdle).not.toHaveBeenCalled();
    delivery?.release();
    await turn();
    expect(onIdle).toHaveBeenCalledOnce();
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

/** Closes an admission; returns a mock that is called once it is idle. */
function close(admission: Admission) {
  const onIdle = vi.fn();
  void admission.close().then(onIdle);
  return onIdle;
}
