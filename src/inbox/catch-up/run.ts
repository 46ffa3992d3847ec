/**
 * One catch-up: reads a list down to where the last one got to, drops what has arrived, fetches the payloads of
 * the rest, and stores them, the oldest first.
 */
import { HOUR } from "../../base/durations.js";
import { quote, quoteDelivery } from "../../base/expect.js";
import { followPath } from "../../base/values.js";
import type { CatchUpPlan } from "../../catalog/catch-up.js";
import type { Arrival } from "../store.js";
import { type Bounds, findBounds, toServiceTime } from "./bounds.js";
import {
  createFailure,
  findStatus,
  readItems,
  readMembers,
  readNext,
  readServiceTime,
  sendRequest,
  writeSince,
  type CatchUpResponse,
  type Item,
  type Parameters,
} from "./service.js";
import type { Turn } from "./turn.js";
import type { CatchUpClient, CatchUpHost, CatchUpReport } from "./types.js";

/** Age at which a delivery is left out, if the service fails to give its payload each time. */
const MAX_WAIT = 24 * HOUR;

/** Items that are kept in memory while a list is read from its newest end. Further ones are read a second time. */
const MAX_KEPT = 10_000;
/** Deliveries that are stored at once, and payloads that are asked for at once. */
const WRITTEN_AT_ONCE = 100;
const ASKED_AT_ONCE = 8;

/** Reads one list once, and stores what is missing. */
export class CatchUpRun {
  readonly #host: CatchUpHost;
  readonly #reading: Reading;
  readonly #turn: Turn;
  readonly #since: number | undefined;
  /** Ids of items that were looked at: a list may move on between two of its pages, and show an item again. */
  readonly #seen = new Set<string>();
  /** Ids of items that have arrived. A page may be read twice, so they are no count. */
  readonly #known = new Set<string>();
  /** Decided with the first page. */
  #bounds: Bounds | undefined;
  /** Time of the newest item of the list. */
  #newest = -Infinity;
  /** The oldest item whose payload the service failed to give. */
  #failed: { readonly time: number; readonly error: unknown } | undefined;
  readonly #counts = { fetched: 0, skipped: 0, requests: 0 };

  /** @param since by the clock of this machine. Default: where the last catch-up got to. */
  constructor(host: CatchUpHost, reading: Reading, turn: Turn, since: number | undefined) {
    this.#host = host;
    this.#reading = reading;
    this.#turn = turn;
    this.#since = since;
  }

