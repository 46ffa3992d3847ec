/** The span of time that is selected in the chart, by dragging over its bars or by keys. */
import { useRef, useState } from "preact/hooks";
import type { OverviewAnswer } from "../../types.js";
import type { Filter } from "../address.js";
import { state, useInspector } from "../state.js";

/** Fewest bars of a chart, so that a few deliveries do not look like many. */
const MIN_BARS = 24;

/** Places of the bars: at equal distances in time, also where nothing arrived, the newest at the right edge. */
export class Scale {
  /** Begin of the first bar, in milliseconds since 1970. */
  readonly begin: number;
  /** End of the last bar. */
  readonly end: number;
  readonly bars: number;
  readonly step: number;

  constructor({ times, step }: OverviewAnswer) {
    const [first, last] = [times[0]?.at ?? 0, times.at(-1)?.at ?? 0];
    this.step = step;
    this.bars = Math.max(Math.round((last - first) / step) + 1, MIN_BARS);
    this.begin = last - (this.bars - 1) * step;
    this.end = this.begin + this.bars * step;
  }

  /** Tells at which share of the width a time is, from 0 to 1. */
  shareOf(time: number): number {
    return Math.min(Math.max(0, (time - this.begin) / (this.bars * this.step)), 1);
  }

  /** Finds the bar at a share of the width; the first or the last one for a place beside the chart. */
  barAt(share: number): number {
    return Math.min(Math.max(0, Math.floor(share * this.bars)), this.bars - 1);
  }

  /** The span of two bars and of those between them, in either order. */
  spanOf(from: number, to: number): Span {
    return {
      since: this.begin + Math.min(from, to) * this.step,
      until: this.begin + (Math.max(from, to) + 1) * this.step,
    };
  }
}

/** Lets pointer and keys select a span of whole bars. While the pointer drags, the span is the one under it. */
export function useSpan(scale: Scale) {
  const { filter } = useInspector();
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const chosen = findChosen(filter, scale);
  const barUnder = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return scale.barAt((clientX - left) / width);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      box.current?.setPointerCapture(event.pointerId);
      setDrag({ from: barUnder(event), to: barUnder(event) });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag !== undefined) setDrag({ from: drag.from, to: barUnder(event) });
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag === undefined) return;
      setDrag(undefined);
      state.setFilter(scale.spanOf(drag.from, barUnder(event)));
    },
    onPointerCancel: () => setDrag(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const move = readMove(event, chosen, scale);
      if (move.kind === "none") return;
      state.setFilter(move.kind === "select" ? move.span : NO_SPAN);
      event.preventDefault();
    },
  };
  return { box, handlers, span: drag === undefined ? chosen : scale.spanOf(drag.from, drag.to) };
}

const NO_SPAN = { since: undefined, until: undefined };

/** Finds the span of the filter: an open end is at the edge of the chart. */
function findChosen({ since, until }: Filter, { begin, end }: Scale): Span | undefined {
  if (since === undefined && until === undefined) return undefined;
  return { since: since ?? begin, until: until ?? end };
}

/** Reads a key: arrows select the last bar, or move the span; with Shift, they widen it. Escape clears it. */
function readMove(
  { key, shiftKey }: KeyboardEvent,
  span: Span | undefined,
  { end, step }: Scale,
): Move {
  if (key === "Escape") return { kind: span === undefined ? "none" : "clear" };
  const by = { ArrowLeft: -step, ArrowRight: step }[key];
  if (by === undefined) return { kind: "none" };
  if (span === undefined) return { kind: "select", span: { since: end - step, until: end } };
  const isSinceMoved = !shiftKey || by < 0;
  const isUntilMoved = !shiftKey || by > 0;
  return {
    kind: "select",
    span: {
      since: span.since + (isSinceMoved ? by : 0),
      until: span.until + (isUntilMoved ? by : 0),
    },
  };
}

// ---- Types

/** Times in milliseconds since 1970. */
interface Span {
  readonly since: number;
  readonly until: number;
}

/** Bars at which a pointer was pressed, and is now. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/** The effect of a key on the span; `none` for a key of something else. */
type Move = { readonly kind: "none" | "clear" } | { readonly kind: "select"; readonly span: Span };
