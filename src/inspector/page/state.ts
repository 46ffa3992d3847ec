/** State of the page, and its requests. */
import { useLayoutEffect, useReducer } from "preact/hooks";
import type {
  DeliveryAnswer,
  DeliveryToSend,
  ErrorAnswer,
  InspectedReconciliation,
  InspectedSummary,
  InspectorFilter,
  InspectorOutcome,
  ListAnswer,
  LiveMessage,
  OverviewAnswer,
  SendResult,
  SourceAnswer,
} from "../types.js";

// ---- Requests

const TOKEN = document.querySelector<HTMLMetaElement>("meta[name=typewire-token]")?.content ?? "";

type Query = Readonly<Record<string, string | number | undefined>>;

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
  replay: (which: InspectorFilter) => postAction<{ count: number }>("replay", which),
  resend: (key: string) => postAction<SendResult>("resend", { key }),
  send: (delivery: DeliveryToSend) => postAction<SendResult>("send", delivery),
};

// ---- Filter

export interface Filter {
  readonly event: string;
  readonly action: string;
  readonly outcome: InspectorOutcome | "";
  readonly id: string;
  readonly text: string;
}

export const NO_FILTER: Filter = { event: "", action: "", outcome: "", id: "", text: "" };

export function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

export function toQuery({ event, action, outcome, id, text }: Filter): Record<string, string> {
  const entries = Object.entries({ event, action, outcome, id, text });
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

function matchesFilter(row: InspectedSummary, filter: Filter): boolean {
  return (["event", "action", "outcome", "id"] as const).every(
    (name) => filter[name] === "" || filter[name] === row[name],
  );
}

// ---- State

/** Rows of one request. */
const ROWS_LOADED = 500;
const OVERVIEW_PAUSE = 1_500;
const RELOAD_PAUSE = 300;
/** Milliseconds until a stream that the browser has given up is opened again. */
const RECONNECT_PAUSE = 3_000;
/** Milliseconds without an event: longer than two beats of the stream. */
const MAX_SILENCE = 35_000;

class InspectorState {
  source: SourceAnswer | undefined;
  filter: Filter = NO_FILTER;
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
  selected: string | undefined;
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

  setFilter(change: Partial<Filter>): void {
    this.set({ filter: { ...this.filter, ...change }, marks: new Set() });
    this.#reloadSoon();
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
    // Only the source can search for text.
    if (isReload || (this.filter.text !== "" && deliveries.length > 0)) this.#reloadSoon();
    const changed = new Map(deliveries.map((row) => [row.key, row]));
    for (const key of changed.keys()) this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
    const rows: InspectedSummary[] = [];
    for (const row of this.rows) {
      const now = changed.get(row.key) ?? row;
      if (now === row || matchesFilter(now, this.filter)) rows.push(now);
      changed.delete(row.key);
    }
    const added = this.filter.text === "" ? this.#insert(rows, [...changed.values()]) : 0;
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

  #noteEvents(rows: readonly InspectedSummary[]): void {
    const events = new Set(this.events);
    for (const { event, action } of rows) {
      events.add(event);
      if (action !== undefined) events.add(`${event}.${action}`);
    }
    if (events.size > this.events.size) this.set({ events });
  }

  #reloadSoon(): void {
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
      request<OverviewAnswer>(createUrl("overview", toQuery(this.filter)), { signal }).then(
        (overview) => this.set({ overview }),
        () => undefined, // the list shows the error
      );
    }, pause);
  }

  /* Selection */

  select(key: string | undefined): void {
    this.set({ selected: key, anchor: key });
  }

  /** Moves the selection by rows; with `isRange`, marks those on the way. */
  move(by: number, isRange = false): void {
    const at = this.rows.findIndex(({ key }) => key === this.selected);
    const to = Math.min(Math.max(0, at + by), this.rows.length - 1);
    const row = this.rows[at < 0 ? 0 : to];
    if (row === undefined) return;
    if (isRange) this.markTo(row.key);
    else this.select(row.key);
  }

  toggleMark(key: string): void {
    const marks = new Set(this.marks);
    if (!marks.delete(key)) marks.add(key);
    this.set({ marks, anchor: key, selected: key });
  }

  /** Marks the rows from the anchor to a row. */
  markTo(key: string): void {
    const keys = this.rows.map((row) => row.key);
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

export function describeSent({ status, text }: SendResult): string {
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
