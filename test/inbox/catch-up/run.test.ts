/** One list by itself: how far it is read, and what is stored. */
import { describe, expect, it } from "vitest";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import type { Progress } from "../../../src/inbox/catch-up/turn.js";
import { arrive, commit, DAY, HOUR, MINUTE, SETTINGS } from "../deliveries.js";
import { LEASE } from "../deliveries.js";
import { item, openList, inPages, NOW, PLAN } from "./open-list.js";

/** The overlap by default. */
const OVERLAP = 2 * MINUTE;

describe("a list that is read", () => {
  it.each<[string, Run]>([
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
    const { feed, store, written, readNote, writeNote, environment } = await openList(
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
    const { feed, writeNote, pages: asked, written } = await openList(inPages(pages));
    await writeNote({ from: NOW - DAY, time: NOW - 10 * MINUTE });
    await feed.run();
    expect(asked()).toEqual([{}, { page: 1 }]);
    expect(written).toEqual(["d", "c", "b", "a"]);
  });

  it("[R.2] is read to its end if somebody asks for more", async () => {
    const pages = [[item("a", 1)], [item("b", 30 * MINUTE)], [item("c", HOUR + 1)], [item("d", 0)]];
    const { feed, writeNote, pages: asked, written } = await openList(inPages(pages));
    await writeNote({ from: NOW - DAY, time: NOW - 10 * MINUTE });
    await feed.run(NOW - HOUR);
    expect(asked()).toHaveLength(3);
    expect(written).toEqual(["c", "b", "a"]);
  });

  it("[R.2] ends at a page without items", async () => {
    const { feed, pages } = await openList(() => ({ data: { items: [], next: 7 }, date: NOW }));
    expect(await feed.run()).toEqual({ fetched: 0, known: 0, skipped: 0, requests: 1 });
    expect(pages()).toEqual([{}]);
  });

  it("[R.7] in a circle fails at the second time", async () => {
    const { feed, pages } = await openList((_, { page }) => ({
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
      const parts = await openList(inPages(pages));
      await parts.writeNote({ from: NOW - DAY });
      const report = { fetched: total, known: 0, skipped: 0, requests: asked.length };
      expect(await parts.feed.run()).toEqual(report);
      expect(parts.pages()).toEqual(asked.map((page) => (page === 0 ? {} : { page })));
      expect(parts.written).toEqual(Array.from({ length: total }, (_, n) => `${total - 1 - n}`));
    },
  );

  it("[R.4] counts once what has arrived, where a page is read again", async () => {
    const page = Array.from({ length: 10_002 }, (_, n) => item(`old ${n}`, 1 + n));
    const { feed, store, writeNote } = await openList(inPages([[item("new", 0)], page]));
    await writeNote({ from: NOW - DAY });
    await commit(store, { arrivals: [arrive("old 0"), arrive("old 1")] });
    expect(await feed.run()).toMatchObject({ fetched: 10_001, known: 2, requests: 3 });
  });

  it("[R.4] counts what has arrived, and what arrives meanwhile", async () => {
    const { feed, store, written, results } = await openList(
      inPages([[item("a", 0), item("b", 1), item("c", 2), item("b", 1)]]),
    );
    await commit(store, { arrivals: [arrive("a")] });
    results.set("b", "duplicate").set("c", "conflict");
    expect(await feed.run()).toEqual({ fetched: 1, known: 2, skipped: 0, requests: 1 });
    expect(written).toEqual(["c", "b"]);
  });

  it("[R.1] leaves out events that nobody wants", async () => {
    const other = { ...item("b", 0), kind: "ping" };
    const { create, written } = await openList(inPages([[item("a", 0), other]]));
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
    const { feed, writeNote, pages: asked, written } = await openList(inPages(pages), { plan });
    if (Object.keys(progress).length > 0) await writeNote(progress);
    await feed.run(since === undefined ? undefined : NOW - since);
    const first = { limit: 2, from: NOW - age };
    expect(asked()).toEqual([first, { ...first, page: 1 }]);
    expect(written).toEqual(["a", "b"]);
  });

  it("[R.1] is read from its begin without a parameter for the time", async () => {
    const { since: _, ...without } = plan;
    const { feed, pages } = await openList(inPages([[]]), { plan: without });
    await feed.run();
    expect(pages()).toEqual([{ limit: 2 }]);
  });
});

describe("the place that was reached", () => {
  it("[R.2] is noted after each hundred", async () => {
    const items = Array.from({ length: 250 }, (_, n) => item(`${n}`, n));
    const { feed, store, host, written, environment } = await openList(inPages([items]));
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

/** A run of the list, and the note of its progress after it. */
interface Run {
  /** Ages of the items by their ids, the newest first. */
  readonly ages?: Readonly<Record<string, number>>;
  /** By how much the clock of the service is ahead; `null` if it does not tell. */
  readonly ahead?: number | null;
  /** Note before the run. */
  readonly progress?: Progress;
  /** Age of the last delivery of the inbox. */
  readonly last?: number;
  /** Age of the time that somebody asks for. */
  readonly since?: number;
  readonly overlap?: number | string;
  /** Ids of what is stored, in order. */
  readonly stored?: string;
  /** Note after the run. */
  readonly note: Progress;
}
