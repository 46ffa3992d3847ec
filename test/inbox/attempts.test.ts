/** What is stored, logged and told of each attempt, as whole values. */
import { describe, expect, it, vi } from "vitest";
import type { InboxFact } from "../../src/inbox/facts.js";
import { createInboxIn } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory-store.js";
import type { StoreBatch } from "../../src/inbox/store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import {
  RECEIVER,
  type DeliveryReceiver,
  type HandlerAccess,
} from "../../src/receive/webhooks/receiver.js";
import type { DispatchedEvent } from "../../src/receive/webhooks/types.js";
import { createGate, signature } from "../http/toolkit.js";
import { commit, HOUR, SECOND, SETTINGS } from "./deliveries.js";
import { settle } from "./environment.js";
import { asHandled, deliver, setUp as setUpInbox } from "./setup.js";

const LEASE = 12_000; // the default

/** An inbox with all that it tells. */
function setUp(options: Partial<InboxOptions> = {}, more: Parameters<typeof setUpInbox>[1] = {}) {
  const facts: InboxFact[] = [];
  const set = setUpInbox(
    { observe: (fact) => facts.push(fact), pollInterval: HOUR, ...options },
    more,
  );
  const logged = () => set.recorder.entries.map(({ level, data }) => [level, data[0]]);
  return { ...set, facts, logged, begin: set.environment.clock() };
}

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
      ...{ attempt, at: begin + (attempt - 1) * 700, handler, message },
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
        ...{ ...fact, attempt: 2, outcome: "dead", errors: errors(2) },
        ...{ startedAt: begin + 700, endedAt: begin + 700 },
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
      ...{ state: "dead", attempts: 2, done: ["event/2"], errors: [...errors(1), ...errors(2)] },
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

describe("the deadline of an attempt", () => {
  it("[G.5] ends the handlers that run, and keeps what is done and what has failed", async () => {
    const { webhooks, inbox, environment, begin } = setUp({ timeout: 400, retries: { limit: 0 } });
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
    const error = { attempt: 1, at: begin + 400 };
    const message = "The attempt has taken longer than 400 ms.";
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      done: ["quick"],
      errors: [
        { ...error, at: begin, handler: "broken", message: "early" },
        { ...error, handler: "slow", message },
        { ...error, handler: "slower", message },
      ],
    });
  });

  it("[G.5] is told also if no handler runs", async () => {
    const transform = () => new Promise(() => undefined);
    const { webhooks, inbox, environment, begin } = setUp(
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
      ...{ attempt: 1, at: begin + 400, handler: "transform" },
      message: "The attempt has taken longer than 400 ms.",
    });
  });

  it("[G.5] is a minute by default", async () => {
    const { webhooks, inbox, environment } = setUp();
    webhooks.on("note", () => new Promise(() => undefined));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(59_999);
    expect(await inbox.get("1")).toMatchObject({ state: "running" });
    await environment.elapse(1);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", attempts: 1 });
  });

  it("[G.5] aborts nothing once the attempt is done", async () => {
    const { webhooks, inbox, environment } = setUp({ timeout: 400 });
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
  /** An inbox over a toolkit whose access to the handlers is changed. */
  const change = (changes: Partial<HandlerAccess>, options: Partial<InboxOptions> = {}) => {
    const { webhooks } = setUp();
    const receiver = (webhooks as unknown as Record<typeof RECEIVER, () => DeliveryReceiver>)[
      RECEIVER
    ]();
    const handlers = { ...receiver.handlers, ...changes } as HandlerAccess;
    const changed = { [RECEIVER]: () => ({ ...receiver, handlers }) };
    const set = setUp({ ...options, webhooks: changed as never });
    const events: object[] = [];
    webhooks.on("note", (event) => void events.push(asHandled(event)));
    return { ...set, events };
  };
  const plain = {
    id: "1",
    name: "note",
    payload: { n: 1 },
    attempt: 1,
    signal: expect.any(AbortSignal) as unknown,
  };

  it.each<[string, Partial<HandlerAccess>, object]>([
    ["of a toolkit of an older copy", { convert: undefined, equip: undefined } as never, plain],
    ["of a service without values to convert", { convert: () => undefined }, plain],
    [
      "whose values are converted",
      { convert: (event) => Promise.resolve({ ...event, payload: { n: 2n } }) },
      { ...plain, payload: { n: 2n } },
    ],
    [
      "that can fetch something",
      { equip: (event, signal) => ({ ...event, extra: signal }) as DispatchedEvent },
      { ...plain, extra: expect.any(AbortSignal) as unknown },
    ],
  ])("[G.5] has what the toolkit makes of it: one %s", async (_, changes, expected) => {
    const { inbox, events } = change(changes);
    await inbox.start();
    await deliver(inbox, { body: '{"n":1}' });
    await settle();
    expect(events).toEqual([expected]);
    expect(await inbox.get("1")).toMatchObject({ state: "done", errors: [] });
  });

  const broken = () => {
    throw new Error("broken");
  };
  it.each<[string, Partial<HandlerAccess>]>([
    ["parsed", { parse: broken }],
    ["converted", { convert: () => Promise.reject(new Error("broken")) }],
    ["converted at once", { convert: broken }],
    ["gathered for", { gather: broken }],
    ["equipped", { equip: broken }],
  ])("[G.5] that cannot be %s fails before any handler", async (_, changes) => {
    const { inbox, events, begin } = change(changes, { retries: { limit: 0 } });
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(events).toEqual([]);
    const error = { attempt: 1, at: begin, handler: "", message: "broken" };
    expect(await inbox.get("1")).toMatchObject({ state: "dead", done: [], errors: [error] });
  });
});

