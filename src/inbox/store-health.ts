/** The health of a store: logs when its transactions begin to fail or to be slow, and when they are well again. */
import type { InboxSettings } from "./options.js";
import { InboxError, type StoreBatch, type StoreResult } from "./store.js";
import { callSafely } from "./user-functions.js";

/** Milliseconds until a slow store is logged: less than most middlewares and services wait. */
const SLOW_AFTER = 4_000;

/**
 * Logs once when transactions begin to fail, and once when each kind of work that failed has succeeded again: a store
 * that can still claim deliveries may be unable to write them.
 */
export class StoreHealth {
  readonly #settings: InboxSettings;
  /** Kinds of work that have failed and not succeeded since. */
  readonly #failed = new Set<Work>();
  /** Final: the inbox counts as failing even if some parts of the store can still be used. */
  #isDamaged = false;
  /** A transaction takes long, or took long, and none has succeeded since. */
  #isSlow = false;

  constructor(settings: InboxSettings) {
    this.#settings = settings;
  }

  get isFailing(): boolean {
    return this.#isDamaged || this.#failed.size > 0;
  }

  /** Begins to time a transaction: a slow store is logged. Returns a function to call at its end. */
  watch(): () => void {
    const { environment, log } = this.#settings;
    return environment.setTimer(() => {
      if (this.isFailing || this.#isSlow) return;
      this.#isSlow = true;
      const time = `${SLOW_AFTER / 1_000} seconds`;
      log.warn(`The store has not answered for ${time}; deliveries get 503 while it does not.`);
    }, SLOW_AFTER);
  }

  noteError(batch: StoreBatch, cause: unknown): void {
    const wasFailing = this.isFailing;
    for (const work of listBlamed(batch)) this.#failed.add(work);
    if (cause instanceof InboxError && cause.code === "STORE_DAMAGED") this.#isDamaged = true;
    if (wasFailing) return;
    const { log, onStore } = this.#settings;
    log.error("The inbox cannot write to its store; deliveries get 503.", cause);
    if (onStore !== undefined) void callSafely(() => onStore(cause), "onStore", log);
  }

  noteSuccess(batch: StoreBatch, result: StoreResult): void {
    const wasFailing = this.isFailing;
    for (const work of listProven(batch, result)) this.#failed.delete(work);
    if (this.isFailing) return;
    const { log } = this.#settings;
    if (wasFailing) log.info("The inbox can write to its store again.");
    else if (this.#isSlow) log.info("The store of the inbox answers again.");
    this.#isSlow = false;
  }
}

// ---- Kinds of work in a transaction

/** Lists the work that a failed transaction may have failed for: what it writes, or else its claims. */
function listBlamed(batch: StoreBatch): readonly Work[] {
  const written = listWritten(batch);
  return written.length > 0 ? written : ["claims"];
}

/** Lists the work that a transaction has proven to succeed. */
function listProven(batch: StoreBatch, { claimed }: StoreResult): readonly Work[] {
  const written = listWritten(batch);
  const hasChangedClaims = claimed.length > 0 || batch.renewals.length > 0;
  // Nothing but to ask for claims: they succeed even if no delivery is due.
  const isPoll = written.length === 0 && batch.room > 0;
  return hasChangedClaims || isPoll ? [...written, "claims"] : written;
}

/** Lists the work that brings something new into the store. */
function listWritten({ arrivals, outcomes }: StoreBatch): readonly Work[] {
  const written: Work[] = [];
  if (arrivals.length > 0) written.push("arrivals");
  if (outcomes.length > 0) written.push("outcomes");
  return written;
}

// ---- Types

/**
 * Kind of work in a batch. One may fail for good, in a damaged file for example, while others succeed.
 * - `arrivals` and `outcomes` are blamed when a transaction with some of them fails, and proven when one succeeds.
 * - `claims` are blamed when a transaction fails that has neither. They are proven when it has claimed or renewed some,
 *   or when it did nothing but ask for some.
 */
type Work = "arrivals" | "outcomes" | "claims";
