/** Deliveries over time, as bars by outcome: dragging over them selects a span. SVG by hand needs no library. */
import { useRef, useState } from "preact/hooks";
import { OUTCOMES, type InspectorOutcome, type OverviewAnswer } from "../../types.js";
import { formatDate } from "../format.js";
import { state, useInspector } from "../state.js";

export function TimeStrip() {
  const { overview, isEmpty } = useInspector();
  // Its place is kept, so that the list does not jump when the numbers come.
  if (isEmpty) return null;
  return (
    <section class="strip" aria-label="Deliveries over time">
      {overview !== undefined && overview.total > 0 && <Chart overview={overview} />}
    </section>
  );
}

/** Fewest bars of a chart, so that a few deliveries do not look like many. */
const MIN_BARS = 24;

/** Places of the bars: at equal distances in time, also where nothing arrived, the newest at the right edge. */
interface Scale {
  /** Begin of the first bar, in milliseconds since 1970. */
  readonly begin: number;
  readonly bars: number;
  readonly step: number;
}

function createScale({ times, step }: OverviewAnswer): Scale {
  const [first, last] = [times[0]?.at ?? 0, times.at(-1)?.at ?? 0];
  const bars = Math.max(Math.round((last - first) / step) + 1, MIN_BARS);
  return { begin: last - (bars - 1) * step, bars, step };
}

function Chart({ overview }: { readonly overview: OverviewAnswer }) {
  const scale = createScale(overview);
  const { box, span, handlers } = useSpan(scale);
  const { begin, bars, step } = scale;
  const share = (time: number) =>
    `${(Math.min(Math.max(0, (time - begin) / (bars * step)), 1) * 100).toFixed(3)}%`;
  return (
    <>
      <Legend overview={overview} />
      <div
        ref={box}
        class="chart"
        role="group"
        tabIndex={0}
        aria-label="Span of time: ← and → move it, with Shift they widen it, Escape clears it"
        {...handlers}
      >
        <Bars overview={overview} scale={scale} />
        {span !== undefined && (
          <div
            class="span"
            style={{ left: share(span.since), right: `calc(100% - ${share(span.until)})` }}
          />
        )}
      </div>
    </>
  );
}

interface Span {
  readonly since: number;
  readonly until: number;
}

/** Lets pointer and keys select a span of whole bars. While the pointer drags, the span is the one under it. */
function useSpan(scale: Scale) {
  const { begin, bars, step } = scale;
  const { filter } = useInspector();
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const end = begin + bars * step;
  const { since = begin, until = end } = filter;
  const chosen =
    filter.since === undefined && filter.until === undefined ? undefined : { since, until };
  const barAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.min(Math.max(0, Math.floor(((clientX - left) / width) * bars)), bars - 1);
  };
  const toSpan = (from: number, to: number): Span => ({
    since: begin + Math.min(from, to) * step,
    until: begin + (Math.max(from, to) + 1) * step,
  });
  const choose = (span: Partial<Span>) =>
    state.setFilter({ since: undefined, until: undefined, ...span });
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      box.current?.setPointerCapture(event.pointerId);
      setDrag({ from: barAt(event), to: barAt(event) });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag !== undefined) setDrag({ from: drag.from, to: barAt(event) });
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag === undefined) return;
      setDrag(undefined);
      choose(toSpan(drag.from, barAt(event)));
    },
    onPointerCancel: () => setDrag(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const span = moveByKey(event, chosen, scale);
      if (span === undefined) return;
      choose(span);
      event.preventDefault();
    },
  };
  return { box, handlers, span: drag === undefined ? chosen : toSpan(drag.from, drag.to) };
}

/** Returns the span that a key leads to, without a limit if it clears it; `undefined` for any other key. */
function moveByKey(
  { key, shiftKey }: KeyboardEvent,
  span: Span | undefined,
  { begin, bars, step }: Scale,
): Partial<Span> | undefined {
  if (key === "Escape") return span && {};
  const by = { ArrowLeft: -step, ArrowRight: step }[key];
  if (by === undefined) return undefined;
  const end = begin + bars * step;
  if (span === undefined) return { since: end - step, until: end };
  const { since, until } = span;
  if (!shiftKey) return { since: since + by, until: until + by };
  return by < 0 ? { since: since + by, until } : { since, until: until + by };
}

function Legend({ overview }: { readonly overview: OverviewAnswer }) {
  const { filter } = useInspector();
  const { times, total, isCut } = overview;
  const { since, until } = filter;
  const used = listOutcomes(overview);
  return (
    <p class="legend">
      <span>
        {isCut ? "newest " : ""}
        {total.toLocaleString("en")} {total === 1 ? "delivery" : "deliveries"}
      </span>
      {used.map((outcome) => (
        <span key={outcome} class={`badge ${outcome}`}>
          {times.reduce((sum, { counts }) => sum + (counts[outcome] ?? 0), 0)} {outcome}
        </span>
      ))}
      {since !== undefined || until !== undefined ? (
        <button
          type="button"
          class="chosen-span"
          aria-label="Clear the span of time"
          onClick={() => state.setFilter({ since: undefined, until: undefined })}
        >
          {since === undefined ? "" : formatDate(since)} –{" "}
          {until === undefined ? "" : formatDate(until)} ✕
        </button>
      ) : (
        <span class="times">
          {formatDate(times[0]?.at ?? 0)} – {formatDate((times.at(-1)?.at ?? 0) + overview.step)}
        </span>
      )}
    </p>
  );
}

function listOutcomes({ times }: OverviewAnswer): readonly InspectorOutcome[] {
  return OUTCOMES.filter((outcome) => times.some(({ counts }) => counts[outcome]));
}

/** Size in the units of the drawing. */
const WIDTH = 1_200;
const HEIGHT = 40;

function Bars({ overview, scale }: { readonly overview: OverviewAnswer; readonly scale: Scale }) {
  const { times } = overview;
  const outcomes = listOutcomes(overview);
  const sums = times.map(({ counts }) => Object.values(counts).reduce((sum, one) => sum + one, 0));
  const highest = Math.max(1, ...sums);
  const width = WIDTH / scale.bars;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {times.map(({ at, counts }) => {
        let top = HEIGHT;
        return outcomes.map((outcome) => {
          const height = ((counts[outcome] ?? 0) / highest) * (HEIGHT - 2);
          top -= height;
          return height === 0 ? null : (
            <rect
              key={`${at} ${outcome}`}
              class={`bar ${outcome}`}
              x={((at - scale.begin) / scale.step) * width + width * 0.08}
              y={top}
              width={width * 0.84}
              height={height}
            />
          );
        });
      })}
    </svg>
  );
}
