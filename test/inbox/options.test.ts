/** Options of an inbox, their defaults and limits, and filters. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { readFilter } from "../../src/inbox/filter.js";
import { readInboxSettings } from "../../src/inbox/options.js";
import { readRetries } from "../../src/inbox/retries.js";
import type { InboxFilter, InboxOptions } from "../../src/inbox/types.js";
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

  it.each<[string, object]>([
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
  it.each<[object, string]>([
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

describe("retries", () => {
  it.each<[string, object, readonly (number | undefined)[], number]>([
    [
      "by default",
      {},
      [5, 20, 80, 320, 1_280, 5_120, 20_480, 81_920, undefined].map((s) => s && s * SECOND),
      81_920 * SECOND,
    ],
    ["once", { limit: 1, delay: 10 }, [10, undefined], 40],
    ["never", { limit: 0, delay: 10, factor: 3 }, [undefined], 30],
    ["at once", { limit: 2, delay: 0 }, [0, 0, undefined], 0],
    ["evenly", { limit: 3, delay: 7, factor: 1 }, [7, 7, 7, undefined], 7],
    ["up to a day", { limit: 9, delay: DAY }, Array<number>(9).fill(DAY), DAY],
    ["up to a limit", { limit: 3, delay: 10, maxDelay: 35 }, [10, 35, 35, undefined], 35],
    ["not longer than a limit before all", { limit: 1, delay: 10, maxDelay: 0 }, [0], 0],
  ])("[G.5] wait at most so long: %s", (_, options, waits, longest) => {
    const { waitAfter, longestDelay } = readRetries(options);
    expect(waits.map((__, index) => waitAfter(index + 1, 1))).toEqual(waits);
    expect(longestDelay).toBe(longest);
  });

  it("[G.5] wait for half as long at least, in whole milliseconds", () => {
    const { waitAfter } = readRetries({ delay: 25 });
    expect([0, 0.2, 0.5, 1].map((random) => waitAfter(1, random))).toEqual([13, 15, 19, 25]);
  });

  it.each<[limit: number, attempt: number, losses: number, wait: number | undefined]>([
    [2, 1, 1, 0],
    [2, 1, 2, 10],
    [2, 2, 3, 40],
    [2, 3, 3, 40],
    [2, 2, 4, 160],
    [2, 3, 4, undefined],
    [2, 9, 4, undefined],
    [0, 1, 3, 40],
    [0, 1, 4, undefined],
  ])(
    "[G.10] of %i, after the attempt %i whose worker was the %ith lost, wait for %s ms",
    (limit, attempt, losses, wait) => {
      const { waitAfterLoss } = readRetries({ limit, delay: 10 });
      expect(waitAfterLoss({ attempt, losses }, 1)).toBe(wait);
    },
  );
});

describe("a filter", () => {
  const signal = new AbortController().signal;

  it.each<[InboxFilter, object]>([
    [{}, {}],
    [{ id: undefined, limit: undefined, keys: undefined }, {}],
    [
      { id: "a\0", name: "b\ud800", before: "7", text: "c" },
      { id: "a\ufffd", name: "b\ufffd", before: "7", text: "c" },
    ],
    [
      { id: "", text: "" },
      { id: "", text: "" },
    ],
    [
      { since: new Date(5), until: 7 },
      { since: 5, until: 7 },
    ],
    [
      { since: 0, until: -1.5 },
      { since: 0, until: -1.5 },
    ],
    [
      { state: "dead", limit: 1, keys: ["1", "x"], signal },
      { state: "dead", limit: 1, keys: ["1", "x"], signal },
    ],
    [
      { state: "waiting", keys: [] },
      { state: "waiting", keys: [] },
    ],
    [{ state: "running" }, { state: "running" }],
    [{ state: "done" }, { state: "done" }],
  ])("[G.5] %j is read", (filter, expected) => {
    expect(readFilter(filter)).toEqual(expected);
    expect(Object.keys(readFilter(filter)).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  const KEYS = "id, name, before, text, since, until, state, limit, keys, signal";
  const A_TIME = "expected a Date, or milliseconds since 1970.";
  it.each<[unknown, string]>([
    [1, "The filter is a number; expected an object."],
    [{ colour: "red" }, `The filter has the key colour; expected one of ${KEYS}.`],
    [{ nmae: "note" }, "Unknown option `nmae`. Did you mean `name`?"],
    [{ id: 1 }, "`id` is a number; expected a string."],
    [{ name: null }, "`name` is null; expected a string."],
    [{ before: 7 }, "`before` is a number; expected a string."],
    [{ text: {} }, "`text` is an object; expected a string."],
    [{ since: "1h" }, `\`since\` is a string; ${A_TIME}`],
    [{ since: NaN }, `\`since\` is a number; ${A_TIME}`],
    [{ until: new Date("never") }, `\`until\` is an object; ${A_TIME}`],
    [{ state: "failed" }, '`state` is "failed"; expected one of waiting, running, done, dead.'],
    [{ limit: 0 }, "`limit` is 0; expected an integer from 1 to 2147483647."],
    [{ keys: "7" }, "`keys` is a string; expected an array of strings."],
    [{ keys: [7] }, "An element of `keys` is a number; expected a string."],
    [{ signal: "soon" }, "`signal` is a string; expected an AbortSignal."],
  ])("[G.5] %j is refused", (filter, message) => {
    expect(() => readFilter(filter as InboxFilter)).toThrow(message);
  });
});

function read(options: object = {}) {
  return readInboxSettings({ webhooks, store, ...options }, environment);
}
