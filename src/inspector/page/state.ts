/** State of the page: what is loaded, selected and shown. Components draw it, and call its methods. */
import { useLayoutEffect, useReducer } from "preact/hooks";
import {
  isFiltered,
  readAddress,
  toQuery,
  writeAddress,
  type Address,
  type EventFilter,
  type Filter,
  type Tab,
} from "./address.js";
import { followChanges } from "./follow.js";
import { formatName } from "./format.js";
import { groupRows, type Item } from "./groups.js";
import { api } from "./requests.js";
import { insertRows, selectNew, updateRows } from "./list/rows.js";
import type { InspectedSummary, LiveMessage, OverviewAnswer, SourceAnswer } from "../types.js";

/** Rows of one request. */
const ROWS_LOADED = 500;
const OVERVIEW_PAUSE = 1_500;
const RELOAD_PAUSE = 300;
/** Milliseconds between two searches among what has arrived since. */
const SEARCH_PAUSE = 1_000;

const START: Address = readAddress(location.search);

class InspectorState {
  source: SourceAnswer | undefined;
  filter: Filter = START.filter;
  /** Loaded deliveries, the newest first. */
  rows: readonly InspectedSummary[] = [];
  /** Number of rows that live events have added at the top since the last load. */
  added = 0;
  isLast = false;
  list: "loading" | "loaded" | "failed" = "loading";
  live: "connecting" | "live" | "lost" = "connecting";
  /** Events that have been seen, each alone and with its actions, by the names that are shown. */
  events: ReadonlyMap<string, EventFilter> = new Map();
  overview: OverviewAnswer | undefined;
  /** Row that the keys are at. */
  selected: string | undefined = START.delivery;
  /** True if the selected delivery is shown beside the list. */
  isOpen = START.delivery !== undefined;
  tab: Tab = START.tab;
  /** Names of the groups of errors that are open. */
  openGroups: ReadonlySet<string> = new Set();
  /** Begin of a recording. */
  recordingSince: number | undefined;
  /** Keys of the marked rows. */
  marks: ReadonlySet<string> = new Set();
  /** Row that a range begins with. */
  anchor: string | undefined;
  /** One line about the last action. */
  message = "";
  /** Versions of changed deliveries: each change loads the details again. */
  readonly versions = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  /** Number of the last load. Answers to requests of an earlier one are dropped. */
  #load = 0;
  /** Ends requests for the list and the charts that another filter has replaced. */
  #requests = new AbortController();
  #overviewTimer: ReturnType<typeof setTimeout> | undefined;
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  #items: { readonly of: readonly unknown[]; readonly items: readonly Item[] } | undefined;

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  set(change: Partial<InspectorState>): void {
    Object.assign(this, change);
    for (const listener of this.#listeners) listener();
  }

  /** Loads everything, and follows changes. */
  begin(): void {
    api.source().then(
      (source) => {
        document.title = `${source.title} · inspector`;
        this.set({ source });
      },
      (error: unknown) => this.show(error),
    );
    addEventListener("popstate", () => this.#goTo(readAddress(location.search)));
    void this.reload();
    followChanges({
      onOpen: () => {
        if (this.live === "lost") this.#reloadSoon(); // loads what has arrived meanwhile
        this.set({ live: "live" });
      },
      onLost: () => this.set({ live: "lost" }),
      onMessage: (message) => this.#merge(message),
    });
  }

  /** Shows a line about the last action, or the message of an error. */
  show(message: unknown): void {
    this.set({ message: message instanceof Error ? message.message : String(message) });
  }

  /** Lines of the list: deliveries, those with the same error as one group. */
  get items(): readonly Item[] {
    const of = [this.rows, this.openGroups, this.selected] as const;
    if (this.#items?.of.every((each, at) => each === of[at]) !== true)
      this.#items = { of, items: groupRows(...of) };
    return this.#items.items;
  }

  /** True if the source has no delivery at all. */
  get isEmpty(): boolean {
    return (
      this.list === "loaded" && this.rows.length === 0 && !isFiltered(this.filter) && !this.isOpen
    );
  }

  // ---- Address

  /** Address of the page as it is. */
  get address(): Address {
    const { filter, isOpen, selected, tab } = this;
    return { filter, delivery: isOpen ? selected : undefined, tab };
  }

  /** Writes the address; `push` makes an entry that "back" returns to. */
  #writeAddress(how: "push" | "replace"): void {
    const search = writeAddress(this.address);
    if (search === location.search) return;
    history[`${how}State`](null, "", search === "" ? location.pathname : search);
  }

  /** Shows what an address says, after "back" or "forward". */
  #goTo({ filter, delivery, tab }: Address): void {
    const isSame = JSON.stringify(filter) === JSON.stringify(this.filter);
    const selected = delivery ?? this.selected;
    this.set({ filter, isOpen: delivery !== undefined, selected, tab });
    if (!isSame) this.#reloadSoon();
  }

  /** Filters the list. While a search is typed, all its letters are one entry of the history. */
  setFilter(change: Partial<Filter>): void {
    const isTyping = "q" in change && this.filter.q !== "" && change.q !== "";
    this.set({ filter: { ...this.filter, ...change }, marks: new Set() });
    this.#writeAddress(isTyping ? "replace" : "push");
    this.#reloadSoon();
  }

  setTab(tab: Tab): void {
    this.set({ tab });
    this.#writeAddress("replace");
  }

  /** Shows a delivery beside the list. */
  open(key: string | undefined): void {
    if (key === undefined) return;
    const isOther = key !== this.selected || !this.isOpen;
    this.set({ selected: key, anchor: key, isOpen: true, ...(isOther && { tab: "payload" }) });
    this.#writeAddress("push");
  }

  close(): void {
    this.set({ isOpen: false });
    this.#writeAddress("push");
  }

  // ---- Rows

  async reload(): Promise<void> {
    const load = ++this.#load;
    this.#requests.abort();
    this.#requests = new AbortController();
    this.#readOverviewSoon(0);
    await this.#loadRows(load, undefined);
  }

  /** Loads the rows after the last one. */
  async loadMore(): Promise<void> {
    if (this.isLast || this.list !== "loaded") return;
    await this.#loadRows(this.#load, this.rows.at(-1)?.key);
  }

  async #loadRows(load: number, before: string | undefined): Promise<void> {
    this.set({ list: "loading" });
    try {
      const query = { ...toQuery(this.filter), before, limit: ROWS_LOADED };
      const { deliveries, isLast } = await api.list(query, this.#requests.signal);
      if (load !== this.#load) return; // another filter was set meanwhile
      const kept = before === undefined ? [] : this.rows;
      const rows = [...kept, ...selectNew(kept, deliveries)];
      this.set({ rows, added: 0, isLast, list: "loaded" });
      this.#noteEvents(deliveries);
    } catch (error) {
      if (load !== this.#load) return;
      this.set({ list: "failed" });
      this.show(error);
    }
  }

  #merge({ deliveries, isReload }: LiveMessage): void {
    const isSearch = this.filter.q.trim() !== "";
    if (isReload) this.#reloadSoon();
    else if (isSearch && deliveries.length > 0) this.#searchSoon();
    for (const { key } of deliveries) this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
    const rows = updateRows(this.rows, deliveries, this.filter);
    if (isSearch) this.set({ rows });
    else this.#insert(rows, selectNew(this.rows, deliveries));
    this.#noteEvents(deliveries);
    this.#readOverviewSoon(OVERVIEW_PAUSE);
  }

  #insert(rows: readonly InspectedSummary[], newRows: readonly InspectedSummary[]): void {
    const inserted = insertRows(rows, newRows, this.filter, this.isLast);
    this.set({ rows: inserted.rows, added: this.added + inserted.added });
  }

  /** Searches among what has arrived since the newest row: only the server looks into bodies and headers. */
  #searchSoon(): void {
    this.#searchTimer ??= setTimeout(() => {
      this.#searchTimer = undefined;
      const load = this.#load;
      const since = Math.max(this.rows[0]?.receivedAt ?? 0, this.filter.since ?? 0);
      const query = { ...toQuery(this.filter), since, limit: ROWS_LOADED };
      api.list(query, this.#requests.signal).then(
        ({ deliveries }) => {
          if (load !== this.#load) return;
          const newRows = selectNew(this.rows, deliveries).toReversed();
          if (newRows.length > 0) this.#insert(this.rows, newRows);
        },
        () => undefined, // the next delivery searches again
      );
    }, SEARCH_PAUSE);
  }

  #noteEvents(rows: readonly InspectedSummary[]): void {
    const events = new Map(this.events);
    for (const { event, action } of rows) {
      events.set(event, { event, action: "" });
      if (action !== undefined) events.set(formatName({ event, action }), { event, action });
    }
    if (events.size > this.events.size) this.set({ events });
  }

  #reloadSoon(): void {
    clearTimeout(this.#searchTimer);
    this.#searchTimer = undefined;
    this.#load++; // answers that are under way no longer count
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => void this.reload(), RELOAD_PAUSE);
  }

  #readOverviewSoon(pause: number): void {
    if (pause === 0) clearTimeout(this.#overviewTimer);
    else if (this.#overviewTimer !== undefined) return;
    this.#overviewTimer = setTimeout(() => {
      this.#overviewTimer = undefined;
      // The chart shows all times, so that another span can be selected in it.
      const query = { ...toQuery(this.filter), since: undefined, until: undefined };
      api.overview(query, this.#requests.signal).then(
        (overview) => this.set({ overview }),
        () => undefined, // the list shows the error
      );
    }, pause);
  }

  // ---- Selection

  /** Moves the selection by lines of the list. As a range, it marks those from the anchor on. */
  move(by: number, { isRange }: { readonly isRange: boolean } = { isRange: false }): void {
    const { items } = this;
    const at = items.findIndex(({ row }) => row.key === this.selected);
    const to = Math.min(Math.max(0, at + by), items.length - 1);
    const key = items[at < 0 ? 0 : to]?.row.key;
    if (key === undefined) return;
    if (isRange) this.markTo(key);
    else this.set({ selected: key, anchor: key, tab: "payload" });
    if (this.isOpen) this.#writeAddress("replace");
  }

  toggleGroup(name: string | undefined): void {
    if (name !== undefined && this.openGroups.has(name)) this.closeGroup(name);
    else this.openGroup(name);
  }

  openGroup(name: string | undefined): void {
    if (name === undefined) return;
    this.set({ openGroups: new Set([...this.openGroups, name]) });
    if (this.isOpen) this.#writeAddress("replace");
  }

  closeGroup(name: string | undefined): void {
    if (name === undefined) return;
    const openGroups = new Set(this.openGroups);
    openGroups.delete(name);
    // The group would stay open for a member that is selected.
    const line = this.items.find(({ row }) => row.key === this.selected);
    const head = this.items.find(({ kind, group }) => kind === "head" && group === name);
    if (line?.kind === "member" && line.group === name) this.set({ selected: head?.row.key });
    this.set({ openGroups });
    if (this.isOpen) this.#writeAddress("replace");
  }

  toggleMark(key: string): void {
    const marks = new Set(this.marks);
    if (!marks.delete(key)) marks.add(key);
    this.set({ marks, anchor: key, selected: key });
  }

  /** Marks the rows from the anchor to a row. */
  markTo(key: string): void {
    const keys = this.items.map(({ row }) => row.key);
    const [from, to] = [keys.indexOf(this.anchor ?? key), keys.indexOf(key)];
    const range = keys.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
    this.set({ marks: new Set(range), selected: key });
  }
}

export const state = new InspectorState();

/** Draws the component again when the state changes. */
export function useInspector(): InspectorState {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  // Before the browser paints, so that no change between drawing and subscribing is missed.
  useLayoutEffect(() => state.subscribe(() => draw(undefined)), []);
  return state;
}