describe("leases", () => {
  it("[G.7] are renewed six times in their length, and by what is written anyway half a time after that", async () => {
    const { webhooks, inbox, store, environment, begin } = setUp({ lease: LEASE });
    const gate = createGate();
    const renewals: (readonly [time: number, count: number])[] = [];
    webhooks.on("note", () => gate.passed);
    const { commit: write } = store;
    store.commit = (batch: StoreBatch) => {
      renewals.push([environment.clock() - begin, batch.renewals.length]);
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

describe("a drain", () => {
  it("[G.7] waits for what the last transaction claims, and writes down its end", async () => {
    const { webhooks, inbox, store, environment } = setUp();
    const gate = createGate();
    const { commit: write } = store;
    store.commit = async (batch) => {
      const result = await write.call(store, batch);
      await gate.passed; // it has claimed, and has not answered yet
      return result;
    };
    webhooks.on(
      "note",
      () => new Promise<void>((resolve) => void environment.setTimer(resolve, 50)),
    );
    await inbox.start();
    const delivered = deliver(inbox);
    await settle();
    const drained = inbox.drain();
    await settle();
    gate.open();
    await delivered;
    await environment.elapse(50);
    await drained;
    expect(await store.get("1")).toMatchObject({ state: "done", attempts: 1 });
    expect(environment.countTimers()).toBe(0);
  });

  it("[R.8] waits until it is noted who was told", async () => {
    const gate = createGate();
    const told: string[] = [];
    const { webhooks, inbox, store, environment } = setUp({
      retries: { limit: 0 },
      onDead: ({ id }) => void told.push(id),
    });
    webhooks.on("note", () => Promise.reject(new Error("no")));
    const { changeNote } = store;
    store.changeNote = async (change) => {
      if (change.text === null) await gate.passed;
      return changeNote?.call(store, change);
    };
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(0);
    expect(told).toEqual(["1"]);
    let isDrained = false;
    const drained = inbox.drain().then(() => (isDrained = true));
    await settle();
    expect(isDrained).toBe(false);
    gate.open();
    await drained;
    expect(environment.countTimers()).toBe(0);
  });
});

describe("what is repeated", () => {
  it("[G.8] is the deletion of old deliveries, each minute, as long as there is more", async () => {
    const store = openMemoryStore();
    const times: number[] = [];
    const answers = [true, true, false, false, true];
    const { inbox, environment, recorder, begin } = setUp({ store });
    store.prune = () => {
      times.push(environment.clock() - begin);
      return Promise.resolve(answers.shift() ?? false);
    };
    await inbox.start();
    expect(times).toEqual([0, 0, 0]);
    await environment.elapse(3 * 60_000 - 1);
    expect(times).toEqual([0, 0, 0, 60_000, 120_000, 120_000]);
    const gone = new Error("gone");
    store.prune = () => Promise.reject(gone);
    await environment.elapse(1);
    expect(recorder.entries).toEqual([
      { level: "error", data: ["The inbox could not delete old deliveries.", gone] },
    ]);
    await inbox.drain();
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.7] is the look for due deliveries, each second by default", async () => {
    const { inbox, store, environment, begin } = setUp({ pollInterval: undefined });
    const times: number[] = [];
    const { commit: write } = store;
    store.commit = (batch: StoreBatch) => {
      times.push(environment.clock() - begin);
      return write.call(store, batch);
    };
    await inbox.start();
    await environment.elapse(3_000);
    expect(times).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it("[G.7] is no look while there is no room", async () => {
    const { webhooks, inbox, store, environment } = setUp({
      concurrency: 1,
      pollInterval: 250,
      lease: HOUR,
      timeout: HOUR,
    });
    webhooks.on("note", () => new Promise(() => undefined));
    const rooms: number[] = [];
    const { commit: write } = store;
    store.commit = (batch: StoreBatch) => {
      rooms.push(batch.room);
      return write.call(store, batch);
    };
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(SECOND);
    expect(rooms).toEqual([1]);
  });
});

describe("reading an inbox", () => {
  it("[G.5] ends after 100 deliveries unless it is told otherwise", async () => {
    const { inbox } = setUp();
    await Promise.all(Array.from({ length: 102 }, (_, n) => deliver(inbox, { id: String(n) })));
    const lengths = async (filter?: object) => [
      (await inbox.list(filter)).length,
      (await inbox.read(filter)).length,
    ];
    expect(await lengths()).toEqual([100, 100]);
    expect(await lengths({ limit: 101 })).toEqual([101, 101]);
    expect(await lengths({ id: "7" })).toEqual([1, 1]);
  });

  it("[G.5] needs an id, and a filter", async () => {
    const { inbox } = setUp();
    await expect(inbox.get(7 as never)).rejects.toThrow(
      "The id of the delivery is a number; expected a string.",
    );
    expect(await inbox.get("nobody")).toBeUndefined();
    await expect(inbox.dead({ limit: 0 })).rejects.toThrow("`limit` is 0");
    await expect(inbox.list("7" as never)).rejects.toThrow("The filter is a string");
    await expect(inbox.read("7" as never)).rejects.toThrow("The filter is a string");
  });
});

describe("the answers of an inbox to a middleware", () => {
  const receiverOf = (inbox: object) =>
    (inbox as { readonly [RECEIVER]: () => DeliveryReceiver })[RECEIVER]();
  const headers = (type: string, body: string) => ({
    ...{ "content-type": type, "content-length": String(body.length) },
    "x-content-type-options": "nosniff",
  });

  it("[G.1] [G.9] are 202 once it is stored, and 503 with a time if not, or not in time", async () => {
    const { inbox, store, facts, recorder } = setUp();
    const delivery = { id: "1", name: "note", payload: "{}", signature: signature("{}") };
    const receiver = receiverOf(inbox);
    const accepted = "accepted\n";
    expect(await receiver.verifyAndReceive(delivery)).toEqual({
      ...{ status: 202, body: accepted, headers: headers("text/plain; charset=utf-8", accepted) },
    });
    store.commit = () => Promise.reject(new Error("gone"));
    const refusal = (error: string) => {
      const body = JSON.stringify({ error, code: "STORE_UNAVAILABLE" });
      const all = { ...headers("application/json", body), "retry-after": "10" };
      return { status: 503, body, headers: all };
    };
    expect(await receiver.verifyAndReceive({ ...delivery, id: "2" })).toEqual(
      refusal("The delivery could not be stored."),
    );
    expect(receiver.late).toEqual(refusal("The delivery was not stored in time."));
    expect(receiver.log).toBeDefined();
    expect(facts.slice(1)).toEqual([{ kind: "unavailable" }]);
    expect(await inbox.metrics()).toContain("\ntypewire_inbox_unavailable_total 1\n");
    expect(recorder.entries).toHaveLength(1);
  });

  it("[G.1] rethrows what is no matter of the store", async () => {
    const { inbox, facts } = setUp();
    const delivery = { id: "1", name: "note", payload: "{}", signature: "wrong" };
    await expect(receiverOf(inbox).verifyAndReceive(delivery)).rejects.toMatchObject({
      name: "AggregateError",
    });
    await expect(inbox.verifyAndReceive(undefined as never)).rejects.toThrow();
    expect(facts).toEqual([]);
  });
});
