/** Handlers: how they are registered, and how they are removed. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf, createWebhooks } from "../setup.js";

afterEach(() => vi.restoreAllMocks());

describe("registration", () => {
  it("[B.17] [B.8] returns what removes that very registration, once", async () => {
    const webhooks = createWebhooks();
    const calls: string[] = [];
    const twice = () => calls.push("twice");
    const removeFirst = webhooks.on("push", twice);
    webhooks.on("push", () => calls.push("between"));
    const removeSecond = webhooks.on("push", twice);
    removeFirst();
    removeFirst();
    await webhooks.receive({ name: "push", payload: {} });
    expect(calls).toEqual(["between", "twice"]);
    removeSecond();
    calls.length = 0;
    await webhooks.receive({ name: "push", payload: {} });
    expect(calls).toEqual(["between"]);
  });

  it("[B.17] [B.8] undoes a registration for several names at once", async () => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    const names = ["issues", "push"];
    const remove = webhooks.on(names, run);
    names.push("label");
    for (const name of ["issues", "push", "label"]) await webhooks.receive({ name, payload: {} });
    expect(run).toHaveBeenCalledTimes(2);
    remove();
    for (const name of ["issues", "push"]) await webhooks.receive({ name, payload: {} });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("[B.20] keeps nothing of a name that no handler was registered for", () => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    const set = vi.spyOn(Map.prototype, "set");
    webhooks.removeListener(["push", "issues.opened"], run);
    expect(set).not.toHaveBeenCalled();
  });

  it("[B.20] removes only the most recent registration", async () => {
    const webhooks = createWebhooks();
    const calls: string[] = [];
    const twice = () => calls.push("twice");
    webhooks.on("push", twice);
    webhooks.on("push", () => calls.push("between"));
    webhooks.on("push", twice);
    webhooks.removeListener("push", twice);
    await webhooks.receive({ name: "push", payload: {} });
    expect(calls).toEqual(["twice", "between"]);
    webhooks.removeListener("push", twice);
    webhooks.removeListener("push", twice);
    calls.length = 0;
    await webhooks.receive({ name: "push", payload: {} });
    expect(calls).toEqual(["between"]);
  });

  it("[B.20] and the returned function agree", async () => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    const removals = [1, 2, 3, 4].map(() => webhooks.on("push", run));
    removals[2]?.();
    webhooks.removeListener("push", run); // the fourth
    removals[3]?.();
    webhooks.removeListener("push", run); // the second
    await webhooks.receive({ name: "push", payload: {} });
    expect(run).toHaveBeenCalledOnce();
    removals[0]?.();
    webhooks.on("push", run);
    for (const remove of removals) remove();
    await webhooks.receive({ name: "push", payload: {} });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("[B.20] [B.23] [B.18] [B.19] knows * and error", async () => {
    const webhooks = createWebhooks();
    const [any, failed] = [vi.fn(), vi.fn()];
    const throwing = () => {
      throw new Error("x");
    };
    webhooks.onAny(any);
    webhooks.onAny(any);
    webhooks.onError(failed);
    webhooks.on("push", throwing);
    webhooks.removeListener("*", any);
    await failureOf(webhooks.receive({ name: "push", payload: {} }));
    expect([any.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1]);
    webhooks.removeListener("error", failed);
    webhooks.removeListener(["*", "push"], any);
    await failureOf(webhooks.receive({ name: "push", payload: {} }));
    expect([any.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1]);
  });

  it("[B.18] [B.19] [B.8] return what removes the registration", async () => {
    const webhooks = createWebhooks();
    const [any, failed] = [vi.fn(), vi.fn()];
    const removeAny = webhooks.onAny(any);
    const removeError = webhooks.onError(failed);
    removeAny();
    removeError();
    webhooks.on("push", () => Promise.reject(new Error("x")));
    await failureOf(webhooks.receive({ name: "push", payload: {} }));
    expect(any).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  it.each(["push", "toString", "__proto__", "*", "error", "never.registered"])(
    "[B.20] [B.8] does nothing for %s without registrations",
    (name) => {
      expect(() => createWebhooks().removeListener(name, () => 1)).not.toThrow();
    },
  );

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "a b", "é"])(
    "[B.8] takes %s as an ordinary unknown name",
    async (name) => {
      const warn = vi.fn();
      const webhooks = createWebhooks({ log: { warn } });
      const run = vi.fn();
      webhooks.on(name, run);
      await webhooks.receive({ name, payload: {} });
      await webhooks.receive({ name: "push", payload: {} });
      expect(run).toHaveBeenCalledOnce();
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  it("[B.8] [B.11] warns once of each unknown name, with the nearest known one", () => {
    const warn = vi.fn();
    const webhooks = createWebhooks({ log: { warn } });
    webhooks.removeListener("isues.opened", () => 1);
    webhooks.on(["issues", "isues.opened"], () => 1)();
    webhooks.on("isues.opened", () => 1);
    webhooks.on("label.created", () => 1);
    expect(warn.mock.calls).toEqual([
      ['"isues.opened" is not a known event name. Did you mean "issues.opened"?'],
    ]);
    createWebhooks({ log: { warn } }).on("isues.opened", () => 1);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it.each<[string, string]>([
    ["*", "onAny()"],
    ["error", "onError()"],
  ])("[B.8] [B.23] points from on(%j) to %s", (name, method) => {
    expect(() => createWebhooks().on(name, () => 1)).toThrow(method);
    expect(() => createWebhooks().on(["push", name], () => 1)).toThrow(TypeError);
  });

  it("[B.17] [B.20] refuses what is no name or no handler, whole", async () => {
    const run = vi.fn();
    for (const names of [undefined, null, "", 1, {}, [], [""], ["push", 1], ["push", "error"]]) {
      const webhooks = createWebhooks();
      const untyped = names as string; // as JavaScript would pass it
      expect(() => webhooks.on(untyped, run)).toThrow(TypeError);
      await webhooks.receive({ name: "push", payload: {} });
    }
    expect(run).not.toHaveBeenCalled();
    const webhooks = createWebhooks();
    webhooks.on("push", run);
    expect(() => webhooks.removeListener(["push", ""], run)).toThrow(TypeError);
    for (const handler of [undefined, null, {}, "run"]) {
      const untyped = handler as () => unknown; // as JavaScript would pass it
      expect(() => webhooks.on("push", untyped)).toThrow(TypeError);
      expect(() => webhooks.onAny(untyped)).toThrow(TypeError);
      expect(() => webhooks.onError(untyped)).toThrow(TypeError);
      expect(() => webhooks.removeListener("push", untyped)).toThrow(TypeError);
    }
    await webhooks.receive({ name: "push", payload: {} });
    expect(run).toHaveBeenCalledOnce();
  });

  it.each<[names: unknown, handler: unknown, message: string]>([
    [[], () => 1, "The array of event names is empty; expected names."],
    ["", () => 1, "The event name is an empty string; expected a non-empty string."],
    [["push", 1], () => 1, "The event name is a number; expected a non-empty string."],
    ["push", "run", "The handler is a string; expected a function."],
  ])("[B.17] says what is wrong with on(%j, %o)", (names, handler, message) => {
    const { on, removeListener } = createWebhooks();
    for (const call of [on, removeListener])
      expect(() => call(names as string, handler as () => unknown)).toThrow(new TypeError(message));
  });

  it.each<[options: unknown, message: string]>([
    [1, "The options of the handler is a number; expected an object."],
    [{ once: 1 }, "`once` is a number; expected a boolean."],
    [{ signal: 1 }, "`signal` is a number; expected an AbortSignal."],
    [{ id: "" }, "The `id` of the handler is an empty string; expected a non-empty string."],
    [{ onse: true }, "Unknown option `onse`. Did you mean `once`?"],
  ])("[B.17] [B.18] says what is wrong with the options %j", (options, message) => {
    const webhooks = createWebhooks();
    const untypedOptions = options as object;
    expect(() => webhooks.on("push", () => 1, untypedOptions)).toThrow(new TypeError(message));
    expect(() => webhooks.onAny(() => 1, untypedOptions)).toThrow(new TypeError(message));
  });
});
