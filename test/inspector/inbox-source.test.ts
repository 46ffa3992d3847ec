import { describe, expect, it } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory-store.js";
import {
  createInboxSource,
  type InboxSourceOptions,
  type InspectableInbox,
} from "../../src/inspector/inbox-source.js";
import {
  createInspector,
  type InspectedAttempt,
  type InspectorChange,
} from "../../src/inspector/index.js";
import type { InspectorFilter } from "../../src/inspector/types.js";
import { fakeTime } from "../fake-time.js";
import { READING } from "../../src/inbox/move.js";
import { createToolkit } from "../http/toolkit.js";
import { arrive, commit, describeError } from "../inbox/deliveries.js";

const PAYLOADS = [{ action: "opened", n: 1 }, { action: "closed", n: 2 }, { n: 3 }, "no JSON"];

/** An inbox whose deliveries are written into its store: the first is done, the second dead. */
async function createFilledInbox() {
  const store = openMemoryStore();
  const inbox = createInbox({ webhooks: createToolkit().webhooks, store });
  await store.open(READING);
  const arrivals = PAYLOADS.map((payload, index) =>
    arrive(String(index + 1), {
      name: index < 2 ? "issues" : "note",
      text: typeof payload === "string" ? payload : JSON.stringify(payload),
    }),
  );
  await commit(store, { arrivals });
  const { claimed } = await commit(store, { room: 2 });
  const [done, dead] = claimed;
  if (done === undefined || dead === undefined) throw new Error("Nothing was claimed.");
  await commit(store, {
    outcomes: [
      { ...done, end: "done", done: ["log"], errors: [] },
      {
        ...{ ...dead, end: "dead", done: ["log"] },
        errors: [describeError(), describeError({ handler: "", message: "out of time" })],
      },
    ],
  });
  return { inbox, store };
}

