/** Facts of attempts and arrivals, as whole values: what is stored, logged and reported. */
import { describe, expect, it, vi } from "vitest";
import { createInboxIn } from "../../src/inbox/inbox.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { createGate, signature } from "../http/toolkit.js";
import { commit, SETTINGS } from "./deliveries.js";
import { settle } from "./environment.js";
import { deliver } from "./setup.js";
import { setUp, LEASE } from "./set-up-facts.js";

describe("an attempt is told", () => {
  const fact = { kind: "attempt", id: "1", name: "note", key: "1", via: undefined, attempt: 1 };

  it("[R.10] when it is done", async () => {
    const { webhooks, inbox, environment, facts, logged, begin } = setUp();
    webhooks.on(
      "note",
      () => new Promise<void>((resolve) => void environment.setTimer(resolve, 300)),
    );
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(300);
    expect(facts).toEqual([
      { kind: "arrival", id: "1", name: "note", result: "new", via: undefined },
      { ...fact, outcome: "done", errors: [], startedAt: begin, endedAt: begin + 300 },
    ]);
    expect(logged()).toEqual([["debug", 'Attempt 1 at delivery "1" of "note": done.']]);
  });

  it("[G.5] [R.10] when it fails, and when it is the last one", async () => {
    const { webhooks, inbox, environment, facts, logged, begin } = setUp({
      retries: { limit: 1, delay: 700 },
      pollInterval: 700,
    });
    webhooks.on("note", () => Promise.reject(new Error("no mail")));
    webhooks.on("note", () => "well");
    webhooks.onAny(() => Promise.reject(new Error("no log")));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(700);
    const error = (attempt: number, handler: string, message: string) => ({
      attempt,
      at: begin + (attempt - 1) * 700,
      handler,
      message,
      stack: expect.stringContaining(`Error: ${message}\n`) as unknown,
    });
    const errors = (attempt: number) => [
      error(attempt, "event/1", "no mail"),
      error(attempt, "any/1", "no log"),
    ];
    const [, ...told] = facts;
    expect(told).toEqual([
      { ...fact, outcome: "failed", errors: errors(1), startedAt: begin, endedAt: begin },
      {
        ...fact,
        attempt: 2,
        outcome: "dead",
        errors: errors(2),
        startedAt: begin + 700,
        endedAt: begin + 700,
      },
    ]);
    expect(logged()).toEqual([
      [
        "warn",
        'Attempt 1 at delivery "1" of "note" failed; the next one is in 700 ms. event/1: no mail; any/1: no log',
      ],
      [
        "error",
        'Attempt 2 at delivery "1" of "note" failed, and it is the last one. event/1: no mail; any/1: no log',
      ],
    ]);
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      attempts: 2,
      done: ["event/2"],
      errors: [...errors(1), ...errors(2)],
    });
  });

  it("[G.7] [R.10] when it is given back, once", async () => {
    const gate = createGate();
    const { webhooks, inbox, store, facts, logged, begin } = setUp();
    webhooks.on("note", () => "well", { id: "quick" });
    webhooks.on("note", () => gate.passed);
    await inbox.start();
    for (const id of ["1", "2"]) await deliver(inbox, { id });
    await settle();
    await inbox.drain({ signal: AbortSignal.abort() });
    gate.open();
    await settle();
    const released = { ...fact, outcome: "released", errors: [], startedAt: begin, endedAt: begin };
    expect(facts.slice(2)).toEqual([released, { ...released, id: "2", key: "2" }]);
    expect(logged()).toEqual([
      ["debug", 'Attempt 1 at delivery "1" of "note": released.'],
      ["debug", 'Attempt 1 at delivery "2" of "note": released.'],
    ]);
    const waiting = { state: "waiting", attempts: 0, done: ["quick"], errors: [] };
    expect(await store.read({})).toMatchObject([waiting, waiting]);
  });

  it.each([
    [30, "failed; the next one is in 30 ms.", { state: "waiting", attempts: 0 }],
    [undefined, "failed, and it is the last one.", { state: "dead", attempts: 0 }],
  ])("[G.10] [R.10] when its worker was lost, with a wait of %s ms", async (wait, what, stored) => {
    const { inbox, store, environment, facts, logged } = setUp();
    await deliver(inbox);
    await store.open({ ...SETTINGS, clock: environment.clock, waitAfterLoss: () => wait });
    await commit(store, { room: 1 });
    await environment.elapse(SETTINGS.lease);
    await inbox.start();
    await settle();
    const isDead = wait === undefined;
    expect(facts.slice(1)).toEqual([
      { kind: "takeover", id: "1", name: "note", losses: 1, isDead },
    ]);
    const reason =
      "The worker stopped before the attempt was done; other deliveries may have been handled beside it.";
    const level = isDead ? "error" : "warn";
    expect(logged()).toEqual([[level, `Attempt 1 at delivery "1" of "note" ${what} ${reason}`]]);
    expect(await inbox.get("1")).toMatchObject({ ...stored, losses: 1 });
  });

  it("[G.7] only in the log when its lease was over before it began", async () => {
    const { inbox, webhooks, store, environment, facts, logged } = setUp();
    const handled = vi.fn();
    webhooks.on("note", handled);
    await deliver(inbox);
    const { commit: write } = store;
    store.commit = async (batch) => {
      const result = await write.call(store, batch);
      store.commit = (next) => write.call(store, { ...next, room: 0 }); // claims it no more
      environment.stall(LEASE);
      return result;
    };
    await inbox.start();
    await settle();
    expect(handled).not.toHaveBeenCalled();
    expect(facts.map(({ kind }) => kind)).toEqual(["arrival"]);
    expect(logged()).toEqual([
      ["warn", 'The lease of delivery "1" of "note" was over before it began.'],
      ["debug", 'Attempt 1 at delivery "1" of "note": released.'],
    ]);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", attempts: 0, errors: [] });
  });
});

