/** `typewire inbox`: its subcommands read the store of an inbox, have deliveries handled again, and move them. */
import { moveDeliveries } from "../../src/inbox/move.js";
import type {
  AttemptError,
  DeliveryState,
  DeliverySummary,
  InboxStore,
  StoredDelivery,
  StoreFilter,
} from "../../src/inbox/store.js";
import { parseJson } from "../../src/inspector/summary.js";
import { readArguments, readTime, suggest } from "../io/arguments.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { nameWithAction, readAction } from "../service/event-printer.js";
import { openStore, withStore } from "../service/inbox-store.js";
import { COLUMNS, truncate } from "../terminal/terminal.js";
import { makeVisibleLine, withVisibleText } from "../terminal/visible-text.js";

export const HELP = `Looks into the inbox of a program, and handles deliveries again.

  typewire inbox stats             Count the deliveries by state
  typewire inbox list              List them, the newest first
  typewire inbox dead              List the ones that are not tried again
  typewire inbox show ID           Print one with its body and the errors of all attempts
  typewire inbox replay ID         Make the running program handle it again
  typewire inbox replay --dead     The same for all dead ones that match the filter
  typewire inbox move --to STORE   Copy everything to another store; repeat it when interrupted

  --store STORE    The store: the path of a file of SQLite, or postgresql://user:password@host/database.
                   Default: webhooks.db
  --json           Print JSON

Filter of list, dead and replay:
  --event NAME     The event's name, also with its action as in the list: issues.opened
  --state STATE    waiting, running, done or dead (only list)
  --since TIME     Received then or later: a date, or milliseconds since 1970
  --until TIME     Received before then
  --action PATH    Where payloads have the action of the event. Default: action
  --limit COUNT    At most so many. Default: 50, and all for replay

Examples:
  npx typewire inbox stats --store webhooks.db
  npx typewire inbox show 72d3162e-cc78-11e3-81ab-4c9367dc0958
  npx typewire inbox replay --dead --event push --since 2026-01-31
  npx typewire inbox move --store webhooks.db --to postgresql://localhost/app`;

const OPTIONS = {
  store: { type: "string", default: "webhooks.db" },
  to: { type: "string" },
  json: { type: "boolean", default: false },
  dead: { type: "boolean", default: false },
  event: { type: "string" },
  state: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  action: { type: "string", default: "action" },
  limit: { type: "string" },
} as const;

const STATE_NAMES: readonly string[] = ["waiting", "running", "done", "dead"];
const DEFAULT_LIMIT = 50;

interface Invocation {
  readonly id: string | undefined;
  readonly values: ReturnType<typeof readInboxArguments>["values"];
  readonly io: CliIo;
}

/** The subcommands. Each resolves to its output. */
const SUBCOMMANDS: Readonly<Record<string, (call: Invocation) => Promise<string>>> = {
  stats,
  list: (call) => listStored(call, "without errors"),
  dead: ({ values, ...call }) =>
    listStored({ ...call, values: { ...values, state: "dead" } }, "with errors"),
  show,
  replay,
  move,
};
const EXPECTED = `one of ${Object.keys(SUBCOMMANDS).join(", ")}`;

export async function run(argv: readonly string[], plainIo: CliIo): Promise<number> {
  const io = withVisibleText(plainIo);
  const { values, positionals } = readInboxArguments(argv);
  const [name = "", id] = positionals;
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand === undefined) {
    throw new UsageError(`The argument is ${name}; expected ${EXPECTED}.`);
  }
  io.out(await subcommand({ id, values, io }));
  return 0;
}

function readInboxArguments(argv: readonly string[]) {
  return readArguments(argv, OPTIONS, [1, 2, EXPECTED]);
}

async function stats({ values, io }: Invocation): Promise<string> {
  const found = await withStore(values.store, io, (store) => store.stats());
  if (values.json) return JSON.stringify(found, null, 2);
  const { oldestWaiting, ...counts } = found;
  const lines = Object.entries(counts).map(([state, count]) => `${state.padEnd(8)} ${count}`);
  const age = `The oldest waiting delivery is ${Math.round(oldestWaiting / 1_000)} s old.`;
  return [...lines, ...(counts.waiting === 0 ? [] : [age])].join("\n");
}

type ListDetail = "with errors" | "without errors";

async function listStored({ values, io }: Invocation, detail: ListDetail): Promise<string> {
  const filter = readStoreFilter(values);
  const { limit = DEFAULT_LIMIT } = filter;
  const found = await withStore(values.store, io, async (store) => {
    const event = await findEvent(store, values);
    return readList(store, { ...filter, ...event, limit, path: values.action });
  });
  return values.json ? JSON.stringify(found, null, 2) : toTable(found, detail);
}