describe("an inbox as a source", () => {
  it.each([
    ["from the arrival to the end", 130, 30],
    ["of 0 where a clock was set back", 90, 0],
    ["that is not known before the end", undefined, undefined],
  ])("tells a duration %s", async (_, finishedAt, duration) => {
    const { inbox } = await createFilledInbox();
    const [row] = await inbox.list({ limit: 1 });
    if (row === undefined) throw new Error("The inbox is filled.");
    const list = () => Promise.resolve([{ ...row, receivedAt: 100, finishedAt }]);
    const source = createInboxSource(Object.assign(Object.create(inbox), { list }));
    expect((await source.list({ limit: 1, isBrief: true }))[0]?.duration).toBe(duration);
  });

  it("lists deliveries with their actions, and filters them", async () => {
    const { inbox } = await createFilledInbox();
    const source = createInboxSource(inbox);
    const names = async (filter = {}) =>
      (await source.list({ limit: 10, ...filter })).map(({ id, event, action, outcome }) =>
        [id, event, action ?? "-", outcome].join(" "),
      );
    const lines = [
      "4 note - waiting",
      "3 note - waiting",
      "2 issues closed dead",
      "1 issues opened done",
    ];
    expect(await names()).toEqual(lines);
    expect(await names({ limit: 2 })).toEqual(lines.slice(0, 2));
    expect(await names({ event: "issues", action: "opened" })).toEqual(lines.slice(3));
    expect(await names({ action: "opened", limit: 1 })).toEqual(lines.slice(3));
    expect(await names({ outcome: "dead" })).toEqual([lines[2]]);
    expect(await names({ outcome: "refused" })).toEqual([]);
    expect(await names({ text: '"N":2' })).toEqual([lines[2]]);
    expect(await names({ isBrief: true, limit: 1 })).toEqual(lines.slice(0, 1));
    const byPath = createInboxSource(inbox, { action: "n" });
    expect((await byPath.list({ limit: 1, event: "issues" }))[0]?.action).toBeUndefined();
  });

  it("shows attempts, with what an inbox does not keep left out", async () => {
    const { inbox } = await createFilledInbox();
    const source = createInboxSource(inbox);
    const [dead] = await source.list({ limit: 1, id: "2" });
    const shown = await source.get(dead?.key ?? "");
    expect(shown).toMatchObject({ id: "2", event: "issues", action: "closed", outcome: "dead" });
    expect(shown?.headers).toBeUndefined();
    expect(new TextDecoder().decode(shown?.body)).toBe('{"action":"closed","n":2}');
    expect(shown?.history).toEqual([
      {
        attempt: 1,
        at: 5,
        error: { message: "out of time", stack: undefined },
        handlers: [
          { id: "mail", error: { message: "no connection", stack: undefined } },
          { id: "log" },
        ],
      },
    ]);
    const [done] = await source.list({ limit: 1, id: "1" });
    expect((await source.get(done?.key ?? ""))?.history).toMatchObject([
      { attempt: 1, handlers: [{ id: "log" }] },
    ]);
    expect(await source.get("nothing")).toBeUndefined();
  });

  it("replays by key, by filter and by action, dead ones unless told otherwise", async () => {
    const { inbox } = await createFilledInbox();
    const { replay, list } = createInboxSource(inbox);
    expect(await replay?.({ event: "note" })).toBe(0);
    expect(await replay?.({ action: "opened" })).toBe(0);
    expect(await replay?.({ action: "opened", outcome: "done" })).toBe(1);
    expect(await replay?.({ outcome: "refused" })).toBe(0); // an inbox has none, and a dead one stays
    const [dead] = await list({ limit: 1, outcome: "dead" });
    expect(await replay?.({ keys: [dead?.key ?? ""] })).toBe(1);
    expect(await replay?.({ outcome: "refused" })).toBe(0);
  });

  it("tells of what arrives and of what changes", async () => {
    const { inbox, store } = await createFilledInbox();
    const source = createInboxSource(inbox, { pollInterval: 5 });
    const changes: InspectorChange[] = [];
    const stop = source.watch((change) => changes.push(change));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(changes).toEqual([]);
    await commit(store, { arrivals: [arrive("5", { text: '{"action":"made"}' })] });
    await expect
      .poll(() => changes)
      .toMatchObject([{ id: "5", action: "made", outcome: "waiting" }]);
    await inbox.replay({ state: "dead" });
    await expect.poll(() => changes.length).toBe(2);
    expect(changes[1]).toMatchObject({ id: "2", outcome: "waiting" });
    stop();
  });

  it("is taken by the inspector, as it is or completed", async () => {
    const { inbox } = await createFilledInbox();
    const request = () => new Request("http://localhost/inspector/api/source");
    const source = async (...args: Parameters<typeof createInspector>) =>
      (await createInspector(...args)(request())).json();
    expect(await source(inbox, { isReadOnly: false })).toMatchObject({
      ...{ title: "Inbox", canReplay: true, canSend: false, canResend: false },
    });
    const send = () => Promise.resolve({});
    expect(
      await source({ ...createInboxSource(inbox), send }, { isReadOnly: false }),
    ).toMatchObject({ canSend: true });
  });
});

type Filter = Parameters<InspectableInbox["replay"]>[0];
type Delivery = Awaited<ReturnType<InspectableInbox["read"]>>[number];

/** A delivery as an inbox gives it: done at the first attempt. */
function createRow(key: number, changes: Partial<Delivery> = {}): Delivery {
  const body = changes.body ?? new TextEncoder().encode(`{"action":"a${key}"}`);
  return {
    ...{ key: String(key), id: `id-${key}`, name: "note", state: "done" as const, receivedAt: 100 },
    ...{ attempts: 1, losses: 0, finishedAt: 130, isConflict: false, done: ["log"], errors: [] },
    ...{ size: body.length, body, ...changes },
  };
}

