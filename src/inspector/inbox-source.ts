/** Inbox as a source. An inbox keeps no headers, and no body once a delivery is deleted. */
import { readPath } from "../base/values.js";
import { checkOptionNames, type OptionNames } from "../base/option-names.js";
import { expectKey } from "./access.js";
import { MAX_PARSED_FOR_NAMES, parseJson } from "./describe.js";
import { Slices } from "./slices.js";
import { findError, summarizePayload } from "./summary.js";
import type {
  InspectedAttempt,
  InspectedDelivery,
  InspectedSummary,
  InspectorChange,
  InspectorFilter,
  InspectorOutcome,
  InspectorSource,
} from "./types.js";

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

type InboxState = "waiting" | "running" | "done" | "dead";

interface InboxSummary {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly state: InboxState;
  readonly receivedAt: number;
  readonly attempts: number;
  readonly losses: number;
  readonly finishedAt: number | undefined;
  readonly size: number;
  readonly isConflict: boolean;
  /** `catch-up` for a delivery that was fetched. */
  readonly via?: string | undefined;
}

interface InboxDelivery extends InboxSummary {
  readonly body: Uint8Array;
  readonly done: readonly string[];
  readonly errors: readonly KeptError[];
}

interface KeptError {
  readonly attempt: number;
  readonly at: number;
  readonly handler: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

export interface InboxSourceOptions {
  /** URL or path that receives deliveries. Default: the path of the inbox's toolkit, on the host of the page. */
  readonly address?: string | undefined;
  /** Path of the action in payloads, with dots; `false` if the service has none. Default: `action`. */
  readonly action?: string | false | undefined;
  /** Milliseconds between two checks for changes while a page is open. Default: a second. */
  readonly pollInterval?: number | undefined;
  readonly title?: string | undefined;
}

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
  const { address = findPath(inbox) } = options;
  const path = action === false ? undefined : action.split(".");
  return {
    title,
    target: () => (address === undefined ? undefined : { address }),
    list: (filter) => listInbox(inbox, path, filter),
    get: async (key) => {
      const [found] = await inbox.read({ keys: [key], limit: 1 });
      return found && toDelivery(found, path);
    },
    watch: shareWatch((listener) => watchInbox(inbox, path, pollInterval, listener)),
    replay: (which) => replayInbox(inbox, path, which),
  };
}

/** Finds the path of the toolkit by the symbol that inboxes of all copies of the runtime have. */
function findPath(inbox: object): string | undefined {
  const receiver: unknown = Reflect.get(inbox, Symbol.for("typewire.receiver"));
  const path = typeof receiver === "function" ? readPath(receiver.call(inbox), PATH) : undefined;
  return typeof path === "string" ? path : undefined;
}

const PATH = ["catalog", "path"];

// ---- Lists

/** States of an inbox by outcome. No delivery of an inbox has another outcome. */
const STATES_BY_OUTCOME: Readonly<Partial<Record<InspectorOutcome, InboxState>>> = {
  waiting: "waiting",
  running: "running",
  done: "done",
  dead: "dead",
};

type Path = readonly string[] | undefined;

/** Deliveries that are searched for an action, because stores cannot filter by it. */
const MAX_ROWS_SEARCHED = 5_000;

async function listInbox(
  inbox: InspectableInbox,
  path: Path,
  filter: InspectorFilter,
): Promise<readonly InspectedSummary[]> {
  const { action, isBrief = false, limit = 100 } = filter;
  const inboxFilter = toInboxFilter(filter);
  if (inboxFilter === undefined) return [];
  if (isBrief && action === undefined)
    return (await inbox.list(inboxFilter)).map((row) => summarize(row));
  const found: InspectedSummary[] = [];
  let { before } = filter;
  for (let searched = 0; searched < MAX_ROWS_SEARCHED && found.length < limit;) {
    const rows = await inbox.list({ ...inboxFilter, before, limit });
    const named = await describeRows(inbox, rows, path);
    found.push(...named.filter((row) => action === undefined || row.action === action));
    searched += rows.length;
    before = rows.at(-1)?.key;
    if (rows.length < limit || action === undefined) break;
  }
  return found.slice(0, limit);
}

/** Returns `undefined` for an outcome that no delivery of an inbox has. */
function toInboxFilter(filter: InspectorFilter): InboxFilter | undefined {
  const { event, outcome, id, text, since, until, keys, before, limit, signal } = filter;
  const state = outcome && STATES_BY_OUTCOME[outcome];
  if (outcome !== undefined && state === undefined) return undefined;
  const found = { id, text, since, until, keys, before: expectKey(before), limit };
  // An inbox of an older version knows no signal, and searches for nothing else for long.
  return { name: event, state, ...found, ...(text !== undefined && { signal }) };
}

/** Bytes of bodies that are read and parsed at once: a receiver on the same thread waits for no more. */
const MAX_READ_AT_ONCE = 64 * 1024;

/** Adds what is in the bodies and in the errors. Large bodies are not read for it. */
async function describeRows(
  inbox: InspectableInbox,
  rows: readonly InboxSummary[],
  path: Path,
): Promise<readonly InspectedSummary[]> {
  const slices = new Slices();
  const described = new Map<string, InspectedSummary>();
  for (const group of splitBySize(rows.filter(({ size }) => size <= MAX_PARSED_FOR_NAMES))) {
    const keys = group.map(({ key }) => key);
    for (const found of await inbox.read({ keys, limit: keys.length }))
      described.set(found.key, describeRow(found, path));
    await slices.pause();
  }
  return rows.map((row) => described.get(row.key) ?? summarize(row));
}

