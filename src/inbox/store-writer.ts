/** Transactions of an inbox with its store, one after the other. */
import { quote } from "../base/expect.js";
import type { InboxSettings } from "./options.js";
import {
  type Arrival,
  type ArrivalResult,
  type ClaimedDelivery,
  type ClaimLimits,
  InboxError,
  type InboxStore,
  type Outcome,
  type StoreBatch,
  type StoreResult,
} from "./store.js";
import { StoreHealth } from "./store-health.js";

/** Limits of one transaction: deliveries, and bytes of their bodies. The next one takes the rest. */
const MAX_ARRIVALS = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/** Milliseconds after an error until outcomes are written again. */
const PAUSE = 1_000;

/**
 * Writes to the store, one transaction after the other. Arrivals and outcomes that come while one is
 * running go into the next (contract G.3).
 */
export class StoreWriter {
  readonly #settings: InboxSettings;
  readonly #events: WriterEvents;
  readonly #health: StoreHealth;
  #state: WriterState = "idle";
  /** Work for the next transaction. */
  #arrivals: WaitingArrival[] = [];
  #outcomes: Outcome[] = [];
  #isWoken = false;
  readonly #flushed: (() => void)[] = [];
  #opened: Promise<InboxStore> | undefined;
  /** Ends the pause; `undefined` if there was none. */
  #cancelPause: (() => void) | undefined;

  constructor(settings: InboxSettings, events: WriterEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#health = new StoreHealth(settings);
  }

  /** Opens the store unless it is open, and resolves with it. */
  open(): Promise<InboxStore> {
    if (this.#state === "closed") return Promise.reject(createDrainedError());
    const { store, storeSettings } = this.#settings;
    this.#opened ??= store.open(storeSettings).then(
      () => store,
      (error: unknown) => {
        this.#opened = undefined; // the next delivery tries again
        throw error;
      },
    );
    return this.#opened;
  }