/** An inbox that gives these rows, the newest first, and notes what it was asked for. */
function createFake(rows: readonly Delivery[], options?: InboxSourceOptions) {
  const asked: { call: "list" | "read" | "replay"; filter: Filter | undefined }[] = [];
  const find = (filter: Filter = {}) => {
    const { before, keys, limit = Infinity } = filter;
    const first = before === undefined ? 0 : rows.findIndex(({ key }) => key === before) + 1;
    return rows
      .slice(first)
      .filter(({ key }) => keys?.includes(key) !== false)
      .slice(0, limit);
  };
  const inbox: InspectableInbox = {
    list: (filter) => (asked.push({ call: "list", filter }), Promise.resolve(find(filter))),
    read: (filter) => (asked.push({ call: "read", filter }), Promise.resolve(find(filter))),
    replay: (filter) => (
      asked.push({ call: "replay", filter }),
      Promise.resolve(filter.state === "done" ? 2 : 1)
    ),
    stats: () => Promise.resolve({}),
  };
  return { inbox, asked, source: createInboxSource(inbox, options) };
}

describe("the filter of an inbox", () => {
  const signal = new AbortController().signal;
  const none = { id: undefined, text: undefined, since: undefined, until: undefined };
  const all = { ...none, name: undefined, state: undefined, keys: undefined, before: undefined };

  it.each<[filter: InspectorFilter, asked: object | undefined]>([
    [{}, {}],
    [
      { id: "1", event: "push", since: 1, until: 2, keys: ["3"], before: "4", limit: 5 },
      { id: "1", name: "push", since: 1, until: 2, keys: ["3"], before: "4", limit: 5 },
    ],
    [
      { text: "a", signal },
      { text: "a", signal },
    ],
    [{ signal }, {}],
    ...(["waiting", "running", "done", "dead"] as const).map(
      (outcome): [InspectorFilter, object] => [{ outcome }, { state: outcome }],
    ),
    ...(["received", "failed", "refused"] as const).map((outcome): [InspectorFilter, undefined] => [
      { outcome },
      undefined,
    ]),
  ])("is made of %j", async (filter, expected) => {
    const { source, asked } = createFake([createRow(1)]);
    const found = await source.list({ ...filter, isBrief: true });
    const isAsked = expected !== undefined;
    expect(asked).toEqual(
      isAsked ? [{ call: "list", filter: { ...all, limit: undefined, ...expected } }] : [],
    );
    expect(Object.keys(asked[0]?.filter ?? {}).includes("signal")).toBe(filter.text !== undefined);
    expect(found).toHaveLength(isAsked && filter.before === undefined && !filter.keys ? 1 : 0);
  });

  it.each<[which: InspectorFilter, replayed: readonly object[], count: number]>([
    [{ event: "push" }, [{ ...all, name: "push", state: "dead", limit: undefined }], 1],
    [{ outcome: "done" }, [{ ...all, state: "done", limit: undefined }], 2],
    [{ outcome: "failed" }, [{ keys: [] }], 1],
    [
      { keys: ["1", "9"], outcome: "running" },
      [
        { keys: ["1", "9"], state: "dead" },
        { keys: ["1", "9"], state: "done" },
      ],
      3,
    ],
    [
      { action: "a2" },
      [
        { keys: ["2"], state: "dead" },
        { keys: ["2"], state: "done" },
      ],
      3,
    ],
  ])("for a replay is made of %j", async (which, replayed, count) => {
    const { source, asked } = createFake([createRow(2), createRow(1)]);
    expect(await source.replay?.(which)).toBe(count);
    const calls = asked.filter(({ call }) => call === "replay");
    expect(calls.map(({ filter }) => filter)).toEqual(replayed);
    if (which.action === undefined) return;
    expect(asked[0]).toMatchObject({ call: "list", filter: { state: "dead", limit: 5_000 } });
  });
});

