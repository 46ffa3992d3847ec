/** Numbers of the charts. */
import type { InspectedSummary, InspectorOutcome, OverviewAnswer, OverviewTime } from "./types.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Widths that a bar of time can have. */
const STEPS = [
  ...[SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 3 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY],
];

const MAX_BARS = 60;
const MAX_EVENTS = 8;

/**
 * Counts deliveries by time and outcome, and by event.
 * @param deliveries the newest first.
 */
export function createOverview(
  deliveries: readonly InspectedSummary[],
  isCut = false,
): OverviewAnswer {
  const times = deliveries.map(({ receivedAt }) => receivedAt);
  const oldest = times.reduce((least, time) => Math.min(least, time), Infinity);
  const newest = times.reduce((most, time) => Math.max(most, time), -Infinity);
  const step = STEPS.find((each) => (newest - oldest) / each < MAX_BARS - 1) ?? 365 * DAY;
  const bars = new Map<number, Bar>();
  for (const { receivedAt, outcome, duration } of deliveries) {
    const at = Math.floor(receivedAt / step) * step;
    const bar: Bar = bars.get(at) ?? { counts: new Map(), durations: [] };
    bars.set(at, bar);
    bar.counts.set(outcome, (bar.counts.get(outcome) ?? 0) + 1);
    if (duration !== undefined) bar.durations.push(duration);
  }
  return {
    total: deliveries.length,
    isCut,
    step,
    times: [...bars]
      .sort(([left], [right]) => left - right)
      .map(([at, { counts, durations }]) => toTime(at, Object.fromEntries(counts), durations)),
    events: countEvents(deliveries),
  };
}

interface Bar {
  readonly counts: Map<InspectorOutcome, number>;
  readonly durations: number[];
}

function toTime(at: number, counts: OverviewTime["counts"], durations: number[]): OverviewTime {
  if (durations.length === 0) return { at, counts };
  durations.sort((left, right) => left - right);
  const pick = (share: number) => durations[Math.ceil(share * durations.length) - 1];
  return { at, counts, median: pick(0.5), high: pick(0.95) };
}

/** Counts by event, the most frequent first; the rest together. */
function countEvents(deliveries: readonly InspectedSummary[]): OverviewAnswer["events"] {
  const counts = new Map<string, number>();
  for (const { event } of deliveries) counts.set(event, (counts.get(event) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  const rest = sorted.slice(MAX_EVENTS).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...sorted.slice(0, MAX_EVENTS).map(([event, count]) => ({ event, count })),
    ...(rest === 0 ? [] : [{ event: "others", count: rest }]),
  ];
}