  /** Resolves once the delivery is durable. Rejects with an `InboxError` when it is not. */
  write(arrival: Arrival): Promise<ArrivalResult> {
    if (this.#state === "closed") return Promise.reject(createDrainedError());
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ arrival, resolve, reject });
      this.#start();
    });
  }

  /** Writes an outcome, and tries again until it is written. */
  end(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    this.#start();
  }

  /** Claims due deliveries. */
  wake(): void {
    this.#isWoken = true;
    this.#start();
  }

  /** Resolves when nothing is left to write, or the store has failed to write it. */
  flush(): Promise<void> {
    if (this.#state === "idle" || this.#state === "closed") return Promise.resolve();
    return new Promise((resolve) => {
      this.#flushed.push(resolve);
      this.#start();
    });
  }

  /** Takes nothing more, and closes the store. */
  async close(): Promise<void> {
    this.#cancelPause?.();
    this.#state = "closed";
    for (const { reject } of this.#arrivals.splice(0)) reject(createDrainedError());
    if (this.#opened !== undefined) await this.#settings.store.close();
  }

  #start(): void {
    if (this.#state === "running" || this.#state === "closed") return;
    this.#cancelPause?.();
    this.#state = "running";
    // Deferred, so that deliveries of the same tick share the transaction.
    this.#settings.environment.defer(() => void this.#run());
  }

  async #run(): Promise<void> {
    const taken = this.#takeBatch();
    const stopWatching = this.#health.watch();
    try {
      const store = await this.open();
      const { environment, storeSettings } = this.#settings;
      const expiresAt = environment.leaseClock() + storeSettings.lease; // the store reads a clock later
      const result = await store.commit(taken.batch);
      stopWatching();
      this.#events.onRenewed(taken.batch.renewals, result.renewals, expiresAt);
      this.#settle(taken, result);
      if (result.lost.length > 0 || taken.batch.outcomes.some(({ end }) => end === "dead"))
        this.#events.onDead();
      this.#health.noteSuccess(taken.batch, result);
      // Answers are sent first, because handlers may block the thread.
      if (taken.arrivals.length > 0) await this.#sendAnswers();
      this.#events.onClaimed(result, taken.batch, expiresAt);
    } catch (error) {
      stopWatching();
      this.#fail(taken, error);
    }
    this.#continue();
  }

  /** Leaves the state `running`. */
  #continue(): void {
    if (this.#state === "closed") {
      this.#resolveFlushed();
      return;
    }
    this.#state = "idle";
    if (this.#arrivals.length > 0 || this.#isWoken) this.#start();
    else if (this.#outcomes.length === 0) this.#resolveFlushed();
    else if (this.#health.isFailing) this.#pause();
    else this.#start();
  }

  #pause(): void {
    this.#state = "paused";
    this.#cancelPause = this.#settings.environment.setTimer(() => this.#start(), PAUSE);
  }

  /** Gives the platform a turn, in which it sends the answers. */
  #sendAnswers(): Promise<void> {
    return new Promise((resolve) => this.#settings.environment.defer(resolve));
  }

  #takeBatch(): TakenBatch {
    const arrivals: WaitingArrival[] = [];
    let bytes = 0;
    for (const waiting of this.#arrivals) {
      bytes += waiting.arrival.body.length;
      if (arrivals.length > 0 && (bytes > MAX_BYTES || arrivals.length >= MAX_ARRIVALS)) break;
      arrivals.push(waiting);
    }
    this.#arrivals.splice(0, arrivals.length);
    const outcomes = this.#outcomes.splice(0);
    this.#isWoken = false;
    const batch = { outcomes, arrivals: arrivals.map(({ arrival }) => arrival) };
    return { arrivals, batch: { ...batch, ...this.#events.askWorkers() } };
  }

  #settle({ arrivals, batch }: TakenBatch, result: StoreResult): void {
    for (const [index, { resolve, reject }] of arrivals.entries()) {
      const written = result.arrivals[index];
      if (written === undefined)
        reject(createUnavailableError("The store returned no result for it."));
      else resolve(written);
    }
    for (const [index, { key }] of batch.outcomes.entries()) {
      if (result.outcomes[index] !== false) continue;
      this.#settings.log.warn(
        `The delivery with the key ${quote(key)} took longer than its lease.`,
      );
    }
  }

  #fail({ arrivals, batch }: TakenBatch, cause: unknown): void {
    this.#outcomes.unshift(...batch.outcomes);
    for (const { reject } of arrivals) reject(createUnavailableError(cause));
    if (this.#state !== "closed") this.#health.noteError(batch, cause);
    this.#resolveFlushed();
  }

  #resolveFlushed(): void {
    for (const resolve of this.#flushed.splice(0)) resolve();
  }
}

function createUnavailableError(cause: unknown): InboxError {
  return new InboxError("STORE_UNAVAILABLE", "The store cannot take the delivery.", { cause });
}

function createDrainedError(): InboxError {
  return new InboxError("CLOSED", "The inbox is closed: `drain()` was called.");
}

// ---- Types

/** Work of a transaction besides arrivals and outcomes. */
interface WorkerRequest extends ClaimLimits {
  /** Deliveries that are being handled, and whose leases are renewed. */
  readonly renewals: readonly ClaimedDelivery[];
}

interface WriterEvents {
  /** Called when a transaction begins: tells what else it does, for the workers. */
  readonly askWorkers: () => WorkerRequest;
  /**
   * Called as soon as a transaction is done.
   * @param expiresAt the earliest end of the renewed leases.
   */
  readonly onRenewed: (
    claims: readonly ClaimedDelivery[],
    areValid: readonly boolean[],
    expiresAt: number,
  ) => void;
  /**
   * Called after each transaction, once its answers are sent.
   * @param expiresAt the earliest end of the leases of the claimed deliveries.
   */
  readonly onClaimed: (result: StoreResult, limits: ClaimLimits, expiresAt: number) => void;
  /** Called when a delivery may have become dead. */
  readonly onDead: () => void;
}

/**
 * - `idle`: there is nothing to write.
 * - `running`: a transaction runs or is about to begin. New work goes into the next one.
 * - `paused`: the store failed to write outcomes. They are written again after a while, or at once
 *   when there is other work.
 * - `closed`: no transaction begins any more.
 */
type WriterState = "idle" | "running" | "paused" | "closed";

interface WaitingArrival {
  readonly arrival: Arrival;
  readonly resolve: (result: ArrivalResult) => void;
  readonly reject: (error: InboxError) => void;
}

/** Work of one transaction. */
interface TakenBatch {
  readonly arrivals: readonly WaitingArrival[];
  readonly batch: StoreBatch & WorkerRequest;
}