describe("a row of an inbox", () => {
  const conflict = "Another body had arrived under this id.";
  const fetched = "Fetched by a catch-up: it never arrived, and was not signed.";
  const lost = (count: number) => `Processes that stopped while they handled it: ${count}.`;

  it.each<[changes: Partial<Delivery>, note: string | undefined]>([
    [{}, undefined],
    [{ isConflict: true }, conflict],
    [{ via: "catch-up" }, fetched],
    [{ losses: 1 }, lost(1)],
    [{ via: "catch-up", isConflict: true, losses: 2 }, `${fetched} ${conflict} ${lost(2)}`],
  ])("notes what is unusual about it: %j", async (changes, note) => {
    const { source } = createFake([createRow(1, changes)]);
    const plain = {
      ...{ key: "1", id: "id-1", event: "note", outcome: "done", receivedAt: 100, attempts: 1 },
      ...{ size: 15, duration: 30, note },
    };
    expect(await source.list({ isBrief: true })).toEqual([{ ...plain, action: undefined }]);
    const whole = { ...plain, action: "a1", summary: "", error: undefined };
    expect(await source.list({})).toEqual([whole]);
  });

  it.each<[action: string | false | undefined, found: string | undefined]>([
    [undefined, "made"],
    ["action", "made"],
    ["data.kind", "paid"],
    ["data", undefined],
    ["data.none", undefined],
    [false, undefined],
  ])("has the action at the path %j", async (action, found) => {
    const body = new TextEncoder().encode('{"action":"made","data":{"kind":"paid"}}');
    const { source } = createFake([createRow(1, { body })], { action });
    expect((await source.list({}))[0]?.action).toBe(found);
  });

  it("is read with others up to 64 KiB at once, and not at all if it is larger", async () => {
    const sizes = [65_537, 40_000, 25_536, 1, 65_535, 1, 65_536];
    const rows = sizes.map((size, index) => createRow(index + 1, { size }));
    const { source, asked } = createFake(rows);
    expect((await source.list({})).map(({ action }) => action)).toEqual([
      undefined,
      ...rows.slice(1).map(({ key }) => `a${key}`),
    ]);
    expect(asked.slice(1)).toEqual(
      [["2", "3"], ["4", "5"], ["6"], ["7"]].map((keys) => ({
        call: "read",
        filter: { keys, limit: keys.length },
      })),
    );
  });

  it("has its line and its error", async () => {
    const body = new TextEncoder().encode('{"note":{"title":"Slow"}}');
    const errors = [describeError({ message: "no route" })];
    const { source } = createFake([createRow(1, { state: "dead", body, errors })]);
    expect(await source.list({})).toMatchObject([{ summary: "Slow", error: "no route" }]);
  });
});

describe("a search for an action in an inbox", () => {
  it.each([
    [4_999, 1],
    [5_000, 0],
  ])("looks at 5,000 deliveries: one behind %i others", async (otherCount, count) => {
    const body = new TextEncoder().encode('{"action":"wanted"}');
    const others = Array.from({ length: otherCount }, (_, index) =>
      createRow(9_999 - index, { size: 100_000 }),
    );
    const { source, asked } = createFake([...others, createRow(1, { body })]);
    expect(await source.list({ action: "wanted", limit: 500 })).toHaveLength(count);
    const lists = asked.filter(({ call }) => call === "list").map(({ filter }) => filter);
    expect(lists.map((filter) => [filter?.before, filter?.limit])).toEqual(
      Array.from({ length: 10 }, (_, page) => [
        page === 0 ? undefined : String(10_000 - page * 500),
        500,
      ]),
    );
  });

  it("ends with the last one, or when it has found enough", async () => {
    const body = new TextEncoder().encode('{"action":"wanted"}');
    const rows = [6, 5, 4, 3, 2, 1].map((key) => createRow(key, { body }));
    const { source, asked } = createFake(rows);
    const keys = async (limit: number) =>
      (await source.list({ action: "wanted", limit })).map(({ key }) => key).join();
    expect(await keys(2)).toBe("6,5");
    expect(asked.filter(({ call }) => call === "list")).toHaveLength(1);
    expect(await keys(10)).toBe("6,5,4,3,2,1");
    expect(asked.filter(({ call }) => call === "list")).toHaveLength(2);
    expect(await source.list({ action: "other", limit: 4 })).toEqual([]);
    expect(asked.filter(({ call }) => call === "list")).toHaveLength(4);
  });

  it("lists 100 unless told otherwise", async () => {
    const { source } = createFake(Array.from({ length: 101 }, (_, key) => createRow(200 - key)));
    expect(await source.list({})).toHaveLength(100);
  });
});

