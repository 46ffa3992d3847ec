/** List of deliveries. Only the rows in sight are in the document. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isFiltered } from "../address.js";
import type { Item } from "../groups.js";
import { formatDate, formatDuration, formatName } from "../format.js";
import { state, useInspector } from "../state.js";

/** Height of a row in pixels, as in the style: on a narrow screen, fingers need more. */
const rowHeight = (): number => (NARROW.matches ? 44 : 28);

const NARROW = matchMedia("(max-width: 800px)");

/** Rows above and below those in sight. */
const MARGIN = 12;
/** Rows left below the last one in sight when more are loaded. */
const NEAR_END = 150;

type Box = RefObject<HTMLDivElement | null>;

export function DeliveryList() {
  const { items, list, selected } = useInspector();
  const box = useRef<HTMLDivElement>(null);
  const { view, updateView } = useView(box);
  useSelectionInSight(box);
  const first = Math.max(0, view.first - MARGIN);
  const shown = items.slice(first, view.first + view.count);
  const isShown = shown.some(({ row }) => row.key === selected);
  return (
    <div class="list-box">
      <div
        ref={box}
        id="list"
        class="list"
        role="listbox"
        tabIndex={0}
        aria-label="Deliveries, the newest first"
        aria-multiselectable="true"
        aria-activedescendant={isShown ? `row-${selected}` : undefined}
        onScroll={updateView}
        onKeyDown={(event) => pressListKey(event, box)}
      >
        <Rows shown={shown} first={first} />
      </div>
      {items.length === 0 && <Nothing list={list} />}
      <Foot />
    </div>
  );
}

/** Finds the rows that are in sight, and loads more near the end of the list. */
function useView(box: Box) {
  const { items, added } = state;
  const [view, setView] = useState({ first: 0, count: 40 });
  const seen = useRef(0);

  const updateView = () => {
    const element = box.current;
    if (element === null) return;
    // Rounded, so that most steps of scrolling change nothing.
    const height = rowHeight();
    const first = Math.floor(element.scrollTop / height / MARGIN) * MARGIN;
    const count = Math.ceil(element.clientHeight / height) + 2 * MARGIN;
    setView((before) =>
      before.first === first && before.count === count ? before : { first, count },
    );
    if (first + count + NEAR_END > state.items.length) void state.loadMore();
  };

  // New rows on top do not move those that are being read.
  useLayoutEffect(() => {
    const element = box.current;
    const by = added - seen.current;
    seen.current = added;
    if (element !== null && by > 0 && element.scrollTop > 0) element.scrollTop += by * rowHeight();
    updateView();
  }, [added, items.length]);

  useEffect(() => {
    const observer = new ResizeObserver(updateView);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { view, updateView };
}

/** Scrolls to the selected row when another one is selected. */
function useSelectionInSight(box: Box): void {
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
  }, [selected, list === "loaded"]);
}

function pressListKey(event: KeyboardEvent, box: Box): void {
  const { items, selected } = state;
  const group = items.find(({ row }) => row.key === selected)?.group;
  const page = Math.floor((box.current?.clientHeight ?? 0) / rowHeight()) - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -items.length,
    End: items.length,
  };
  const by = steps[event.key];
  if (by !== undefined) state.move(by, { isRange: event.shiftKey });
  else if (event.key === "Enter") openAndFocus();
  else if (event.key === "ArrowRight") state.openGroup(group);
  else if (event.key === "ArrowLeft") state.closeGroup(group);
  else if (event.key === " " && selected !== undefined) state.toggleMark(selected);
  else return;
  event.preventDefault();
}

/** Opens the selected delivery, and moves the focus to it. */
export function openAndFocus(): void {
  state.open(state.selected);
  // Once it is in sight, because hidden elements take no focus.
  requestAnimationFrame(() => document.getElementById("detail-title")?.focus());
}

interface RowsProps {
  readonly shown: readonly Item[];
  /** Index of the first line that is shown. */
  readonly first: number;
}

function Rows({ shown, first }: RowsProps) {
  const { items, selected, marks } = useInspector();
  return (
    <div class="rows" role="presentation" style={{ height: `${items.length * rowHeight()}px` }}>
      {shown.map((item, index) => (
        <Row
          key={item.row.key}
          item={item}
          at={first + index}
          isSelected={item.row.key === selected}
          isMarked={marks.has(item.row.key)}
        />
      ))}
    </div>
  );
}

function Foot() {
  const { rows, list, isLast, marks } = useInspector();
  return (
    <p class="foot" role="status">
      {list === "loading" ? "Loading… " : ""}
      {marks.size > 0 ? `${marks.size} marked of ` : ""}
      {rows.length}
      {isLast ? "" : "+"} {rows.length === 1 ? "delivery" : "deliveries"}
    </p>
  );
}

function Nothing({ list }: { readonly list: string }) {
  if (list === "loading") return null;
  return (
    <p class="nothing">
      {list === "failed"
        ? "The deliveries could not be loaded."
        : isFiltered(state.filter)
          ? "No delivery matches the filter."
          : ""}
    </p>
  );
}

interface RowProps {
  readonly item: Item;
  readonly at: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
}

function Row({ item, at, isSelected, isMarked }: RowProps) {
  const { row, kind } = item;
  const { key, id, receivedAt, outcome, attempts, duration, note } = row;
  const onClick = (event: MouseEvent) => {
    if (event.shiftKey) state.markTo(key);
    else if (event.ctrlKey || event.metaKey) state.toggleMark(key);
    else state.open(key);
  };
  return (
    <div
      id={`row-${key}`}
      class={`row ${kind}${isSelected ? " selected" : ""}${isMarked ? " marked" : ""}`}
      role="option"
      aria-selected={isMarked || isSelected}
      aria-setsize={state.isLast ? state.items.length : -1}
      aria-posinset={at + 1}
      title={note === undefined ? id : `${id}\n${note}`}
      style={{ transform: `translateY(${at * rowHeight()}px)` }}
      onClick={onClick}
    >
      <Badge outcome={outcome} />
      <span class="name">{formatName(row)}</span>
      <Line item={item} />
      {attempts > 1 && <span class="facts">{attempts} attempts</span>}
      {note !== undefined && <span class="facts note">note</span>}
      <span class="duration">{duration === undefined ? "" : formatDuration(duration)}</span>
      <span class="time">{formatDate(receivedAt)}</span>
    </div>
  );
}

/** The error of a delivery, with the size of its group, and the summary of its payload. */
function Line({ item: { row, kind, group, count } }: { readonly item: Item }) {
  const { error, summary = "" } = row;
  const toggle = (event: MouseEvent) => {
    state.toggleGroup(group);
    event.stopPropagation(); // the row opens the delivery
  };
  return (
    <span class="line">
      {kind === "head" && (
        <span
          class="count"
          title="Deliveries with this error: → shows, ← hides them"
          onClick={toggle}
        >
          {count}
          {state.isLast ? "" : "+"}
          <span class="offscreen"> deliveries with this error</span>
        </span>
      )}
      {error !== undefined && <span class="bad">{error} </span>}
      <span class="summary">{summary}</span>
    </span>
  );
}

export function Badge({ outcome }: { readonly outcome: string }) {
  return <span class={`badge ${outcome}`}>{outcome}</span>;
}
