/** Processes that run files of tests with a mutant, seen from the process that starts them. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answer, Order } from "./worker.js";

/** Milliseconds that are added to a run's limit: a worker that starts anew loads vitest first. */
const MAX_START_TIME = 60_000;

/** Runs tests in one process at a time, which stays for the next run. */
export class Worker {
  readonly #instrumented: string;
  #process: ChildProcess | undefined;

  /** @param instrumented folder with the files that take the place of the sources. */
  constructor(instrumented: string) {
    this.#instrumented = instrumented;
  }

  /** Lists all files of tests. */
  async start(): Promise<readonly string[]> {
    const script = fileURLToPath(new URL("worker.ts", import.meta.url));
    const env = {
      ...process.env,
      TYPEWIRE_MUTANTS: this.#instrumented,
      NODE_ENV: "test",
      NO_COLOR: "1",
    };
    // A group of its own: what the tests start ends with it.
    this.#process = fork(script, {
      execArgv: ["--import", "tsx"],
      detached: true,
      stdio: [
        "ignore",
        "ignore",
        process.env["TYPEWIRE_MUTANTS_DEBUG"] ? "inherit" : "ignore",
        "ipc",
      ],
      env,
    });
    return (await receive(this.#process)) as readonly string[];
  }

  /** @param limit milliseconds after which the run hangs. */
  async run(order: Order, limit: number): Promise<Run> {
    if (this.#process === undefined) await this.start();
    const running = this.#process;
    if (running === undefined) throw new Error("The worker did not start");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, limit + MAX_START_TIME, undefined);
    });
    running.send(order);
    const answer = await Promise.race([receive(running), late]).catch(() => undefined);
    clearTimeout(timer);
    if (answer !== undefined) return { kind: "ran", answer: answer as Answer };
    this.stop();
    return { kind: "hung" };
  }

  stop(): void {
    const pid = this.#process?.pid;
    this.#process = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group has ended already.
    }
  }
}

/** Rejects when the process ends without a message. */
function receive(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error("A worker ended; TYPEWIRE_MUTANTS_DEBUG=1 shows why"));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}

/** Result of a file of tests. A run that is ended by its limit hangs. */
export type Run = { readonly kind: "ran"; readonly answer: Answer } | { readonly kind: "hung" };
