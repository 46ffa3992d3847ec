/** Handlers that fail, and workers that are lost: retries with pauses, and deliveries that are dead. */
import { describe, expect, it, vi } from "vitest";
import { readRetries } from "../../src/inbox/retries.js";
import type { InboxStore, Loss, StoreBatch } from "../../src/inbox/store.js";
import { commit, HOUR, SECOND, SETTINGS } from "./deliveries.js";
import { settle, type TestEnvironment } from "./environment.js";
import { asHandled, deliver, setUp } from "./setup.js";

describe("a failure", () => {
  it("[G.5] is tried again by itself, with growing pauses, and then dead with every error", async () => {
    const { webhooks, inbox, environment, recorder } = setUp({ pollInterval: 5_000 });
    const times: number[] = [];
    webhooks.on("note", (event) => {
      times.push(environment.clock());
      throw new Error(`failure ${asHandled(event).attempt}`);
    });
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(40 * HOUR);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const seconds = [5, 20, 80, 320, 1280, 5120, 20480, 81920];
    expect(pauses.map((pause) => Math.round(pause / SECOND))).toEqual(seconds);
    const dead = await inbox.get("1");
    expect(dead).toMatchObject({ state: "dead", attempts: 9 });
    expect(dead?.errors.map(({ message, handler }) => [handler, message])).toEqual(
      Array.from({ length: 9 }, (_, index) => ["event/1", `failure ${index + 1}`]),
    );
    expect(dead?.errors[0]?.stack).toContain("failures.test");
    expect(await inbox.dead()).toHaveLength(1);
    expect(recorder.entries.filter(({ level }) => level === "error")).toHaveLength(1);
  });

  it("[G.5] runs only the handler that failed again", async () => {
    const { webhooks, inbox, environment } = setUp();
    const calls: string[] = [];
    webhooks.on("note.created", () => calls.push("action"), { id: "first" });
    webhooks.on("note", async (event) => {
      calls.push(`event ${asHandled(event).attempt}`);
      await Promise.resolve();
      if (asHandled(event).attempt < 3) throw new Error("not yet");
    });
    webhooks.onAny(() => Promise.resolve(calls.push("any")));
    await inbox.start();
    await deliver(inbox, { body: '{"action":"created"}' });
    await environment.elapse(60_000);
    expect(calls).toEqual(["action", "event 1", "any", "event 2", "event 3"]);
    expect((await inbox.get("1"))?.done.toSorted()).toEqual(["any/1", "event/1", "first"]);
  });

  it("[G.5] tells handlers apart that have one id", async () => {
    const { webhooks, inbox, environment } = setUp();
    const calls: string[] = [];
    const isRetry = (event: unknown) => asHandled(event).attempt > 1;
    webhooks.on("note", () => calls.push("a"), { id: "same" });
    webhooks.on(
      "note",
      (event) => {
        calls.push("b");
        if (!isRetry(event)) throw new Error("once");
      },
      { id: "same" },
    );
    webhooks.on("note", () => calls.push("c"), { id: "same" });
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(60_000);
    expect(calls).toEqual(["a", "b", "c", "b"]);
    // These ids are stored: with others, handlers that are done would run again after an update.
    expect((await inbox.get("1"))?.done.toSorted()).toEqual(["same", "same#2", "same#3"]);
  });

  it("[G.5] of `transform` runs no `on` handler, and is tried again", async () => {
    const calls: string[] = [];
    const transform = () => Promise.reject(new Error("no transformation"));
    const { webhooks, inbox } = setUp({}, { transform });
    webhooks.on("note", () => calls.push("event"));
    webhooks.onAny(() => calls.push("any"));
    await inbox.start();
    await deliver(inbox);
    await settle();
    expect(calls).toEqual(["any"]);
    expect((await inbox.get("1"))?.errors).toMatchObject([
      { handler: "transform", message: "no transformation" },
    ]);
  });

  it("[G.5] is told to `onError`, once for each attempt", async () => {
    const { webhooks, inbox, environment } = setUp({ retries: { limit: 1 } });
    const failed = vi.fn();
    webhooks.onError(failed);
    webhooks.on("note", () => Promise.reject(new Error("always")));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(60_000);
    expect(failed).toHaveBeenCalledTimes(2);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: "HANDLER_FAILED" });
  });

  it.each<[what: string, create: () => unknown]>([
    ["nothing", () => undefined],
    ["text", () => "text"],
    ["an error without a message", () => new TypeError()],
    ["an object that cannot be shown", () => Object.create(null) as object],
    ["a revoked proxy", revoked],
    ["a long message", () => new Error("x".repeat(1_000_000))],
  ])("[G.5] makes a delivery dead, whatever is thrown: %s", async (_, create) => {
    const { webhooks, inbox } = setUp({ retries: { limit: 0 } });
    webhooks.on("note", () => {
      throw create();
    });
    webhooks.onAny(() => Promise.reject(create()));
    await inbox.start();
    await deliver(inbox);
    await settle();
    const dead = await inbox.get("1");
    expect(dead).toMatchObject({ state: "dead", done: [] });
    expect(dead?.errors).toHaveLength(2);
    expect(JSON.stringify(dead?.errors).length).toBeLessThan(30_000);
  });

  it("[G.5] aborts the signal at the deadline, and waits no longer", async () => {
    const { webhooks, inbox, environment } = setUp({ timeout: 10_000, retries: { limit: 1 } });
    const reasons: unknown[] = [];
    webhooks.on(
      "note",
      (event) =>
        new Promise(() => {
          const { signal } = asHandled(event);
          signal.addEventListener("abort", () => reasons.push(signal.reason));
        }),
      { id: "slow" },
    );
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(9_000);
    expect(reasons).toEqual([]);
    await environment.elapse(1_000);
    expect(String(reasons)).toMatch(/longer than 10000 ms/);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", attempts: 1 });
    await environment.elapse(60_000);
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      errors: [
        { attempt: 1, handler: "slow" },
        { attempt: 2, handler: "slow" },
      ],
    });
  });
});

