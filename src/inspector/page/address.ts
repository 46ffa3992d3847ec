/** Address of the page: its filter and the delivery that is open, so that a link shows the same to others. */
import { OUTCOMES, type InspectorOutcome } from "../types.js";

export interface Filter {
  /** Search as it was typed. */
  readonly q: string;
  readonly event: string;
  readonly action: string;
  readonly outcome: InspectorOutcome | "";
  /** Span of time, in milliseconds since 1970; `until` is exclusive. */
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** Filter by an event, and by an action of it unless that is empty. */
export type EventFilter = Pick<Filter, "event" | "action">;

export const NO_FILTER: Filter = {
  q: "",
  event: "",
  action: "",
  outcome: "",
  since: undefined,
  until: undefined,
};

export const TABS = {
  payload: "Payload",
  changes: "Changes",
  headers: "Headers",
  raw: "Raw",
  attempts: "Attempts",
  copy: "Copy as",
} as const;

export type Tab = keyof typeof TABS;

export interface Address {
  readonly filter: Filter;
  /** The `key` of the delivery that is open. */
  readonly delivery: string | undefined;
  readonly tab: Tab;
}

export function isFiltered(filter: Filter): boolean {
  return Object.keys(toQuery(filter)).length > 0;
}

/** Writes a filter as parameters of a request; what does not filter is left out. */
export function toQuery({ q, event, action, outcome, since, until }: Filter) {
  const entries = Object.entries({ q: q.trim(), event, action, outcome, since, until });
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, String(value)]],
    ),
  );
}

/** Writes the query of an address, with its `?`; an empty one for the list without a filter. */
export function writeAddress({ filter, delivery, tab }: Address): string {
  const query = new URLSearchParams(toQuery(filter));
  if (delivery !== undefined) query.set("delivery", delivery);
  if (delivery !== undefined && tab !== "payload") query.set("tab", tab);
  return query.size === 0 ? "" : `?${query}`;
}

/** Reads the query of an address. Parts that mean nothing are left out, because a link may be cut or old. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  const text = (name: string): string => query.get(name) ?? "";
  const time = (name: string): number | undefined =>
    /^\d{1,15}$/.test(text(name)) ? Number(text(name)) : undefined;
  const filter: Filter = {
    q: text("q"),
    event: text("event"),
    action: text("action"),
    outcome: OUTCOMES.find((each) => each === text("outcome")) ?? "",
    since: time("since"),
    until: time("until"),
  };
  const tab = (Object.keys(TABS) as Tab[]).find((name) => name === text("tab"));
  return { filter, delivery: text("delivery") || undefined, tab: tab ?? "payload" };
}
