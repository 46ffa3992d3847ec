/** One list by itself, over a host without an inbox: how far it is read, what is stored, and who may read it. */
import { describe, expect, it } from "vitest";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import type { Progress } from "../../../src/inbox/catch-up/turn.js";
import { createCatchUpSource } from "../../../src/inbox/catch-up/source.js";
import type {
  CatchUpHost,
  CatchUpOptions,
  CatchUpStore,
  FetchedDelivery,
} from "../../../src/inbox/catch-up/types.js";
import { openMemoryStore } from "../../../src/inbox/memory-store.js";
import type { Arrival, ArrivalResult } from "../../../src/inbox/store.js";
import { createGate, createRecorder } from "../../http/toolkit.js";
import { arrive, commit, DAY, HOUR, MINUTE, SECOND, SETTINGS } from "../deliveries.js";
import { createEnvironment, settle } from "../environment.js";

type Answers = (
  route: string,
  parameters: Readonly<Record<string, unknown>>,
) => { readonly data: unknown; readonly date?: number | undefined };

const PLAN: CatchUpPlan = {
  route: "GET /log",
  order: "newest-first",
  next: { parameter: "page", body: "next" },
  ...{ items: "items", id: "id", time: "at", event: "kind", payload: "data" },
};
const NOTE = 'catch-up/["GET /log"]';
const LEASE = 12 * SECOND;

/** A list over a client that answers as it is told, and a host that writes down what it gets. */
async function open(
  answers: Answers,
  {
    plan = PLAN,
    options = {},
    prepare,
  }: {
    readonly plan?: CatchUpPlan;
    readonly options?: Partial<CatchUpOptions>;
    readonly prepare?: (delivery: FetchedDelivery) => void;
  } = {},
) {
  const environment = createEnvironment();
  const { log, entries, text } = createRecorder();
  const store = openMemoryStore() as CatchUpStore;
  await store.open({ ...SETTINGS, clock: environment.clock });
  const asked: { readonly route: string; readonly parameters: object; readonly at: number }[] = [];
  const written: string[] = [];
  const payloads: unknown[] = [];
  const results = new Map<string, ArrivalResult>();
  const start = environment.clock();
  const host: CatchUpHost = {
    ...{ environment, log, lease: LEASE, dedupeFor: 7 * DAY },
    open: () => Promise.resolve(store),
    prepare: async (delivery) => {
      await Promise.resolve();
      prepare?.(delivery);
      payloads.push(delivery.payload);
      return arrive(delivery.id, { name: delivery.name });
    },
    write: ({ id }: Arrival) => {
      written.push(id);
      return Promise.resolve(results.get(id) ?? "new");
    },
  };
  const client = {
    request: async (route: string, parameters: Readonly<Record<string, unknown>>) => {
      asked.push({ route, parameters, at: environment.clock() - start });
      await Promise.resolve();
      const { data, date } = answers(route, parameters);
      return { data, headers: date === undefined ? {} : { date: new Date(date).toUTCString() } };
    },
  };
  const create = (more: Partial<CatchUpOptions> = {}) =>
    createCatchUpSource([plan]).open(host, { client, ...options, ...more });
  const writeNote = (text: Progress, name = NOTE) =>
    store.changeNote({ name, holder: "test", lease: 0, text: JSON.stringify(text) });
  const readNote = async (name = NOTE) =>
    JSON.parse((await store.changeNote({ name, holder: "test", lease: 0 })) ?? '"held"') as unknown;
  const pages = () => asked.map(({ parameters }) => parameters);
  const parts = { environment, store, host, asked, pages, written, payloads, results, entries };
  return { ...parts, text, create, feed: create(), writeNote, readNote };
}

const NOW = createEnvironment().clock();

/** An item of so many milliseconds ago. */
const item = (id: string, age: number) => ({ id, at: NOW - age, kind: "note", data: { id } });

/** Pages of a list whose next one is the index of the next page. */
const inPages =
  (pages: readonly (readonly object[])[], date: number | null = NOW): Answers =>
  (_, { page = 0 }) => {
    const next = Number(page) + 1;
    const items = pages[Number(page)] ?? [];
    return {
      data: { items, next: next < pages.length ? next : undefined },
      date: date ?? undefined,
    };
  };