describe("an arrival is told", () => {
  it("[G.4] [R.10] with what became of it", async () => {
    const { inbox, facts, recorder } = setUp();
    await deliver(inbox);
    await deliver(inbox);
    await deliver(inbox, { body: '{"n":1}' });
    await deliver(inbox, { name: "ping" });
    const arrival = { kind: "arrival", id: "1", name: "note", via: undefined };
    expect(facts).toEqual([
      { ...arrival, result: "new" },
      { ...arrival, result: "duplicate" },
      { ...arrival, result: "conflict" },
      { ...arrival, result: "duplicate", name: "ping" },
    ]);
    expect(recorder.entries).toEqual([
      { level: "info", data: ['The delivery "1" of "note" has arrived before; it is dropped.'] },
      {
        level: "warn",
        data: ['The delivery "1" of "note" has another body than the one before; both are kept.'],
      },
      {
        level: "warn",
        data: [
          'The delivery "1" of "ping" has arrived before as "note", with the same body; it is dropped.',
        ],
      },
    ]);
  });

  it.each<[string, unknown, string | undefined]>([
    ["a text", "a", "a"],
    ["an empty text", "", ""],
    ["a number", 7, "7"],
    ["nothing", undefined, undefined],
    ["null", null, undefined],
  ])("[G.6] with the order key that `orderBy` returns: %s", async (_, key, orderKey) => {
    const { inbox, recorder } = setUp({ orderBy: () => key as string });
    await deliver(inbox);
    expect(await inbox.get("1")).toHaveProperty("orderKey", orderKey);
    expect(recorder.entries).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    [
      "throws",
      () => {
        throw new Error("no key");
      },
      "no key",
    ],
    ["returns an object", () => ({}), "The key is of type object; expected a string or a number."],
    ["returns a boolean", () => true, "The key is of type boolean; expected a string or a number."],
  ])("[G.6] without an order key when `orderBy` %s", async (_, orderBy, message) => {
    const { inbox, recorder } = setUp({ orderBy: orderBy as InboxOptions["orderBy"] });
    await deliver(inbox);
    expect(await inbox.get("1")).toHaveProperty("orderKey", undefined);
    expect(recorder.entries).toMatchObject([
      {
        level: "error",
        data: [
          '`orderBy` failed on delivery "1" of "note"; it is handled without order.',
          { message },
        ],
      },
    ]);
  });

  it.each<[string, (text: string) => unknown]>([
    ["a string", (text) => text],
    ["bytes", (text) => new TextEncoder().encode(text)],
    ["a buffer", (text) => new TextEncoder().encode(text).buffer],
  ])("[G.3] with its bytes, from %s", async (_, convert) => {
    const { webhooks, store, environment } = setUp();
    const inbox = createInboxIn(environment, { webhooks, store });
    const body = '{"n":1,"text":"ü"}';
    const delivery = { id: "1", name: "note", payload: convert(body), signature: signature(body) };
    await inbox.verifyAndReceive(delivery as never);
    const stored = await inbox.get("1");
    expect(new TextDecoder().decode(stored?.body)).toBe(body);
    expect(stored).toMatchObject({ size: 19, name: "note", state: "waiting", isConflict: false });
  });
});

describe("an error of a handler", () => {
  const cut = (text: string) => `${text}...`;
  const withStack = (stack: unknown) => Object.assign(new Error("odd"), { stack });

  it.each<[string, () => unknown, object]>([
    ["nothing", () => undefined, { message: "undefined" }],
    ["a text", () => "text", { message: "text" }],
    ["a long text", () => "x".repeat(2_001), { message: cut("x".repeat(2_000)) }],
    ["as long a text as is kept", () => "x".repeat(2_000), { message: "x".repeat(2_000) }],
    ["an object", () => ({ message: "no error" }), { message: "[object Object]" }],
    [
      "what cannot be shown",
      () => Object.create(null) as object,
      { message: "A value that cannot be shown was thrown." },
    ],
    ["an error without a stack", () => withStack(undefined), { message: "odd" }],
    [
      "an error without a message",
      () => Object.assign(new TypeError(), { stack: "s" }),
      { message: "TypeError", stack: "s" },
    ],
    [
      "an error with a long message",
      () => Object.assign(new Error("x".repeat(2_001)), { stack: "s" }),
      { message: cut("x".repeat(2_000)), stack: "s" },
    ],
    [
      "an error with a long stack",
      () => withStack("s".repeat(8_001)),
      { message: "odd", stack: cut("s".repeat(8_000)) },
    ],
    [
      "an error with as long a stack as is kept",
      () => withStack("s".repeat(8_000)),
      { message: "odd", stack: "s".repeat(8_000) },
    ],
  ])("[G.5] is stored within limits: %s", async (_, create, described) => {
    const { webhooks, inbox, begin } = setUp({ retries: { limit: 0 } });
    webhooks.on(
      "note",
      () => {
        throw create();
      },
      { id: "mail" },
    );
    await inbox.start();
    await deliver(inbox);
    await settle();
    const stored = await inbox.get("1");
    expect(stored?.errors).toEqual([{ attempt: 1, at: begin, handler: "mail", ...described }]);
    expect(Object.keys(stored?.errors[0] ?? {}).includes("stack")).toBe("stack" in described);
  });
});
