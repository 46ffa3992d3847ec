import { ignore } from "../webhooks/thenable.js";

/** The time limit of one request. */
export interface Deadline {
  /** Called when the time is up; it may be replaced before. */
  expire: () => void;
  /** Ends it: `expire` is not called any more. Clearing it again does nothing. */
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
    this.expire = ignore; // it holds the request
  }
}

/**
 * One timer for all requests, for Node: one for each would cost more than the rest of the
 * middleware. It keeps the process alive only while a request is waiting.
 * @param timeout in milliseconds.
 */
export function createSharedDeadlines(timeout: number): StartDeadline {
  const queue = new DeadlineQueue(timeout);
  return (expire) => queue.add(expire);
}

/** All have the same time, so they end in the order in which they began: that of the set. */
class DeadlineQueue {
  readonly #timeout: number;
  readonly #waiting = new Set<QueuedDeadline>();
  #timer: NodeJS.Timeout | undefined;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  add(expire: () => void): Deadline {
    const due = performance.now() + this.#timeout;
    const deadline = new QueuedDeadline(this, due, expire);
    this.#waiting.add(deadline);
    // A timer that runs ends before this deadline does, and is set again then.
    if (this.#timer === undefined) this.#setTimer(this.#timeout);
    else if (this.#waiting.size === 1) this.#timer.ref();
    return deadline;
  }

  remove(deadline: QueuedDeadline): void {
    this.#waiting.delete(deadline);
    if (this.#waiting.size === 0) this.#timer?.unref();
  }

  #setTimer(delay: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#expire();
    }, delay);
  }

  #expire(): void {
    const now = performance.now();
    for (const deadline of this.#waiting) {
      if (deadline.due > now) {
        if (this.#timer === undefined) this.#setTimer(Math.max(1, Math.ceil(deadline.due - now)));
        return;
      }
      const { expire } = deadline;
      deadline.clear();
      expire();
    }
  }
}

class QueuedDeadline implements Deadline {
  expire: () => void;
  readonly due: number;
  readonly #queue: DeadlineQueue;

  constructor(queue: DeadlineQueue, due: number, expire: () => void) {
    this.#queue = queue;
    this.due = due;
    this.expire = expire;
  }

  clear(): void {
    this.#queue.remove(this);
    this.expire = ignore; // it holds the request
  }
}
