/** The overview of a list: counts by event, outcome and time. */
import { describe, expect, it } from "vitest";
import { createOverview } from "../../src/inspector/api/overview.js";
import type { InspectedSummary } from "../../src/inspector/index.js";

describe("createOverview", () => {
  const row = (receivedAt: number, changes: Partial<InspectedSummary> = {}): InspectedSummary => ({
    key: "1",
    id: "1",
    event: "push",
    outcome: "done",
    attempts: 1,
    size: 0,
    receivedAt,
    ...changes,
  });

  it("counts by time and outcome, with the spread of durations", () => {
    const rows = [
      row(100_000, { duration: 30 }),
      row(61_000, { outcome: "dead", event: "issues" }),
      ...Array.from({ length: 100 }, (_, index) => row(60_500, { duration: 100 - index })),
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
      const { times, step } = createOverview([row(seconds * 1_000), row(0)]);
      expect(((times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0)) / step).toBeLessThan(60);
    },
  );

  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  const widths = [
    second,
    5 * second,
    15 * second,
    minute,
    5 * minute,
    15 * minute,
    hour,
    3 * hour,
    12 * hour,
    day,
    7 * day,
    30 * day,
    365 * day,
  ];

  it.each(widths.slice(1).map((wider, index) => [widths[index] ?? 0, wider]))(
    "has bars of %i milliseconds before those of %i",
    (width, wider) => {
      expect(createOverview([row(59 * width - 1), row(0)]).step).toBe(width);
      expect(createOverview([row(59 * width), row(0)]).step).toBe(wider);
    },
  );

  it("lists the most frequent event first, and bars of time in order", () => {
    const rows = [row(9_000, { event: "rare" }), row(5_000), row(7_000), row(5_000)];
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
    const rows = Array.from({ length: 8 }, (_, index) => row(0, { event: `e${index}` }));
    expect(createOverview(rows).events).toEqual(rows.map(({ event }) => ({ event, count: 1 })));
  });

  it("puts rare events together, and takes no deliveries", () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(0, { event: `e${index}` }));
    expect(createOverview(rows).events.at(-1)).toEqual({ event: "others", count: 4 });
    expect(createOverview([])).toMatchObject({ total: 0, times: [], events: [] });
  });
});
