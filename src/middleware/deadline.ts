/** The one timer of a request. It runs only while something is awaited. */
export class Deadline {
  readonly #timeout: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expire: (() => void) | undefined;

  /** @param timeout milliseconds, counted from the first call to `onExpiry`. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Sets what expiry does from now on, in place of what it did. */
  onExpiry(expire: () => void): void {
    this.#expire = expire;
    this.#timer ??= setTimeout(() => this.#expire?.(), this.#timeout);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#expire = undefined;
  }
}
