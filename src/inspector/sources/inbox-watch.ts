/** Watches an inbox for the pages that are open: looks at its newest deliveries at intervals, and reports changes. */
import type { InboxSummary } from "./inbox-delivery.js";
import type { InspectedSummary, InspectorChange, InspectorSource } from "../types.js";

/** Newest deliveries whose changes are followed. */
const WATCHED = 100;

type Watch = InspectorSource["watch"];

/** Watches once for all pages, so that each page costs the store nothing more. */
export function shareWatch(watch: Watch): Watch {
  const listeners = new Set<(change: InspectorChange) => void>();
  let stop: (() => void) | undefined;
  return (listener) => {
    // Wrapped: a set holds a function once, but a listener may be passed twice.
    const wrapped = (change: InspectorChange): void => listener(change);
    listeners.add(wrapped);
    stop ??= watch((change) => {
      for (const each of listeners) each(change);
    });
    return () => {
      listeners.delete(wrapped);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}

/**
 * Looks for changes at intervals, because stores do not report them.
 * @param describeRows adds what a row shows besides what the inbox lists.
 */
export function watchInbox(
  inbox: WatchedInbox,
  pollInterval: number,
  describeRows: (rows: readonly InboxSummary[]) => Promise<readonly InspectedSummary[]>,
  listener: (change: InspectorChange) => void,
): () => void {
  const newest = new NewestRows(inbox);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  const check = async (): Promise<void> => {
    const changed = await newest.findChanged();
    if (changed === "reload") listener("reload");
    else for (const row of (await describeRows(changed)).toReversed()) listener(row);
  };
  const repeat = (): void => {
    check()
      .catch(() => undefined) // the next check tries again
      .finally(() => {
        if (isOpen) timer = setTimeout(repeat, pollInterval);
      });
  };
  repeat();
  return () => {
    isOpen = false;
    clearTimeout(timer);
  };
}

/** The newest rows of an inbox and its counts by state, as they were at the last look. */
class NewestRows {
  readonly #inbox: WatchedInbox;
  /** Rows as JSON, by key. `undefined` before the first look. */
  #rows: ReadonlyMap<string, string> | undefined;
  #counts = "";

  constructor(inbox: WatchedInbox) {
    this.#inbox = inbox;
  }

  /** Finds the rows that are new or have changed since the last look; `reload` if others may have, too. */
  async findChanged(): Promise<readonly InboxSummary[] | "reload"> {
    const rows = await this.#inbox.list({ limit: WATCHED });
    const stats = (await this.#inbox.stats()) as Record<string, unknown>; // any object has keys
    const { oldestWaiting: _, ...counts } = stats; // an age, which changes all the time
    const [rowsBefore, countsBefore] = [this.#rows, this.#counts];
    const rowsNow = new Map(rows.map((row) => [row.key, JSON.stringify(row)]));
    this.#rows = rowsNow;
    this.#counts = JSON.stringify(counts);
    if (rowsBefore === undefined) return [];
    const changed = rows.filter(({ key }) => rowsBefore.get(key) !== rowsNow.get(key));
    const isOlderChanged = changed.length === 0 && this.#counts !== countsBefore;
    return isOlderChanged || changed.length === WATCHED ? "reload" : changed;
  }
}

/** Parts of an inbox that are looked at. */
interface WatchedInbox {
  list(filter: { readonly limit: number }): Promise<readonly InboxSummary[]>;
  stats(): Promise<object>;
}
