import { ignore } from "./deadline.js";
import type { Deadline, StartDeadline } from "./deadline.js";

/**
 * One timer for all requests, set only when one is still under way after the turn of the event loop
 * that it came in: most never see it. None is left when nothing is awaited.
 * @param timeout in milliseconds.
 */
export function createSharedDeadlines(timeout: number): StartDeadline {
  const queue = new DeadlineQueue(timeout);
  return (expire) => queue.add(expire);
}

/** As all have the same time, they end in the order in which they began. */
class DeadlineQueue {
  readonly #timeout: number;
  #first: QueuedDeadline | undefined;
  #last: QueuedDeadline | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the end of this turn is awaited. */
  #isTurning = false;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  add(expire: () => void): Deadline {
    const due = performance.now() + this.#timeout;
    const deadline = new QueuedDeadline(this, due, expire);
    deadline.previous = this.#last;
    if (this.#last === undefined) this.#first = deadline;
    else this.#last.next = deadline;
    this.#last = deadline;
    this.#watch();
    return deadline;
  }

  remove(deadline: QueuedDeadline): void {
    const { previous, next } = deadline;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    deadline.previous = deadline.next = undefined;
    if (this.#first === undefined) this.#stopTimer();
  }

  #watch(): void {
    if (this.#isTurning || this.#timer !== undefined) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      this.#setTimer();
    });
  }

  #setTimer(): void {
    if (this.#first === undefined || this.#timer !== undefined) return;
    const left = Math.max(1, Math.ceil(this.#first.due - performance.now()));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#expire();
      this.#setTimer();
    }, left);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #expire(): void {
    const now = performance.now();
    while (this.#first !== undefined && this.#first.due <= now) {
      const { expire } = this.#first;
      this.#first.clear();
      expire();
    }
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
    this.expire = ignore;
  }
}
