/** Logs when the transactions of a store begin to fail or are slow, and when they succeed again. */
import type { SafeLog } from "../../receive/webhooks/types.js";
import type { Environment } from "../environment.js";
import { callSafely } from "./facts.js";
import type { InboxSettings } from "../options.js";
import { InboxError, type StoreBatch, type StoreResult } from "../store.js";

/** Milliseconds until a slow store is logged: less than most middlewares and services wait. */
const SLOW_AFTER = 4_000;

/**
 * Logs once when transactions begin to fail, and once when all kinds of work that failed succeed again: a
 * poll that finds nothing does not prove that the store can write.
 */
export class StoreHealth {
  readonly #log: SafeLog;
  readonly #environment: Environment;
  readonly #failed = new Set<Work>();
  /** `damaged` is final, even if some parts of the store can still be used. */
  #state: "well" | "slow" | "failing" | "damaged" = "well";
  readonly #onFailure: (error: unknown) => void;

  constructor({ log, environment, onStore }: InboxSettings) {
    this.#log = log;
    this.#environment = environment;
    this.#onFailure = (error) => {
      if (onStore !== undefined) void callSafely(() => onStore(error), "onStore", log);
    };
  }

  get isFailing(): boolean {
    return this.#state === "failing" || this.#state === "damaged";
  }

  /** Begins to time a transaction: a slow store is logged. Returns a function to call at its end. */
  watch(): () => void {
    return this.#environment.setTimer(() => {
      if (this.#state !== "well") return;
      this.#state = "slow";
      const time = `${SLOW_AFTER / 1_000} seconds`;
      this.#log.warn(
        `The store has not answered for ${time}; deliveries get 503 while it does not.`,
      );
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
    this.#log.error("The inbox cannot write to its store; deliveries get 503.", cause);
    this.#onFailure(cause);
  }

  noteSuccess(batch: StoreBatch, { claimed }: StoreResult): void {
    const written = listWritten(batch);
    for (const work of written) this.#failed.delete(work);
    const isPoll = written.length === 0 && batch.room > 0;
    if (isPoll || claimed.length + batch.renewals.length > 0) this.#failed.delete("claims");
    if (this.#state === "well" || this.#state === "damaged" || this.#failed.size > 0) return;
    this.#log.info(
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