/** A delivery in a list, with its action and its last error. */
interface Listed extends DeliverySummary {
  readonly action?: string | undefined;
  readonly lastError?: AttemptError | undefined;
}

/** Number of bodies that are read at once. */
const BODIES_AT_ONCE = 10;

/** A filter of the store, and the action in the payload at a path. */
interface ListFilter extends StoreFilter {
  readonly limit: number;
  readonly action?: string | undefined;
  readonly path: string;
}

async function readList(store: InboxStore, filter: ListFilter): Promise<readonly Listed[]> {
  const { limit, ...criteria } = filter;
  const listed: Listed[] = [];
  for await (const delivery of readEach(store, criteria)) {
    if (listed.push(delivery) === limit) break;
  }
  return listed;
}

/** Reads the deliveries that match, the newest first, without keeping their bodies. */
async function* readEach(
  store: InboxStore,
  { action: filterAction, path, ...filter }: Omit<ListFilter, "limit">,
): AsyncGenerator<Listed, void, undefined> {
  for (let before: string | undefined; ;) {
    const piece = await store.read({ ...filter, before, limit: BODIES_AT_ONCE });
    for (const { body, digest: _, done: __, errors, ...summary } of piece) {
      const action = readAction(parseJson(body), path);
      if (filterAction !== undefined && action !== filterAction) continue;
      yield { ...summary, action, lastError: errors.at(-1) };
    }
    if (piece.length < BODIES_AT_ONCE) return;
    before = piece.at(-1)?.key;
  }
}

/** Number of the newest deliveries among whose names a misspelt one is looked for. */
const SEARCHED_FOR_NAMES = 1_000;

/** The name that an event is stored under, and the action that its payload has. */
type StoredEvent = Pick<ListFilter, "name" | "action">;

/**
 * Finds the event of `--event`. A name with a dot is a whole name, or an event with its action.
 * @throws CommandError if no delivery is stored of it.
 */
async function findEvent(
  store: InboxStore,
  { event, action: path }: Invocation["values"],
): Promise<StoredEvent> {
  if (event === undefined) return {};
  const known = new Set<string>();
  const [name, dotted] = [event, event.split(".")];
  if ((await store.read({ name, limit: 1 })).length > 0) return { name };
  for (let end = dotted.length - 1; end > 0; end--) {
    const base = dotted.slice(0, end).join(".");
    const action = dotted.slice(end).join(".");
    for await (const delivery of readEach(store, { name: base, path })) {
      if (delivery.action === action) return { name: base, action };
      known.add(nameWithAction(base, delivery.action));
    }
  }
  let left = SEARCHED_FOR_NAMES;
  if (known.size === 0)
    for await (const delivery of readEach(store, { path })) {
      known.add(delivery.name);
      if (--left === 0) break;
    }
  const hint = suggest(event, [...known]);
  throw new CommandError(`No stored delivery has the event ${makeVisibleLine(event)}.${hint}`);
}

async function show({ id, values, io }: Invocation): Promise<string> {
  if (id === undefined) {
    throw new UsageError("The argument is missing; expected the id of a delivery.");
  }
  const found = await withStore(values.store, io, (store) => store.get(id));
  if (found === undefined) throw explainMissing(id, found);
  if (!values.json) return toText(found);
  const { body, ...facts } = found;
  return JSON.stringify({ ...facts, body: new TextDecoder().decode(body) }, null, 2);
}

async function replay({ id, values, io }: Invocation): Promise<string> {
  if (id === undefined && !values.dead) {
    throw new UsageError("The argument is missing; expected an id, or --dead.");
  }
  const state = id === undefined ? "dead" : undefined;
  const filter: StoreFilter = { ...readStoreFilter(values), state, id };
  const restart = async (store: InboxStore): Promise<number> => {
    const { name, action } = await findEvent(store, values);
    const ofEvent = { ...filter, ...(name !== undefined && { name }) };
    const keys = action === undefined ? undefined : await listKeys(store, ofEvent, values, action);
    const count = await store.replay(keys === undefined ? ofEvent : { ...ofEvent, keys });
    if (id !== undefined && count === 0) throw explainMissing(id, await store.get(id));
    return count;
  };
  const replayed = await withStore(values.store, io, restart, "change");
  return values.json ? JSON.stringify({ replayed }) : `${replayed} to be handled again.`;
}

