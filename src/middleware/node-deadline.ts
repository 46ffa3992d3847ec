import { ignore } from "./deadline.js";
import type { Deadline, StartDeadline } from "./deadline.js";

/**
 * One timer for all requests: one for each would cost more than the rest of this middleware. While
 * nothing is awaited it keeps no process from its end, and it is gone when its time is up.
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
    else this.#timer.ref(); // it ends before this deadline does, and is set anew then
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
    this.expire = ignore;
  }
}
