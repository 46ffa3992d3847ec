/** Changes of an inbox, which the inspector finds by looking again. */
import { describe, expect, it } from "vitest";
import {
  createInboxSource,
  type InspectableInbox,
} from "../../src/inspector/sources/inbox-source.js";
import { fakeTime } from "../fake-time.js";
import { createFakeInbox, type Delivery, createRow } from "./fake-inbox.js";

describe("changes of an inbox", () => {
  it.each<[what: string, change: Change, changes: readonly string[]]>([
    ["nothing", () => undefined, []],
    ["the age of the oldest", setStats({ waiting: 0, oldestWaiting: 2 }), []],
    ["a number", setStats({ waiting: 1, oldestWaiting: 1 }), ["reload"]],
    [
      "new ones, the oldest first",
      (state) => {
        state.rows.unshift(createRow(4), createRow(3));
        state.stats = { waiting: 2 };
      },
      ["3 a3", "4 a4"],
    ],
    ["one of them", setRows([createRow(2), createRow(1, { attempts: 2 })]), ["1 a1"]],
    [
      "99 of them",
      setRows(createRows(99)),
      createRows(99)
        .map(({ key }) => `${key} a${key}`)
        .toReversed(),
    ],
    ["100 of them", setRows(createRows(100)), ["reload"]],
  ])("are told after a second: %s", async (_, change, changes) => {
    expect(await watch(change)).toEqual(changes);
  });

  it("are told although a check has failed, and no check follows the end", async () => {
    const { inbox } = createFakeInbox([]);
    const stats: unknown[] = [{ n: 1 }, new Error("no database"), { n: 2 }, { n: 3 }];
    let asked = 0;
    let limit: number | undefined;
    const failing: InspectableInbox = {
      ...inbox,
      list: async (filter) => {
        limit = filter?.limit;
        return [];
      },
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

  it("are not looked for after an end during a check", async () => {
    const { inbox } = createFakeInbox([]);
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
});

/** Watches an inbox that is changed between two checks; returns what the watcher is told. */
async function watch(change: Change): Promise<readonly string[]> {
  const state: InboxState = {
    rows: [createRow(2), createRow(1)],
    stats: { waiting: 0, oldestWaiting: 1 },
  };
  const { inbox } = createFakeInbox([]);
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
}

function setRows(rows: Delivery[]): Change {
  return (state) => void (state.rows = rows);
}

function setStats(stats: object): Change {
  return (state) => void (state.stats = stats);
}

/** New rows, the newest first. */
function createRows(count: number): Delivery[] {
  return Array.from({ length: count }, (_, index) => createRow(count + 2 - index));
}

interface InboxState {
  rows: Delivery[];
  stats: object;
}

type Change = (state: InboxState) => void;
