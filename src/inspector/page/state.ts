/** State of the page, and its requests. */
import { useLayoutEffect, useReducer } from "preact/hooks";
import {
  isFiltered,
  readAddress,
  toQuery,
  writeAddress,
  type Address,
  type Filter,
  type Tab,
} from "./address.js";
import { copyText } from "./copy.js";
import { groupRows, type Item } from "./groups.js";
import type {
  CountAnswer,
  DeliveryAnswer,
  DeliveryToSend,
  ErrorAnswer,
  InspectedReconciliation,
  InspectedSummary,
  ListAnswer,
  LiveMessage,
  OverviewAnswer,
  SendResult,
  SourceAnswer,
} from "../types.js";

// ---- Requests

const TOKEN = document.querySelector<HTMLMetaElement>("meta[name=typewire-token]")?.content ?? "";

export type Query = Readonly<Record<string, string | number | undefined>>;

export function createUrl(name: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(parameters).toString();
  return `api/${name}${text === "" ? "" : `?${text}`}`;
}

async function request<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { credentials: "same-origin", ...init });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer; // as `api.ts` has written it
  const { error = `The answer is ${response.status}.` } = (answer ?? {}) as Partial<ErrorAnswer>;
  throw new Error(error);
}

function postAction<Answer>(name: string, input: object): Promise<Answer> {
  const headers = { "content-type": "application/json", "x-typewire-inspector": TOKEN };
  return request(`api/${name}`, { method: "POST", headers, body: JSON.stringify(input) });
}

export const api = {
  get: (key: string) => request<DeliveryAnswer>(createUrl("delivery", { key })),
  sample: (event: string) => request<{ payload: unknown }>(createUrl("sample", { event })),
  reconcile: (filter: Query) =>
    request<InspectedReconciliation>(createUrl("reconciliation", filter)),
  count: (filter: Query) => request<CountAnswer>(createUrl("count", filter)),
  replay: (which: object) => postAction<{ count: number }>("replay", which),
  resend: (key: string) => postAction<SendResult>("resend", { key }),
  send: (delivery: DeliveryToSend) => postAction<SendResult>("send", delivery),
};

function matchesFilter(row: InspectedSummary, filter: Filter): boolean {
  const { since = -Infinity, until = Infinity } = filter;
  if (row.receivedAt < since || row.receivedAt >= until) return false;
  return (["event", "action", "outcome"] as const).every(
    (name) => filter[name] === "" || filter[name] === row[name],
  );
}

// ---- State