/** Lists the keys of the deliveries that match and have an action, which the store does not know. */
async function listKeys(
  store: InboxStore,
  filter: StoreFilter,
  { action: path }: Invocation["values"],
  action: string,
): Promise<readonly string[]> {
  const { limit = Infinity } = filter;
  const found = await readList(store, { ...filter, limit, path, action });
  return found.map(({ key }) => key);
}

/** Explains why a delivery was not found, or not handled again. */
function explainMissing(id: string, found: StoredDelivery | undefined): CommandError {
  const shown = makeVisibleLine(id);
  return new CommandError(
    found === undefined
      ? `There is no delivery ${shown}.`
      : `The delivery ${shown} is ${found.state}; expected one that is done or dead.`,
  );
}

async function move({ values, io }: Invocation): Promise<string> {
  if (values.to === undefined) throw new UsageError("--to is missing; expected a store.");
  const from = await openStore(values.store, io, "look");
  const to = await openStore(values.to, io, "fill");
  try {
    const counts = await moveDeliveries(from, to);
    const text = `${counts.found} found, ${counts.moved} moved; the others were there already.`;
    return values.json ? JSON.stringify(counts) : text;
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

function readStoreFilter({ state, since, until, limit }: Invocation["values"]): StoreFilter {
  if (state !== undefined && !STATE_NAMES.includes(state)) {
    throw new UsageError(`--state is ${state}; expected ${STATE_NAMES.join(", ")}.`);
  }
  const count = limit === undefined ? undefined : Number(limit);
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    throw new UsageError(`--limit is ${limit}; expected a number from 1.`);
  }
  return {
    state: state as DeliveryState | undefined, // one of the above
    since: readTime("since", since),
    until: readTime("until", until),
    ...(count !== undefined && { limit: count }),
  };
}

/** Prints a table of 80 columns. Cuts names, but no ids, because other commands take ids as arguments. */
function toTable(deliveries: readonly Listed[], detail: ListDetail): string {
  if (deliveries.length === 0) return "No deliveries.";
  const head = ["received, UTC", "state", "tries", "event", "id"];
  const rows = deliveries.map(({ receivedAt, state, attempts, name, action, id, isConflict }) => [
    printTime(receivedAt).slice(5), // without the year
    state,
    String(attempts).padStart(5),
    makeVisibleLine(nameWithAction(name, action)),
    `${makeVisibleLine(id)}${isConflict ? " *" : ""}`,
  ]);
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const [time = 0, state = 0, tries = 0, event = 0, id = 0] = widths;
  const room = Math.max(MIN_NAME_LENGTH, COLUMNS - time - state - tries - id - 4 * GAP.length);
  const limits = [time, state, tries, Math.min(event, room), 0];
  const text = lines.flatMap((line, index) => [
    line.map((cell, column) => fit(cell, limits[column] ?? 0)).join(GAP),
    ...(detail === "with errors" ? printLastError(deliveries[index - 1]) : []), // after the head
  ]);
  const note = deliveries.some(({ isConflict }) => isConflict) ? [`* ${CONFLICT}`] : [];
  return [...text, ...note].join("\n");
}

/** Prints the last error of a delivery, in a line below it. */
function printLastError(delivery: Listed | undefined): readonly string[] {
  if (delivery?.lastError === undefined) return [];
  const { handler, message } = delivery.lastError;
  const text = makeVisibleLine(handler === "" ? message : `${handler}: ${message}`);
  return [`  ${truncate(text, COLUMNS - 2)}`];
}

const GAP = "  ";
const MIN_NAME_LENGTH = 8;
const CONFLICT = "Another body had arrived under this id.";

/** Pads or cuts a text, unless the width is 0. */
function fit(text: string, width: number): string {
  return width === 0 ? text : truncate(text, width).padEnd(width);
}

function toText(delivery: StoredDelivery): string {
  const { id, name, state, receivedAt, attempts, losses, done, errors, body, isConflict } =
    delivery;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const lines = [
    `${makeVisibleLine(name)}  ${makeVisibleLine(id)}`,
    `${state}, received ${printTime(receivedAt)} UTC, ${tries}, ${body.length} bytes`,
    ...(isConflict ? [CONFLICT] : []),
    ...(losses > 0 ? [`processes that stopped while they handled it: ${losses}`] : []),
    ...(done.length > 0 ? [`handlers done: ${done.map(makeVisibleLine).join(", ")}`] : []),
    ...errors.flatMap(({ attempt, at, handler, message }) => [
      `attempt ${attempt}, ${printTime(at)} UTC${handler === "" ? "" : `, handler ${makeVisibleLine(handler)}`}:`,
      `  ${makeVisibleLine(message)}`,
    ]),
  ];
  return `${lines.join("\n")}\n\n${new TextDecoder().decode(body)}`;
}

function printTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}
