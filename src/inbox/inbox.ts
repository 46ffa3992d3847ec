import {
  type DeliveryReceiver,
  orAborted,
  RECEIVER,
  type Ticket,
  type WebhooksInstance,
} from "../webhooks/receiver.js";
import type { DrainOptions } from "../webhooks/types.js";
import { expectSignal, quote, quoteDelivery, unexpected } from "../expect.js";
import { ACCEPTED, LATE, UNAVAILABLE } from "./answers.js";
import { createArrival } from "./arrivals.js";
import { PLATFORM, type Environment } from "./environment.js";
import { InboxError } from "./errors.js";
import { readFilter, type InboxFilter } from "./filter.js";
import { readSettings, type InboxOptions, type InboxSettings } from "./options.js";
import type {
  Arrival,
  ArrivalResult,
  DeliverySummary,
  InboxStats,
  Loss,
  StoredDelivery,
} from "./store.js";
import { toStorable } from "./stored-text.js";
import { Turns } from "./turns.js";
import { Workers, type ClaimPlan } from "./workers.js";

/**
 * Stands between a middleware and the handlers of a `Webhooks` instance: a delivery is verified,
 * stored, answered with 202, and handled afterwards. Middlewares and the relay take it in place of the
 * instance.
 */
export interface Inbox extends WebhooksInstance {
  /**
   * Begins to handle deliveries. Register the handlers before. A process that only receives does not
   * call it.
   * @throws InboxError when the store is too new or cannot be read, or whatever its engine throws.
   */
  start(): Promise<void>;
  /**
   * Shuts down gracefully: takes no more deliveries, waits for those that are being handled, and closes
   * the store. When `signal` is aborted first, what still runs is given back to the store, for another
   * process or the next start. A handler must not await it.
   */
  drain(options?: DrainOptions): Promise<void>;
  /**
   * Takes one delivery without a middleware, as `webhooks.verifyAndReceive` does. Resolves once it is
   * stored. Rejects with a `WebhookAggregateError` when it is refused, and with an `InboxError` when it
   * cannot be stored.
   */
  verifyAndReceive(delivery: never): Promise<void>;
  stats(): Promise<InboxStats>;
  /** The newest delivery under an id, with its body and all errors. */
  get(id: string): Promise<StoredDelivery | undefined>;
  /** The newest first; at most 100 unless `limit` says otherwise. */
  list(filter?: InboxFilter): Promise<readonly DeliverySummary[]>;
  /** The dead deliveries, which nobody retries. Returns them as `list` does. */
  dead(filter?: Omit<InboxFilter, "state">): Promise<readonly DeliverySummary[]>;
  /**
   * Handles finished deliveries again: those with an id, or those that match a filter, which are the
   * dead ones unless `state` says `done`. Of a dead delivery, only the handlers that failed run again.
   * Returns how many deliveries there are.
   */
  replay(which: string | InboxFilter): Promise<number>;
}

/**
 * Creates an inbox (contract, section G).
 * @throws TypeError when an option has the wrong type.
 * @throws RangeError for what is no number, or one out of range, where a number is expected.
 */
export function createInbox(options: InboxOptions): Inbox {
  return createInboxIn(PLATFORM, options);
}

/** For tests, which bring clock and timers. */
export function createInboxIn(environment: Environment, options: InboxOptions): Inbox {
  return new StoringInbox(readSettings(options), environment);
}

/** In milliseconds. */
const PRUNE_INTERVAL = 60_000;

const NO_CLAIMS: ClaimPlan = { from: "ordinary", room: 0 };

/** How many deliveries `list` returns at most. */
const DEFAULT_LIMIT = 100;

class StoringInbox implements Inbox {
  declare readonly [RECEIVER]: () => DeliveryReceiver;
  readonly #settings: InboxSettings;
  readonly #environment: Environment;
  readonly #turns: Turns;
  readonly #workers: Workers;
  #isStarted = false;
  #begun: Promise<void> | undefined;
  #drained: Promise<void> | undefined;
  /** Aborted when a caller of `drain` waits no longer. */
  readonly #impatience = new AbortController();
  readonly #timers = new Map<string, () => void>();

