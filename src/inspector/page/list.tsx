/** Filter and list of deliveries. Only the rows in sight are in the document. */
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
  const { filter, events } = useInspector();
  const event = filter.action === "" ? filter.event : `${filter.event}.${filter.action}`;
  const names = [...events].sort();
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
      <select
        aria-label="Event"
        value={event}
        onChange={({ currentTarget }) => setEvent(currentTarget.value)}
      >
        <option value="">All events</option>
        {event !== "" && !events.has(event) && <option value={event}>{event}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
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

/** Height of a row in pixels, as in the style. */
const ROW = 52;
/** Rows above and below those in sight. */
const MARGIN = 12;
/** Rows left below the last one in sight when more are loaded. */
const NEAR_END = 150;

export function DeliveryList({ onOpen }: { readonly onOpen: () => void }) {
  const { rows, added, list, isLast, selected, marks } = useInspector();
  const box = useRef<HTMLDivElement>(null);
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

  useLayoutEffect(() => {
    const element = box.current;
    const at = rows.findIndex(({ key }) => key === selected);
    if (element === null || at < 0) return;
    const top = at * ROW;
    const bottom = top + ROW - element.clientHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < bottom) element.scrollTop = bottom;
  }, [selected]);

  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
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
  };

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
        onKeyDown={onKeyDown}
      >
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
      </div>
      {rows.length === 0 && <Nothing list={list} />}
      <p class="foot" role="status">
        {list === "loading" ? "Loading… " : ""}
        {marks.size > 0 ? `${marks.size} marked of ` : ""}
        {rows.length}
        {isLast ? "" : "+"} {rows.length === 1 ? "delivery" : "deliveries"}
      </p>
    </div>
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
