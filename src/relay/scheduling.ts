/**
 * Runs tasks in order, at most `limit` of them at a time. What feeds it waits for {@link room}
 * before it reads on, so that a slow task holds back the stream and not a growing queue.
 */
export class Flights {
  readonly #limit: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #running = 0;
  #readers: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Starts the task, which must not reject, now or when one before it is done. */
  add(task: () => Promise<void>): void {
    if (this.#running < this.#limit) this.#start(task);
    else this.#waiting.push(task);
  }

  /** Resolves as soon as a task would start at once; `undefined` when it already would. */
  room(): Promise<void> | undefined {
    if (this.#running < this.#limit) return undefined;
    return new Promise((resolve) => this.#readers.push(resolve));
  }

  /** Forgets the tasks that have not started, and lets every reader go on. */
  clear(): void {
    this.#waiting.length = 0;
    this.#release();
  }

  #start(task: () => Promise<void>): void {
    this.#running++;
    void task().then(() => this.#land());
  }

  #land(): void {
    this.#running--;
    const next = this.#waiting.shift();
    if (next === undefined) this.#release();
    else this.#start(next);
  }

  #release(): void {
    const readers = this.#readers;
    this.#readers = [];
    for (const resume of readers) resume();
  }
}
