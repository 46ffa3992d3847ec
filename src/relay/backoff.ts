export interface BackoffLimits {
  /** Milliseconds. */
  readonly minRetryDelay: number;
  /** Milliseconds. */
  readonly maxRetryDelay: number;
}

/**
 * The waits between attempts: each ceiling is twice the one before, up to the maximum, and the
 * wait is drawn from its upper half, so that clients cut off together do not return together.
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

  /** Milliseconds to wait before the next attempt. */
  next(): number {
    this.#ceiling = Math.min(this.#limits.maxRetryDelay, this.#base * 2 ** this.#attempts);
    this.#attempts++;
    return this.#ceiling * (1 - this.#random() / 2);
  }

  /** Takes the server's `retry` as the first ceiling, clamped to the limits. */
  suggest(delay: number): void {
    const { minRetryDelay, maxRetryDelay } = this.#limits;
    this.#base = Math.min(maxRetryDelay, Math.max(minRetryDelay, delay));
  }

  /**
   * Starts over when a connection outlived the wait that came before it. One that is accepted
   * and cut at once does not count as healthy: the waits go on growing.
   */
  settle(connectedFor: number): void {
    if (connectedFor > this.#ceiling) this.#attempts = 0;
  }
}
