/** Long work in slices, so that a receiver on the same thread never waits long for it. */

/** Milliseconds of a slice: less than a receiver takes to answer. */
const SLICE_TIME = 8;

/** Counts the time of the slice that runs. */
export class Slices {
  #start = performance.now();

  /** Resolves at once while the slice lasts; after that, when everything else that is due has run. */
  async pause(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (performance.now() - this.#start < SLICE_TIME) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#start = performance.now();
    signal?.throwIfAborted();
  }
}