describe("an error of a handler", () => {
  it.each<[what: string, create: () => unknown, stored: object]>([
    ["nothing", () => undefined, { message: "undefined" }],
    ["a text", () => "text", { message: "text" }],
    ["a long text", () => "x".repeat(2_001), { message: markCut("x".repeat(2_000)) }],
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
      { message: markCut("x".repeat(2_000)), stack: "s" },
    ],
    [
      "an error with a long stack",
      () => withStack("s".repeat(8_001)),
      { message: "odd", stack: markCut("s".repeat(8_000)) },
    ],
    [
      "an error with as long a stack as is kept",
      () => withStack("s".repeat(8_000)),
      { message: "odd", stack: "s".repeat(8_000) },
    ],
  ])("[G.5] is stored within limits when a handler throws %s", async (_, create, expected) => {
    const { webhooks, inbox, environment } = setUp({ retries: { limit: 0 } });
    const at = environment.clock();
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
    expect(stored?.errors).toEqual([{ attempt: 1, at, handler: "mail", ...expected }]);
    expect(Object.keys(stored?.errors[0] ?? {}).includes("stack")).toBe("stack" in expected);
  });
});

describe("a delivery whose workers are lost one after another", () => {
  it.each<{ limit: number; waits: readonly number[] }>([
    { limit: 0, waits: [0, 5, 20] },
    { limit: 2, waits: [0, 5, 20] },
    { limit: 3, waits: [0, 5, 20, 80] },
    { limit: 8, waits: [0, 5, 20, 80, 320, 1280, 5120, 20480, 81920] },
  ])(
    "[G.10] waits for these seconds with $limit retries, and is dead when yet another one is lost: $waits",
    async ({ limit, waits }) => {
      const retries = readRetries({ limit });
      const waitAfterLoss = (loss: Loss) => retries.waitAfterLoss(loss, 1); // the longest, by chance
      const { store, environment, inbox, recorder } = setUp({ retries: { limit } });
      await deliver(inbox);
      // The workers of the inbox have not started: the test plays those that are lost, on the same store.
      await store.open({ ...SETTINGS, waitAfterLoss, clock: environment.clock });
      const delays: number[] = [];
      for (const [index, wait] of waits.entries()) {
        await loseWorker(store, environment, index === 0 ? "ordinary" : "suspects");
        delays.push(((await store.get("1"))?.dueAt ?? 0) - environment.clock());
        await environment.elapse(wait * SECOND);
      }
      expect(delays).toEqual(waits.map((wait) => wait * SECOND));
      await commit(store, { room: 1, from: "suspects" });
      await environment.elapse(SETTINGS.lease);
      await inbox.start(); // finds that this worker is lost, too
      await settle();
      const dead = await inbox.get("1");
      expect(dead).toMatchObject({ state: "dead", attempts: waits.length, dueAt: undefined });
      expect(dead?.errors.map(({ attempt, message }) => [attempt, message])).toEqual([
        [1, expect.stringMatching(/may have been handled beside it/)],
        ...waits.map((_, index) => [index + 1, expect.stringMatching(/no other delivery/)]),
      ]);
      expect(recorder.entries.map(({ level }) => level)).toEqual(["error"]);
      expect(recorder.text().join()).toMatch(/is the last one\..*no other delivery was handled/);
    },
  );
});

/** Claims the delivery for a worker that never ends it, and takes it back when the lease is over. */
async function loseWorker(
  store: InboxStore,
  environment: TestEnvironment,
  from: StoreBatch["from"],
) {
  expect((await commit(store, { room: 1, from })).claimed).toHaveLength(1);
  await environment.elapse(SETTINGS.lease);
  await commit(store, { room: 1, from: "none" });
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function withStack(stack: unknown) {
  return Object.assign(new Error("odd"), { stack });
}

/** Adds the mark of a text that was cut when it was stored. */
function markCut(text: string): string {
  return `${text}...`;
}
