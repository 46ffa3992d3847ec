import { moveDeliveries } from "../../src/inbox/move.js";
import type {
  AttemptError,
  DeliveryState,
  DeliverySummary,
  InboxStore,
  StoredDelivery,
  StoreFilter,
} from "../../src/inbox/store.js";
import { readArguments, readTime } from "../io/arguments.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { nameWithAction, readAction } from "../service/event-action.js";
import { openStore, withStore } from "../service/inbox-store.js";
import { makeVisibleLine, withVisibleText } from "../terminal/terminal.js";

export const HELP = `Looks into the inbox of a program, and handles deliveries again.

  typewire inbox stats             Count the deliveries by state
  typewire inbox list              List them, the newest first
  typewire inbox dead              List those that nobody tries again
  typewire inbox show ID           Print one with its body and the errors of all attempts
  typewire inbox replay ID         Have it handled again by the program that runs
  typewire inbox replay --dead     The same for all dead ones that match the filter
  typewire inbox move --to STORE   Copy everything to another store; repeat it when interrupted

  --store STORE    The store: the path of a file of SQLite, or postgresql://user:password@host/database.
                   Default: webhooks.db
  --json           Print JSON

Filter of list, dead and replay:
  --event NAME     The event's name, without an action
  --state STATE    waiting, running, done or dead (only list)
  --since TIME     Received then or later: a date, or milliseconds since 1970
  --until TIME     Received before then
  --action PATH    Where payloads have the action that is listed with the event. Default: action
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

const STATES: readonly string[] = ["waiting", "running", "done", "dead"];
const DEFAULT_LIMIT = 50;

type Values = ReturnType<typeof readInboxArguments>["values"];

type Subcommand = (id: string | undefined, values: Values, io: CliIo) => Promise<void>;

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = { stats, list, dead, show, replay, move };
const EXPECTED = `one of ${Object.keys(SUBCOMMANDS).join(", ")}`;

export async function run(argv: readonly string[], given: CliIo): Promise<number> {
  const io = withVisibleText(given);
  const { values, positionals } = readInboxArguments(argv);
  const [name = "", id] = positionals;
  if (!Object.hasOwn(SUBCOMMANDS, name)) {
    throw new UsageError(`The argument is ${name}; expected ${EXPECTED}.`);
  }
  await SUBCOMMANDS[name]?.(id, values, io);
  return 0;
}

function readInboxArguments(argv: readonly string[]) {
  return readArguments(argv, OPTIONS, { least: 1, most: 2, expected: EXPECTED });
}

async function stats(_id: string | undefined, values: Values, io: CliIo): Promise<void> {
  const found = await withStore(values.store, io, (store) => store.stats());
  const { oldestWaiting, ...counts } = found;
  const lines = Object.entries(counts).map(([state, count]) => `${state.padEnd(8)} ${count}`);
  const age = `The oldest waiting delivery is ${Math.round(oldestWaiting / 1_000)} s old.`;
  const text = counts.waiting === 0 ? lines : [...lines, age];
  io.out(values.json ? JSON.stringify(found, null, 2) : text.join("\n"));
}

async function list(_id: string | undefined, values: Values, io: CliIo): Promise<void> {
  await printList(values, io, "without errors");
}

async function dead(_id: string | undefined, values: Values, io: CliIo): Promise<void> {
  await printList({ ...values, state: "dead" }, io, "with errors");
}

async function printList(values: Values, io: CliIo, detail: Detail): Promise<void> {
  const filter = readFilter(values);
  const { limit = DEFAULT_LIMIT } = filter;
  const found = await withStore(values.store, io, (store) =>
    readList(store, { ...filter, limit }, values.action),
  );
  io.out(values.json ? JSON.stringify(found, null, 2) : toTable(found, detail));
}

type Detail = "with errors" | "without errors";

/** A delivery in a list, with what only its body and its errors tell. */
interface Listed extends DeliverySummary {
  readonly action?: string | undefined;
  readonly lastError?: AttemptError | undefined;
}

/** How many bodies are read at once. */
const PIECE = 10;

async function readList(
  store: InboxStore,
  filter: StoreFilter & { readonly limit: number },
  path: string,
): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (let before: string | undefined; listed.length < filter.limit;) {
    const limit = Math.min(PIECE, filter.limit - listed.length);
    const piece = await store.read({ ...filter, before, limit });
    listed.push(...piece.map((delivery) => toListed(delivery, path)));
    if (piece.length < limit) break;
    before = piece.at(-1)?.key;
  }
  return listed;
}

function toListed(
  { body, digest: _, done: __, errors, ...summary }: StoredDelivery,
  path: string,
): Listed {
  return { ...summary, action: readAction(parse(body), path), lastError: errors.at(-1) };
}

/** A body that is no JSON, such as a form, tells no action. */
function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

async function show(id: string | undefined, values: Values, io: CliIo): Promise<void> {
  const wanted = expectId(id);
  const found = await withStore(values.store, io, (store) => store.get(wanted));
  if (found === undefined) throw createMissingError(wanted);
  io.out(values.json ? JSON.stringify(toJson(found), null, 2) : toText(found));
}

async function replay(id: string | undefined, values: Values, io: CliIo): Promise<void> {
  if (id === undefined && !values.dead) {
    throw new UsageError("The argument is missing; expected an id, or --dead.");
  }
  const filter: StoreFilter = {
    ...readFilter(values),
    state: id === undefined ? "dead" : undefined,
    id,
  };
  const restart = async (store: InboxStore): Promise<number> => {
    const count = await store.replay(filter);
    if (id !== undefined && count === 0) throw describeUnfinished(id, await store.get(id));
    return count;
  };
  const replayed = await withStore(values.store, io, restart, "change");
  io.out(values.json ? JSON.stringify({ replayed }) : `${replayed} to be handled again.`);
}

function describeUnfinished(id: string, found: StoredDelivery | undefined): CommandError {
  if (found === undefined) return createMissingError(id);
  return new CommandError(
    `The delivery ${makeVisibleLine(id)} is ${found.state}; expected one that is done or dead.`,
  );
}

function createMissingError(id: string): CommandError {
  return new CommandError(`There is no delivery ${makeVisibleLine(id)}.`);
}

async function move(_id: string | undefined, values: Values, io: CliIo): Promise<void> {
  if (values.to === undefined) throw new UsageError("--to is missing; expected a store.");
  const from = await openStore(values.store, io, "look");
  const to = await openStore(values.to, io, "fill");
  try {
    const counts = await moveDeliveries(from, to);
    const text = `${counts.found} found, ${counts.moved} moved; the others were there already.`;
    io.out(values.json ? JSON.stringify(counts) : text);
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

function readFilter({ event, state, since, until, limit }: Values): StoreFilter {
  if (state !== undefined && !STATES.includes(state)) {
    throw new UsageError(`--state is ${state}; expected ${STATES.join(", ")}.`);
  }
  const count = limit === undefined ? undefined : Number(limit);
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    throw new UsageError(`--limit is ${limit}; expected a number from 1.`);
  }
  return {
    name: event,
    state: state as DeliveryState | undefined, // one of the above
    since: readTime("since", since),
    until: readTime("until", until),
    ...(count !== undefined && { limit: count }),
  };
}

function expectId(id: string | undefined): string {
  if (id !== undefined) return id;
  throw new UsageError("The argument is missing; expected the id of a delivery.");
}

/** A table of 80 columns. Ids are whole, since other commands take them; longer names are cut. */
function toTable(deliveries: readonly Listed[], detail: Detail): string {
  if (deliveries.length === 0) return "No deliveries.";
  const head = ["received, UTC", "state", "tries", "event", "id"];
  const rows = deliveries.map(({ receivedAt, state, attempts, name, action, id, isConflict }) => [
    toTime(receivedAt).slice(5), // without the year
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
  const room = Math.max(MIN_NAME_LENGTH, WIDTH - time - state - tries - id - 4 * GAP.length);
  const limits = [time, state, tries, Math.min(event, room), 0];
  const text = lines.flatMap((line, index) => [
    line.map((cell, column) => fit(cell, limits[column] ?? 0)).join(GAP),
    ...(detail === "with errors" ? describeError(deliveries[index - 1]) : []), // after the head
  ]);
  const note = deliveries.some(({ isConflict }) => isConflict) ? [`* ${CONFLICT}`] : [];
  return [...text, ...note].join("\n");
}

/** The last error of a delivery, in a line below it. */
function describeError(delivery: Listed | undefined): readonly string[] {
  if (delivery?.lastError === undefined) return [];
  const { handler, message } = delivery.lastError;
  const text = makeVisibleLine(handler === "" ? message : `${handler}: ${message}`);
  return [`  ${fit(text, Math.min(text.length, WIDTH - 2))}`];
}

const WIDTH = 80;
const GAP = "  ";
const MIN_NAME_LENGTH = 8;
const CONFLICT = "Another body had arrived under this id.";

/** @param width 0: as long as it is. */
function fit(text: string, width: number): string {
  if (width === 0) return text;
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

function toText(delivery: StoredDelivery): string {
  const { id, name, state, receivedAt, attempts, losses, done, errors, body, isConflict } =
    delivery;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const lines = [
    `${makeVisibleLine(name)}  ${makeVisibleLine(id)}`,
    `${state}, received ${toTime(receivedAt)} UTC, ${tries}, ${body.length} bytes`,
    ...(isConflict ? [CONFLICT] : []),
    ...(losses > 0 ? [`processes that stopped while they handled it: ${losses}`] : []),
    ...(done.length > 0 ? [`handlers done: ${done.map(makeVisibleLine).join(", ")}`] : []),
    ...errors.flatMap(({ attempt, at, handler, message }) => [
      `attempt ${attempt}, ${toTime(at)} UTC${handler === "" ? "" : `, handler ${makeVisibleLine(handler)}`}:`,
      `  ${makeVisibleLine(message)}`,
    ]),
  ];
  return `${lines.join("\n")}\n\n${new TextDecoder().decode(body)}`;
}

function toJson({ body, ...others }: StoredDelivery): object {
  return { ...others, body: new TextDecoder().decode(body) };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}
