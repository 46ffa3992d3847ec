/**
 * The span in which one relay connection may hold resources. It ends once.
 * An `AbortSignal` would do the same, but warns of a leak when many waits listen at once.
 */
export class Lifetime {
  readonly #releases = new Set<() => void>();
  #ended = false;

  hasEnded(): boolean {
    return this.#ended;
  }

  /** Runs every release in the order of registration; calling it again does nothing. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const release of this.#releases) release();
    this.#releases.clear();
  }

  /** Registers what to do at the end, or does it now when that has passed. Returns what forgets it. */
  onEnd(release: () => void): () => void {
    if (this.#ended) {
      release();
      return ignore;
    }
    this.#releases.add(release);
    return () => this.#releases.delete(release);
  }

  /** Resolves after `delay` milliseconds, or at once when the lifetime ends. */
  sleep(delay: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        forget();
        resolve();
      };
      const timer = setTimeout(finish, delay);
      // Declared before it can be called: an ended lifetime releases within `onEnd`.
      let forget = ignore;
      forget = this.onEnd(finish);
    });
  }
}

export function ignore(): void {}
