/** Filter and list of deliveries. Only the rows in sight are in the document. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { OUTCOMES, type InspectedSummary } from "../types.js";
import { formatName } from "./copy.js";
import {
  formatDate,
  formatDuration,
  isFiltered,
  NO_FILTER,
  state,
  useInspector,
  type Filter,
} from "./state.js";

export function FilterBar() {
  const { filter } = useInspector();
  return (
    <form class="filter" role="search" onSubmit={(submit) => submit.preventDefault()}>
      <input
        id="search"
        class="grow"
        type="search"
        aria-label="Text in the payload"
        placeholder="Text in the payload   /"
        value={filter.text}
        onInput={({ currentTarget }) => state.setFilter({ text: currentTarget.value })}
      />
      <EventChoice />
      <OutcomeChoice />
      <input
        class="id"
        aria-label="Delivery id"
        placeholder="Delivery id"
        value={filter.id}
        onInput={({ currentTarget }) => state.setFilter({ id: currentTarget.value.trim() })}
      />
      <button
        type="button"
        disabled={!isFiltered(filter)}
        onClick={() => state.setFilter(NO_FILTER)}
      >
        Clear
      </button>
    </form>
  );
}

function EventChoice() {
  const { filter, events } = useInspector();
  const event = filter.action === "" ? filter.event : `${filter.event}.${filter.action}`;
  const setEvent = (name: string) => {
    const dot = name.lastIndexOf(".");
    // A name may contain dots; a name with an action has its event in the list, too.
    const hasAction = dot > 0 && events.has(name.slice(0, dot));
    state.setFilter({
      event: hasAction ? name.slice(0, dot) : name,
      action: hasAction ? name.slice(dot + 1) : "",
    });
  };
  return (
    <select
      aria-label="Event"
      value={event}
      onChange={({ currentTarget }) => setEvent(currentTarget.value)}
    >
      <option value="">All events</option>
      {event !== "" && !events.has(event) && <option value={event}>{event}</option>}
      {[...events].sort().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function OutcomeChoice() {
  const { filter } = useInspector();
  return (
    <select
      aria-label="Outcome"
      value={filter.outcome}
      onChange={({ currentTarget: { value } }) =>
        // The options are the outcomes and the empty text.
        state.setFilter({ outcome: value as Filter["outcome"] })
      }
    >
      <option value="">All outcomes</option>
      {OUTCOMES.map((outcome) => (
        <option key={outcome} value={outcome}>
          {outcome}
        </option>
      ))}
    </select>
  );
}

/** Height of a row in pixels, as in the style. */
const ROW = 52;
/** Rows above and below those in sight. */
const MARGIN = 12;
/** Rows left below the last one in sight when more are loaded. */
const NEAR_END = 150;

type Box = RefObject<HTMLDivElement | null>;

export function DeliveryList({ onOpen }: { readonly onOpen: () => void }) {
  const { rows, list, selected } = useInspector();
  const box = useRef<HTMLDivElement>(null);
  const { view, look } = useView(box);
  useSelectionInSight(box);
  const first = Math.max(0, view.first - MARGIN);
  const shown = rows.slice(first, view.first + view.count);
  const isShown = shown.some(({ key }) => key === selected);
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
        onScroll={look}
        onKeyDown={(event) => pressListKey(event, box, onOpen)}
      >
        <Rows shown={shown} first={first} onOpen={onOpen} />
      </div>
      {rows.length === 0 && <Nothing list={list} />}
      <Foot />
    </div>
  );
}

/** Finds the rows that are in sight, and loads more near the end of the list. */
function useView(box: Box) {
  const { rows, added } = state;
  const [view, setView] = useState({ first: 0, count: 40 });
  const seen = useRef(0);

  const look = () => {
    const element = box.current;
    if (element === null) return;
    // Rounded, so that most steps of scrolling change nothing.
    const first = Math.floor(element.scrollTop / ROW / MARGIN) * MARGIN;
    const count = Math.ceil(element.clientHeight / ROW) + 2 * MARGIN;
    setView((before) =>
      before.first === first && before.count === count ? before : { first, count },
    );
    if (first + count + NEAR_END > state.rows.length) void state.loadMore();
  };

  // New rows on top do not move those that are being read.
  useLayoutEffect(() => {
    const element = box.current;
    const by = added - seen.current;
    seen.current = added;
    if (element !== null && by > 0 && element.scrollTop > 0) element.scrollTop += by * ROW;
    look();
  }, [added, rows.length]);

  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { view, look };
}

/** Scrolls to the selected row when another one is selected. */
function useSelectionInSight(box: Box): void {
  const { rows, selected } = state;
  useLayoutEffect(() => {
    const element = box.current;
    const at = rows.findIndex(({ key }) => key === selected);
    if (element === null || at < 0) return;
    const top = at * ROW;
    const bottom = top + ROW - element.clientHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < bottom) element.scrollTop = bottom;
  }, [selected]);
}

function pressListKey(event: KeyboardEvent, box: Box, onOpen: () => void): void {
  const { rows, selected } = state;
  const page = Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -rows.length,
    End: rows.length,
  };
  const by = steps[event.key];
  if (by !== undefined) state.move(by, event.shiftKey);
  else if (event.key === "Enter") onOpen();
  else if (event.key === " " && selected !== undefined) state.toggleMark(selected);
  else return;
  event.preventDefault();
}

interface RowsProps {
  readonly shown: readonly InspectedSummary[];
  /** Index of the first row that is shown. */
  readonly first: number;
  readonly onOpen: () => void;
}

function Rows({ shown, first, onOpen }: RowsProps) {
  const { rows, selected, marks } = useInspector();
  return (
    <div class="rows" role="presentation" style={{ height: `${rows.length * ROW}px` }}>
      {shown.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          at={first + index}
          isSelected={row.key === selected}
          isMarked={marks.has(row.key)}
          onOpen={onOpen}
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
          : "No deliveries yet. They appear here as they arrive."}
    </p>
  );
}

interface RowProps {
  readonly row: InspectedSummary;
  readonly at: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly onOpen: () => void;
}

function Row({ row, at, isSelected, isMarked, onOpen }: RowProps) {
  const { key, id, receivedAt, outcome, status, attempts, duration, note } = row;
  const onClick = (event: MouseEvent) => {
    if (event.shiftKey) state.markTo(key);
    else if (event.ctrlKey || event.metaKey) state.toggleMark(key);
    else {
      state.select(key);
      onOpen();
    }
  };
  const facts = [
    ...(status === undefined ? [] : [String(status)]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
  ];
  return (
    <div
      id={`row-${key}`}
      class={`row${isSelected ? " selected" : ""}${isMarked ? " marked" : ""}`}
      role="option"
      aria-selected={isMarked || isSelected}
      aria-setsize={state.isLast ? state.rows.length : -1}
      aria-posinset={at + 1}
      style={{ transform: `translateY(${at * ROW}px)` }}
      onClick={onClick}
    >
      <span class="name">{formatName(row)}</span>
      <span class="time">{formatDate(receivedAt)}</span>
      <span class="second">
        <Badge outcome={outcome} />
        <span class="facts">{facts.join(" · ")}</span>
      </span>
      <span class="row-id">
        {note === undefined ? "" : <abbr title={note}>note </abbr>}
        {id}
      </span>
    </div>
  );
}

export function Badge({ outcome }: { readonly outcome: string }) {
  return <span class={`badge ${outcome}`}>{outcome}</span>;
}
