/** Long work in slices, so that a receiver on the same thread never waits long for it. */

/** Milliseconds of a slice. An answer takes several turns of the event loop, and may meet a slice in each. */
const SLICE_TIME = 2;
/** Milliseconds between two slices: a receiver keeps two thirds of its thread. */
const REST_TIME = 4;

/** Counts the time of the slice that runs. */
export class Slices {
  #start = performance.now();

  /** Resolves at once while the slice lasts; after that, when the rest is over. */
  async pause(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (performance.now() - this.#start < SLICE_TIME) return;
    await new Promise((resolve) => setTimeout(resolve, REST_TIME));
    this.#start = performance.now();
    signal?.throwIfAborted();
  }
}
