/** The rows of the list that are in sight: a row is at its index times the height that all rows have. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { state } from "../state.js";

/** Height of a row in pixels, as in the style: on a narrow screen, fingers need more. */
export const rowHeight = (): number => (NARROW.matches ? 44 : 28);

const NARROW = matchMedia("(max-width: 800px)");

/** Rows above and below those in sight. */
export const MARGIN = 12;
/** Rows left below the last one in sight when more are loaded. */
const NEAR_END = 150;

/** Finds the rows that are in sight, and loads more near the end of the list. */
export function useView(box: Box) {
  const [view, setView] = useState<View>({ first: 0, count: 40 });
  const updateView = () => {
    if (box.current === null) return;
    const next = measureView(box.current);
    setView((before) => (isSameView(before, next) ? before : next));
    if (next.first + next.count + NEAR_END > state.items.length) void state.loadMore();
  };
  useViewAfterChanges(box, updateView);
  useEffect(() => {
    const observer = new ResizeObserver(updateView);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { view, updateView };
}

/** Measures a view in steps of `MARGIN` rows, so that most steps of scrolling change nothing. */
function measureView({ scrollTop, clientHeight }: HTMLDivElement): View {
  const height = rowHeight();
  return {
    first: Math.floor(scrollTop / height / MARGIN) * MARGIN,
    count: Math.ceil(clientHeight / height) + 2 * MARGIN,
  };
}

function isSameView(one: View, other: View): boolean {
  return one.first === other.first && one.count === other.count;
}

/** Updates the view when rows were added or removed. New rows on top do not move those that are being read. */
function useViewAfterChanges(box: Box, updateView: () => void): void {
  const { items, added } = state;
  const addedBefore = useRef(0);
  useLayoutEffect(() => {
    const element = box.current;
    const newOnTop = added - addedBefore.current;
    addedBefore.current = added;
    if (element !== null && newOnTop > 0 && element.scrollTop > 0)
      element.scrollTop += newOnTop * rowHeight();
    updateView();
  }, [added, items.length]);
}

/** Scrolls to the selected row when another one is selected, and once the list has it. */
export function useSelectionInSight(box: Box): void {
  const { items, selected, list } = state;
  useLayoutEffect(() => {
    const element = box.current;
    const at = items.findIndex(({ row }) => row.key === selected);
    if (element === null || at < 0) return;
    const height = rowHeight();
    const top = at * height;
    const bottom = top + height - element.clientHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < bottom) element.scrollTop = bottom;
    // The address may select a row before the list is loaded.
  }, [selected, list === "loaded"]);
}

// ---- Types

/** The element that scrolls. */
export type Box = RefObject<HTMLDivElement | null>;

/** Rows to draw: the index of the first one in sight, and their number with a margin. */
interface View {
  readonly first: number;
  readonly count: number;
}
