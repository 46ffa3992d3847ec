/** The overview of a list: counts by event, outcome and time. */
import { describe, expect, it } from "vitest";
import { createOverview } from "../../src/inspector/api/overview.js";
import type { InspectedSummary } from "../../src/inspector/index.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Times that a bar of the chart may cover. */
const WIDTHS = [
  ...[SECOND, 5 * SECOND, 15 * SECOND],
  ...[MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 3 * HOUR, 12 * HOUR],
  ...[DAY, 7 * DAY, 30 * DAY, 365 * DAY],
];

describe("createOverview", () => {
  it("counts by time and outcome, with the spread of durations", () => {
    const rows = [
      createRow(100_000, { duration: 30 }),
      createRow(61_000, { outcome: "dead", event: "issues" }),
      ...Array.from({ length: 100 }, (_, index) => createRow(60_500, { duration: 100 - index })),
    ];
    expect(createOverview(rows)).toEqual({
      total: 102,
      isCut: false,
      step: 1_000,
      times: [
        { at: 60_000, counts: { done: 100 }, median: 50, high: 95 },
        { at: 61_000, counts: { dead: 1 } },
        { at: 100_000, counts: { done: 1 }, median: 30, high: 30 },
      ],
      events: [
        { event: "push", count: 101 },
        { event: "issues", count: 1 },
      ],
    });
  });

  it.each([0, 1, 60, 1_000, 100_000, 1e9])(
    "has few bars for deliveries %i seconds apart",
    (seconds) => {
      const { times, step } = createOverview([createRow(seconds * 1_000), createRow(0)]);
      expect(((times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0)) / step).toBeLessThan(60);
    },
  );

  it.each(WIDTHS.slice(1).map((wider, index) => [WIDTHS[index] ?? 0, wider]))(
    "has bars of %i milliseconds before those of %i",
    (width, wider) => {
      expect(createOverview([createRow(59 * width - 1), createRow(0)]).step).toBe(width);
      expect(createOverview([createRow(59 * width), createRow(0)]).step).toBe(wider);
    },
  );

  it("lists the most frequent event first, and bars of time in order", () => {
    const rows = [
      createRow(9_000, { event: "rare" }),
      createRow(5_000),
      createRow(7_000),
      createRow(5_000),
    ];
    expect(createOverview(rows)).toMatchObject({
      times: [5_000, 7_000, 9_000].map((at) => ({ at })),
      events: [
        { event: "push", count: 3 },
        { event: "rare", count: 1 },
      ],
    });
    expect(createOverview(rows, { isCut: true }).isCut).toBe(true);
  });

  it("names up to eight events", () => {
    const rows = Array.from({ length: 8 }, (_, index) => createRow(0, { event: `e${index}` }));
    expect(createOverview(rows).events).toEqual(rows.map(({ event }) => ({ event, count: 1 })));
  });

  it("puts rare events together, and takes no deliveries", () => {
    const rows = Array.from({ length: 12 }, (_, index) => createRow(0, { event: `e${index}` }));
    expect(createOverview(rows).events.at(-1)).toEqual({ event: "others", count: 4 });
    expect(createOverview([])).toMatchObject({ total: 0, times: [], events: [] });
  });
});

function createRow(receivedAt: number, changes: Partial<InspectedSummary> = {}): InspectedSummary {
  const row = { key: "1", id: "1", event: "push", attempts: 1, size: 0, receivedAt };
  return { ...row, outcome: "done", ...changes };
}