  /**
   * @throws InboxError `CATCH_UP_FAILED`, and what the store throws. What is stored until then stays.
   * @throws TurnLost when another worker has taken over.
   */
  async finish(): Promise<CatchUpReport> {
    if (this.#reading.plan.order === "newest-first") await this.#readNewestFirst();
    else await this.#readOldestFirst();
    await this.#save(this.#newest);
    if (this.#failed !== undefined) throw this.#failed.error;
    return { ...this.#counts, known: this.#known.size };
  }

  // ---- The list

  /** Reads the list to its end or to where it is known, and only then stores from there on: the oldest first. */
  async #readNewestFirst(): Promise<void> {
    const pages: ListPage[] = [];
    for await (const { parameters, items } of this.#pages({})) {
      pages.push({ parameters, items: await this.#selectMissing(items) });
      dropPages(pages);
      const last = items.at(-1);
      if (last !== undefined && last.time < this.#expectBounds().until) break;
    }
    let missing: Item[] = [];
    for (const page of pages.toReversed()) {
      if (page.items === undefined) {
        await this.#store(missing); // makes room for the page, which is read again
        missing = [];
      }
      missing.push(...(page.items ?? (await this.#readAgain(page))).toReversed());
    }
    await this.#store(missing);
  }

  /** Reads a page whose items were dropped, as if it had not been read before. */
  async #readAgain({ parameters }: ListPage): Promise<readonly Item[]> {
    const items = readItems(this.#reading.plan, await this.#ask(parameters));
    for (const { id } of items) this.#seen.delete(id);
    return this.#selectMissing(items);
  }

  async #readOldestFirst(): Promise<void> {
    const { since } = this.#reading.plan;
    const { time } = this.#turn.progress;
    const { overlap } = this.#reading;
    const hasPosition = this.#since === undefined && time !== undefined;
    // The clock of the service is not known yet: it may be an hour away.
    const first = hasPosition ? time - overlap : (this.#since ?? (await this.#findStart())) - HOUR;
    const bound = since === undefined ? {} : writeSince(since, first);
    for await (const { items } of this.#pages(bound)) {
      await this.#store([...(await this.#selectMissing(items))]);
    }
  }

  /** Reads the pages of the list one by one, until the caller stops or the last one is read. */
  async *#pages(
    bound: Parameters,
  ): AsyncGenerator<{ readonly parameters: Parameters; readonly items: readonly Item[] }> {
    const { plan } = this.#reading;
    const cursors = new Set<string>();
    let next: Parameters | undefined = bound;
    while (next !== undefined) {
      const parameters: Parameters = { ...bound, ...next };
      const response = await this.#ask(parameters);
      const items = readItems(plan, response);
      for (const { time } of items) this.#newest = Math.max(this.#newest, time);
      await this.#decideBounds(response);
      yield { parameters, items };
      next = items.length === 0 ? undefined : readNext(plan, response, items);
      const cursor = JSON.stringify(next);
      if (cursors.has(cursor))
        throw createFailure(`The pages of ${plan.route} lead in a circle: ${cursor} comes twice.`);
      cursors.add(cursor);
    }
  }

  #ask(more: Parameters): Promise<CatchUpResponse> {
    const { plan, client, parameters } = this.#reading;
    return this.#request(client, plan.route, { ...parameters, ...plan.parameters, ...more });
  }

  async #request(
    client: CatchUpClient,
    route: string,
    parameters: Parameters,
  ): Promise<CatchUpResponse> {
    this.#turn.check();
    this.#counts.requests++;
    const response = await sendRequest(client, route, parameters);
    this.#turn.check();
    return response;
  }

  // ---- How far to read

  /** Decides with the first page how far to read: times in the list are those of the service's clock. */
  async #decideBounds(response: CatchUpResponse): Promise<void> {
    if (this.#bounds !== undefined) return;
    const localNow = this.#host.environment.clock();
    const { progress } = this.#turn;
    const isFirst = progress.from === undefined;
    const since = this.#since ?? (isFirst ? await this.#findStart() : undefined);
    const serviceTime = readServiceTime(response);
    this.#bounds = findBounds({
      progress,
      request: {
        since: since === undefined ? undefined : toServiceTime(since, localNow, serviceTime),
        isExplicit: this.#since !== undefined,
      },
      overlap: this.#reading.overlap,
      dedupeFor: this.#host.dedupeFor,
      now: serviceTime ?? Math.max(this.#newest, localNow),
    });
    await this.#turn.save({ from: this.#bounds.from });
  }

  /** Finds where an inbox begins that has never caught up: at its last delivery, or now. */
  async #findStart(): Promise<number> {
    const store = await this.#host.open();
    const [last] = await store.list({ limit: 1 });
    const now = this.#host.environment.clock();
    return Math.min(now, last?.receivedAt ?? now) - this.#reading.overlap;
  }

  #expectBounds(): Bounds {
    if (this.#bounds === undefined) throw new Error("No page was read."); // never
    return this.#bounds;
  }

  // ---- What is missing

  /** Selects the items that never arrived, in their order. */
  async #selectMissing(items: readonly Item[]): Promise<readonly Item[]> {
    const { floor } = this.#expectBounds();
    const { events } = this.#reading;
    const skipped = new Set(this.#turn.progress.skipped);
    const candidates = items.filter(({ id, name, time }) => {
      if (time < floor || skipped.has(id) || this.#seen.has(id)) return false;
      if (events !== undefined && !events.has(name)) return false;
      this.#seen.add(id);
      return true;
    });
    if (candidates.length === 0) return [];
    const store = await this.#host.open();
    const known = await store.findKnown(candidates.map(({ id }) => id));
    for (const id of known) this.#known.add(id);
    return candidates.filter(({ id }) => !known.has(id));
  }

  /** Stores items, the oldest first, and how far it got. */
  async #store(items: Item[]): Promise<void> {
    const size = this.#reading.plan.delivery === undefined ? WRITTEN_AT_ONCE : ASKED_AT_ONCE;
    const sorted = items.toSorted((a, b) => a.time - b.time);
    for (let start = 0; start < sorted.length; start += size) {
      const group = sorted.slice(start, start + size);
      await this.#storeGroup(group);
      await this.#save(group.at(-1)?.time ?? -Infinity);
    }
  }

  async #storeGroup(items: readonly Item[]): Promise<void> {
    const loaded = await Promise.all(items.map((item) => this.#load(item)));
    this.#turn.check();
    const arrivals = loaded.flatMap((each) => (each.kind === "loaded" ? each.arrival : []));
    const failed = loaded.find((each) => each.kind === "failed");
    if (failed !== undefined) {
      if (arrivals.length === 0) throw failed.error; // the service fails as a whole
      this.#failed ??= { time: failed.item.time, error: failed.error };
    }
    // Begun in one turn of the event loop: one transaction has them, in this order.
    const results = await Promise.all(arrivals.map((arrival) => this.#host.write(arrival)));
    for (const [index, { id }] of arrivals.entries()) {
      if (results[index] === "duplicate") this.#known.add(id);
      else this.#counts.fetched++;
    }
  }

  /** Makes an item a delivery. */
  async #load(item: Item): Promise<Loaded> {
    try {
      const payload = await this.#loadPayload(item);
      const arrival = await this.#host.prepare({ id: item.id, name: item.name, payload });
      return { kind: "loaded", arrival };
    } catch (error) {
      const subject = findSubject(error);
      if (subject === "run") throw error;
      const isOld = item.time < this.#expectBounds().now - MAX_WAIT;
      if (subject === "service" && !isOld) return { kind: "failed", item, error };
      this.#skip(item, error);
      return { kind: "skipped" };
    }
  }

  async #loadPayload({ value }: Item): Promise<unknown> {
    const { plan, client, parameters } = this.#reading;
    const { delivery } = plan;
    if (delivery === undefined)
      return plan.payload === undefined ? value : parsePayload(followPath(value, plan.payload));
    const ofItem = Object.entries(delivery.parameters).map(([name, path]) => {
      return [name, followPath(value, path)] as const;
    });
    const request = { ...parameters, ...Object.fromEntries(ofItem) };
    const { data } = await this.#request(client, delivery.route, request);
    return parsePayload(followPath(data, delivery.payload));
  }

  #skip(item: Item, error: unknown): void {
    this.#turn.skip(item.id);
    this.#counts.skipped++;
    this.#host.log.error(
      `The ${quoteDelivery(item)} never arrived, and cannot be fetched; it is left out.`,
      error,
    );
  }

  /** Saves that everything up to a time is stored, unless an older item has failed. */
  async #save(time: number): Promise<void> {
    // An item that is dated wrongly must not hide those that follow.
    const possible = Math.min(time, this.#expectBounds().now + HOUR);
    const reached = this.#failed === undefined ? possible : Math.min(possible, this.#failed.time);
    const latest = Math.max(this.#turn.progress.time ?? -Infinity, reached);
    await this.#turn.save(Number.isFinite(latest) ? { time: latest } : {});
  }
}

// ---- Items that are kept or left out

/**
 * Drops the items of pages while too many are kept, the newest page first: they are read again later. The very
 * first page stays, because new items change it.
 */
function dropPages(pages: readonly ListPage[]): void {
  let kept = pages.reduce((sum, { items = [] }) => sum + items.length, 0);
  for (const page of pages.slice(1)) {
    if (kept <= MAX_KEPT) return;
    kept -= page.items?.length ?? 0;
    page.items = undefined;
  }
}

/** Parses a payload that is JSON as text; any other one is returned as it is. */
function parsePayload(payload: unknown): unknown {
  if (typeof payload !== "string") return payload;
  try {
    return JSON.parse(payload) as unknown;
  } catch (cause) {
    throw new TypeError(`The payload is ${quote(payload.slice(0, 80))}; expected JSON.`, { cause });
  }
}

/**
 * Finds what an error about the payload of an item is about: the `item`, which the service no longer has or the toolkit
 * refuses; the `service`, which may give it later; or the whole `run`, as when the turn is lost.
 */
function findSubject(error: unknown): "item" | "service" | "run" {
  const status = findStatus(error);
  if (status !== undefined) {
    if (status >= 500) return "service";
    return status === 404 || status === 410 ? "item" : "run";
  }
  const { code, name } = readMembers(error);
  if (code === "DRAINING") return "run";
  const isRefused = name === "AggregateError" && typeof code === "string";
  return isRefused || error instanceof TypeError ? "item" : "run";
}

// ---- Types

/** List, and the way to read it. */
export interface Reading {
  readonly plan: CatchUpPlan;
  readonly client: CatchUpClient;
  readonly parameters: Parameters;
  readonly events: ReadonlySet<string> | undefined;
  readonly overlap: number;
}

/** Page of a list that begins with the newest item. */
interface ListPage {
  readonly parameters: Parameters;
  /** Items that never arrived; `undefined` if they have to be read again. */
  items: readonly Item[] | undefined;
}

/** An item as a delivery; `skipped` for good, or `failed` this time. */
type Loaded =
  | { readonly kind: "loaded"; readonly arrival: Arrival }
  | { readonly kind: "skipped" }
  | { readonly kind: "failed"; readonly item: Item; readonly error: unknown };
