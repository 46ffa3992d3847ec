/** The health of a store: logs when its transactions begin to fail or to be slow, and when they are well again. */
import { callSafely, type InboxSettings } from "./options.js";
import { InboxError, type StoreBatch, type StoreResult } from "./store.js";

/** Milliseconds until a slow store is logged: less than most middlewares and services wait. */
const SLOW_AFTER = 4_000;

/**
 * Logs once when transactions begin to fail, and once when all kinds of work that failed succeed again: a
 * poll that finds nothing does not prove that the store can write.
 */
export class StoreHealth {
  readonly #settings: InboxSettings;
  readonly #failed = new Set<Work>();
  /** `damaged` is final, even if some parts of the store can still be used. */
  #state: "well" | "slow" | "failing" | "damaged" = "well";

  constructor(settings: InboxSettings) {
    this.#settings = settings;
  }

  get isFailing(): boolean {
    return this.#state === "failing" || this.#state === "damaged";
  }

  /** Begins to time a transaction: a slow store is logged. Returns a function to call at its end. */
  watch(): () => void {
    const { environment, log } = this.#settings;
    return environment.setTimer(() => {
      if (this.#state !== "well") return;
      this.#state = "slow";
      const time = `${SLOW_AFTER / 1_000} seconds`;
      log.warn(`The store has not answered for ${time}; deliveries get 503 while it does not.`);
    }, SLOW_AFTER);
  }

  noteError(batch: StoreBatch, cause: unknown): void {
    const written = listWritten(batch);
    if (written.length === 0) this.#failed.add("claims");
    for (const work of written) this.#failed.add(work);
    const isKnown = this.isFailing;
    const isDamaged = cause instanceof InboxError && cause.code === "STORE_DAMAGED";
    if (this.#state !== "damaged") this.#state = isDamaged ? "damaged" : "failing";
    if (isKnown) return;
    const { log, onStore } = this.#settings;
    log.error("The inbox cannot write to its store; deliveries get 503.", cause);
    if (onStore !== undefined) void callSafely(() => onStore(cause), "onStore", log);
  }

  noteSuccess(batch: StoreBatch, { claimed }: StoreResult): void {
    const written = listWritten(batch);
    for (const work of written) this.#failed.delete(work);
    // Claims succeed if deliveries are claimed or renewed. A poll does nothing but claim, so that it proves
    // as much even if no delivery is due.
    const hasClaims = claimed.length > 0 || batch.renewals.length > 0;
    const isPoll = written.length === 0 && batch.room > 0;
    if (hasClaims || isPoll) this.#failed.delete("claims");
    if (this.#state === "well" || this.#state === "damaged" || this.#failed.size > 0) return;
    this.#settings.log.info(
      this.#state === "slow"
        ? "The store of the inbox answers again."
        : "The inbox can write to its store again.",
    );
    this.#state = "well";
  }
}

/** Lists the kinds of work that a batch writes. */
function listWritten({ arrivals, outcomes }: StoreBatch): readonly Work[] {
  return [
    ...(arrivals.length > 0 ? (["arrivals"] as const) : []),
    ...(outcomes.length > 0 ? (["outcomes"] as const) : []),
  ];
}

/** Kind of work in a batch. One may fail for good, in a damaged file for example, while others succeed. */
type Work = "arrivals" | "outcomes" | "claims";
