/** Numbers for the charts of the page: deliveries by time and outcome, and by event. */
import { walkMatches } from "../sources/matches.js";
import { readSearch, type SearchSettings } from "../sources/search.js";
import type { InspectedSummary, InspectorOutcome, OverviewAnswer, OverviewTime } from "../types.js";

/** Rows that charts are made of. */
const MAX_COUNTED = 10_000;

export async function readOverview(
  settings: SearchSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<OverviewAnswer> {
  const search = await readSearch(settings, Object.fromEntries(query));
  const filter = { ...search.filter, isBrief: true };
  const rows: InspectedSummary[] = [];
  for await (const row of walkMatches(settings, { ...search, filter }, signal)) {
    rows.push(row);
    if (rows.length === MAX_COUNTED) return createOverview(rows, { isCut: true });
  }
  return createOverview(rows);
}

/**
 * Counts deliveries by time and outcome, and by event.
 * @param deliveries the newest first.
 * @param options `isCut`: true if there are older ones. Default: false.
 */
export function createOverview(
  deliveries: readonly InspectedSummary[],
  { isCut = false }: { readonly isCut?: boolean } = {},
): OverviewAnswer {
  const step = chooseStep(deliveries);
  return {
    total: deliveries.length,
    isCut,
    step,
    times: countByTime(deliveries, step),
    events: countByEvent(deliveries),
  };
}

// ---- By time

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Widths that a bar of time can have. */
const STEPS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  30 * DAY,
];

const MAX_BARS = 60;

/** Chooses the narrowest bars that show all deliveries. */
function chooseStep(deliveries: readonly InspectedSummary[]): number {
  const times = deliveries.map(({ receivedAt }) => receivedAt);
  const oldest = times.reduce((least, time) => Math.min(least, time), Infinity);
  const newest = times.reduce((most, time) => Math.max(most, time), -Infinity);
  return STEPS.find((step) => (newest - oldest) / step < MAX_BARS - 1) ?? 365 * DAY;
}

function countByTime(
  deliveries: readonly InspectedSummary[],
  step: number,
): readonly OverviewTime[] {
  const bars = new Map<number, Bar>();
  for (const { receivedAt, outcome, duration } of deliveries) {
    const begin = Math.floor(receivedAt / step) * step;
    const bar: Bar = bars.get(begin) ?? { counts: new Map(), durations: [] };
    bars.set(begin, bar);
    bar.counts.set(outcome, (bar.counts.get(outcome) ?? 0) + 1);
    if (duration !== undefined) bar.durations.push(duration);
  }
  const sorted = [...bars].sort(([left], [right]) => left - right);
  return sorted.map(([begin, bar]) => toOverviewTime(begin, bar));
}

function toOverviewTime(at: number, { counts, durations }: Bar): OverviewTime {
  const time: OverviewTime = { at, counts: Object.fromEntries(counts) };
  if (durations.length === 0) return time;
  const sorted = durations.toSorted((left, right) => left - right);
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  return { ...time, median: percentile(0.5), high: percentile(0.95) };
}

// ---- By event

const MAX_EVENTS = 8;

/** Counts by event, the most frequent first; the rest together. */
function countByEvent(deliveries: readonly InspectedSummary[]): OverviewAnswer["events"] {
  const counts = new Map<string, number>();
  for (const { event } of deliveries) counts.set(event, (counts.get(event) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  const otherCount = sorted.slice(MAX_EVENTS).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...sorted.slice(0, MAX_EVENTS).map(([event, count]) => ({ event, count })),
    ...(otherCount === 0 ? [] : [{ event: "others", count: otherCount }]),
  ];
}

// ---- Types

/** Deliveries that arrived within one step. */
interface Bar {
  readonly counts: Map<InspectorOutcome, number>;
  readonly durations: number[];
}