/** Rows of one request. */
const ROWS_LOADED = 500;
const OVERVIEW_PAUSE = 1_500;
const RELOAD_PAUSE = 300;
/** Milliseconds between two searches among what has arrived since. */
const SEARCH_PAUSE = 1_000;
/** Milliseconds until a stream that the browser has given up is opened again. */
const RECONNECT_PAUSE = 3_000;
/** Milliseconds without an event: longer than two beats of the stream. */
const MAX_SILENCE = 35_000;

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
  /** Names of events that have been seen. */
  events: ReadonlySet<string> = new Set();
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
  #load = 0;
  /** Ends requests for the list and the charts that another filter has replaced. */
  #search = new AbortController();
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
    request<SourceAnswer>("api/source").then(
      (source) => {
        document.title = `${source.title} · inspector`;
        this.set({ source });
      },
      (error: unknown) => this.show(error),
    );
    addEventListener("popstate", () => this.#goTo(readAddress(location.search)));
    void this.reload();
    this.#follow();
  }

  /**
   * Follows changes. A browser connects again by itself, but not after an answer such as a 502 of a proxy, and
   * not while a dead connection stays open.
   */
  #follow(): void {
    const events = new EventSource("api/live");
    let silence: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(silence);
      events.close();
      this.set({ live: "lost" });
      setTimeout(() => this.#follow(), RECONNECT_PAUSE);
    };
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(restart, MAX_SILENCE);
    };
    const listen = (type: string, react?: (event: MessageEvent<string>) => void): void =>
      events.addEventListener(type, (event: MessageEvent<string>) => {
        hear();
        react?.(event);
      });
    hear();
    listen("open", () => {
      if (this.live === "lost") this.#reloadSoon(); // loads what has arrived meanwhile
      this.set({ live: "live" });
    });
    listen("beat");
    // As `live.ts` has written it.
    listen("message", ({ data }) => this.#merge(JSON.parse(data) as LiveMessage));
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) restart();
      else this.set({ live: "lost" });
    });
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

  /* Address */

  /** Address of the page as it is. */
  get address(): Address {
    const { filter, isOpen, selected, tab } = this;
    return { filter, delivery: isOpen ? selected : undefined, tab };
  }

  /** Writes the address; `push` makes an entry that "back" returns to. */
  #write(how: "push" | "replace"): void {
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
    this.#write(isTyping ? "replace" : "push");
    this.#reloadSoon();
  }

  setTab(tab: Tab): void {
    this.set({ tab });
    this.#write("replace");
  }

  /** Shows a delivery beside the list. */
  open(key: string | undefined): void {
    if (key === undefined) return;
    const isOther = key !== this.selected || !this.isOpen;
    this.set({ selected: key, anchor: key, isOpen: true, ...(isOther && { tab: "payload" }) });
    this.#write("push");
  }

  close(): void {
    this.set({ isOpen: false });
    this.#write("push");
  }

  async reload(): Promise<void> {
    const load = ++this.#load;
    this.#search.abort();
    this.#search = new AbortController();
    this.#readOverviewSoon(0);
    await this.#read(load, undefined);
  }

  /** Loads the rows after the last one. */
  async loadMore(): Promise<void> {
    if (this.isLast || this.list !== "loaded") return;
    await this.#read(this.#load, this.rows.at(-1)?.key);
  }

  /** Shows a line about the last action, or the message of an error. */
  show(what: unknown): void {
    this.set({ message: what instanceof Error ? what.message : String(what) });
  }

  async #read(load: number, before: string | undefined): Promise<void> {
    this.set({ list: "loading" });
    try {
      const url = createUrl("deliveries", { ...toQuery(this.filter), before, limit: ROWS_LOADED });
      const { deliveries, isLast } = await request<ListAnswer>(url, {
        signal: this.#search.signal,
      });
      if (load !== this.#load) return; // another filter was set meanwhile
      const known = new Set(before === undefined ? [] : this.rows.map(({ key }) => key));
      const rows = before === undefined ? [] : this.rows;
      const more = deliveries.filter(({ key }) => !known.has(key));
      this.set({ rows: [...rows, ...more], added: 0, isLast, list: "loaded" });
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
    const changed = new Map(deliveries.map((row) => [row.key, row]));
    for (const key of changed.keys()) this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
    const rows: InspectedSummary[] = [];
    for (const row of this.rows) {
      const now = changed.get(row.key) ?? row;
      if (now === row || matchesFilter(now, this.filter)) rows.push(now);
      changed.delete(row.key);
    }
    const added = isSearch ? 0 : this.#insert(rows, [...changed.values()]);
    this.set({ rows, added: this.added + added });
    this.#noteEvents(deliveries);
    this.#readOverviewSoon(OVERVIEW_PAUSE);
  }

  /** Inserts new rows by time. Returns the number of those before all others. */
  #insert(rows: InspectedSummary[], news: readonly InspectedSummary[]): number {
    const newest = rows[0]?.receivedAt ?? -Infinity;
    const oldest = rows.at(-1)?.receivedAt ?? -Infinity;
    const matching = news.filter((row) => matchesFilter(row, this.filter));
    const first = matching.filter(({ receivedAt }) => receivedAt >= newest);
    rows.unshift(...first.toReversed());
    for (const row of matching) {
      if (row.receivedAt >= newest || (row.receivedAt < oldest && !this.isLast)) continue;
      const at = rows.findIndex(({ receivedAt }) => receivedAt <= row.receivedAt);
      rows.splice(at < 0 ? rows.length : at, 0, row);
    }
    return first.length;
  }

  /** Searches among what has arrived since the newest row: only the server looks into bodies and headers. */
  #searchSoon(): void {
    this.#searchTimer ??= setTimeout(() => {
      this.#searchTimer = undefined;
      const load = this.#load;
      const since = Math.max(this.rows[0]?.receivedAt ?? 0, this.filter.since ?? 0);
      const query = { ...toQuery(this.filter), since, limit: ROWS_LOADED };
      const { signal } = this.#search;
      request<ListAnswer>(createUrl("deliveries", query), { signal }).then(
        ({ deliveries }) => {
          if (load !== this.#load) return;
          const known = new Set(this.rows.map(({ key }) => key));
          const rows = [...this.rows];
          const news = deliveries.filter(({ key }) => !known.has(key)).toReversed();
          const added = this.#insert(rows, news);
          if (news.length > 0) this.set({ rows, added: this.added + added });
        },
        () => undefined, // the next delivery searches again
      );
    }, SEARCH_PAUSE);
  }

  #noteEvents(rows: readonly InspectedSummary[]): void {
    const events = new Set(this.events);
    for (const { event, action } of rows) {
      events.add(event);
      if (action !== undefined) events.add(`${event}.${action}`);
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
      const { signal } = this.#search;
      request<OverviewAnswer>(
        createUrl("overview", { ...toQuery(this.filter), since: undefined, until: undefined }),
        { signal },
      ).then(
        (overview) => this.set({ overview }),
        () => undefined, // the list shows the error
      );
    }, pause);
  }

  /* Selection */

  /** Moves the selection by lines of the list; with `isRange`, marks those on the way. */
  move(by: number, isRange = false): void {
    const { items } = this;
    const at = items.findIndex(({ row }) => row.key === this.selected);
    const to = Math.min(Math.max(0, at + by), items.length - 1);
    const key = items[at < 0 ? 0 : to]?.row.key;
    if (key === undefined) return;
    if (isRange) this.markTo(key);
    else this.set({ selected: key, anchor: key, tab: "payload" });
    if (this.isOpen) this.#write("replace");
  }

  toggleGroup(name: string | undefined, isOpen?: boolean): void {
    if (name === undefined) return;
    const openGroups = new Set(this.openGroups);
    if (isOpen ?? !openGroups.has(name)) openGroups.add(name);
    else {
      openGroups.delete(name);
      // The group would stay open for a member that is selected.
      const line = this.items.find(({ row }) => row.key === this.selected);
      const head = this.items.find(({ kind, group }) => kind === "head" && group === name);
      if (line?.kind === "member" && line.group === name) this.set({ selected: head?.row.key });
    }
    this.set({ openGroups });
    if (this.isOpen) this.#write("replace");
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

/** Sends a delivery, says how it was answered, and opens the new one. */
export async function sendAndOpen(sending: Promise<SendResult>): Promise<boolean> {
  return runAndShow(sending, (result) => {
    state.open(result.key);
    return describeSent(result);
  });
}

/** Runs an action, and shows what came of it. */
export async function runAndShow<Result>(
  action: Promise<Result>,
  describe: (result: Result) => string,
): Promise<boolean> {
  try {
    state.show(describe(await action));
    return true;
  } catch (error) {
    state.show(error);
    return false;
  }
}

export async function copyAndTell(text: string, told: string): Promise<void> {
  state.show((await copyText(text)) ? told : "The browser did not allow it.");
}

function describeSent({ status, text }: SendResult): string {
  const answer = status === undefined ? "" : ` It was answered with ${status}.`;
  return `Sent.${answer}${text === undefined ? "" : ` ${text}`}`;
}

// ---- Words

export function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, { hour12: false });
}

export function formatDate(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  if (isToday) return formatTime(time);
  const day = date.toLocaleDateString(undefined, { day: "numeric", month: "short" });
  return `${day} ${date.toLocaleTimeString(undefined, { hour12: false, timeStyle: "short" })}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / 60;
  return minutes < 100 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
