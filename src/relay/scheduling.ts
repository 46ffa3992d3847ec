/** Lifetime of a connection, and the delays between attempts. */
import { limitBackOff } from "../base/back-off.js";

/**
 * Time from `connectRelay()` to `close()`. Holders of a timer or a socket register a function that
 * releases it. An `AbortSignal` would do, but Node warns of a leak when it has many listeners.
 */
export class Lifetime {
  readonly #releases = new Set<() => void>();
  #ended = false;

  hasEnded(): boolean {
    return this.#ended;
  }

  /** Calls each release in the order of registration. Calling it again does nothing. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const release of this.#releases) release();
    this.#releases.clear();
  }

  /**
   * Registers a function to call at the end; calls it at once if the end has passed.
   * Returns a function that unregisters it.
   */
  onEnd(release: () => void): () => void {
    if (this.#ended) release();
    else this.#releases.add(release);
    return () => this.#releases.delete(release);
  }

  /** Resolves after `delay` milliseconds, or at once if the lifetime ends. */
  sleep(delay: number): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        unregister();
        resolve();
      };
      const timer = setTimeout(finish, delay);
      const unregister = this.onEnd(finish);
    });
  }
}

/** Promise with the functions that settle it. `Promise.withResolvers` is newer than the oldest Node.js supported. */
export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export function createDeferred(): Deferred {
  let resolve!: Deferred["resolve"];
  let reject!: Deferred["reject"];
  const promise = new Promise<void>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}

export interface BackoffLimits {
  /** Milliseconds. */
  readonly minRetryDelay: number;
  /** Milliseconds. */
  readonly maxRetryDelay: number;
}

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
