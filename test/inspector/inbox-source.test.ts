/** An inbox as a source of the inspector: filters, searches, and the address of its receiver. */
import { describe, expect, it } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import {
  createInboxSource,
  type InboxSourceOptions,
} from "../../src/inspector/sources/inbox-source.js";
import { createInspector, type InspectorChange } from "../../src/inspector/index.js";
import type { InspectorFilter } from "../../src/inspector/types.js";
import { READING } from "../../src/inbox/move.js";
import { createToolkit } from "../http/toolkit.js";
import { arrive, commit, describeError } from "../inbox/deliveries.js";
import { createFakeInbox, createRow } from "./fake-inbox.js";

const PAYLOADS = [{ action: "opened", n: 1 }, { action: "closed", n: 2 }, { n: 3 }, "no JSON"];

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
      title: "Inbox",
      canReplay: true,
      canSend: false,
      canResend: false,
    });
    const send = () => Promise.resolve({});
    expect(
      await source({ ...createInboxSource(inbox), send }, { isReadOnly: false }),
    ).toMatchObject({ canSend: true });
  });
});

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
    const { source, asked } = createFakeInbox([createRow(1)]);
    const rows = await source.list({ ...filter, isBrief: true });
    const isAsked = expected !== undefined;
    expect(asked).toEqual(
      isAsked ? [{ call: "list", filter: { ...all, limit: undefined, ...expected } }] : [],
    );
    expect(Object.keys(asked[0]?.filter ?? {}).includes("signal")).toBe(filter.text !== undefined);
    expect(rows).toHaveLength(isAsked && filter.before === undefined && !filter.keys ? 1 : 0);
  });

  it.each<[filter: InspectorFilter, replayed: readonly object[], count: number]>([
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
  ])("for a replay is made of %j", async (filter, replayed, count) => {
    const { source, asked } = createFakeInbox([createRow(2), createRow(1)]);
    expect(await source.replay?.(filter)).toBe(count);
    const calls = asked.filter(({ call }) => call === "replay");
    expect(calls.map((call) => call.filter)).toEqual(replayed);
    if (filter.action === undefined) return;
    expect(asked[0]).toMatchObject({ call: "list", filter: { state: "dead", limit: 5_000 } });
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
    const { source, asked } = createFakeInbox([...others, createRow(1, { body })]);
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
    const { source, asked } = createFakeInbox(rows);
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
    const { source } = createFakeInbox(
      Array.from({ length: 101 }, (_, key) => createRow(200 - key)),
    );
    expect(await source.list({})).toHaveLength(100);
  });
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
    const { inbox } = createFakeInbox([]);
    const source = createInboxSource(Object.assign(inbox, more), { title: "T", ...options });
    expect([source.title, source.target?.()]).toEqual(["T", target]);
  });

  it("is not told by a misspelt option", () => {
    const message = "Unknown option `adress`. Did you mean `address`?";
    expect(() => createFakeInbox([], { adress: "/x" } as object)).toThrow(message);
  });

  it.each(["list", "read", "replay", "stats"])("is no inbox without `%s`", (name) => {
    const { inbox } = createFakeInbox([]);
    const other = { ...inbox, [name]: undefined };
    expect(() => createInspector(other)).toThrow(/expected an inbox/);
  });
});

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
        ...dead,
        end: "dead",
        done: ["log"],
        errors: [describeError(), describeError({ handler: "", message: "out of time" })],
      },
    ],
  });
  return { inbox, store };
}
