/** A wait that ends with its time, unless it is cleared before. */
export interface Deadline {
  /** What its end does; it may be replaced while the time runs. */
  expire: () => void;
  /** It is over: `expire` is not called any more. Clearing it again does nothing. */
  clear(): void;
}

/** Begins the time of one request. */
export type StartDeadline = (expire: () => void) => Deadline;

/**
 * One timer for each request: on some platforms a timer belongs to the request that has set it,
 * and ends with that.
 * @param timeout in milliseconds.
 */
export function createTimerDeadlines(timeout: number): StartDeadline {
  return (expire) => new TimerDeadline(expire, timeout);
}

class TimerDeadline implements Deadline {
  expire: () => void;
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(expire: () => void, timeout: number) {
    this.expire = expire;
    this.#timer = setTimeout(() => this.expire(), timeout);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.expire = ignore; // what the request holds is let go of at once
  }
}

export function ignore(): void {}
