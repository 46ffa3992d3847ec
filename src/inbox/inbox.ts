/**
 * The inbox: stores each delivery before it is answered, and hands it to the handlers afterwards, again
 * after a failure. `store-writer.ts` talks to the store, `workers.ts` runs the handlers.
 */
import { createHash } from "node:crypto";
import { expectString, quote, quoteDelivery } from "../base/expect.js";
import { orAborted, readDrainSignal, type Ticket } from "../receive/webhooks/admission.js";
import { type DeliveryReceiver, RECEIVER } from "../receive/webhooks/receiver.js";
import type { DispatchedEvent, DrainOptions } from "../receive/webhooks/types.js";
import {
  type Answer,
  createAnswer,
  JSON_TYPE,
  PLAIN_TEXT,
} from "../receive/webhooks/http-answer.js";
import type { CatchUpClient, CatchUpReport, FetchedDelivery } from "./catch-up/types.js";
import { CatchUps } from "./catch-ups.js";
import { type Environment, PLATFORM } from "./environment.js";
import { readFilter } from "./filter.js";
import { Alerts } from "./observe/alerts.js";
import { type InboxSettings, readInboxSettings } from "./options.js";
import {
  type Arrival,
  type ArrivalResult,
  type ClaimLimits,
  type DeliverySummary,
  InboxError,
  type InboxStats,
  type StoredDelivery,
  type Via,
} from "./store.js";
import { toStorable } from "./store-rules/values.js";
import { StoreWriter } from "./store-writer.js";
import type { CatchUpRunOptions, Inbox, InboxFilter, InboxOptions } from "./types.js";
import { Workers } from "./workers.js";

/**
 * Creates an inbox (contract, section G).
 * @throws TypeError when an option has the wrong type.
 * @throws RangeError when a number is out of range, or is not a number.
 * @example
 * const inbox = createInbox({ webhooks, store: openSqliteStore("webhooks.db") });
 * webhooks.on("push", deploy);
 * await inbox.start();
 */
export function createInbox(options: InboxOptions): Inbox {
  return createInboxIn(PLATFORM, options);
}

/** Creates an inbox with the clock and the timers of a test. */
export function createInboxIn(environment: Environment, options: InboxOptions): Inbox {
  return new StoringInbox(readInboxSettings(options, environment));
}

/** Milliseconds between two deletions of old deliveries. */
const PRUNE_INTERVAL = 60_000;

const NO_CLAIMS: ClaimLimits = { from: "ordinary", room: 0 };

/** Limit of `list` and `read` by default. */
const DEFAULT_LIMIT = 100;

class StoringInbox implements Inbox {
  declare readonly [RECEIVER]: () => DeliveryReceiver;
  readonly #settings: InboxSettings;
  readonly #writer: StoreWriter;
  readonly #workers: Workers;
  readonly #alerts: Alerts | undefined;
  readonly #catchUps: CatchUps;
  #isStarted = false;
  #begun: Promise<void> | undefined;
  #drained: Promise<void> | undefined;
  /** Aborted with the `signal` of `drain()`. */
  readonly #drainTimeout = new AbortController();
  /** Functions that cancel the timers, by their names. */
  readonly #timers = new Map<string, () => void>();

