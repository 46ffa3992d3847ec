import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi, type Mock } from "vitest";
import { WebhookAggregateError, WebhookError } from "../../src/receive/webhooks/webhook-error.js";
import type { Log } from "../../src/receive/webhooks/types.js";
import type { RawPayload } from "../../src/receive/signatures/types.js";
import { findReceiver } from "../../src/receive/webhooks/receiver.js";
import { sign } from "../../generated/methods.js";
import { acmeCatalog, AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";
import { malformedSignatures } from "../cases/webhooks/signatures.js";
import { observeUnhandled } from "./unhandled.js";

const opened = { id: "1", name: "issues", payload: { action: "opened" } } as const;

afterEach(() => vi.restoreAllMocks());

describe("new Webhooks", () => {
  it("[B.11] [B.26] returns the toolkit", () => {
    const webhooks = create();
    expect(webhooks).toBeInstanceOf(AcmeWebhooks);
    expect(AcmeWebhooks.name).toBe("Webhooks");
    expect(findReceiver(webhooks).catalog).toBe(acmeCatalog);
    expect(webhooks.sign("{}")).toBe(sign(SECRET, "{}"));
  });

  it("[B.11] [B.2] refuses options of another type", () => {
    const boxed: unknown = Object("a");
    const wrong: unknown[] = [
      undefined,
      null,
      "secret",
      {},
      ...[undefined, null, "", 1, {}, ["a"], boxed, new Uint8Array()].map((secret) => ({
        secret,
      })),
      ...[null, "a", {}, new Set(["a"]), [""], ["a", 1], [undefined], new Array(1)].map(
        (additionalSecrets) => ({ secret: "s", additionalSecrets }),
      ),
      ...[null, "a", {}].map((transform) => ({ secret: "s", transform })),
      ...[null, "a", { warn: "a" }].map((log) => ({ secret: "s", log })),
    ];
    for (const options of wrong) {
      // As JavaScript would pass it.
      expect(() => new AcmeWebhooks(options as { secret: string })).toThrow(TypeError);
    }
  });

  it.each([
    [{}, "`secret` is undefined"],
    [{ secret: null }, "`secret` is null"],
    [{ secret: "" }, "`secret` is an empty string"],
    [
      { secret: SECRET, additionalSecrets: ["old", undefined] },
      "`additionalSecrets[1]` is undefined",
    ],
  ])("[B.2] says of the options %j which secret is missing, and what to do", (options, got) => {
    const construct = () => new AcmeWebhooks(options as { secret: string }); // as JavaScript would
    expect(construct).toThrow(
      `${got}; expected the secret that the service shows, or its bytes. If an environment variable holds it, set that.`,
    );
    expect(construct).not.toThrow(SECRET);
  });

  it.each<[options: unknown, message: string]>([
    [
      undefined,
      "The argument of `new Webhooks()` is undefined; expected an object with a `secret`.",
    ],
    [{ additionalSecrets: "a" }, "`additionalSecrets` is a string; expected an array of secrets."],
    [
      { secret: () => SECRET, additionalSecrets: ["a"] },
      "`additionalSecrets` is an array; expected nothing beside a function.",
    ],
    [{ transform: 1 }, "`transform` is a number; expected a function."],
    [{ log: 1 }, "`log` is a number; expected an object such as `console`."],
    ...["debug", "info", "warn", "error"].map((level): [unknown, string] => [
      { log: { [level]: 1 } },
      `\`log.${level}\` is a number; expected a function.`,
    ]),
    [{ validation: 1 }, "`validation.validate` is undefined; expected a function."],
    [{ validation: { validate: 1 } }, "`validation.validate` is a number; expected a function."],
    [
      { validation: { validate: () => undefined, onInvalid: "x" } },
      '`validation.onInvalid` is "x"; expected one of throw, warn, ignore.',
    ],
    [
      { client: {} },
      "`client` is an object; expected none, as no event of the service has a resource to fetch.",
    ],
  ])("[B.11] says what is wrong in %j", (options, message) => {
    const given = options === undefined ? undefined : { secret: SECRET, ...(options as object) };
    expect(() => new AcmeWebhooks(given as { secret: string })).toThrow(new TypeError(message));
  });

  it("[B.2] accepts any of the secrets, signs with the first, and keeps its own copy", async () => {
    const additionalSecrets = ["old", "older"];
    const webhooks = create({ additionalSecrets });
    additionalSecrets.splice(0, 2, "new");
    const run = vi.fn();
    webhooks.on("issues", run);
    for (const secret of [SECRET, "old", "older"]) {
      expect(webhooks.verify("{}", sign(secret, "{}"))).toBe(true);
      await webhooks.verifyAndReceive({ ...opened, payload: "{}", signature: sign(secret, "{}") });
    }
    expect(run).toHaveBeenCalledTimes(3);
    expect(webhooks.sign("{}")).toBe(sign(SECRET, "{}"));
    expect(webhooks.verify("{}", sign("new", "{}"))).toBe(false);
    expect(create({ additionalSecrets: [] }).verify("{}", sign("old", "{}"))).toBe(false);
  });

  it("[B.2] shows its secrets nowhere", () => {
    const webhooks = create({ additionalSecrets: ["another secret"] });
    const shown = [
      inspect(webhooks, { showHidden: true, depth: 9, getters: true }),
      JSON.stringify(webhooks),
      Object.getOwnPropertyNames(webhooks).join(),
    ].join();
    for (const secret of [SECRET, "another secret", Buffer.from(SECRET).toString("hex")]) {
      expect(shown).not.toContain(secret);
    }
  });

  it("[B.11] works with its methods taken off, and is open to subclasses", async () => {
    const run = vi.fn();
    const { on, receive, verify, removeListener } = create();
    on("issues", run);
    await receive(opened);
    expect(verify("{}", sign(SECRET, "{}"))).toBe(true);
    removeListener("issues", run);
    await receive(opened);
    expect(run).toHaveBeenCalledOnce();
    class Prefixed extends AcmeWebhooks {
      override sign(payload: string) {
        return `> ${super.sign(payload)}`;
      }
    }
    expect(new Prefixed({ secret: SECRET }).sign("{}")).toBe(`> ${sign(SECRET, "{}")}`);
  });

  it("[B.14] [B.15] throws for what is missing", () => {
    const { sign: signText, verify } = create() as unknown as Record<
      "sign" | "verify",
      (...values: unknown[]) => unknown
    >; // called as JavaScript would
    expect(() => signText()).toThrow(TypeError);
    expect(() => signText("")).toThrow(TypeError);
    expect(() => signText({})).toThrow(TypeError);
    expect(() => verify()).toThrow(TypeError);
    expect(() => verify("{}")).toThrow(TypeError);
    expect(() => verify(undefined, sign(SECRET, "{}"))).toThrow(TypeError);
  });
});

describe("receive", () => {
  it("[B.4] [B.22] runs the handlers from the most specific on", async () => {
    const webhooks = create();
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
    const webhooks = create();
    const run = vi.fn();
    webhooks.on(["issues", "issues.opened"] as const, run);
    webhooks.onAny(run);
    const delivery = Object.freeze({ ...opened, extra: 1 });
    await webhooks.receive(delivery);
    expect(run.mock.calls).toEqual([[opened], [opened], [opened]]);
    expect(firstOf(run)).toHaveProperty("payload", opened.payload);
  });

  it("[B.12] has the empty string for an absent id", async () => {
    const webhooks = create();
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
    const webhooks = create();
    const run = vi.fn();
    webhooks.on(["issues", "issues.opened"], run);
    await webhooks.receive({ name: "issues", payload });
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.4] [B.6] refuses a name with an action: the action comes from the payload", async () => {
    const webhooks = create();
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
    expect(firstOf(failed)).toMatchObject({
      code: "INVALID_EVENT_NAME",
      status: 400,
      message:
        "The event name holds an action: give the event alone, because the action is read from the payload.",
    });
  });

  it.each(["*", "error", "__proto__", "constructor", "toString"])(
    "[B.8] [B.23] is not confused by an event of the name %s",
    async (name) => {
      const webhooks = create();
      const [any, failed] = [vi.fn(), vi.fn()];
      webhooks.onAny(any);
      webhooks.onError(failed);
      await webhooks.receive({ name, payload: { action: name } });
      expect(any).toHaveBeenCalledOnce();
      expect(failed).not.toHaveBeenCalled();
    },
  );

  it("[B.4] resolves with nothing, also without handlers", async () => {
    const webhooks = create();
    await expect(webhooks.receive({ name: "nothing", payload: {} })).resolves.toBeUndefined();
    webhooks.on("push", () => Promise.resolve("a value"));
    await expect(webhooks.receive({ name: "push", payload: {} })).resolves.toBeUndefined();
  });

  it("[B.4] starts all handlers at once and waits for the last", async () => {
    const webhooks = create();
    const gates = [gate(), gate(), gate()];
    const started: number[] = [];
    gates.forEach((open, index) => {
      webhooks.on("push", () => {
        started.push(index);
        return open.promise;
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
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
    const run = vi.fn();
    webhooks.onAny(run);
    await webhooks.receive({ name: "push", payload });
    expect(run.mock.calls).toEqual([[expect.objectContaining({ payload })]]);
  });
});

describe("transform", () => {
  it("[B.5] [B.11] runs once, for handlers registered with on alone", async () => {
    const transform = vi.fn((event: { name: string }) => ({ name: event.name, extra: 1 }));
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform });
    const [on, any] = [vi.fn(), vi.fn()];
    webhooks.onAny(any);
    await webhooks.receive(opened);
    expect(transform).not.toHaveBeenCalled();
    webhooks.on(["issues", "issues.opened"], on);
    await webhooks.receive(opened);
    expect(transform).toHaveBeenCalledExactlyOnceWith(opened);
    expect(on.mock.calls).toEqual([[{ name: "issues", extra: 1 }], [{ name: "issues", extra: 1 }]]);
    expect(any.mock.calls).toEqual([[opened], [opened]]);
  });

  it("[B.5] [B.4] may be asynchronous; then all handlers start in one later tick", async () => {
    const open = gate();
    const transform = () => open.promise.then(() => "transformed");
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform });
    const order: unknown[] = [];
    webhooks.onAny(({ name }) => order.push(`any ${name}`));
    webhooks.on("issues", (event) => {
      order.push(event);
      queueMicrotask(() => order.push("next tick"));
    });
    const received = webhooks.receive(opened);
    await turn();
    expect(order).toEqual([]);
    open.open();
    await received;
    await turn();
    expect(order).toEqual(["transformed", "any issues", "next tick"]);
  });

  it("[B.5] passes on whatever it returns", async () => {
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform: () => undefined });
    const run = vi.fn();
    webhooks.on("issues", run);
    await webhooks.receive(opened);
    expect(run.mock.calls).toEqual([[undefined]]);
  });

  it.each([
    [
      "throws",
      (error: Error) => {
        throw error;
      },
    ],
    ["rejects", (error: Error) => Promise.reject(error)],
  ])("[B.5] [B.7] that %s is one failure, and no handler of on runs", async (_, transform) => {
    const thrown = Object.assign(new Error("broken"), { status: 200, code: "MINE" });
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform: () => transform(thrown) });
    const [on, any, failed] = [vi.fn(), vi.fn(), vi.fn()];
    webhooks.on(["issues", "issues.opened"], on);
    webhooks.onAny(any);
    webhooks.onError(failed);
    const error = await failureOf(webhooks.receive(opened));
    expect(error).toMatchObject({ code: "TRANSFORM_FAILED", status: 500, event: opened });
    expect(error.errors).toEqual([thrown]);
    expect(on).not.toHaveBeenCalled();
    expect(any).toHaveBeenCalledExactlyOnceWith(opened);
    expect(failed).toHaveBeenCalledOnce();
    expect(firstOf(failed)).toMatchObject({ code: "TRANSFORM_FAILED", event: opened });
  });
});

