/** `typewire inbox`: its subcommands read the store of an inbox, have deliveries handled again, and move them. */
import { moveDeliveries } from "../../src/inbox/move.js";
import type {
  DeliveryState,
  InboxStore,
  StoredDelivery,
  StoreFilter,
} from "../../src/inbox/store.js";
import { readArguments, readTime } from "../io/arguments.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { findEvent, listKeys, readList } from "../service/inbox-search.js";
import { openStore, withStore } from "../service/inbox-store.js";
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

const STATE_NAMES: readonly string[] = ["waiting", "running", "done", "dead"];

const DEFAULT_LIMIT = 50;

/** A subcommand with its argument and options. */
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
  const storeStats = await withStore(values.store, io, (store) => store.stats());
  if (values.json) return JSON.stringify(storeStats, null, 2);
  const { oldestWaiting, ...counts } = storeStats;
  const lines = Object.entries(counts).map(([state, count]) => `${state.padEnd(8)} ${count}`);
  const age = `The oldest waiting delivery is ${Math.round(oldestWaiting / 1_000)} s old.`;
  return [...lines, ...(counts.waiting === 0 ? [] : [age])].join("\n");
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
  if (delivery === undefined) throw explainMissing(id, delivery);
  if (!values.json) return toText(delivery);
  const { body, ...facts } = delivery;
  return JSON.stringify({ ...facts, body: new TextDecoder().decode(body) }, null, 2);
}

async function replay({ id, values, io }: Invocation): Promise<string> {
  if (id === undefined && !values.dead) {
    throw new UsageError("The argument is missing; expected an id, or --dead.");
  }
  const state = id === undefined ? "dead" : undefined;
  const filter: StoreFilter = { ...readStoreFilter(values), state, id };
  const path = values.action;
  const restart = async (store: InboxStore): Promise<number> => {
    const { name, action } = await findEvent(store, values.event, path);
    const eventFilter = { ...filter, ...(name !== undefined && { name }) };
    const count = await store.replay(
      action === undefined
        ? eventFilter
        : { ...eventFilter, keys: await listKeys(store, eventFilter, { path, action }) },
    );
    if (id !== undefined && count === 0) throw explainMissing(id, await store.get(id));
    return count;
  };
  const replayed = await withStore(values.store, io, restart, "change");
  return values.json ? JSON.stringify({ replayed }) : `${replayed} to be handled again.`;
}

/** Explains why a delivery was not found, or not handled again. */
function explainMissing(id: string, delivery: StoredDelivery | undefined): CommandError {
  const shown = makeVisibleLine(id);
  return new CommandError(
    delivery === undefined
      ? `There is no delivery ${shown}.`
      : `The delivery ${shown} is ${delivery.state}; expected one that is done or dead.`,
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