  /**
   * Connects the writer and the workers. The writer commits a delivery, and claims what is due (`onClaimed`). A worker
   * runs the handlers, and tells the writer how they ended (`onOutcome`). The writer commits that. A later transaction
   * claims the delivery again if the attempt is to be repeated.
   */
  constructor(settings: InboxSettings) {
    this.#settings = settings;
    this.#workers = new Workers(settings, {
      onOutcome: (outcome) => this.#writer.end(outcome),
      onRoom: () => this.#wake(),
      onRenewal: () => this.#writer.wake(),
    });
    this.#writer = new StoreWriter(settings, {
      askWorkers: () => ({
        ...(this.#isStarted ? this.#workers.limitClaims() : NO_CLAIMS),
        renewals: this.#workers.listRenewals(),
      }),
      onRenewed: (...renewed) => this.#workers.noteRenewals(...renewed),
      onClaimed: (result, limits, expiresAt) => this.#workers.start(result, limits, expiresAt),
      onDead: () => this.#alerts?.wake(),
    });
    const { alerts, alertStore } = settings;
    this.#alerts = alerts && alertStore && new Alerts(settings, alerts, alertStore);
    this.#catchUps = new CatchUps(settings, {
      open: () => this.#writer.open(),
      prepare: (delivery) => this.#prepare(delivery),
      write: (arrival) => this.#write(arrival),
    });
    const receiver: DeliveryReceiver = {
      ...settings.receiver,
      handlers: undefined as never, // an inbox in an inbox is refused
      log: settings.log,
      late: LATE,
      verifyAndReceive: (delivery, ticket) => this.#answer(delivery, ticket),
    };
    this[RECEIVER] = () => receiver;
  }

  async start(): Promise<void> {
    await this.#writer.open();
    this.#begun ??= this.#begin();
    await this.#begun;
  }

  async drain(options: DrainOptions = {}): Promise<void> {
    const signal = readDrainSignal(options);
    const drained = (this.#drained ??= this.#drain());
    if (signal) orAborted(drained, signal).catch(() => this.#drainTimeout.abort());
    await drained;
  }

  async verifyAndReceive(delivery: never): Promise<void> {
    await this.#receive(delivery);
  }

  async stats(): Promise<InboxStats> {
    return (await this.#writer.open()).stats();
  }

  async get(id: string): Promise<StoredDelivery | undefined> {
    expectString(id, "The id of the delivery");
    return (await this.#writer.open()).get(toStorable(id));
  }

  async list(filter: InboxFilter = {}): Promise<readonly DeliverySummary[]> {
    const storeFilter = { limit: DEFAULT_LIMIT, ...readFilter(filter) };
    return (await this.#writer.open()).list(storeFilter);
  }

  async read(filter: InboxFilter = {}): Promise<readonly StoredDelivery[]> {
    const storeFilter = { limit: DEFAULT_LIMIT, ...readFilter(filter) };
    return (await this.#writer.open()).read(storeFilter);
  }

  dead(filter: Omit<InboxFilter, "state"> = {}): Promise<readonly DeliverySummary[]> {
    return this.list({ ...filter, state: "dead" });
  }

  async replay(which: string | InboxFilter): Promise<number> {
    const filter =
      typeof which === "string"
        ? { id: toStorable(which) }
        : ({ state: "dead", ...readFilter(which) } as const);
    const count = await (await this.#writer.open()).replay(filter);
    this.#wake();
    return count;
  }

  async catchUp(client?: CatchUpClient, options: CatchUpRunOptions = {}): Promise<CatchUpReport> {
    return this.#catchUps.run(client, options);
  }

  async metrics(): Promise<string> {
    let stats: InboxStats | undefined;
    try {
      stats = await this.stats();
    } catch {
      stats = undefined; // the text says so
    }
    return this.#settings.metrics.print(stats);
  }

  /** Resolves with the answer that a middleware sends. */
  async #answer(delivery: unknown, ticket?: Ticket): Promise<unknown> {
    try {
      return (await this.#receive(delivery, ticket)) ?? ACCEPTED;
    } catch (error) {
      if (!(error instanceof InboxError)) throw error;
      this.#settings.observe({ kind: "unavailable" });
      return UNAVAILABLE; // the log has the reason
    }
  }

  /** Resolves with the answer to a challenge, if it was one. */
  #receive(delivery: unknown, holder?: Ticket): Promise<unknown> {
    const { handlers } = this.#settings;
    // Only null and undefined have no properties; the toolkit checks the rest.
    const { payload } = (delivery ?? {}) as { readonly payload?: unknown };
    return handlers.verifyAndRun(
      delivery,
      async (event, _participants, ticket) => {
        try {
          const arrival = createArrival(event, payload, this.#settings);
          await this.#logRepetition(arrival, await this.#write(arrival));
        } finally {
          ticket.release();
        }
      },
      holder,
    );
  }

  /** Makes an arrival of a delivery that was fetched. */
  async #prepare({ id, name, payload }: FetchedDelivery): Promise<Arrival> {
    const { handlers } = this.#settings;
    let arrival: Arrival | undefined;
    await handlers.receive?.({ id, name, payload }, (event, _participants, ticket) => {
      try {
        arrival = createArrival(event, writeJson(payload), this.#settings, "catch-up");
      } finally {
        ticket.release();
      }
      return undefined;
    });
    if (arrival !== undefined) return arrival;
    throw new Error("`webhooks` comes from an older copy of the package; expected this version.");
  }

  async #write(arrival: Arrival): Promise<ArrivalResult> {
    const result = await this.#writer.write(arrival);
    const { id, name, via } = arrival;
    this.#settings.observe({ kind: "arrival", id, name, result, via });
    return result;
  }

  /** Logs duplicates, which are dropped, and conflicts, which are kept. */
  async #logRepetition(arrival: Arrival, result: ArrivalResult): Promise<void> {
    const { log } = this.#settings;
    const subject = `The ${quoteDelivery(arrival)} has`;
    if (result === "conflict")
      log.warn(`${subject} another body than the one before; both are kept.`);
    if (result !== "duplicate") return;
    const name = await this.#findFirstName(arrival);
    if (name === undefined) {
      log.info(`${subject} arrived before; it is dropped.`);
      return;
    }
    log.warn(`${subject} arrived before as ${quote(name)}, with the same body; it is dropped.`);
  }

  /**
   * Finds the event name that a duplicate had at first: a name in a header may be forged. Returns
   * `undefined` if the name is the same, or if the first one is no longer known.
   */
  async #findFirstName({ id, name }: Arrival): Promise<string | undefined> {
    try {
      const known = await this.#settings.store.list({ id, limit: DEFAULT_LIMIT });
      return known.some((each) => each.name === name) ? undefined : known.at(-1)?.name;
    } catch {
      return undefined; // the delivery is stored, and the next write reports the error
    }
  }

  #wake(): void {
    if (this.#isStarted && this.#workers.limitClaims().room > 0) this.#writer.wake();
  }

  async #begin(): Promise<void> {
    try {
      await this.#prune();
    } catch (error) {
      this.#begun = undefined; // the next call tries again
      throw error;
    }
    if (this.#drained !== undefined) return; // timers would never be cancelled
    this.#isStarted = true;
    this.#settings.store.subscribe?.(() => this.#wake());
    this.#startTimers();
    this.#writer.wake();
    this.#alerts?.start();
    this.#catchUps.follow();
  }

  /** Claims due deliveries and deletes old ones at intervals. */
  #startTimers(): void {
    const { pollInterval } = this.#settings;
    this.#repeat("poll", pollInterval, () => {
      this.#workers.check();
      this.#wake();
    });
    this.#repeat("prune", PRUNE_INTERVAL, () => {
      this.#prune().catch((error: unknown) =>
        this.#settings.log.error("The inbox could not delete old deliveries.", error),
      );
    });
  }

  #repeat(name: string, interval: number, action: () => void): void {
    const cancel = this.#settings.environment.setTimer(() => {
      action();
      if (this.#isStarted) this.#repeat(name, interval, action);
    }, interval);
    this.#timers.set(name, cancel);
  }

  async #prune(): Promise<void> {
    while (this.#drained === undefined && (await this.#settings.store.prune())) {
      await new Promise<void>((resolve) => this.#settings.environment.defer(resolve));
    }
  }

  async #drain(): Promise<void> {
    this.#isStarted = false;
    for (const cancel of this.#timers.values()) cancel();
    try {
      await orAborted(this.#finish(), this.#drainTimeout.signal);
    } catch {
      this.#workers.giveBack();
    }
    this.#workers.stop();
    await this.#writer.flush();
    await this.#alerts?.stop();
    await this.#writer.close();
  }

  /** Resolves when all requests are answered and all running deliveries handled. */
  async #finish(): Promise<void> {
    const idle = this.#settings.receiver.admission.close();
    await this.#catchUps.stop();
    await this.#writer.flush(); // the last transaction may have claimed deliveries
    await this.#workers.idle();
    await idle;
  }
}

