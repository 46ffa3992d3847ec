/** `typewire inbox`: its subcommands read the store of an inbox, have deliveries handled again, and move them. */
import { DELIVERY_STATES } from "../../src/inbox/filter.js";
import { moveDeliveries } from "../../src/inbox/move.js";
import type {
  DeliveryState,
  InboxStore,
  StoredDelivery,
  StoreFilter,
} from "../../src/inbox/store.js";
import { describeArgument, readArguments } from "../io/arguments.js";
import { readTime } from "../io/option-values.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { findEvent, listKeys, readList } from "../service/inbox-search.js";
import { withStore } from "../service/inbox-store.js";
import { type ListDetail, toTable, toText } from "../service/inbox-text.js";
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

const DEFAULT_LIMIT = 50;

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  stats,
  list,
  dead,
  show,
  replay,
  move,
};

const TAKING_ID: ReadonlySet<Subcommand> = new Set([show, replay]);

const EXPECTED = `one of ${Object.keys(SUBCOMMANDS).join(", ")}`;

/** Runs one of the subcommands, and prints its output. */
export async function run(argv: readonly string[], plainIo: CliIo): Promise<number> {
  const io = withVisibleText(plainIo);
  const { values, positionals } = readInboxArguments(argv);
  const [name = "", id] = positionals;
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand === undefined) {
    throw new UsageError(`The argument is ${describeArgument(name)}; expected ${EXPECTED}.`);
  }
  if (id !== undefined && !TAKING_ID.has(subcommand)) {
    throw new UsageError(
      `The argument of ${name} is ${describeArgument(id)}; expected options only.`,
    );
  }
  if (values.state !== undefined && subcommand !== list) {
    throw new UsageError(`The option --state is given to ${name}; only list takes it.`);
  }
  io.out(await subcommand({ id, values, io }));
  return 0;
}

function readInboxArguments(argv: readonly string[]) {
  return readArguments(argv, OPTIONS, [1, 2, EXPECTED]);
}

async function stats({ values, io }: Invocation): Promise<string> {
  const storeStats = await withStore(values.store, io, (store) => store.stats());
  if (values.json) return JSON.stringify(storeStats, null, 2);
  const { oldestWaiting, ...counts } = storeStats;
  const lines = Object.entries(counts).map(([state, count]) => `${state.padEnd(8)} ${count}`);
  const age = `The oldest waiting delivery is ${Math.round(oldestWaiting / 1_000)} s old.`;
  return [...lines, ...(counts.waiting === 0 ? [] : [age])].join("\n");
}

function list(call: Invocation): Promise<string> {
  return listStored(call, "without errors");
}

/** Lists as `list --state dead` does, and the last error of each. */
function dead({ values, ...call }: Invocation): Promise<string> {
  return listStored({ ...call, values: { ...values, state: "dead" } }, "with errors");
}

async function listStored({ values, io }: Invocation, detail: ListDetail): Promise<string> {
  const filter = readStoreFilter(values);
  const { limit = DEFAULT_LIMIT } = filter;
  const path = values.action;
  const listed = await withStore(values.store, io, async (store) => {
    const event = await findEvent(store, values.event, path);
    return readList(store, { ...filter, ...event, limit, path });
  });
  return values.json ? JSON.stringify(listed, null, 2) : toTable(listed, detail);
}

async function show({ id, values, io }: Invocation): Promise<string> {
  if (id === undefined) {
    throw new UsageError("The argument is missing; expected the id of a delivery.");
  }
  const delivery = await withStore(values.store, io, (store) => store.get(id));
  if (delivery === undefined) throw createMissingError(id);
  if (!values.json) return toText(delivery);
  const { body, ...facts } = delivery;
  return JSON.stringify({ ...facts, body: new TextDecoder().decode(body) }, null, 2);
}

async function replay({ id, values, io }: Invocation): Promise<string> {
  if (id === undefined && !values.dead) {
    throw new UsageError("The argument is missing; expected an id, or --dead.");
  }
  if (id !== undefined && values.dead) {
    throw new UsageError("An id and --dead are given; expected one of them.");
  }
  const filter = readStoreFilter(values);
  const replayed = await withStore(
    values.store,
    io,
    (store) =>
      id === undefined
        ? replayMatching(store, { ...filter, state: "dead" }, values)
        : replayOne(store, id, filter, values),
    "change",
  );
  return values.json ? JSON.stringify({ replayed }) : `${replayed} to be handled again.`;
}

/** @throws CommandError if the delivery is not there, or not one that can be handled again. */
async function replayOne(
  store: InboxStore,
  id: string,
  filter: StoreFilter,
  values: Values,
): Promise<number> {
  const count = await replayMatching(store, { ...filter, id }, values);
  if (count > 0) return count;
  const delivery = await store.get(id);
  throw delivery === undefined ? createMissingError(id) : createUnfinishedError(delivery);
}

/** Makes the running program handle again what matches the filter and `--event`. Returns how many those are. */
async function replayMatching(
  store: InboxStore,
  filter: StoreFilter,
  { event, action: path }: Values,
): Promise<number> {
  const { name, action } = await findEvent(store, event, path);
  const eventFilter = name === undefined ? filter : { ...filter, name };
  if (action === undefined) return store.replay(eventFilter);
  const keys = await listKeys(store, eventFilter, { path, action });
  return store.replay({ ...eventFilter, keys });
}

function createMissingError(id: string): CommandError {
  return new CommandError(`There is no delivery ${makeVisibleLine(id)}.`);
}

function createUnfinishedError({ id, state }: StoredDelivery): CommandError {
  const shown = makeVisibleLine(id);
  return new CommandError(`The delivery ${shown} is ${state}; expected one that is done or dead.`);
}

async function move({ values, io }: Invocation): Promise<string> {
  const { store, to, json } = values;
  if (to === undefined) throw new UsageError("--to is missing; expected a store.");
  const counts = await withStore(store, io, (source) =>
    withStore(to, io, (target) => moveDeliveries(source, target), "fill"),
  );
  if (json) return JSON.stringify(counts);
  return `${counts.found} found, ${counts.moved} moved; the others were there already.`;
}

/** Reads the options of the filter that a store knows: all but `--event` and `--action`. */
function readStoreFilter(values: Values): StoreFilter {
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new UsageError(`--limit is ${values.limit}; expected a number from 1.`);
  }
  return {
    state: readState(values.state),
    since: readTime("since", values.since),
    until: readTime("until", values.until),
    ...(limit !== undefined && { limit }),
  };
}

function readState(name: string | undefined): DeliveryState | undefined {
  const state = DELIVERY_STATES.find((each) => each === name);
  if (name === undefined || state !== undefined) return state;
  throw new UsageError(`--state is ${name}; expected ${DELIVERY_STATES.join(", ")}.`);
}

/** Does what the name of the subcommand says. Resolves to its output. */
type Subcommand = (invocation: Invocation) => Promise<string>;

interface Invocation {
  /** The argument after the subcommand. */
  readonly id: string | undefined;
  readonly values: Values;
  readonly io: CliIo;
}

type Values = ReturnType<typeof readInboxArguments>["values"];
