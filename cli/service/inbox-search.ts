/** Finds deliveries of an inbox by event and action. A store knows names of events, and no actions. */
import type {
  AttemptError,
  DeliverySummary,
  InboxStore,
  StoreFilter,
} from "../../src/inbox/store.js";
import { parseJson } from "../../src/inspector/sources/payload.js";
import { suggest } from "../io/arguments.js";
import { CommandError } from "../io/errors.js";
import { nameWithAction, readAction } from "./event-printer.js";
import { makeVisibleLine } from "../terminal/visible-text.js";

/** Lists the deliveries that match, the newest first. */
export async function readList(store: InboxStore, filter: ListFilter): Promise<readonly Listed[]> {
  const { limit, ...criteria } = filter;
  const listed: Listed[] = [];
  for await (const delivery of readEach(store, criteria)) {
    listed.push(delivery);
    if (listed.length === limit) break;
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

/** Lists the keys of the deliveries that match and have an action, which the store does not know. */
export async function listKeys(
  store: InboxStore,
  filter: StoreFilter,
  { path, action }: { readonly path: string; readonly action: string },
): Promise<readonly string[]> {
  const { limit = Infinity } = filter;
  const listed = await readList(store, { ...filter, limit, path, action });
  return listed.map(({ key }) => key);
}

/**
 * Finds the event of `--event`. A name with a dot is a whole name, or an event with its action.
 * @param path Where payloads have the action.
 * @throws CommandError if no delivery is stored of it.
 */
export async function findEvent(
  store: InboxStore,
  event: string | undefined,
  path: string,
): Promise<StoredEvent> {
  if (event === undefined) return {};
  if ((await store.read({ name: event, limit: 1 })).length > 0) return { name: event };
  const namesWithAction = new Set<string>();
  const parts = event.split(".");
  for (let end = parts.length - 1; end > 0; end--) {
    const name = parts.slice(0, end).join(".");
    const action = parts.slice(end).join(".");
    for await (const delivery of readEach(store, { name, path })) {
      if (delivery.action === action) return { name, action };
      namesWithAction.add(nameWithAction(name, delivery.action));
    }
  }
  const known = namesWithAction.size > 0 ? namesWithAction : await listNewestNames(store, path);
  const hint = suggest(event, [...known]);
  throw new CommandError(`No stored delivery has the event ${makeVisibleLine(event)}.${hint}`);
}

/** Lists the names of the newest deliveries, among which a misspelt one is looked for. */
async function listNewestNames(store: InboxStore, path: string): Promise<ReadonlySet<string>> {
  const newest = await readList(store, { path, limit: SEARCHED_FOR_NAMES });
  return new Set(newest.map(({ name }) => name));
}

/** Number of bodies that are read at once. */
const BODIES_AT_ONCE = 10;

/** Number of the newest deliveries whose names are searched. */
const SEARCHED_FOR_NAMES = 1_000;

/** A delivery in a list, with its action and its last error. */
export interface Listed extends DeliverySummary {
  readonly action?: string | undefined;
  readonly lastError?: AttemptError | undefined;
}

/** A filter of the store, and the action in the payload at a path. */
interface ListFilter extends StoreFilter {
  readonly limit: number;
  readonly action?: string | undefined;
  readonly path: string;
}

/** The name that an event is stored under, and the action that its payload has. */
type StoredEvent = Pick<ListFilter, "name" | "action">;
