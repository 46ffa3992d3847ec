import type { SafeLog } from "../webhooks/types.js";
import type { Environment } from "./environment.js";
import { InboxError } from "./errors.js";
import { StoreHealth } from "./store-health.js";
import type {
  Arrival,
  ArrivalResult,
  InboxStore,
  Outcome,
  StoreBatch,
  StoreResult,
  StoreSettings,
} from "./store.js";
import type { ClaimPlan } from "./workers.js";

/** How many deliveries one transaction takes at most, and bytes of bodies; the next takes the rest. */
const MAX_ARRIVALS = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/** How long outcomes wait after a failure before they are written again, in milliseconds. */
const PAUSE = 1_000;

interface WaitingArrival {
  readonly arrival: Arrival;
  readonly resolve: (result: ArrivalResult) => void;
  readonly reject: (error: InboxError) => void;
}

export interface TurnEvents {
  /** Which deliveries may be claimed now, and how many. */
  readonly planClaims: () => ClaimPlan;
  /**
   * Called after each transaction with what it claimed.
   * @param expiresAt when the lease of these ends at the earliest.
   */
  readonly onClaimed: (result: StoreResult, plan: ClaimPlan, expiresAt: number) => void;
  /** For outcomes that came too late: somebody else has the delivery. */
  readonly onLost: (outcome: Outcome) => void;
}

export interface TurnOptions extends TurnEvents {
  readonly store: InboxStore;
  readonly settings: StoreSettings;
  readonly environment: Environment;
  readonly log: SafeLog;
}

/**
 * Talks to the store, one transaction after the other. What arrives and what ends while one is
 * running goes into the next (contract G.3).
 */
export class Turns {
  readonly #options: TurnOptions;
  readonly #health: StoreHealth;
  #arrivals: WaitingArrival[] = [];
  #outcomes: Outcome[] = [];
  #opened: Promise<void> | undefined;
  #isRunning = false;
  #isWoken = false;
  #isClosed = false;
  #cancelPause: (() => void) | undefined;
  #flushed: (() => void)[] = [];

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#health = new StoreHealth(options.log, options.environment);
  }

  /** Opens the store unless it is open. */
  open(): Promise<void> {
    if (this.#isClosed) return Promise.reject(createClosedError());
    const { store, settings } = this.#options;
    this.#opened ??= store.open(settings).catch((error: unknown) => {
      this.#opened = undefined; // the next delivery tries again
      throw error;
    });
    return this.#opened;
  }

  /** Resolves once the delivery is durable. Rejects with an `InboxError` when it is not. */
  write(arrival: Arrival): Promise<ArrivalResult> {
    if (this.#isClosed) return Promise.reject(createClosedError());
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ arrival, resolve, reject });
      this.#start();
    });
  }

  /** Writes an outcome, again and again until it succeeds. */
  end(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    this.#start();
  }

  /** Claims what is due. */
  wake(): void {
    this.#isWoken = true;
    this.#start();
  }

  /** Resolves when nothing is left to write, or the store has failed to write it. */
  flush(): Promise<void> {
    if (!this.#isRunning && this.#outcomes.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#flushed.push(resolve);
      this.#start();
    });
  }

  /** Takes nothing more, and closes the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelPause?.();
    for (const { reject } of this.#arrivals.splice(0)) reject(createClosedError());
    if (this.#opened !== undefined) await this.#options.store.close();
  }

  #start(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    this.#cancelPause?.();
    // Deferred, so that deliveries of the same tick share the transaction.
    this.#options.environment.defer(() => void this.#run());
  }

  async #run(): Promise<void> {
    const taken = this.#takeBatch();
    const stopWatching = this.#health.watch();
    try {
      await this.open();
      const { settings, onClaimed } = this.#options;
      const expiresAt = settings.clock() + settings.lease; // the store's own clock is read later
      const result = await this.#options.store.commit(taken.batch);
      stopWatching();
      this.#settle(taken, result);
      this.#health.noteSuccess(taken.batch, result);
      // Answers are sent first, because handlers may block the thread.
      if (taken.arrivals.length > 0) await this.#letAnswersOut();
      onClaimed(result, taken.batch, expiresAt);
    } catch (error) {
      stopWatching();
      this.#fail(taken, error);
    }
    this.#isRunning = false;
    if (this.#arrivals.length > 0 || this.#isWoken) this.#start();
    else if (this.#outcomes.length > 0) this.#pauseOrStart();
    else this.#tellFlushed();
  }

  #letAnswersOut(): Promise<void> {
    return new Promise((resolve) => this.#options.environment.defer(resolve));
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
    return { arrivals, batch: { ...batch, ...this.#options.planClaims() } };
  }

  #settle({ arrivals, batch }: TakenBatch, result: StoreResult): void {
    for (const [index, { resolve, reject }] of arrivals.entries()) {
      const written = result.arrivals[index];
      if (written === undefined)
        reject(createUnavailableError("The store returned no result for it."));
      else resolve(written);
    }
    for (const [index, outcome] of batch.outcomes.entries()) {
      if (result.outcomes[index] === false) this.#options.onLost(outcome);
    }
  }

  #fail({ arrivals, batch }: TakenBatch, cause: unknown): void {
    this.#outcomes.unshift(...batch.outcomes);
    for (const { reject } of arrivals) reject(createUnavailableError(cause));
    if (!this.#isClosed) this.#health.noteFailure(batch, cause);
    this.#tellFlushed();
  }

  #pauseOrStart(): void {
    if (!this.#health.isFailing) {
      this.#start();
      return;
    }
    if (this.#isClosed) return;
    this.#cancelPause = this.#options.environment.setTimer(() => this.#start(), PAUSE);
  }

  #tellFlushed(): void {
    for (const resolve of this.#flushed.splice(0)) resolve();
  }
}

interface TakenBatch {
  readonly arrivals: readonly WaitingArrival[];
  readonly batch: StoreBatch;
}

function createUnavailableError(cause: unknown): InboxError {
  return new InboxError("STORE_UNAVAILABLE", "The store cannot take the delivery.", { cause });
}

function createClosedError(): InboxError {
  return new InboxError("CLOSED", "The inbox is closed: `drain()` was called.");
}
