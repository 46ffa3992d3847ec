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
