/** Options of an inbox: their defaults, their limits, and what is refused. */
import { describe, expect, it } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { readInboxSettings } from "../../src/inbox/options.js";
import type { InboxStore } from "../../src/inbox/store.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { DAY, MINUTE, SECOND } from "./deliveries.js";
import { createEnvironment } from "./environment.js";
import { setUp } from "./setup.js";

const { webhooks, inbox } = setUp();
const store = openMemoryStore();
const environment = createEnvironment();

describe("the settings of an inbox", () => {
  it("[G.1] have these defaults", () => {
    const { storeSettings, retries, receiver, ...settings } = read();
    expect(settings).toEqual({
      environment,
      handlers: receiver.handlers,
      store,
      log: receiver.log,
      concurrency: 10,
      timeout: MINUTE,
      pollInterval: SECOND,
      renewInterval: 2 * SECOND,
      metrics: expect.any(Object) as unknown,
      observe: expect.any(Function) as unknown,
    });
    expect(storeSettings).toEqual({
      lease: 12 * SECOND,
      dedupeFor: 7 * DAY,
      keepFor: 3 * DAY,
      keepDeadFor: 30 * DAY,
      longestDelay: retries.longestDelay,
      notesDead: false,
      clock: environment.clock,
      leaseClock: environment.leaseClock,
      waitAfterLoss: expect.any(Function) as unknown,
    });
  });

  it("[G.10] wait after a lost worker by the retries and by chance", () => {
    const waits = [0, 1].map((random) => {
      const { storeSettings } = readInboxSettings(
        { webhooks, store, retries: { delay: 100 } },
        { ...environment, random: () => random },
      );
      return storeSettings.waitAfterLoss({ attempt: 2, losses: 2 });
    });
    expect(waits).toEqual([50, 100]);
  });

  it.each([
    [1_000, 166],
    [12_000, 2_000],
    [6_005, 1_000],
  ])("[G.7] renew a lease of %i ms every %i ms, six times in it", (lease, interval) => {
    expect(read({ lease }).renewInterval).toBe(interval);
  });

  it.each<[what: string, options: object]>([
    ["the smallest numbers", { concurrency: 1, timeout: 1, pollInterval: 1, lateAfter: 1 }],
    ["the shortest lease", { lease: SECOND }],
    ["no memory", { dedupeFor: 0, keepFor: 0, keepDeadFor: 0 }],
    ["durations that no timer can wait for", { keepDeadFor: Number.MAX_SAFE_INTEGER }],
    ["no retries at all", { retries: { limit: 0, delay: 0, factor: 1, maxDelay: 0 } }],
  ])("[G.1] may be %s", (_, options) => {
    expect(() => read(options)).not.toThrow();
  });

  const FROM_ZERO = "expected milliseconds, an integer from 0.";
  const TO = "to 2147483647.";
  it.each<[options: object, message: string]>([
    [{ concurrency: 0 }, `\`concurrency\` is 0; expected an integer from 1 ${TO}`],
    [{ timeout: 0 }, `\`timeout\` is 0; expected an integer from 1 ${TO}`],
    [{ pollInterval: 0 }, `\`pollInterval\` is 0; expected an integer from 1 ${TO}`],
    [{ lateAfter: 0 }, `\`lateAfter\` is 0; expected an integer from 1 ${TO}`],
    [{ lease: 999 }, `\`lease\` is 999; expected an integer from 1000 ${TO}`],
    [{ dedupeFor: -1 }, `\`dedupeFor\` is -1; ${FROM_ZERO}`],
    [{ keepFor: 2 ** 53 }, `\`keepFor\` is 9007199254740992; ${FROM_ZERO}`],
    [{ keepDeadFor: "1d" }, `\`keepDeadFor\` is a string; ${FROM_ZERO}`],
    [{ orderBy: "id" }, "`orderBy` is a string; expected a function."],
    [{ observe: [] }, "`observe` is an array; expected a function."],
    [{ onStore: {} }, "`onStore` is an object; expected a function."],
    [{ onDead: 1 }, "`onDead` is a number; expected a function."],
    [{ onLate: "x" }, "`onLate` is a string; expected a function."],
    [{ retries: 3 }, "`retries` is a number; expected an object such as `{ limit: 8 }`."],
    [{ retries: { limit: -1 } }, `\`retries.limit\` is -1; expected an integer from 0 ${TO}`],
    [{ retries: { delay: -1 } }, `\`retries.delay\` is -1; expected an integer from 0 ${TO}`],
    [{ retries: { factor: 0 } }, `\`retries.factor\` is 0; expected an integer from 1 ${TO}`],
    [{ retries: { maxDelay: -1 } }, `\`retries.maxDelay\` is -1; expected an integer from 0 ${TO}`],
    [
      { webhooks: inbox },
      "`webhooks` is an inbox, or comes from an older copy of the package; expected a Webhooks " +
        "instance of this version.",
    ],
    [
      { store: {} },
      "`store` is an object; expected a store, such as `openMemoryStore()` or `openSqliteStore(path)`.",
    ],
    [{ concurency: 1 }, "Unknown option `concurency`. Did you mean `concurrency`?"],
    [{ retries: { limits: 1 } }, "Unknown option `limits`. Did you mean `limit`?"],
  ])("[G.1] may not be %o", (options, message) => {
    expect(() => read(options)).toThrow(message);
  });

  it("[G.1] are read from an object alone", () => {
    expect(() => readInboxSettings(undefined as never)).toThrow(
      "The argument of `createInbox()` is undefined; expected an object with `webhooks` and `store`.",
    );
  });

  it.each<[string, object, object | undefined, boolean]>([
    ["nobody", { lateAfter: 5 }, undefined, false],
    ["somebody of dead ones", { onDead: () => 1 }, { lateAfter: 5 * MINUTE }, true],
    ["somebody of late ones", { onLate: () => 1, lateAfter: 5 }, { lateAfter: 5 }, false],
  ])("[R.8] tell %s", (_, options, expected, notesDead) => {
    const { alerts, storeSettings } = read(options);
    const { onDead, onLate } = options as Partial<InboxOptions>;
    expect(alerts).toEqual(expected && { onDead, onLate, ...expected });
    expect(storeSettings.notesDead).toBe(notesDead);
  });

  it.each(["changeNote", "listNotes", "countDue"])(
    "[R.8] need a store with `%s` to tell somebody",
    (method) => {
      const without = Object.assign(openMemoryStore(), { [method]: undefined });
      expect(() => read({ store: without })).not.toThrow();
      expect(() => read({ store: without, onLate: () => 1 })).toThrow(
        "`store` is an object; expected a store that keeps notes, for alerts.",
      );
    },
  );
});