function describeRow(delivery: InboxDelivery, path: Path): InspectedSummary {
  const payload = parseJson(delivery.body);
  const row = summarize(delivery, findAction(payload, path));
  const error = findError({ ...row, history: listAttempts(delivery), findings: undefined });
  return { ...row, error, summary: summarizePayload(payload, delivery.name) };
}

/** Splits rows into groups whose bodies can be read at once. */
function splitBySize(rows: readonly InboxSummary[]): readonly (readonly InboxSummary[])[] {
  const groups: InboxSummary[][] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.size;
    if (groups.length === 0 || bytes > MAX_READ_AT_ONCE) {
      groups.push([]);
      bytes = row.size;
    }
    groups.at(-1)?.push(row);
  }
  return groups;
}

function findAction(payload: unknown, path: Path): string | undefined {
  const action = path && readPath(payload, path);
  return typeof action === "string" ? action : undefined;
}

function summarize(row: InboxSummary, action?: string): InspectedSummary {
  const { key, id, name, state, receivedAt, attempts, losses, finishedAt, size } = row;
  const notes = [
    ...(row.via === undefined
      ? []
      : ["Fetched by a catch-up: it never arrived, and was not signed."]),
    ...(row.isConflict ? ["Another body had arrived under this id."] : []),
    ...(losses > 0 ? [`Processes that stopped while they handled it: ${losses}.`] : []),
  ];
  return {
    key,
    id,
    event: name,
    action,
    receivedAt,
    outcome: state,
    attempts,
    size,
    duration: finishedAt === undefined ? undefined : Math.max(0, finishedAt - receivedAt),
    note: notes.length === 0 ? undefined : notes.join(" "),
  };
}

// ---- One delivery

function toDelivery(delivery: InboxDelivery, path: Path): InspectedDelivery {
  const { body, size, via } = delivery;
  const isKept = body.length === size; // a deleted one has no bytes left
  return {
    ...describeRow(delivery, path),
    // A fetched delivery has never been answered.
    answer: via === undefined ? STORED : undefined,
    body: isKept ? body : undefined,
    history: listAttempts(delivery),
  };
}

/** Answer of an inbox to each delivery that it has stored. */
const STORED = { status: 202, body: "accepted" };

/** Lists the attempts that the store knows of: those that failed, and the one that succeeded. */
function listAttempts(delivery: InboxDelivery): readonly InspectedAttempt[] {
  const { errors, state, attempts, done, finishedAt } = delivery;
  const failed = groupByAttempt(errors).map(toFailedAttempt);
  const last = failed.at(-1);
  const succeeded = done.map((id) => ({ id }));
  // The store does not keep in which attempt a handler succeeded.
  if (state === "done" && (last === undefined || attempts > last.attempt || attempts === 1))
    return [...failed, { attempt: attempts, at: finishedAt, handlers: succeeded }];
  const isOver = state === "done" || state === "dead";
  if (!isOver || last === undefined) return failed;
  return [...failed.slice(0, -1), { ...last, handlers: [...last.handlers, ...succeeded] }];
}

interface FailedAttempt {
  readonly attempt: number;
  readonly at: number;
  readonly errors: KeptError[];
}

/** Groups errors that follow each other. Attempts are counted from 1 again after a replay. */
function groupByAttempt(errors: readonly KeptError[]): readonly FailedAttempt[] {
  const groups: FailedAttempt[] = [];
  for (const error of errors) {
    const { attempt, at } = error;
    const last = groups.at(-1);
    if (last?.attempt === attempt) last.errors.push(error);
    else groups.push({ attempt, at, errors: [error] });
  }
  return groups;
}

/** An error without the name of a handler is that of the whole attempt. */
function toFailedAttempt({ attempt, at, errors }: FailedAttempt): InspectedAttempt {
  const named = errors.map(({ handler, message, stack }) => ({
    id: handler,
    error: { message, stack },
  }));
  const whole = named.findLast(({ id }) => id === "");
  const handlers = named.filter(({ id }) => id !== "");
  return { attempt, at, handlers, ...(whole && { error: whole.error }) };
}

// ---- Changes

/** Newest deliveries whose changes are followed. */
const WATCHED = 100;

type Watch = InspectorSource["watch"];

/** Watches once for all pages, so that each page costs the store nothing more. */
function shareWatch(watch: Watch): Watch {
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

/** Compares the newest deliveries at intervals, because stores do not report changes. */
function watchInbox(
  inbox: InspectableInbox,
  path: Path,
  pollInterval: number,
  listener: (change: InspectorChange) => void,
): () => void {
  let known: ReadonlyMap<string, string> | undefined;
  let counts = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  const look = async (): Promise<void> => {
    const rows = await inbox.list({ limit: WATCHED });
    const { oldestWaiting: _, ...states } = (await inbox.stats()) as Record<string, unknown>; // a copy
    const seen = new Map(rows.map((row) => [row.key, JSON.stringify(row)]));
    const [before, countsBefore] = [known, counts];
    known = seen;
    counts = JSON.stringify(states);
    if (before === undefined) return;
    const changed = rows.filter(({ key }) => before.get(key) !== seen.get(key));
    const isElsewhere = changed.length === 0 && counts !== countsBefore;
    if (isElsewhere || changed.length === WATCHED) listener("reload");
    else for (const row of (await describeRows(inbox, changed, path)).toReversed()) listener(row);
  };
  const repeat = (): void => {
    look()
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

// ---- Replay

async function replayInbox(
  inbox: InspectableInbox,
  path: Path,
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
