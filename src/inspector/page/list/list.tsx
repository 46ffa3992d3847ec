/** List of deliveries. Only the rows in sight are in the document. */
import { useRef } from "preact/hooks";
import { isFiltered } from "../address.js";
import type { Item } from "../groups.js";
import { formatDate, formatDuration, formatName } from "../format.js";
import { state, useInspector } from "../state.js";
import { MARGIN, rowHeight, useSelectionInSight, useView, type Box } from "./rows-in-sight.js";

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
