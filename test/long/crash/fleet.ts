/** Workers with an inbox, each a process that a test can kill, stop or give a fault. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { setTimeout as delay } from "node:timers/promises";
import type { WorkerFault, WorkerSetup } from "./setup.js";

const PROGRAM = fileURLToPath(new URL("dist/worker.js", import.meta.url));

/** Megabytes. Small enough to be full within a second. */
const HEAP = 64;

/** Milliseconds between two checks of a worker, until its first message, and between its later messages. */
const WATCH_INTERVAL = 200;
const START_TIME = 15_000;
const SILENCE = 2_000;

/** Bundles the program of the workers, because they start often and have to start fast. */
export async function buildWorker(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile: PROGRAM,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
}

/** Workers, and a supervisor that starts each again when it has ended, or kills it when it is silent. */
export class Fleet {
  readonly #setup: WorkerSetup;
  readonly #onEnded: (pid: number) => Promise<void>;
  /** The workers by their numbers; `undefined` while one is started again. */
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

  /** @throws {Error} if a worker ends before it takes deliveries, which are yet to be sent. */
  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index++) this.#supervised.push(this.#supervise(index));
    const started = await Promise.all(this.#places.map(async (worker) => worker?.started));
    if (started.includes(false)) throw new Error("A worker ended before it took deliveries.");
  }

  /** The port of one that runs, in turn. */
  findPort(): number | undefined {
    return this.#places[this.#turn++ % this.#places.length]?.port();
  }

  /** Kills one; the supervisor starts another in its place. */
  async kill(index: number): Promise<void> {
    await this.#places[index % this.#places.length]?.kill();
  }

  /** Stops one for so many milliseconds, and resolves with its id. It may be killed meanwhile. */
  async pause(index: number, duration: number): Promise<number | undefined> {
    const worker = this.#places[index % this.#places.length];
    await worker?.stop(duration);
    return worker?.pid;
  }

  send(index: number, fault: WorkerFault): void {
    this.#places[index % this.#places.length]?.send(fault);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    for (const worker of this.#places) await worker?.kill();
    await Promise.all(this.#supervised);
  }

  /** Starts a worker again and again. A new one may end before it reports its port: it gets the delivery that ended the last. */
  async #supervise(index: number): Promise<void> {
    while (!this.#isStopping) {
      const worker = startWorker(this.#setup);
      this.#places[index] = worker;
      await worker.ended;
      this.#places[index] = undefined;
      await this.#onEnded(worker.pid);
    }
  }

  #killSilent(): void {
    for (const worker of this.#places) if (worker?.isSilent()) void worker.kill();
  }
}

function startWorker(setup: WorkerSetup): Worker {
  const child: ChildProcess = fork(PROGRAM, [JSON.stringify(setup)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
    stdio: ["ignore", "inherit", "ignore", "ipc"], // a crash prints a page
  });
  if (child.pid === undefined) throw new Error("A worker could not be started.");
  let port: number | undefined;
  let silentAt = Date.now() + START_TIME;
  child.once("message", (message) => (port = message as number)); // see worker.ts
  child.on("message", () => (silentAt = Date.now() + SILENCE));
  const ended = once(child, "exit");
  const started = Promise.race([once(child, "message"), ended]).then(() => port !== undefined);
  return {
    pid: child.pid,
    started,
    ended,
    port: () => port,
    isSilent: () => Date.now() > silentAt,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: async (duration) => {
      child.kill("SIGSTOP");
      silentAt = Infinity;
      await delay(duration);
      silentAt = Date.now() + SILENCE;
      child.kill("SIGCONT");
    },
    send: (fault) => {
      if (child.connected) child.send(fault, () => undefined); // it may end meanwhile
    },
  };
}

interface Worker {
  readonly pid: number;
  /** Resolves to false for a process that ended before it took deliveries. */
  readonly started: Promise<boolean>;
  /** Settles when the process has ended, for any reason. */
  readonly ended: Promise<unknown>;
  /** Undefined until the process takes deliveries. */
  port(): number | undefined;
  /** True if a sign of life is overdue. */
  isSilent(): boolean;
  /** Ends it with SIGKILL, which no process can prepare for. */
  kill(): Promise<void>;
  /** Stops it, and lets it go on after so many milliseconds. */
  stop(duration: number): Promise<void>;
  send(fault: WorkerFault): void;
}
