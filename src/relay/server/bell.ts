/** The bell that wakes a follower, or a page that watches a channel, when a delivery has come. */

/**
 * Wakes one follower when its channel has a new delivery. Remembers a ring while the follower does not wait,
 * so that none is missed between a read of the store and the wait after it.
 */
export class Bell {
  readonly #onEnd: () => void;
  #state: "quiet" | "rung" | "ended" = "quiet";
  #wake: (() => void) | undefined;

  /** @param onEnd called once. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get hasEnded(): boolean {
    return this.#state === "ended";
  }

  ring(): void {
    if (this.#state === "ended") return;
    this.#state = "rung";
    this.#wake?.();
  }

  /** Wakes the follower for the last time. Ending again does nothing. */
  end(): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#wake?.();
    this.#onEnd();
  }

  /** Resolves at the next ring or at the end, and after `timeout` milliseconds at the latest. */
  async wait(timeout: number): Promise<"rung" | "quiet" | "ended"> {
    if (this.#state === "quiet") await this.#sleep(timeout);
    const state = this.#state;
    if (state === "rung") this.#state = "quiet";
    return state;
  }

  async #sleep(timeout: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout);
      this.#wake = resolve;
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
