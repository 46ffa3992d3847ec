/** What the log is told of a store: that it fails or hangs, and that it works again. */
import type { SafeLog } from "../webhooks/types.js";
import type { Environment } from "./environment.js";
import { InboxError } from "./errors.js";
import type { StoreBatch, StoreResult } from "./store.js";

/** The work of a batch. One kind may fail for good, in a damaged file for example, while others succeed. */
type Work = "arrivals" | "outcomes" | "claims";

/** In milliseconds: before most middlewares and services give up. */
const SLOW_AFTER = 4_000;

/**
 * Follows the transactions of a store. A failure is reported once, and its end once all kinds of work
 * that failed have succeeded: a poll that finds nothing proves nothing about a write.
 */
export class StoreHealth {
  readonly #log: SafeLog;
  readonly #environment: Environment;
  readonly #failed = new Set<Work>();
  /** A damaged store stays so for the process: some of its parts can be used, others cannot. */
  #state: "well" | "slow" | "failing" | "damaged" = "well";

  constructor(log: SafeLog, environment: Environment) {
    this.#log = log;
    this.#environment = environment;
  }

  get isFailing(): boolean {
    return this.#state === "failing" || this.#state === "damaged";
  }

  /** Called when a transaction begins. Returns what is to be called when it has ended. */
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

  noteFailure(batch: StoreBatch, cause: unknown): void {
    const written = listWritten(batch);
    for (const work of written.length > 0 ? written : (["claims"] as const)) this.#failed.add(work);
    const isKnown = this.isFailing;
    if (this.#state !== "damaged") this.#state = isDamage(cause) ? "damaged" : "failing";
    if (isKnown) return;
    this.#log.error("The inbox cannot write to its store; deliveries get 503.", cause);
  }

  noteSuccess(batch: StoreBatch, { claimed }: StoreResult): void {
    const written = listWritten(batch);
    for (const work of written) this.#failed.delete(work);
    const isPoll = written.length === 0 && batch.room > 0;
    if (isPoll || claimed.length > 0) this.#failed.delete("claims");
    if (this.#state === "well" || this.#state === "damaged" || this.#failed.size > 0) return;
    this.#log.info(
      this.#state === "slow"
        ? "The store of the inbox answers again."
        : "The inbox can write to its store again.",
    );
    this.#state = "well";
  }
}

function listWritten({ arrivals, outcomes }: StoreBatch): readonly Work[] {
  return [
    ...(arrivals.length > 0 ? (["arrivals"] as const) : []),
    ...(outcomes.length > 0 ? (["outcomes"] as const) : []),
  ];
}

function isDamage(cause: unknown): boolean {
  return cause instanceof InboxError && cause.code === "STORE_DAMAGED";
}
