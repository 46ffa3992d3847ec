/** Inbox as a source. An inbox keeps no headers, and no body once a delivery is deleted. */
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import { readPath } from "../../base/values.js";
import { expectKey } from "../api-error.js";
import {
  summarize,
  toDelivery,
  type ActionPath,
  type InboxDelivery,
  type InboxState,
  type InboxSummary,
} from "./inbox-delivery.js";
import { describeRows } from "./inbox-rows.js";
import { shareWatch, watchInbox } from "./inbox-watch.js";
import type {
  InspectedSummary,
  InspectorFilter,
  InspectorOutcome,
  InspectorSource,
} from "../types.js";

const INBOX_SOURCE_OPTIONS: OptionNames<InboxSourceOptions> = {
  address: true,
  action: true,
  pollInterval: true,
  title: true,
};

/** True for an inbox, false for a source. */
export function isInbox(source: object): source is InspectableInbox {
  return ["list", "read", "replay", "stats"].every(
    (name) => typeof (source as Record<string, unknown>)[name] === "function", // any object has keys
  );
}

/**
 * Creates a source from an inbox. Spread it to add `send`, `sample` or `describe`.
 * @example
 * const source = { ...createInboxSource(inbox), describe };
 */
export function createInboxSource(
  inbox: InspectableInbox,
  options: InboxSourceOptions = {},
): InspectorSource {
  checkOptionNames(options, INBOX_SOURCE_OPTIONS);
  const { action = "action", pollInterval = 1_000, title = "Inbox" } = options;
  const { address = findAddress(inbox) } = options;
  const path = action === false ? undefined : action.split(".");
  return {
    title,
    target: () => (address === undefined ? undefined : { address }),
    list: (filter) => listInbox(inbox, path, filter),
    get: async (key) => {
      const [delivery] = await inbox.read({ keys: [key], limit: 1 });
      return delivery && toDelivery(delivery, path);
    },
    watch: shareWatch((listener) =>
      watchInbox(inbox, pollInterval, (rows) => describeRows(inbox, rows, path), listener),
    ),
    replay: (which) => replayInbox(inbox, path, which),
  };
}

/** Finds the path of the toolkit by the symbol that inboxes of all copies of the runtime have. */
function findAddress(inbox: object): string | undefined {
  const receiver: unknown = Reflect.get(inbox, Symbol.for("typewire.receiver"));
  const path =
    typeof receiver === "function" ? readPath(receiver.call(inbox), PATH_OF_CATALOG) : undefined;
  return typeof path === "string" ? path : undefined;
}

const PATH_OF_CATALOG = ["catalog", "path"];

// ---- Lists

/** States of an inbox by outcome. No delivery of an inbox has another outcome. */
const STATES_BY_OUTCOME: Readonly<Partial<Record<InspectorOutcome, InboxState>>> = {
  waiting: "waiting",
  running: "running",
  done: "done",
  dead: "dead",
};

/** Lists deliveries, the newest first. */
async function listInbox(
  inbox: InspectableInbox,
  path: ActionPath,
  filter: InspectorFilter,
): Promise<readonly InspectedSummary[]> {
  const { action, isBrief = false, limit = 100 } = filter;
  const inboxFilter = toInboxFilter(filter);
  if (inboxFilter === undefined) return [];
  if (action !== undefined) return searchAction(inbox, path, action, { ...inboxFilter, limit });
  if (isBrief) return (await inbox.list(inboxFilter)).map((row) => summarize(row));
  const rows = limit > 0 ? await inbox.list({ ...inboxFilter, limit }) : [];
  return (await describeRows(inbox, rows, path)).slice(0, limit);
}

/** Deliveries that are searched for an action, because stores cannot filter by it. */
const MAX_ROWS_SEARCHED = 5_000;

/** Lists the deliveries with an action: reads pages of `limit` rows until it has found so many. */
async function searchAction(
  inbox: InspectableInbox,
  path: ActionPath,
  action: string,
  filter: InboxFilter & { readonly limit: number },
): Promise<readonly InspectedSummary[]> {
  const { limit } = filter;
  const found: InspectedSummary[] = [];
  let { before } = filter;
  let searched = 0;
  while (found.length < limit && searched < MAX_ROWS_SEARCHED) {
    const page = await inbox.list({ ...filter, before });
    const described = await describeRows(inbox, page, path);
    found.push(...described.filter((row) => row.action === action));
    if (page.length < limit) break; // the last page
    searched += page.length;
    before = page.at(-1)?.key;
  }
  return found.slice(0, limit);
}

/** Returns `undefined` for an outcome that no delivery of an inbox has. */
function toInboxFilter(filter: InspectorFilter): InboxFilter | undefined {
  const { event, outcome, id, text, since, until, keys, before, limit, signal } = filter;
  const state = outcome && STATES_BY_OUTCOME[outcome];
  if (outcome !== undefined && state === undefined) return undefined;
  return {
    id,
    name: event,
    state,
    text,
    since,
    until,
    keys,
    before: expectKey(before),
    limit,
    // An inbox of an older version knows no signal, and searches for nothing else for long.
    ...(text !== undefined && { signal }),
  };
}

// ---- Replay

async function replayInbox(
  inbox: InspectableInbox,
  path: ActionPath,
  which: InspectorFilter,
): Promise<number> {
  if (which.keys !== undefined) return replayKeys(inbox, which.keys);
  const filter = { outcome: "dead", ...which } as const;
  if (which.action === undefined) return inbox.replay(toInboxFilter(filter) ?? { keys: [] });
  const rows = await listInbox(inbox, path, { ...filter, limit: MAX_ROWS_SEARCHED });
  return replayKeys(
    inbox,
    rows.map(({ key }) => key),
  );
}

/** Replays each state by a call of its own, because an inbox replays only dead deliveries without a state. */
async function replayKeys(inbox: InspectableInbox, keys: readonly string[]): Promise<number> {
  const dead = await inbox.replay({ keys, state: "dead" });
  return dead + (await inbox.replay({ keys, state: "done" }));
}

// ---- Types

export interface InboxSourceOptions {
  /** URL or path that receives deliveries. Default: the path of the inbox's toolkit, on the host of the page. */
  readonly address?: string | undefined;
  /** Path of the action in payloads, with dots; `false` if the service has none. Default: `action`. */
  readonly action?: string | false | undefined;
  /** Milliseconds between two checks for changes while a page is open. Default: a second. */
  readonly pollInterval?: number | undefined;
  readonly title?: string | undefined;
}

/**
 * Parts of an inbox that the inspector uses. Declared here, so that an inbox of either package fits, and
 * this package depends on neither.
 */
export interface InspectableInbox {
  list(filter?: InboxFilter): Promise<readonly InboxSummary[]>;
  read(filter?: InboxFilter): Promise<readonly InboxDelivery[]>;
  replay(which: InboxFilter): Promise<number>;
  stats(): Promise<object>;
}

interface InboxFilter {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly state?: InboxState | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly text?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}