describe("failures", () => {
  it("[B.6] [B.13] [B.23] [B.19] are each reported once, then all", async () => {
    const webhooks = create();
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

  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();

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
    ["a revoked proxy", revoked, "A value without"],
  ])("[B.6] survive %s, thrown or rejected with", async (_, thrown, message) => {
    const raisers = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ];
    for (const raise of raisers) {
      const webhooks = create();
      const failed = vi.fn();
      webhooks.onError((error) => failed(error.message, error.cause === thrown));
      webhooks.on("issues", raise);
      const error = await failureOf(webhooks.receive(opened));
      expect(error.errors.length).toBe(1);
      expect(error.errors[0] === thrown).toBe(true);
      expect(failed.mock.calls).toEqual([[expect.stringContaining(message), true]]);
    }
  });

  it("[B.6] survive a promise that is thrown, and rejects", async () => {
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
    webhooks.on("issues", result);
    const received = webhooks.receive(opened);
    expect(Object.getPrototypeOf(received)).toBe(Promise.prototype);
    const outcome = await received.catch((error: unknown) => error);
    expect(outcome instanceof WebhookAggregateError).toBe(isFailure);
    if (!isFailure) expect(outcome).toBeUndefined();
  });

  it("[B.6] let a thenable that never settles keep the delivery pending", async () => {
    const webhooks = create();
    const settled = vi.fn();
    webhooks.on("issues", () => thenable(() => undefined));
    void webhooks.receive(opened).then(settled, settled);
    await turn();
    expect(settled).not.toHaveBeenCalled();
  });

  it("[B.6] [B.19] do not wait for an asynchronous onError handler", async () => {
    const webhooks = create();
    const failed = vi.fn(() => new Promise(() => undefined));
    webhooks.onError(failed);
    const thrown = new Error("x");
    webhooks.on("issues", () => Promise.reject(thrown));
    expect((await failureOf(webhooks.receive(opened))).errors).toEqual([thrown]);
    expect(failed).toHaveBeenCalledOnce();
  });

  it("[B.6] [B.11] log an onError handler that fails, and nothing else happens", async () => {
    const logged = vi.fn();
    const webhooks = create({ log: { error: logged } });
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
    const webhooks = create({ log });
    webhooks.onError(() => Promise.reject(new Error("x")));
    webhooks.on("issues", () => Promise.reject(new Error("y")));
    const unhandled = await observeUnhandled(() => failureOf(webhooks.receive(opened)));
    expect(unhandled).toEqual([]);
  });

  it("[B.4] [B.6] reach the onError handlers that were there at the start", async () => {
    const webhooks = create();
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

describe("verifyAndReceive", () => {
  const text = '{"action":"opened","title":"déjà 🎉"}';
  const signature = sign(SECRET, text);
  const parsed: unknown = JSON.parse(text);

  it("[B.16] [B.3] verifies the raw body, then receives", async () => {
    const webhooks = create();
    const run = vi.fn();
    webhooks.on("issues.opened", run);
    const bytes = new TextEncoder().encode(text);
    for (const payload of [text, bytes, bytes.buffer, Buffer.from(bytes)]) {
      await webhooks.verifyAndReceive({ id: "1", name: "issues", payload, signature });
    }
    const event = { id: "1", name: "issues", payload: parsed };
    expect(run.mock.calls).toEqual([[event], [event], [event], [event]]);
  });

  // `sign` refuses to sign nothing; whoever has the secret need not.
  const emptySignature = `sha256=${createHmac("sha256", SECRET).digest("hex")}`;

  const refused: readonly (readonly [string, object, string, number])[] = [
    ["no signature", { signature: undefined }, "SIGNATURE_MISSING", 400],
    ["null as the signature", { signature: null }, "SIGNATURE_MISSING", 400],
    ["an empty signature", { signature: "" }, "SIGNATURE_MISSING", 400],
    ["a signature of another type", { signature: [signature] }, "SIGNATURE_MISSING", 400],
    ["no signature and no payload", { signature: "", payload: "" }, "SIGNATURE_MISSING", 400],
    ["a malformed signature", { signature: "sha256=0" }, "SIGNATURE_MALFORMED", 400],
    [
      "a malformed signature before the body",
      { signature: "x", payload: "" },
      "SIGNATURE_MALFORMED",
      400,
    ],
    ["a parsed payload", { payload: parsed }, "PAYLOAD_NOT_RAW", 500],
    ["no payload", { payload: undefined }, "PAYLOAD_NOT_RAW", 500],
    ["a payload of another type", { payload: [123, 125] }, "PAYLOAD_NOT_RAW", 500],
    ["an empty payload", { payload: "" }, "SIGNATURE_MISMATCH", 400],
    ["an empty buffer", { payload: new ArrayBuffer(0) }, "SIGNATURE_MISMATCH", 400],
    [
      "an empty payload, signed",
      { payload: "", signature: emptySignature },
      "INVALID_PAYLOAD",
      400,
    ],
    ["another payload", { payload: `${text} ` }, "SIGNATURE_MISMATCH", 400],
    ["another secret", { signature: sign("x", text) }, "SIGNATURE_MISMATCH", 400],
    ["no JSON, unsigned", { payload: "x" }, "SIGNATURE_MISMATCH", 400],
    ["no JSON, signed", signed("x"), "INVALID_PAYLOAD", 400],
    ["a JSON array, signed", signed("[]"), "INVALID_PAYLOAD", 400],
    ["null, signed", signed("null"), "INVALID_PAYLOAD", 400],
    ["a byte order mark, signed", signed("\ufeff{}"), "INVALID_PAYLOAD", 400],
    [
      "bytes that are not UTF-8, signed",
      signed(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      "INVALID_PAYLOAD",
      400,
    ],
  ];

  it.each(refused)("[B.16] [B.23] [B.6] [B.7] refuses %s", async (_, changes, code, status) => {
    const webhooks = create();
    const [run, failed] = [vi.fn(), vi.fn()];
    webhooks.on(["issues", "issues.opened"], run);
    webhooks.onAny(run);
    webhooks.onError(failed);
    const delivery = { id: "1", name: "issues", payload: text, signature, ...changes };
    const error = await failureOf(webhooks.verifyAndReceive(delivery));
    const event = { id: "1", name: "issues", payload: undefined };
    expect(error).toMatchObject({ code, status, event });
    expect(failed).toHaveBeenCalledOnce();
    const report = firstOf(failed);
    expect(report).toBeInstanceOf(WebhookError);
    expect(report).toMatchObject({ code, status, event });
    expect(error.errors).toEqual([report]);
    expect(run).not.toHaveBeenCalled();
  });

  it.each(malformedSignatures)("[B.1] [B.7] calls %s malformed", async (_, malformed) => {
    const delivery = { name: "issues", payload: "Hello, World!", signature: malformed };
    const error = await failureOf(create().verifyAndReceive(delivery));
    expect(error.code).toBe("SIGNATURE_MALFORMED");
  });

  it("[B.7] tells nothing of secrets, signatures or payloads", async () => {
    for (const [, changes] of refused) {
      const delivery = { name: "issues", payload: text, signature, ...changes };
      const error = await failureOf(create().verifyAndReceive(delivery));
      const shown = inspect(error, { depth: 9, showHidden: true });
      for (const hidden of [SECRET, signature.slice(7), "déjà", "sha256=0"]) {
        expect(shown).not.toContain(hidden);
      }
    }
  });

  it("[B.7] says how to get the raw body", async () => {
    const delivery = { name: "issues", payload: parsed as string, signature }; // as JavaScript would pass it
    const error = await failureOf(create().verifyAndReceive(delivery));
    expect(String(error.errors[0])).toContain("await request.text()");
  });

  it("[B.3] parses nothing before the signature is good", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const delivery = { name: "issues", payload: text, signature: sign("x", text) };
    await failureOf(create().verifyAndReceive(delivery));
    expect(parse).not.toHaveBeenCalled();
  });

  describe("where nobody listens", () => {
    const deliver = (webhooks: ReturnType<typeof create>, payload: RawPayload, name = "issues") =>
      webhooks.verifyAndReceive({ name, payload, signature: sign(SECRET, payload) });
    /** JSON at both ends, and long enough not to be parsed for nobody. */
    const broken = `{"text":"${"x".repeat(5000)}",,"end":1}`;

    it("[B.4] parses nothing that is long", async () => {
      const webhooks = create();
      webhooks.on("push", vi.fn());
      const parse = vi.spyOn(JSON, "parse");
      await deliver(webhooks, broken);
      await deliver(webhooks, new TextEncoder().encode(broken));
      expect(parse).not.toHaveBeenCalled();
    });

    const long = "x".repeat(5000);

    it.each<[string, RawPayload]>([
      ["text", "x"],
      ["nothing but space", " "],
      ["an array", "[{}]"],
      ["half an object", '{"a":1'],
      ["the other half", '"a":1}'],
      ["a name without quotes", "{a:1}"],
      ["a comma at the end", '{"a":1,}'],
      ["a byte order mark", "\ufeff{}"],
      ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
      ["long text", long],
      ["nothing but a lot of space", " ".repeat(5000)],
      ["a long array", `[{"a":"${long}"}]`],
      ["half a long object", `{"a":"${long}"`],
      ["the other half of it", `"${long}":1}`],
      ["a long name without quotes", `{${long}:1}`],
      ["a comma at the end of much", `{"a":"${long}",}`],
      ["a byte order mark before much", `\ufeff{"a":"${long}"}`],
      ["no-break space after much", `{"a":"${long}"}\u00a0`],
      ["many bytes that are not UTF-8", new Uint8Array(5000).fill(0xff)],
    ])("[B.3] refuses %s", async (_, payload) => {
      const error = await failureOf(deliver(create(), payload));
      expect(error).toMatchObject({ code: "INVALID_PAYLOAD", status: 400 });
    });

    it.each<[string, RawPayload]>([
      ["an object", "{}"],
      ["a long object", `{"a":"${long}"}`],
      ["a long object that ends in a number", `{"a":"${long}","b":1e3}`],
      ["a long object that ends in null", `{"a":"${long}","b":null }\n`],
      ["a long object that ends in a list", `{"a":"${long}","b":[]}`],
      ["space before and after much", ` {\n"a":"${long}" } \r\n`],
      ["more space at the end than is looked at", `{"a":"${long}"${" ".repeat(100)}}`],
      ["more space after the end", `{"a":"${long}"}${" ".repeat(100)}`],
    ])("[B.4] takes %s", async (_, payload) => {
      await expect(deliver(create(), payload)).resolves.toBeUndefined();
    });

    type Listen = (webhooks: ReturnType<typeof create>) => unknown;

    it.each<[string, Listen, string?]>([
      ["a handler of the event", (webhooks) => webhooks.on("issues", vi.fn())],
      ["a handler of an action", (webhooks) => webhooks.on("issues.opened", vi.fn())],
      ["a handler of any event", (webhooks) => webhooks.onAny(vi.fn())],
      ["a handler of failures", (webhooks) => webhooks.onError(vi.fn())],
      [
        "a handler of any event, and one of failures",
        (webhooks) => [webhooks.onAny(vi.fn()), webhooks.onError(vi.fn())],
      ],
      ["a handler of an action with a dot", (webhooks) => webhooks.on("a.b.c", vi.fn()), "a"],
    ])("[B.3] is not the case with %s", async (_, listen, name) => {
      const webhooks = create({ log: {} });
      listen(webhooks);
      const error = await failureOf(deliver(webhooks, broken, name));
      expect(error.code).toBe("INVALID_PAYLOAD");
    });

    it("[B.4] is the case again once the last handler is gone", async () => {
      const webhooks = create();
      const removals = [webhooks.on(["issues", "issues.opened"], vi.fn()), webhooks.onAny(vi.fn())];
      for (const remove of removals) remove();
      await expect(deliver(webhooks, broken)).resolves.toBeUndefined();
    });
  });

  it("[B.6] takes the same path when a handler fails", async () => {
    const webhooks = create();
    const failed = vi.fn();
    webhooks.onError(failed);
    webhooks.on("issues", () => Promise.reject(Object.assign(new Error("x"), { status: 200 })));
    const delivery = { id: "1", name: "issues", payload: text, signature };
    const error = await failureOf(webhooks.verifyAndReceive(delivery));
    expect(error).toMatchObject({ code: "HANDLER_FAILED", status: 500 });
    expect(error.event.payload).toEqual(parsed);
    expect(failed).toHaveBeenCalledOnce();
  });

  it.each<[unknown]>([[undefined], [null], ["x"], [{}], [{ name: "" }], [{ name: "a", id: 1 }]])(
    "[B.16] rejects %j with a TypeError, and never throws",
    async (delivery) => {
      const webhooks = create();
      const failed = vi.fn();
      webhooks.onError(failed);
      const received = webhooks.verifyAndReceive(
        delivery as { name: ""; payload: ""; signature: "" },
      ); // as JavaScript would pass it
      await expect(received).rejects.toThrow(TypeError);
      expect(failed).not.toHaveBeenCalled();
    },
  );
});

describe("registration", () => {
  it("[B.17] [B.8] returns what removes that very registration, once", async () => {
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
    const run = vi.fn();
    const set = vi.spyOn(Map.prototype, "set");
    webhooks.removeListener(["push", "issues.opened"], run);
    expect(set).not.toHaveBeenCalled();
  });

  it("[B.20] removes only the most recent registration", async () => {
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
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
    const webhooks = create();
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
      expect(() => create().removeListener(name, () => 1)).not.toThrow();
    },
  );

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "a b", "é"])(
    "[B.8] takes %s as an ordinary unknown name",
    async (name) => {
      const warn = vi.fn();
      const webhooks = create({ log: { warn } });
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
    const webhooks = create({ log: { warn } });
    webhooks.removeListener("isues.opened", () => 1);
    webhooks.on(["issues", "isues.opened"], () => 1)();
    webhooks.on("isues.opened", () => 1);
    webhooks.on("label.created", () => 1);
    expect(warn.mock.calls).toEqual([
      ['"isues.opened" is not a known event name. Did you mean "issues.opened"?'],
    ]);
    create({ log: { warn } }).on("isues.opened", () => 1);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it.each<[string, string]>([
    ["*", "onAny()"],
    ["error", "onError()"],
  ])("[B.8] [B.23] points from on(%j) to %s", (name, method) => {
    expect(() => create().on(name, () => 1)).toThrow(method);
    expect(() => create().on(["push", name], () => 1)).toThrow(TypeError);
  });

  it("[B.17] [B.20] refuses what is no name or no handler, whole", async () => {
    const run = vi.fn();
    for (const names of [undefined, null, "", 1, {}, [], [""], ["push", 1], ["push", "error"]]) {
      const webhooks = create();
      const untyped = names as string; // as JavaScript would pass it
      expect(() => webhooks.on(untyped, run)).toThrow(TypeError);
      await webhooks.receive({ name: "push", payload: {} });
    }
    expect(run).not.toHaveBeenCalled();
    const webhooks = create();
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
    const { on, removeListener } = create();
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
    const webhooks = create();
    const given = options as object;
    expect(() => webhooks.on("push", () => 1, given)).toThrow(new TypeError(message));
    expect(() => webhooks.onAny(() => 1, given)).toThrow(new TypeError(message));
  });
});

function create(options: { additionalSecrets?: readonly string[]; log?: Log } = {}) {
  return new AcmeWebhooks({ secret: SECRET, ...options });
}

function signed(payload: string | Uint8Array) {
  return { payload, signature: sign(SECRET, payload) };
}

async function failureOf(received: Promise<void>): Promise<WebhookAggregateError> {
  const outcome: unknown = await received.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof WebhookAggregateError) return outcome;
  throw new Error("expected a WebhookAggregateError", { cause: outcome });
}

type Settle = (value: unknown) => void;

function thenable(then: (done: Settle, failed: Settle) => unknown) {
  return { then };
}

/** Starts its work when somebody waits for it, as query builders do. */
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

/** What a mock was first called with. */
function firstOf(mock: Mock): unknown {
  return mock.mock.calls[0]?.[0];
}

function gate() {
  let open!: () => void;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