describe("one delivery of an inbox", () => {
  it("has its body while that is kept, and the answer unless it was fetched", async () => {
    const { source, asked } = createFake([
      createRow(3),
      createRow(2, { body: new Uint8Array(0), size: 15 }),
      createRow(1, { via: "catch-up" }),
    ]);
    const stored = { status: 202, body: "accepted" };
    expect(await source.get("3")).toEqual({
      ...{ key: "3", id: "id-3", event: "note", action: "a3", outcome: "done", receivedAt: 100 },
      ...{ attempts: 1, duration: 30, size: 15, note: undefined, summary: "", error: undefined },
      ...{ body: new TextEncoder().encode('{"action":"a3"}'), answer: stored },
      history: [{ attempt: 1, at: 130, handlers: [{ id: "log" }] }],
    });
    expect(asked).toEqual([{ call: "read", filter: { keys: ["3"], limit: 1 } }]);
    expect(await source.get("2")).toMatchObject({ body: undefined, answer: stored });
    expect(await source.get("1")).toMatchObject({ size: 15, answer: undefined });
  });

  const error = { message: "no connection", stack: "at x" };
  const failed = (attempt: number, handler = "mail") =>
    describeError({ attempt, handler, at: attempt * 10, ...error });
  const attempt = (number: number, handlers: readonly object[], more: object = {}) => ({
    ...{ attempt: number, at: number * 10, handlers, ...more },
  });
  const mail = { id: "mail", error };
  const log = { id: "log" };

  it.each<[what: string, changes: Partial<Delivery>, history: readonly object[]]>([
    ["none", { state: "waiting", attempts: 0 }, []],
    ["one that succeeded", {}, [{ attempt: 1, at: 130, handlers: [log] }]],
    [
      "one that succeeded after two that failed",
      { attempts: 3, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail]), { attempt: 3, at: 130, handlers: [log] }],
    ],
    [
      "the last one, which failed and is done",
      { attempts: 2, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail, log])],
    ],
    [
      "one that succeeded after a replay",
      { attempts: 1, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail]), { attempt: 1, at: 130, handlers: [log] }],
    ],
    [
      "the last one, which is dead",
      { state: "dead", attempts: 2, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail, log])],
    ],
    ["none, though it is dead", { state: "dead", attempts: 2 }, []],
    [
      "one that failed, and waits",
      { state: "waiting", attempts: 1, errors: [failed(1), failed(1, "print")] },
      [attempt(1, [mail, { id: "print", error }])],
    ],
    [
      "one that failed as a whole",
      { state: "running", attempts: 2, errors: [failed(1), failed(1, "")] },
      [attempt(1, [mail], { error })],
    ],
  ])("shows its attempts: %s", async (_, changes, history) => {
    const { source } = createFake([createRow(1, changes)]);
    const shown: readonly InspectedAttempt[] | undefined = (await source.get("1"))?.history;
    expect(shown).toEqual(history);
  });
});

