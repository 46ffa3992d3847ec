import { startWorker, type Worker } from "./workers.js";
import type { WorkerSetup } from "./setup.js";

/** How often a worker is looked at, and after how many milliseconds of silence it is killed. */
const WATCH_INTERVAL = 200;
const SILENCE = 2_000;

/** Workers, and a supervisor that starts each again when it has ended, or kills it when it stands still. */
export class Fleet {
  readonly #setup: WorkerSetup;
  readonly #onEnded: (pid: number) => Promise<void>;
  readonly #places: (Worker | undefined)[] = [];
  readonly #supervised: Promise<void>[] = [];
  readonly #watch: NodeJS.Timeout;
  #isStopping = false;
  #turn = 0;

  /** @param onEnded called with the id of each process that has ended, before another one starts. */
  constructor(setup: WorkerSetup, onEnded: (pid: number) => Promise<void>) {
    this.#setup = setup;
    this.#onEnded = onEnded;
    this.#watch = setInterval(() => this.#killSilent(), WATCH_INTERVAL);
  }

  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      this.#places.push(await startWorker(this.#setup));
      this.#supervised.push(this.#supervise(index));
    }
  }

  /** The port of one that runs, in turn. */
  findPort(): number | undefined {
    return this.#places[this.#turn++ % this.#places.length]?.port;
  }

  /** Kills one; the supervisor starts another in its place. */
  async kill(index: number): Promise<void> {
    await this.#places[index % this.#places.length]?.kill();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    for (const worker of this.#places) await worker?.kill();
    await Promise.all(this.#supervised);
  }

  async #supervise(index: number): Promise<void> {
    for (;;) {
      const worker = this.#places[index];
      if (worker === undefined) return;
      await worker.ended;
      this.#places[index] = undefined;
      if (this.#isStopping) return;
      await this.#onEnded(worker.pid);
      this.#places[index] = await startWorker(this.#setup);
      await this.#killIfStopping(index);
    }
  }

  /** The fleet may have been stopped while a worker started. */
  async #killIfStopping(index: number): Promise<void> {
    if (this.#isStopping) await this.#places[index]?.kill();
  }

  #killSilent(): void {
    for (const worker of this.#places) {
      if (worker !== undefined && Date.now() - worker.heardAt() > SILENCE) void worker.kill();
    }
  }
}