describe("createInbox", () => {
  it.each<[what: string, options: object | undefined]>([
    ["nothing", undefined],
    ["no webhooks", { store }],
    ["webhooks that are none", { store, webhooks: {} }],
    ["an inbox for webhooks", { store, webhooks: inbox }],
    ["no store", { webhooks }],
    ["a store that is none", { webhooks, store: { open: () => 1 } }],
    ...["concurrency", "timeout", "lease", "pollInterval"].map(
      (key): [what: string, options: object] => [`${key} of 0`, { webhooks, store, [key]: 0 }],
    ),
    ...["dedupeFor", "keepFor", "keepDeadFor"].map((key): [what: string, options: object] => [
      `${key} of -1`,
      { webhooks, store, [key]: -1 },
    ]),
    ["a lease that ends before a busy process has its turn", { webhooks, store, lease: 999 }],
    ["an order that is no function", { webhooks, store, orderBy: "id" }],
    ["retries that are no object", { webhooks, store, retries: 3 }],
    ["retries of half a number", { webhooks, store, retries: { limit: 0.5 } }],
    ["a log that is none", { webhooks, store, log: "console" }],
  ])("[G.1] refuses to be called with %s", (_, options) => {
    expect(() => createInbox(options as InboxOptions)).toThrow(/expected/);
  });

  it.each(["open", "commit", "get", "list", "read", "stats", "replay", "prune", "close"])(
    "[G.1] refuses a store without `%s`",
    (method) => {
      const broken: InboxStore = Object.assign(openMemoryStore(), { [method]: undefined });
      expect(() => createInbox({ webhooks, store: broken })).toThrow(
        "`store` is an object; expected a store, such as `openMemoryStore()`",
      );
    },
  );

  it.each<[name: string, options: object]>([
    ["`concurrency`", { concurrency: 0.5 }],
    ["`timeout`", { timeout: 0.5 }],
    ["`lease`", { lease: 0.5 }],
    ["`pollInterval`", { pollInterval: 0.5 }],
    ["`dedupeFor`", { dedupeFor: 0.5 }],
    ["`keepFor`", { keepFor: 0.5 }],
    ["`keepDeadFor`", { keepDeadFor: 0.5 }],
    ["`retries.limit`", { retries: { limit: 0.5 } }],
    ["`retries.delay`", { retries: { delay: 0.5 } }],
    ["`retries.factor`", { retries: { factor: 0.5 } }],
    ["`retries.maxDelay`", { retries: { maxDelay: 0.5 } }],
  ])("[G.1] names the option that is wrong: %s", (name, options) => {
    expect(() => createInbox({ webhooks, store, ...options })).toThrow(`${name} is 0.5; expected `);
  });

  it("[G.1] names the kind of retries that are none", () => {
    const options = { webhooks, store, retries: "0.5" as never };
    expect(() => createInbox(options)).toThrow("`retries` is a string; expected ");
  });

  it.each([
    { option: "onDead", value: 1 },
    { option: "onLate", value: "x" },
    { option: "onStore", value: {} },
    { option: "observe", value: [] },
    { option: "lateAfter", value: 0 },
  ])("[R.8] names the option of an alert that is wrong: `$option`", ({ option, value }) => {
    expect(() => setUp({ [option]: value })).toThrow(`\`${option}\``);
  });

  it("[G.1] names the kind of a duration that is none", () => {
    const options = { webhooks, store, keepFor: "a day" as never };
    const message = "`keepFor` is a string; expected milliseconds, an integer from 0.";
    expect(() => createInbox(options)).toThrow(message);
  });

  it("[G.1] takes 90 days of memory for ids, and no retries at all", () => {
    const options = { webhooks, store, dedupeFor: 90 * DAY, retries: { limit: 0, delay: 0 } };
    expect(createInbox(options)).toBeDefined();
  });
});

function read(options: object = {}) {
  return readInboxSettings({ webhooks, store, ...options }, environment);
}