  constructor(settings: InboxSettings, environment: Environment) {
    const { store, log, retries } = settings;
    this.#settings = settings;
    this.#environment = environment;
    this.#workers = new Workers(
      settings,
      environment,
      (outcome) => this.#turns.end(outcome),
      () => this.#wake(),
    );
    const { lease, dedupeFor, keepFor, keepDeadFor } = settings;
    const { longestDelay } = retries;
    const { clock, random } = environment;
    const waitAfterLoss = (loss: Loss) => retries.waitAfterLoss(loss, random());
    this.#turns = new Turns({
      store,
      settings: { lease, dedupeFor, keepFor, keepDeadFor, longestDelay, waitAfterLoss, clock },
      environment,
      log,
      planClaims: () => (this.#isStarted ? this.#workers.plan() : NO_CLAIMS),
      onClaimed: (result, plan, expiresAt) => this.#workers.start(result, plan, expiresAt),
      onLost: ({ key }) =>
        log.warn(`The delivery with the key ${quote(key)} took longer than its lease.`),
    });
    const receiver: DeliveryReceiver = {
      ...settings.receiver,
      handlers: undefined as never, // an inbox in an inbox is refused
      log,
      late: LATE,
      verifyAndReceive: (delivery, ticket) => this.#answer(delivery, ticket),
    };
    this[RECEIVER] = () => receiver;
  }

  async start(): Promise<void> {
    await this.#turns.open();
    this.#begun ??= this.#begin();
    await this.#begun;
  }

  async drain({ signal }: DrainOptions = {}): Promise<void> {
    expectSignal(signal);
    const drained = (this.#drained ??= this.#drain());
    if (signal) orAborted(drained, signal).catch(() => this.#impatience.abort());
    await drained;
  }

  async verifyAndReceive(delivery: never): Promise<void> {
    await this.#receive(delivery);
  }

  async stats(): Promise<InboxStats> {
    await this.#turns.open();
    return this.#settings.store.stats();
  }

  async get(id: string): Promise<StoredDelivery | undefined> {
    if (typeof id !== "string") throw unexpected(id, "The id of the delivery", "a string");
    await this.#turns.open();
    return this.#settings.store.get(toStorable(id));
  }

  async list(filter: InboxFilter = {}): Promise<readonly DeliverySummary[]> {
    const read = readFilter(filter);
    await this.#turns.open();
    return this.#settings.store.list({ limit: DEFAULT_LIMIT, ...read });
  }

  dead(filter: Omit<InboxFilter, "state"> = {}): Promise<readonly DeliverySummary[]> {
    return this.list({ ...filter, state: "dead" });
  }

  async replay(which: string | InboxFilter): Promise<number> {
    const filter =
      typeof which === "string"
        ? { id: toStorable(which) }
        : ({ state: "dead", ...readFilter(which) } as const);
    await this.#turns.open();
    const count = await this.#settings.store.replay(filter);
    this.#wake();
    return count;
  }

  /** For a middleware, which sends what this resolves with. */
  async #answer(delivery: unknown, ticket?: Ticket): Promise<unknown> {
    try {
      return (await this.#receive(delivery, ticket)) ?? ACCEPTED;
    } catch (error) {
      if (error instanceof InboxError) return UNAVAILABLE; // the log has the reason
      throw error;
    }
  }

  /** Resolves with the answer to a challenge, if it was one. */
  #receive(delivery: unknown, holder?: Ticket): Promise<unknown> {
    const { handlers } = this.#settings;
    // Anything but nothing has properties to read; the toolkit checks them.
    const { payload } = (delivery ?? {}) as { readonly payload?: unknown };
    return handlers.verifyAndRun(
      delivery,
      async (event, _participants, ticket) => {
        try {
          const arrival = createArrival(event, payload, this.#settings);
          await this.#report(arrival, await this.#turns.write(arrival));
        } finally {
          ticket.release();
        }
      },
      holder,
    );
  }

  /** Tells the log of what is dropped, and of what was expected to be dropped. */
  async #report(arrival: Arrival, result: ArrivalResult): Promise<void> {
    const { log } = this.#settings;
    const what = `${quoteDelivery(arrival)} has`;
    if (result === "conflict")
      log.warn(`The ${what} another body than the one before; both are kept.`);
    if (result !== "duplicate") return;
    const first = await this.#findFirstName(arrival);
    if (first === undefined) log.info(`The ${what} arrived before; it is dropped.`);
    else
      log.warn(`The ${what} arrived before as ${quote(first)}, with the same body; it is dropped.`);
  }

  /**
   * The name that a duplicate has arrived under first, if it was another one: anybody can change a name
   * in a header. `undefined` also if that is not known any more.
   */
  async #findFirstName({ id, name }: Arrival): Promise<string | undefined> {
    try {
      const known = await this.#settings.store.list({ id, limit: DEFAULT_LIMIT });
      return known.some((each) => each.name === name) ? undefined : known.at(-1)?.name;
    } catch {
      return undefined; // the delivery is stored, and the next write reports what is wrong
    }
  }

  #wake(): void {
    if (this.#isStarted && this.#workers.plan().room > 0) this.#turns.wake();
  }

  async #begin(): Promise<void> {
    try {
      await this.#prune();
    } catch (error) {
      this.#begun = undefined; // the next call tries again
      throw error;
    }
    if (this.#drained !== undefined) return; // nobody would cancel the timers
    this.#isStarted = true;
    this.#settings.store.subscribe?.(() => this.#wake());
    this.#startTimers();
    this.#turns.wake();
  }

  /** Asks for what is due, and deletes what is old, at intervals. */
  #startTimers(): void {
    const { pollInterval } = this.#settings;
    this.#repeat("poll", pollInterval, () => {
      this.#workers.check();
      this.#wake();
    });
    this.#repeat("prune", PRUNE_INTERVAL, () => {
      this.#prune().catch((error: unknown) =>
        this.#settings.log.error("The inbox could not delete what it no longer keeps.", error),
      );
    });
  }

  #repeat(name: string, interval: number, action: () => void): void {
    const set = (): void => {
      const cancel = this.#environment.setTimer(() => {
        action();
        if (this.#isStarted) set();
      }, interval);
      this.#timers.set(name, cancel);
    };
    set();
  }

  async #prune(): Promise<void> {
    while (this.#drained === undefined && (await this.#settings.store.prune())) {
      await new Promise<void>((resolve) => this.#environment.defer(resolve));
    }
  }

  async #drain(): Promise<void> {
    this.#isStarted = false;
    for (const cancel of this.#timers.values()) cancel();
    try {
      await orAborted(this.#finish(), this.#impatience.signal);
    } catch {
      this.#workers.giveBack();
    }
    await this.#turns.flush();
    await this.#turns.close();
  }

  /** Resolves when no request is served and no delivery handled any more. */
  async #finish(): Promise<void> {
    const idle = this.#settings.receiver.admission.close();
    await this.#turns.flush(); // it may have claimed
    await this.#workers.idle();
    await idle;
  }
}