// ---- Arrivals

/**
 * Creates the arrival of a verified delivery, in a form that every store takes.
 * @param payload the raw body, as it was verified.
 * @param via set for a delivery that was fetched, and not sent.
 */
function createArrival(
  event: DispatchedEvent,
  payload: unknown,
  settings: InboxSettings,
  via?: Via,
): Arrival {
  const body = encodeBody(payload);
  const digest = createHash("sha256").update(body).digest("hex");
  const name = toStorable(event.name);
  const id = event.id === "" ? createId(name, digest) : toStorable(event.id);
  return { id, name, body, digest, orderKey: findOrderKey(event, settings), via };
}

/** Writes a payload that a client has parsed. A client may have made bigints of long numbers. */
function writeJson(payload: unknown): string {
  return JSON.stringify(payload, (_key, value: unknown) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  });
}

/**
 * Derives the id of a delivery that has none from its name and its body (contract G.4). The name counts,
 * because it may be in a header: two events may have the same body.
 */
function createId(name: string, digest: string): string {
  return `sha256:${createHash("sha256").update(`${digest} ${name}`).digest("hex")}`;
}

/** Converts a verified body: a string, a `Uint8Array` or an `ArrayBuffer`. */
function encodeBody(payload: unknown): Uint8Array {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (payload instanceof Uint8Array) return payload;
  return new Uint8Array(payload as ArrayBuffer); // the only other kind
}

/** Calls `orderBy`. If that fails, logs the error and returns no key, so that the delivery is not lost. */
function findOrderKey(event: DispatchedEvent, { orderBy, log }: InboxSettings): string | undefined {
  try {
    const key = orderBy?.(event);
    if (key === undefined || key === null) return undefined;
    if (typeof key === "string" || typeof key === "number") return toStorable(String(key));
    throw new TypeError(`The key is of type ${typeof key}; expected a string or a number.`);
  } catch (error) {
    log.error(`\`orderBy\` failed on ${quoteDelivery(event)}; it is handled without order.`, error);
    return undefined;
  }
}

// ---- Answers

/** Seconds after which a service may send again. Most wait longer anyway. */
const RETRY_AFTER = 10;

/** Answer once the delivery is stored. */
const ACCEPTED = /* @__PURE__ */ createAnswer(202, PLAIN_TEXT, "accepted\n");

const UNAVAILABLE = /* @__PURE__ */ createUnavailable("The delivery could not be stored.");

/** Answer when the time is up. If the delivery is stored after that, its redelivery is a duplicate. */
const LATE = /* @__PURE__ */ createUnavailable("The delivery was not stored in time.");

function createUnavailable(error: string): Answer {
  const body = JSON.stringify({ error, code: "STORE_UNAVAILABLE" });
  return createAnswer(503, JSON_TYPE, body, { "retry-after": String(RETRY_AFTER) });
}
