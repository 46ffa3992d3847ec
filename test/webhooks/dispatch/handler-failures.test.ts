/** Handlers that fail: each failure is reported once, and all together at the end. */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  WebhookAggregateError,
  WebhookError,
} from "../../../src/receive/webhooks/webhook-error.js";
import type { Log } from "../../../src/receive/webhooks/types.js";
import { observeUnhandled } from "../unhandled.js";
import { opened, failureOf, createWebhooks } from "../setup.js";
import { turn } from "../../turn.js";

afterEach(() => vi.restoreAllMocks());

describe("failures", () => {
  it("[B.6] [B.13] [B.23] [B.19] are each reported once, then all", async () => {
    const webhooks = createWebhooks();
    const [first, second] = [new Error("first"), new Error("second")];
    const failed = vi.fn();
    const after = vi.fn();
    webhooks.onError(failed);
    webhooks.on("issues", () => {
      throw first;
    });
    webhooks.on("issues", () => Promise.reject(second));
    webhooks.on("issues", after);
    const error = await failureOf(webhooks.receive(opened));
    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toMatchObject({ code: "HANDLER_FAILED", status: 500, event: opened });
    expect(error.errors[0]).toBe(first);
    expect(error.errors[1]).toBe(second);
    expect(error.errors).toHaveLength(2);
    expect(after).toHaveBeenCalledOnce();
    const reported = failed.mock.calls.map(([report]) => report as WebhookError); // checked below
    expect(reported.map(({ message }) => message)).toEqual(["first", "second"]);
    for (const [index, report] of reported.entries()) {
      expect(report).toBeInstanceOf(WebhookError);
      expect(report).toMatchObject({ code: "HANDLER_FAILED", status: 500, event: opened });
      expect(report.cause).toBe([first, second][index]);
      expect(report.event).toBe(error.event);
    }
  });

  it.each<[string, unknown, string]>([
    ["undefined", undefined, "undefined"],
    ["null", null, "null"],
    ["a string", "text", "text"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a number", 0, "0"],
    ["an object without a prototype", Object.create(null), "A value without"],
    ["a message of another type", { message: 1 }, "A value without"],
    ["a function", () => "x", "A value without"],
    ["a frozen error", Object.freeze(new Error("frozen")), "frozen"],
    ["an empty message", new Error(""), ""],
    [
      "a throwing getter",
      {
        get message() {
          throw new Error("hostile");
        },
      },
      "A value without",
    ],
    ["a revoked proxy", createRevokedProxy(), "A value without"],
  ])("[B.6] survive %s, thrown or rejected with", async (_, thrown, message) => {
    const failing = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ];
    for (const handler of failing) {
      const webhooks = createWebhooks();
      const failed = vi.fn();
      webhooks.onError((error) => failed(error.message, error.cause === thrown));
      webhooks.on("issues", handler);
      const error = await failureOf(webhooks.receive(opened));
      expect(error.errors.length).toBe(1);
      expect(error.errors[0] === thrown).toBe(true);
      expect(failed.mock.calls).toEqual([[expect.stringContaining(message), true]]);
    }
  });

  it("[B.6] survive a promise that is thrown, and rejects", async () => {
    const webhooks = createWebhooks();
    const thrown = Promise.reject(new Error("later"));
    webhooks.on("issues", () => {
      throw thrown as unknown as Error; // as JavaScript would
    });
    const unhandled = await observeUnhandled(async () => {
      expect((await failureOf(webhooks.receive(opened))).errors).toEqual([thrown]);
    });
    expect(unhandled).toEqual([]);
  });

  it("[B.6] read a message once, as it may change", async () => {
    const webhooks = createWebhooks();
    const failed = vi.fn();
    const messages: unknown[] = ["first", Symbol("second")];
    webhooks.onError(({ message }) => failed(message));
    webhooks.on("issues", () => {
      throw Object.defineProperty({}, "message", { get: () => messages.shift() });
    });
    await failureOf(webhooks.receive(opened));
    expect(failed.mock.calls).toEqual([["first"]]);
  });

  it("[B.6] leave a thrown value as it was", async () => {
    const webhooks = createWebhooks();
    const thrown = new Error("thrown");
    const before = Reflect.ownKeys(thrown);
    webhooks.on("issues", () => Promise.reject(thrown));
    await failureOf(webhooks.receive(opened));
    expect(Reflect.ownKeys(thrown)).toEqual(before);
    expect("event" in thrown).toBe(false);
  });

  it.each<[string, () => unknown, number]>([
    [
      "throws in then",
      () =>
        thenable(() => {
          throw new Error("then");
        }),
      1,
    ],
    [
      "throws after it settled",
      () =>
        thenable((done) => {
          done(1);
          throw new Error("late");
        }),
      0,
    ],
    [
      "settles twice",
      () =>
        thenable((done, failed) => {
          done(1);
          failed(2);
          done(3);
        }),
      0,
    ],
    [
      "fails twice",
      () =>
        thenable((_, failed) => {
          failed(1);
          failed(2);
        }),
      1,
    ],
    [
      "has an asynchronous then that rejects",
      () => thenable(() => Promise.reject(new Error("x"))),
      1,
    ],
    [
      "settles with a rejection",
      () =>
        thenable((done) => {
          done(Promise.reject(new Error("x")));
        }),
      1,
    ],
    [
      "throws when then is read",
      () => ({
        get then() {
          throw new Error("read");
        },
      }),
      1,
    ],
    ["is a lazy subclass of Promise", () => new LazyPromise(), 1],
    [
      "is a function with a then",
      () =>
        Object.assign(
          () => 1,
          thenable((_, failed) => failed(1)),
        ),
      1,
    ],
    ["has a then that is no function", () => ({ then: "no function" }), 0],
  ])("[B.6] take a result that %s", async (_, result, failures) => {
    const webhooks = createWebhooks();
    const failed = vi.fn();
    webhooks.onError(failed);
    webhooks.on("issues", result);
    const unhandled = await observeUnhandled(async () => {
      const outcome = await webhooks.receive(opened).catch((error: unknown) => error);
      const count = outcome instanceof WebhookAggregateError ? outcome.errors.length : 0;
      expect(count).toBe(failures);
    });
    expect(failed).toHaveBeenCalledTimes(failures);
    expect(unhandled).toEqual([]);
  });

  it.each([
    ["resolves", () => StrictPromise.resolve(), false],
    ["rejects", () => StrictPromise.reject(new Error("strict")), true],
    ["resolves, as a promise of its own", () => Promise.resolve(), false],
    ["rejects, as a promise of its own", () => Promise.reject(new Error("plain")), true],
  ])("[B.6] give a plain promise where the only one %s", async (_, result, isFailure) => {
    const webhooks = createWebhooks();
    webhooks.on("issues", result);
    const received = webhooks.receive(opened);
    expect(Object.getPrototypeOf(received)).toBe(Promise.prototype);
    const outcome = await received.catch((error: unknown) => error);
    expect(outcome instanceof WebhookAggregateError).toBe(isFailure);
    if (!isFailure) expect(outcome).toBeUndefined();
  });

  it("[B.6] let a thenable that never settles keep the delivery pending", async () => {
    const webhooks = createWebhooks();
    const settled = vi.fn();
    webhooks.on("issues", () => thenable(() => undefined));
    void webhooks.receive(opened).then(settled, settled);
    await turn();
    expect(settled).not.toHaveBeenCalled();
  });

  it("[B.6] [B.19] do not wait for an asynchronous onError handler", async () => {
    const webhooks = createWebhooks();
    const failed = vi.fn(() => new Promise(() => undefined));
    webhooks.onError(failed);
    const thrown = new Error("x");
    webhooks.on("issues", () => Promise.reject(thrown));
    expect((await failureOf(webhooks.receive(opened))).errors).toEqual([thrown]);
    expect(failed).toHaveBeenCalledOnce();
  });

  it("[B.6] [B.11] log an onError handler that fails, and nothing else happens", async () => {
    const logged = vi.fn();
    const webhooks = createWebhooks({ log: { error: logged } });
    const last = vi.fn();
    webhooks.onError(() => {
      throw new Error("threw");
    });
    webhooks.onError(() => Promise.reject(new Error("rejected")));
    webhooks.onError(() => thenable((_, failed) => failed("thenable")));
    webhooks.onError(last);
    webhooks.on("issues", () => {
      throw new Error("x");
    });
    const unhandled = await observeUnhandled(async () => {
      const error = await failureOf(webhooks.receive({ ...opened, id: `1\n${"x".repeat(5000)}` }));
      expect(error.errors).toHaveLength(1);
    });
    expect(unhandled).toEqual([]);
    expect(last).toHaveBeenCalledOnce();
    expect(logged.mock.calls.map(([, thrown]) => String(thrown)).toSorted()).toEqual([
      "Error: rejected",
      "Error: threw",
      "thenable",
    ]);
    for (const [message] of logged.mock.calls) {
      expect(String(message).length).toBeLessThan(300);
      expect(message).not.toContain("\n");
    }
  });

  it.each<[string, Log]>([
    [
      "throws",
      {
        error: () => {
          throw new Error("log");
        },
      },
    ],
    ["rejects", { error: () => Promise.reject(new Error("log")) }],
    ["is empty and frozen", Object.freeze({})],
  ])("[B.6] [B.10] survive a log that %s", async (_, log) => {
    const webhooks = createWebhooks({ log });
    webhooks.onError(() => Promise.reject(new Error("x")));
    webhooks.on("issues", () => Promise.reject(new Error("y")));
    const unhandled = await observeUnhandled(() => failureOf(webhooks.receive(opened)));
    expect(unhandled).toEqual([]);
  });

  it("[B.4] [B.6] reach the onError handlers that were there at the start", async () => {
    const webhooks = createWebhooks();
    const [late, removed] = [vi.fn(), vi.fn()];
    const remove = webhooks.onError(removed);
    webhooks.on("issues", () => {
      webhooks.onError(late);
      remove();
      throw new Error("x");
    });
    await failureOf(webhooks.receive(opened));
    expect(late).not.toHaveBeenCalled();
    expect(removed).toHaveBeenCalledOnce();
  });
});

function createRevokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Starts its work only when somebody awaits it, as query builders do. */
class LazyPromise extends Promise<never> {
  constructor() {
    super(() => undefined);
  }

  static override get [Symbol.species]() {
    return Promise;
  }

  override then: Promise<never>["then"] = (fulfilled, rejected) =>
    Promise.reject(new Error("lazy")).then(fulfilled, rejected);
}

/** A subclass that follows itself, with a species of its own. */
class StrictPromise<Value> extends Promise<Value> {}

function thenable(then: (done: Settle, failed: Settle) => unknown) {
  return { then };
}

type Settle = (value: unknown) => void;
