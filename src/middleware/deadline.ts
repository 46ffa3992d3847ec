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

/** All have the same time, so they end in the order in which they began. */
class DeadlineQueue {
  readonly #timeout: number;
  #first: QueuedDeadline | undefined;
  #last: QueuedDeadline | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  add(expire: () => void): Deadline {
    const due = performance.now() + this.#timeout;
    const deadline = new QueuedDeadline(this, due, expire);
    deadline.previous = this.#last;
    if (this.#last === undefined) this.#begin(deadline);
    else this.#last.next = deadline;
    this.#last = deadline;
    return deadline;
  }

  remove(deadline: QueuedDeadline): void {
    const { previous, next } = deadline;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    deadline.previous = deadline.next = undefined;
    if (this.#first === undefined) this.#timer?.unref();
  }

  #begin(deadline: QueuedDeadline): void {
    this.#first = deadline;
    if (this.#timer === undefined) this.#setTimer(this.#timeout);
    else this.#timer.ref(); // it ends before this deadline does, and is set again then
  }

  #setTimer(delay: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#expire();
    }, delay);
  }

  #expire(): void {
    const now = performance.now();
    while (this.#first !== undefined && this.#first.due <= now) {
      const { expire } = this.#first;
      this.#first.clear();
      expire();
    }
    if (this.#first === undefined || this.#timer !== undefined) return;
    this.#setTimer(Math.max(1, Math.ceil(this.#first.due - now)));
  }
}

class QueuedDeadline implements Deadline {
  expire: () => void;
  readonly due: number;
  previous: QueuedDeadline | undefined;
  next: QueuedDeadline | undefined;
  #queue: DeadlineQueue | undefined;

  constructor(queue: DeadlineQueue, due: number, expire: () => void) {
    this.#queue = queue;
    this.due = due;
    this.expire = expire;
    this.previous = undefined;
    this.next = undefined;
  }

  clear(): void {
    this.#queue?.remove(this);
    this.#queue = undefined;
    this.expire = ignore; // it holds the request
  }
}
