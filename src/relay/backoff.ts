/** Waits between attempts to connect and to forward. Their bounds are options (`options.ts`). */
import { limitBackOff } from "../base/back-off.js";

/**
 * Delays between attempts. Each ceiling is twice the one before, up to the maximum. The delay
 * is a random part of at least half of the ceiling, so that clients that lost their connection at
 * the same time do not come back at the same time.
 */
export class Backoff {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #base: number;
  #attempts = 0;
  #ceiling = 0;

  constructor(limits: BackoffLimits, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
    this.#base = limits.minRetryDelay;
  }

  /** Returns the milliseconds to wait before the next attempt. */
  next(): number {
    this.#ceiling = limitBackOff(this.#base, 2, this.#limits.maxRetryDelay, this.#attempts);
    this.#attempts++;
    return this.#ceiling * (1 - this.#random() / 2);
  }

  /** Uses the server's `retry` as the first ceiling, within the limits. */
  suggest(delay: number): void {
    const { minRetryDelay, maxRetryDelay } = this.#limits;
    this.#base = Math.min(maxRetryDelay, Math.max(minRetryDelay, delay));
  }

  /**
   * Starts over if the connection lasted longer than the delay before it. A server that accepts
   * connections and drops them at once is not healthy: the delays keep growing.
   */
  settle(connectedFor: number): void {
    if (connectedFor > this.#ceiling) this.#attempts = 0;
  }
}

export interface BackoffLimits {
  /** Milliseconds. */
  readonly minRetryDelay: number;
  /** Milliseconds. */
  readonly maxRetryDelay: number;
}
