/** Deliveries over time, as bars by outcome. SVG by hand needs no library. */
import { OUTCOMES, type InspectorOutcome, type OverviewAnswer } from "../../types.js";
import { formatDate } from "../format.js";
import { state, useInspector } from "../state.js";
import { Scale, useSpan } from "./span.js";

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

function Chart({ overview }: { readonly overview: OverviewAnswer }) {
  const scale = new Scale(overview);
  const { box, span, handlers } = useSpan(scale);
  const percent = (time: number) => `${(scale.shareOf(time) * 100).toFixed(3)}%`;
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
            style={{ left: percent(span.since), right: `calc(100% - ${percent(span.until)})` }}
          />
        )}
      </div>
    </>
  );
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