describe("a list that is read", () => {
  interface Row {
    /** Ages of the items by their ids, the newest first. */
    readonly ages?: Readonly<Record<string, number>>;
    /** By how much the clock of the service is ahead; `null` if it does not tell. */
    readonly ahead?: number | null;
    readonly progress?: Progress;
    /** Age of the last delivery of the inbox. */
    readonly last?: number;
    readonly since?: number;
    readonly overlap?: number | string;
    readonly stored?: string;
    readonly note: Progress;
  }
  const OVERLAP = 2 * MINUTE;

  it.each<[string, Row]>([
    ["begins now, less the overlap", { note: { from: NOW - OVERLAP } }],
    ["begins by the clock of the service", { ahead: HOUR, note: { from: NOW - OVERLAP + HOUR } }],
    [
      "begins an hour before if that is unknown",
      { ahead: null, note: { from: NOW - OVERLAP - HOUR } },
    ],
    ["begins with an overlap of its own", { overlap: "5m", note: { from: NOW - 5 * MINUTE } }],
    ["begins without one", { overlap: 0, note: { from: NOW } }],
    [
      "begins at the last delivery of the inbox",
      { last: 3 * HOUR, note: { from: NOW - OVERLAP - 3 * HOUR } },
    ],
    ["never begins later than now", { last: -HOUR, note: { from: NOW - OVERLAP } }],
    [
      "is stored from there on, the oldest first",
      {
        ages: { a: 0, b: MINUTE, c: OVERLAP, d: OVERLAP + 1 },
        stored: "c b a",
        note: { from: NOW - OVERLAP, time: NOW },
      },
    ],
    [
      "is stored from where the inbox began, as long as it remembers what has arrived",
      {
        ages: { a: 5 * MINUTE, b: DAY, c: DAY + 1 },
        progress: { from: NOW - DAY, time: NOW - 10 * MINUTE },
        stored: "b a",
        note: { from: NOW - DAY, time: NOW - 5 * MINUTE },
      },
    ],
    [
      "is stored as far as the inbox remembers what has arrived",
      {
        ages: { a: 5 * MINUTE, b: 7 * DAY - HOUR, c: 7 * DAY - HOUR + 1 },
        progress: { from: NOW - 30 * DAY, time: NOW - 10 * MINUTE },
        stored: "b a",
        note: { from: NOW - 30 * DAY, time: NOW - 5 * MINUTE },
      },
    ],
    [
      "is stored as far as that by the clock of the inbox, if the service does not tell its own",
      {
        ages: { a: 7 * DAY - HOUR, b: 7 * DAY - HOUR + 1 },
        ahead: null,
        progress: { from: NOW - 30 * DAY, time: NOW - 10 * MINUTE },
        stored: "a",
        note: { from: NOW - 30 * DAY, time: NOW - 10 * MINUTE },
      },
    ],
    [
      "is stored as far as that by the clock of the service",
      {
        ages: { a: 7 * DAY - 2 * HOUR, b: 7 * DAY - 2 * HOUR + 1 },
        ahead: HOUR,
        progress: { from: NOW - 30 * DAY, time: NOW - 10 * MINUTE },
        stored: "a",
        note: { from: NOW - 30 * DAY, time: NOW - 10 * MINUTE },
      },
    ],
    [
      "is stored from where the last one got to, if that is longer ago",
      {
        ages: { a: 5 * MINUTE, b: 20 * DAY + OVERLAP, c: 20 * DAY + OVERLAP + 1 },
        progress: { from: NOW - 30 * DAY, time: NOW - 20 * DAY },
        stored: "b a",
        note: { from: NOW - 30 * DAY, time: NOW - 5 * MINUTE },
      },
    ],
    [
      "is stored from a time on that somebody asks for",
      {
        ages: { a: 20 * MINUTE, b: HOUR, c: HOUR + 1 },
        progress: { from: NOW - 30 * MINUTE, time: NOW - 10 * MINUTE },
        since: HOUR,
        stored: "b a",
        note: { from: NOW - HOUR, time: NOW - 10 * MINUTE },
      },
    ],
    [
      "is stored from that time on by the clock of the service",
      {
        ages: { a: 2 * HOUR, b: 2 * HOUR + 1 },
        ahead: -HOUR,
        since: HOUR,
        stored: "a",
        note: { from: NOW - 2 * HOUR, time: NOW - 2 * HOUR },
      },
    ],
    [
      "does not move on behind an item that is dated wrongly",
      {
        ages: { a: -HOUR - 1, b: 0 },
        stored: "b a",
        note: { from: NOW - OVERLAP, time: NOW + HOUR },
      },
    ],
    [
      "leaves out what it has left out before",
      {
        ages: { a: 1, b: 2 },
        progress: { from: NOW - DAY, skipped: ["b"] },
        stored: "a",
        note: { from: NOW - DAY, time: NOW - 1, skipped: ["b"] },
      },
    ],
  ])("[R.2] [R.5] %s", async (_, row) => {
    const items = Object.entries(row.ages ?? {}).map(([id, age]) => item(id, age));
    const date = row.ahead === null ? null : NOW + (row.ahead ?? 0);
    const { feed, store, written, readNote, writeNote, environment } = await open(
      inPages([items], date),
      { options: row.overlap === undefined ? {} : { overlap: row.overlap } },
    );
    if (row.last !== undefined) {
      const { last } = row;
      await store.open({ ...SETTINGS, clock: () => environment.clock() - last });
      await commit(store, { arrivals: [arrive("before")] });
      await store.open({ ...SETTINGS, clock: environment.clock });
    }
    if (row.progress !== undefined) await writeNote(row.progress);
    const report = await feed.run(row.since === undefined ? undefined : NOW - row.since);
    expect(written.join(" ")).toBe(row.stored ?? "");
    expect(report).toEqual({ fetched: written.length, known: 0, skipped: 0, requests: 1 });
    expect(await readNote()).toEqual(row.note);
  });

  it("[R.2] is read down to the last place, and no further", async () => {
    const until = 12 * MINUTE;
    const pages = [
      [item("a", 1), item("b", until)],
      [item("c", until), item("d", until + 1)],
      [item("e", until + 2)],
    ];
    const { feed, writeNote, pages: asked, written } = await open(inPages(pages));
    await writeNote({ from: NOW - DAY, time: NOW - 10 * MINUTE });
    await feed.run();
    expect(asked()).toEqual([{}, { page: 1 }]);
    expect(written).toEqual(["d", "c", "b", "a"]);
  });

  it("[R.2] is read to its end if somebody asks for more", async () => {
    const pages = [[item("a", 1)], [item("b", 30 * MINUTE)], [item("c", HOUR + 1)], [item("d", 0)]];
    const { feed, writeNote, pages: asked, written } = await open(inPages(pages));
    await writeNote({ from: NOW - DAY, time: NOW - 10 * MINUTE });
    await feed.run(NOW - HOUR);
    expect(asked()).toHaveLength(3);
    expect(written).toEqual(["c", "b", "a"]);
  });

  it("[R.2] ends at a page without items", async () => {
    const { feed, pages } = await open(() => ({ data: { items: [], next: 7 }, date: NOW }));
    expect(await feed.run()).toEqual({ fetched: 0, known: 0, skipped: 0, requests: 1 });
    expect(pages()).toEqual([{}]);
  });

  it("[R.7] in a circle fails at the second time", async () => {
    const { feed, pages } = await open((_, { page }) => ({
      data: { items: [item(String(page), 0)], next: page === 1 ? 2 : 1 },
      date: NOW,
    }));
    await expect(feed.run()).rejects.toMatchObject({
      code: "CATCH_UP_FAILED",
      message: 'The pages of GET /log lead in a circle: {"page":1} comes twice.',
    });
    expect(pages()).toEqual([{}, { page: 1 }, { page: 2 }]);
  });

  it.each([
    [
      [10, 5_000, 4_989, 1],
      [0, 1, 2, 3],
    ],
    [
      [10, 5_000, 4_990, 1],
      [0, 1, 2, 3, 1],
    ],
  ])(
    "[R.2] with pages of %j items is read again where it is too much to keep",
    async (sizes, asked) => {
      let total = 0;
      const next = () => item(String(total), total++);
      const pages = sizes.map((size) => Array.from({ length: size }, next));
      const parts = await open(inPages(pages));
      await parts.writeNote({ from: NOW - DAY });
      const report = { fetched: total, known: 0, skipped: 0, requests: asked.length };
      expect(await parts.feed.run()).toEqual(report);
      expect(parts.pages()).toEqual(asked.map((page) => (page === 0 ? {} : { page })));
      expect(parts.written).toEqual(Array.from({ length: total }, (_, n) => `${total - 1 - n}`));
    },
  );

  it("[R.4] counts what has arrived, and what arrives meanwhile", async () => {
    const { feed, store, written, results } = await open(
      inPages([[item("a", 0), item("b", 1), item("c", 2), item("b", 1)]]),
    );
    await commit(store, { arrivals: [arrive("a")] });
    results.set("b", "duplicate").set("c", "conflict");
    expect(await feed.run()).toEqual({ fetched: 1, known: 2, skipped: 0, requests: 1 });
    expect(written).toEqual(["c", "b"]);
  });

  it("[R.1] leaves out events that nobody wants", async () => {
    const other = { ...item("b", 0), kind: "ping" };
    const { create, written } = await open(inPages([[item("a", 0), other]]));
    await create({ events: ["ping", "pong"] }).run();
    expect(written).toEqual(["b"]);
  });
});

