/** Charts, as SVG by hand: bars and lines need no library. */
import type { ComponentChildren } from "preact";
import { OUTCOMES, type InspectorOutcome, type OverviewAnswer } from "../types.js";
import { formatDate, formatDuration, state, useInspector } from "./state.js";

/** Size in the units of the drawings. */
const WIDTH = 600;
const HEIGHT = 90;

export function Charts() {
  const { overview } = useInspector();
  if (overview === undefined || overview.total === 0) return null;
  return (
    <section class="charts" aria-label="Charts">
      <OutcomeChart overview={overview} />
      <DurationChart overview={overview} />
      <EventChart overview={overview} />
    </section>
  );
}

/** Bars at equal distances in time, also where nothing arrived. */
function layOutBars({ times, step }: OverviewAnswer) {
  const first = times[0]?.at ?? 0;
  const count = Math.round(((times.at(-1)?.at ?? first) - first) / step) + 1;
  const bars = Math.max(count, 12);
  const width = WIDTH / bars;
  // The newest bar is at the right edge.
  return { width, place: (at: number) => (bars - count + (at - first) / step) * width };
}

function OutcomeChart({ overview }: { readonly overview: OverviewAnswer }) {
  const { times, total, isCut } = overview;
  const sums = times.map(({ counts }) => Object.values(counts).reduce((sum, one) => sum + one, 0));
  const highest = Math.max(1, ...sums);
  const used = OUTCOMES.filter((outcome) => times.some(({ counts }) => counts[outcome]));
  const totals = used.map((outcome) => {
    const count = times.reduce((sum, { counts }) => sum + (counts[outcome] ?? 0), 0);
    return `${count} ${outcome}`;
  });
  const deliveries = `${total} ${total === 1 ? "delivery" : "deliveries"}`;
  const title = `${isCut ? "The newest " : ""}${deliveries} over time: ${totals.join(", ")}`;
  return (
    <figure>
      <figcaption>
        {isCut ? "Newest " : ""}
        {deliveries}
        <span class="legend">
          {used.map((outcome) => (
            <span key={outcome} class={`badge ${outcome}`}>
              {outcome}
            </span>
          ))}
        </span>
      </figcaption>
      <Drawing label={title}>
        <Bars overview={overview} outcomes={used} highest={highest} />
      </Drawing>
      <Axis overview={overview} most={String(highest)} />
    </figure>
  );
}

interface BarsProps {
  readonly overview: OverviewAnswer;
  /** Outcomes from the bottom of a bar to its top. */
  readonly outcomes: readonly InspectorOutcome[];
  /** Number of deliveries that a bar of the full height stands for. */
  readonly highest: number;
}

function Bars({ overview, outcomes, highest }: BarsProps) {
  const { width, place } = layOutBars(overview);
  return overview.times.map(({ at, counts }) => {
    let top = HEIGHT;
    return outcomes.map((outcome) => {
      const height = ((counts[outcome] ?? 0) / highest) * (HEIGHT - 4);
      top -= height;
      return height === 0 ? null : (
        <rect
          key={`${at} ${outcome}`}
          class={`bar ${outcome}`}
          x={place(at) + width * 0.1}
          y={top}
          width={width * 0.8}
          height={height}
        />
      );
    });
  });
}

function DurationChart({ overview }: { readonly overview: OverviewAnswer }) {
  const times = overview.times.filter(({ median }) => median !== undefined);
  if (times.length === 0) return null;
  const { width, place } = layOutBars(overview);
  const highest = Math.max(1, ...times.map(({ high = 0 }) => high));
  const y = (duration = 0) => HEIGHT - 3 - (duration / highest) * (HEIGHT - 8);
  const x = (at: number) => place(at) + width / 2;
  const line = (read: (time: (typeof times)[number]) => number | undefined) =>
    times.map((time) => `${x(time.at).toFixed(1)},${y(read(time)).toFixed(1)}`).join(" ");
  const last = times.at(-1);
  const [median, high] = [last?.median ?? 0, last?.high ?? 0].map(formatDuration);
  return (
    <figure>
      <figcaption>
        Handling time
        <span class="legend">
          <span class="key median">median</span>
          <span class="key high">95 %</span>
        </span>
      </figcaption>
      <Drawing label={`Handling time: last median ${median}, last 95th percentile ${high}`}>
        <polyline class="line high" points={line((time) => time.high)} />
        <polyline class="line median" points={line((time) => time.median)} />
        {times.map(({ at, median: value, high: upper }) => (
          <g key={at}>
            <rect class="dot high" x={x(at) - 2} y={y(upper) - 2} width={4} height={4} />
            <rect class="dot median" x={x(at) - 2} y={y(value) - 2} width={4} height={4} />
          </g>
        ))}
      </Drawing>
      <Axis overview={overview} most={formatDuration(highest)} />
    </figure>
  );
}

function Drawing({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {children}
    </svg>
  );
}

function Axis({ overview, most }: { readonly overview: OverviewAnswer; readonly most: string }) {
  const { times } = overview;
  const [first, last] = [times[0]?.at ?? 0, times.at(-1)?.at ?? 0];
  return (
    <p class="axis">
      <span>{first === last ? "" : formatDate(first)}</span>
      <span>↑ {most}</span>
      <span>{formatDate(last)}</span>
    </p>
  );
}

function EventChart({ overview: { events } }: { readonly overview: OverviewAnswer }) {
  const highest = Math.max(1, ...events.map(({ count }) => count));
  return (
    <figure>
      <figcaption>By event</figcaption>
      <ul class="events">
        {events.map(({ event, count }) => (
          <li key={event}>
            <button
              type="button"
              disabled={event === "others"}
              onClick={() => state.setFilter({ event, action: "" })}
            >
              <span class="event">{event}</span>
              <span class="count">{count}</span>
              <span class="share" style={{ width: `${(count / highest) * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </figure>
  );
}
