/**
 * Runs tasks in order, at most `limit` at a time. The producer waits for {@link room} before it
 * reads on, so that slow tasks slow down the stream instead of growing the queue.
 *
 * The `Slots` of a client do not suffice: their holders wait until their turn, while a relay that is closed
 * drops tasks and lets its producer continue at once.
 */
export class TaskQueue {
  readonly #limit: number;
  readonly #waiting: Task[] = [];
  #running = 0;
  #producers: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Starts the task now or after earlier ones are done. The task must not reject. */
  add(task: Task): void {
    if (this.#running < this.#limit) this.#start(task);
    else this.#waiting.push(task);
  }

  /** Resolves once a new task could start; `undefined` if it could now. */
  room(): Promise<void> | undefined {
    if (this.#running < this.#limit) return undefined;
    return new Promise((resolve) => this.#producers.push(resolve));
  }

  /** Drops the tasks that have not started, and lets every producer continue. */
  clear(): void {
    this.#waiting.length = 0;
    this.#resumeProducers();
  }

  #start(task: Task): void {
    this.#running++;
    void task().then(() => this.#finish());
  }

  #finish(): void {
    this.#running--;
    const next = this.#waiting.shift();
    if (next === undefined) this.#resumeProducers();
    else this.#start(next);
  }

  #resumeProducers(): void {
    const producers = this.#producers;
    this.#producers = [];
    for (const resume of producers) resume();
  }
}

type Task = () => Promise<void>;