describe("a list that begins with the oldest", () => {
  const plan: CatchUpPlan = {
    ...PLAN,
    order: "oldest-first",
    since: { parameter: "from", format: "milliseconds" },
    parameters: { limit: 2 },
  };

  it.each<[string, Progress, number | undefined, number]>([
    ["now, an hour and the overlap before", {}, undefined, HOUR + 2 * MINUTE],
    [
      "where the last one got to",
      { from: NOW - DAY, time: NOW - HOUR },
      undefined,
      HOUR + 2 * MINUTE,
    ],
    [
      "an hour before the time that is asked for",
      { from: NOW - DAY, time: NOW },
      3 * HOUR,
      4 * HOUR,
    ],
  ])("[R.1] [R.5] is asked for from %s", async (_, progress, since, age) => {
    const pages = [[item("a", 90)], [item("b", 80)]];
    const { feed, writeNote, pages: asked, written } = await open(inPages(pages), { plan });
    if (Object.keys(progress).length > 0) await writeNote(progress);
    await feed.run(since === undefined ? undefined : NOW - since);
    const first = { limit: 2, from: NOW - age };
    expect(asked()).toEqual([first, { ...first, page: 1 }]);
    expect(written).toEqual(["a", "b"]);
  });

  it("[R.1] is read from its begin without a parameter for the time", async () => {
    const { since: _, ...without } = plan;
    const { feed, pages } = await open(inPages([[]]), { plan: without });
    await feed.run();
    expect(pages()).toEqual([{ limit: 2 }]);
  });
});