describe("changes of an inbox", () => {
  /** Watches an inbox that is changed between two checks. */
  const watch = async (change: (state: { rows: Delivery[]; stats: object }) => void) => {
    const state = { rows: [createRow(2), createRow(1)], stats: { waiting: 0, oldestWaiting: 1 } };
    const { inbox } = createFake([]);
    const changing: InspectableInbox = {
      ...inbox,
      list: () => Promise.resolve([...state.rows]),
      read: ({ keys = [] } = {}) =>
        Promise.resolve(state.rows.filter(({ key }) => keys.includes(key))),
      stats: () => Promise.resolve({ ...state.stats }),
    };
    const time = fakeTime();
    const changes: string[] = [];
    const stop = createInboxSource(changing).watch((each) =>
      changes.push(each === "reload" ? each : `${each.key} ${each.action}`),
    );
    await time.settle();
    change(state);
    await time.pass(999);
    expect(changes).toEqual([]);
    await time.pass(1);
    await time.settle();
    stop();
    return changes;
  };
  const fill = (count: number) =>
    Array.from({ length: count }, (_, index) => createRow(count + 2 - index));

  it.each<[what: string, change: Parameters<typeof watch>[0], changes: readonly string[]]>([
    ["nothing", () => undefined, []],
    ["the age of the oldest", (state) => (state.stats = { waiting: 0, oldestWaiting: 2 }), []],
    ["a number", (state) => (state.stats = { waiting: 1, oldestWaiting: 1 }), ["reload"]],
    [
      "new ones, the oldest first",
      (state) => {
        state.rows.unshift(createRow(4), createRow(3));
        state.stats = { waiting: 2 };
      },
      ["3 a3", "4 a4"],
    ],
    ["one of them", (state) => (state.rows[1] = createRow(1, { attempts: 2 })), ["1 a1"]],
    [
      "99 of them",
      (state) => (state.rows = fill(99)),
      fill(99)
        .map(({ key }) => `${key} a${key}`)
        .toReversed(),
    ],
    ["100 of them", (state) => (state.rows = fill(100)), ["reload"]],
  ])("are told after a second: %s", async (_, change, changes) => {
    expect(await watch(change)).toEqual(changes);
  });

  it("are told although a check has failed, and no check follows the end", async () => {
    const { inbox } = createFake([]);
    const stats: unknown[] = [{ n: 1 }, new Error("no database"), { n: 2 }, { n: 3 }];
    let asked = 0;
    let limit: number | undefined;
    const failing: InspectableInbox = {
      ...inbox,
      list: (filter) => ((limit = filter?.limit), Promise.resolve([])),
      stats: async () => {
        const next = stats[asked++];
        if (next instanceof Error) throw next;
        return next as object;
      },
    };
    const time = fakeTime();
    const changes: unknown[] = [];
    const stop = createInboxSource(failing, { pollInterval: 10 }).watch((each) =>
      changes.push(each),
    );
    await time.settle();
    for (const expected of [[], ["reload"]]) {
      await time.pass(10);
      await time.settle();
      expect(changes).toEqual(expected);
    }
    stop();
    await time.pass(100);
    await time.settle();
    expect([asked, limit]).toEqual([3, 100]);
  });
});

it("changes are not looked for after an end during a check", async () => {
  const { inbox } = createFake([]);
  const time = fakeTime();
  let asked = 0;
  let answer: (() => void) | undefined;
  const slow: InspectableInbox = {
    ...inbox,
    list: () => {
      asked++;
      return new Promise((resolve) => (answer = () => resolve([])));
    },
  };
  const stop = createInboxSource(slow, { pollInterval: 10 }).watch(() => undefined);
  await time.settle();
  stop();
  answer?.();
  await time.settle();
  await time.pass(100);
  expect(asked).toBe(1);
});

describe("where an inbox receives", () => {
  const receiver = Symbol.for("typewire.receiver");

  it.each<[what: string, more: object, options: InboxSourceOptions, target: object | undefined]>([
    ["as it is told", {}, { address: "/hooks" }, { address: "/hooks" }],
    ["nowhere that is known", {}, {}, undefined],
    [
      "at the path of its toolkit",
      { [receiver]: () => ({ catalog: { path: "/of/it" } }) },
      {},
      { address: "/of/it" },
    ],
    ["at no path that is no text", { [receiver]: () => ({ catalog: { path: 7 } }) }, {}, undefined],
    ["nowhere without a function", { [receiver]: { catalog: { path: "/x" } } }, {}, undefined],
  ])("is shown: %s", (_, more, options, target) => {
    const { inbox } = createFake([]);
    const source = createInboxSource(Object.assign(inbox, more), { title: "T", ...options });
    expect([source.title, source.target?.()]).toEqual(["T", target]);
  });

  it("is not told by a misspelt option", () => {
    const message = "Unknown option `adress`. Did you mean `address`?";
    expect(() => createFake([], { adress: "/x" } as object)).toThrow(message);
  });

  it.each(["list", "read", "replay", "stats"])("is no inbox without `%s`", (name) => {
    const { inbox } = createFake([]);
    const other = { ...inbox, [name]: undefined };
    expect(() => createInspector(other)).toThrow(/expected an inbox/);
  });
});
