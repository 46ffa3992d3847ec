import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { WorkerSetup } from "./setup.js";

interface Worker {
  readonly pid: number;
  readonly port: number;
  /** Settles when the process has ended, whatever the reason. */
  readonly ended: Promise<unknown>;
  /** When it last said that its thread is free. */
  heardAt(): number;
  /** Ends it with SIGKILL, which no process can prepare for. */
  kill(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("dist/worker.js", import.meta.url));

/** Small enough to be full within a second. In megabytes. */
const HEAP = 64;

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

/** Starts a worker; rejects when it ends before it takes deliveries. */
async function startWorker(setup: WorkerSetup): Promise<Worker> {
  const child: ChildProcess = fork(PROGRAM, [JSON.stringify(setup)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
    stdio: ["ignore", "inherit", "ignore", "ipc"], // a crash prints a page
  });
  let heardAt = Date.now();
  child.on("message", () => (heardAt = Date.now()));
  const ended = once(child, "exit");
  const [message] = (await Promise.race([once(child, "message"), ended])) as unknown[];
  if (child.pid === undefined || typeof message !== "number" || child.exitCode !== null) {
    throw new Error("A worker ended before it took deliveries.");
  }
  return {
    pid: child.pid,
    port: message,
    ended,
    heardAt: () => heardAt,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Milliseconds between two looks at a worker, and of a silence after which it is killed. */
const WATCH_INTERVAL = 200;
const SILENCE = 2_000;

/** Workers, and a supervisor that starts each again when it has ended, or kills it when it is silent. */
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