describe("payloads", () => {
  const plan: CatchUpPlan = {
    ...PLAN,
    route: "GET /hooks/{id}/log",
    parameters: { limit: 9 },
    delivery: {
      route: "GET /hooks/{id}/log/{entry}",
      parameters: { entry: "number.of" },
      payload: "sent.body",
    },
  };
  const NOTE_OF_HOOK = 'catch-up/["GET /hooks/{id}/log",["id","h"]]';
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...item(`${n}`, n * MINUTE), number: { of: n } }));

  it("[R.1] are the item, or what is at a path, or its JSON", async () => {
    const { payload: _, ...whole } = PLAN;
    const plain = await open(inPages([[item("a", 0)]]), { plan: whole });
    await plain.feed.run();
    expect(plain.payloads).toEqual([item("a", 0)]);
    const text = { ...item("b", 0), data: '{"n":1}' };
    const asText = await open(inPages([[text]]));
    await asText.feed.run();
    expect(asText.payloads).toEqual([{ n: 1 }]);
  });

  it("[R.1] are asked for by a route of their own, eight at once", async () => {
    const gates = Array.from({ length: 20 }, createGate);
    const asked: object[] = [];
    const client = {
      request: async (route: string, parameters: Readonly<Record<string, unknown>>) => {
        if (!route.includes("entry"))
          return { data: { items: numbered(20) }, headers: { date: new Date(NOW).toUTCString() } };
        asked.push({ route, ...parameters });
        await gates[Number(parameters["entry"])]?.passed;
        return { data: { sent: { body: { of: parameters["entry"] } } }, headers: {} };
      },
    };
    const parts = await open(inPages([]), { plan, options: { client, parameters: { id: "h" } } });
    await parts.writeNote({ from: NOW - DAY }, NOTE_OF_HOOK);
    const running = parts.feed.run();
    for (const [last, asking, stored] of [
      [12, 8, 0],
      [4, 16, 8],
      [0, 20, 16],
    ] as const) {
      await settle();
      expect([asked.length, parts.written.length]).toEqual([asking, stored]);
      for (let n = last; n < 20; n++) gates[n]?.open();
    }
    expect(await running).toEqual({ fetched: 20, known: 0, skipped: 0, requests: 21 });
    expect(asked[0]).toEqual({ route: "GET /hooks/{id}/log/{entry}", id: "h", entry: 19 });
    expect(parts.payloads).toContainEqual({ of: 19 });
    expect(parts.written).toEqual(Array.from({ length: 20 }, (_, n) => `${19 - n}`));
  });

  const refused = Object.assign(new Error("refused"), { name: "AggregateError" });
  const withStatus = (status: number) => Object.assign(new Error("status"), { status });
  const LEFT_OUT =
    'The delivery "1" of "note" never arrived, and cannot be fetched; it is left out.';

  /** The item `1`, of so long ago, is between two others. */
  it.each<[string, unknown, number, "throws" | "fails" | "skips"]>([
    ["status 500", withStatus(500), DAY - MINUTE, "fails"],
    ["status 599 of a day", withStatus(599), DAY, "fails"],
    ["status 503 of more than a day", withStatus(503), DAY + 1, "skips"],
    ["status 499", withStatus(499), MINUTE, "throws"],
    ["status 404", withStatus(404), MINUTE, "skips"],
    ["status 410", withStatus(410), MINUTE, "skips"],
    ["status 403", withStatus(403), MINUTE, "throws"],
    ["no answer", new Error("no route"), MINUTE, "throws"],
  ])("[R.7] of one item are answered with %s", async (_, error, age, what) => {
    const items = [item("0", 0), item("1", age), item("2", age + 1)].map((each) => {
      return { ...each, number: { of: Number(each.id) } };
    });
    const parts = await open(
      (route, { entry }) => {
        if (!route.includes("entry")) return { data: { items }, date: NOW };
        if (entry === 1) throw error;
        return { data: { sent: { body: {} } } };
      },
      { plan, options: { parameters: { id: "h" } } },
    );
    await parts.writeNote({ from: NOW - 30 * DAY }, NOTE_OF_HOOK);
    const running = parts.feed.run();
    const failure = { code: "CATCH_UP_FAILED", cause: error };
    if (what === "skips") {
      expect(await running).toEqual({ fetched: 2, known: 0, skipped: 1, requests: 4 });
      expect(parts.entries).toEqual([
        { level: "error", data: [LEFT_OUT, expect.objectContaining(failure)] },
      ]);
    } else {
      await expect(running).rejects.toMatchObject(failure);
      expect(parts.entries).toEqual([]);
    }
    expect(parts.written).toEqual(what === "throws" ? [] : ["2", "0"]);
    expect(await parts.readNote(NOTE_OF_HOOK)).toEqual({
      from: NOW - 30 * DAY,
      ...(what === "fails" && { time: NOW - age }),
      ...(what === "skips" && { time: NOW, skipped: ["1"] }),
    });
  });

  it("[R.7] that nobody can have fail the list as a whole", async () => {
    const parts = await open(
      (route) => {
        if (route.includes("entry")) throw withStatus(500);
        return { data: { items: numbered(1) }, date: NOW };
      },
      { plan, options: { parameters: { id: "h" } } },
    );
    await expect(parts.feed.run()).rejects.toMatchObject({ cause: { status: 500 } });
    expect(await parts.readNote(NOTE_OF_HOOK)).toEqual({ from: NOW - 2 * MINUTE });
  });

  it.each<[string, unknown, boolean]>([
    ["a TypeError", new TypeError("not a payload"), true],
    ["an aggregate with a code", Object.assign(refused, { code: "INVALID_PAYLOAD" }), true],
    ["a drain", Object.assign(new TypeError("later"), { code: "DRAINING" }), false],
    ["an aggregate without a code", Object.assign(new AggregateError([])), false],
    ["an error with a code", Object.assign(new Error("no"), { code: "X" }), false],
    ["no error", undefined, false],
  ])("[R.7] that the toolkit refuses with %s", async (_, thrown, isLeftOut) => {
    const items = [item("0", 0), item("1", 1)];
    const { feed, written, entries } = await open(inPages([items]), {
      prepare: ({ id }) => {
        if (id === "1") throw thrown;
      },
    });
    const running = feed.run();
    if (isLeftOut) {
      expect(await running).toEqual({ fetched: 1, known: 0, skipped: 1, requests: 1 });
      expect(entries).toEqual([{ level: "error", data: [LEFT_OUT, thrown] }]);
    } else
      await expect(running.catch((error: unknown) => ({ error }))).resolves.toEqual({
        error: thrown,
      });
    expect(written).toEqual(isLeftOut ? ["0"] : []);
  });

  it("[R.7] that are no JSON are left out, and shown by their begin", async () => {
    const data = `{"a":"${"x".repeat(100)}`;
    const { feed, entries } = await open(inPages([[{ ...item("1", 0), data }]]));
    expect(await feed.run()).toMatchObject({ fetched: 0, skipped: 1 });
    const error = entries[0]?.data[1] as Error;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(/^The payload is "\{\\"a\\":\\"x{58}\.\.\."; expected JSON\.$/);
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  it("[R.7] of the last thousand that were left out are not asked for again", async () => {
    const items = Array.from({ length: 1_001 }, (_, n) => item(`${n}`, n));
    const refuse = () => {
      throw new TypeError("no");
    };
    const { feed, readNote } = await open(inPages([items]), { prepare: refuse });
    expect(await feed.run()).toEqual({ fetched: 0, known: 0, skipped: 1_001, requests: 1 });
    const { skipped } = (await readNote()) as { readonly skipped: readonly string[] };
    expect(skipped).toEqual(Array.from({ length: 1_000 }, (_, n) => `${999 - n}`));
  });
});

describe("the place that was reached", () => {
  it("[R.2] is noted after each hundred", async () => {
    const items = Array.from({ length: 250 }, (_, n) => item(`${n}`, n));
    const { feed, store, host, written, environment } = await open(inPages([items]));
    const { changeNote } = store;
    const noted: unknown[] = [];
    store.changeNote = (change) => {
      if (change.text != null) noted.push([written.length, JSON.parse(change.text)]);
      return changeNote.call(store, change);
    };
    await feed.run();
    const from = NOW - 2 * MINUTE;
    expect(noted).toEqual([
      [0, { from }],
      [100, { from, time: NOW - 150 }],
      [200, { from, time: NOW - 50 }],
      [250, { from, time: NOW }],
      [250, { from, time: NOW }],
    ]);
    expect([host.lease, environment.countTimers()]).toEqual([LEASE, 0]);
  });
});

describe("turns", () => {
  const notes = (store: CatchUpStore) => store.listNotes?.("", 10);
  const hold = (store: CatchUpStore, lease: number, name = NOTE) =>
    store.changeNote({ name, holder: "another", lease });

  it("[R.6] are at a list with its parameters, in any order", async () => {
    const plan = { ...PLAN, route: "GET /{b}/{a}" };
    const { create, store } = await open(inPages([[]]), {
      plan,
      options: { parameters: { b: 1, a: "x" } },
    });
    await create().run();
    await create({ parameters: { a: "x", b: "1" } }).run();
    expect(await notes(store)).toEqual(['catch-up/["GET /{b}/{a}",["a","x"],["b","1"]]']);
  });

  it("[R.6] are waited for, a second at a time, when somebody asks", async () => {
    const { feed, store, environment, asked } = await open(inPages([[]]));
    await hold(store, 2_500);
    const running = feed.run();
    await environment.elapse(2_999);
    expect(asked).toEqual([]);
    await environment.elapse(1);
    await running;
    expect(asked.map(({ at }) => at)).toEqual([3_000]);
  });

  it("[R.6] are kept while a list is read, and let go after it", async () => {
    const gate = createGate();
    const client = {
      request: () => gate.passed.then(() => ({ data: { items: [] }, headers: {} })),
    };
    const { create, store, environment } = await open(inPages([]));
    const running = create({ client }).run();
    await environment.elapse(5 * LEASE);
    expect(await hold(store, 0)).toBeUndefined();
    gate.open();
    await running;
    expect(environment.countTimers()).toBe(0);
    expect(await hold(store, 0)).not.toBeUndefined();
  });

  it("[R.6] are renewed three times in a lease, also after the store has failed", async () => {
    const gate = createGate();
    const client = {
      request: () => gate.passed.then(() => ({ data: { items: [] }, headers: {} })),
    };
    const { create, store, environment } = await open(inPages([]));
    const { changeNote } = store;
    const times: number[] = [];
    store.changeNote = (change) => {
      times.push(environment.clock() - NOW);
      return times.length === 2
        ? Promise.reject(new Error("locked"))
        : changeNote.call(store, change);
    };
    const running = create({ client }).run();
    await environment.elapse(LEASE);
    expect(times).toEqual([0, 4_000, 8_000, 12_000]);
    gate.open();
    await running;
  });

  it("[R.6] that another worker has taken over end what is under way, which begins again", async () => {
    const gate = createGate();
    let requests = 0;
    const client = {
      request: async () => {
        if (++requests === 1) await gate.passed;
        return { data: { items: [item("a", 0)] }, headers: {} };
      },
    };
    const { create, store, environment, written } = await open(inPages([]));
    const running = create({ client }).run();
    await settle();
    environment.stall(LEASE); // the process stood still
    await hold(store, 5_500);
    await environment.elapse(0);
    gate.open();
    await environment.elapse(5_000);
    expect([requests, written]).toEqual([1, []]);
    await environment.elapse(2_000);
    expect(await running).toMatchObject({ fetched: 1, requests: 1 });
    expect([requests, written]).toEqual([2, ["a"]]);
  });

  it("[R.6] are not taken once the inbox is closed", async () => {
    const { feed, store } = await open(inPages([[]]));
    await feed.stop();
    await expect(feed.run()).rejects.toMatchObject({
      code: "CLOSED",
      message: "The inbox is closed: `drain()` was called.",
    });
    expect(await notes(store)).toEqual([]);
  });
});

describe("a list that is followed", () => {
  const times = (asked: readonly { readonly at: number }[]) => asked.map(({ at }) => at / SECOND);
  const hold = (store: CatchUpStore, lease: number, name = NOTE) =>
    store.changeNote({ name, holder: "another", lease });

  it.each<[string, Partial<CatchUpOptions>, readonly number[]]>([
    ["every five minutes", {}, [0, 300, 600, 900]],
    ["as often as it is told to", { every: "10m" }, [0, 600]],
    ["every half minute", { every: "30s" }, Array.from({ length: 31 }, (_, n) => n * 30)],
  ])("[R.6] is read %s", async (_, options, seconds) => {
    const { feed, environment, asked, text } = await open(inPages([[]]), { options });
    feed.follow();
    await environment.elapse(900 * SECOND);
    expect(times(asked)).toEqual(seconds);
    expect(text()).toEqual([]);
    await feed.stop();
    await environment.elapse(HOUR);
    expect([times(asked).length, environment.countTimers()]).toEqual([seconds.length, 0]);
  });

  it("[R.2] is told of what was fetched", async () => {
    const { feed, store, environment, entries } = await open(
      inPages([[item("a", 0), item("b", 0), item("c", 0)]]),
    );
    await commit(store, { arrivals: [arrive("b")] });
    feed.follow();
    await environment.elapse(0);
    const told = "The catch-up has fetched 2 deliveries that never arrived, 1 known, 1 requests.";
    expect(entries).toEqual([{ level: "info", data: [told] }]);
  });

  it("[R.6] rests for nine tenths of the time after one worker has read it", async () => {
    const { feed, store, environment } = await open(inPages([[]]));
    feed.follow();
    await environment.elapse(0);
    const rest = `${NOTE}/rest`;
    expect(await store.listNotes?.("", 10)).toEqual([NOTE, rest]);
    await environment.elapse(270 * SECOND - 1);
    expect(await hold(store, 0, rest)).toBeUndefined();
    await environment.elapse(1);
    expect(await hold(store, 0, rest)).toBe("");
  });

  it("[R.6] is read a second later when another worker has just started, unless that has read it", async () => {
    for (const isRead of [false, true]) {
      const { feed, store, environment, asked } = await open(inPages([[]]));
      await hold(store, 500);
      feed.follow();
      await environment.elapse(999);
      if (isRead) await hold(store, 20_000, `${NOTE}/rest`);
      await environment.elapse(29 * SECOND);
      // The rest of the other one ends at 20.999; it is looked at after each lease.
      expect(times(asked)).toEqual(isRead ? [25] : [1]);
    }
  });

  it.each([
    [5_000, [0, 20]],
    [300_000, [0, 312]],
  ])(
    "[R.6] of %i ms is tried again after a lease at the latest, while another one has it",
    async (every, seconds) => {
      const { feed, store, environment, asked } = await open(inPages([[]]), { options: { every } });
      feed.follow();
      await environment.elapse(every - 1);
      await hold(store, every === 5_000 ? 12_000 : 5_000);
      await environment.elapse(15_001);
      await feed.stop();
      expect(times(asked)).toEqual(seconds);
    },
  );

  it("[R.7] is told once that it fails, also if it is no error, and waits as long as it is asked to", async () => {
    let thrown: unknown = "down";
    const { feed, environment, asked, entries } = await open(() => {
      if (thrown !== undefined) throw thrown;
      return { data: { items: [] }, date: NOW };
    });
    feed.follow();
    await environment.elapse(10 * MINUTE);
    expect(times(asked)).toEqual([0, 300, 600]);
    const [first, ...others] = entries;
    expect([first?.level, others]).toEqual(["error", []]);
    expect(first?.data[0]).toMatch(
      /^The catch-up failed, and is tried again\. GET \/log got no answer: down See https:\S+catch_up_failed$/,
    );
    expect(first?.data[1]).toMatchObject({ code: "CATCH_UP_FAILED", cause: "down" });
    thrown = { status: 429, headers: { "retry-after": "400" } };
    await environment.elapse(5 * MINUTE);
    expect(entries).toHaveLength(2);
    await environment.elapse(399 * SECOND);
    expect(times(asked)).toEqual([0, 300, 600, 900]);
    thrown = undefined;
    await environment.elapse(SECOND);
    expect(times(asked).at(-1)).toBe(1_300);
    expect(entries.slice(2)).toEqual([{ level: "info", data: ["The catch-up works again."] }]);
    await environment.elapse(5 * MINUTE);
    expect(entries).toHaveLength(3);
  });

  it("[R.7] goes on after the store has failed, which is told with its message alone", async () => {
    const { feed, store, environment, asked, entries } = await open(inPages([[]]));
    const { changeNote } = store;
    store.changeNote = () => Promise.reject(new Error("locked"));
    feed.follow();
    await environment.elapse(SECOND);
    store.changeNote = changeNote;
    await environment.elapse(5 * MINUTE);
    expect(times(asked)).toEqual([300]);
    expect(entries.map(({ data }) => data[0])).toEqual([
      "The catch-up failed, and is tried again. locked",
      "The catch-up works again.",
    ]);
  });
});
