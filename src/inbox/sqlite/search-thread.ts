/** Thread with a connection of its own, which searches while the main thread receives. */
import type { Worker } from "node:worker_threads";
import type { Row, SqlValue } from "./engine-differences.js";
import { findFallback } from "./engine.js";
import { type Answer, PROGRAM, type Query, type ThreadData } from "./search-program.js";

/** Runs queries in a thread, which begins with the first one. An idle thread keeps no process alive. */
export class SearchThread {
  readonly #path: string;
  #thread: Thread | undefined;

  /** @param path of the database, which the main thread has open with the same engine. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Rejects with the error of the engine, or of the thread; after the latter, the next query begins another. */
  query(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      thread.waiting.push({ resolve, reject });
      keepAliveIfBusy(thread);
      thread.worker.postMessage({ sql, values } satisfies Query);
    });
  }

  /** Waits until the thread has answered, and has closed its connection. */
  async close(): Promise<void> {
    if (this.#thread === undefined) return;
    const thread = this.#thread;
    const { worker } = thread;
    this.#thread = undefined;
    thread.isClosing = true;
    keepAliveIfBusy(thread);
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close" satisfies Query);
    await ended;
  }

  #start(): Thread {
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const workerData: ThreadData = { path: this.#path, fallback: findFallback() };
    const worker = new Worker(PROGRAM, { eval: true, workerData });
    const thread: Thread = { worker, waiting: [], isClosing: false };
    const fail = (error: unknown): void => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of thread.waiting.splice(0)) reject(error);
    };
    worker.on("message", (answer: Answer) => {
      settle(thread.waiting.shift(), answer);
      keepAliveIfBusy(thread);
    });
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("The thread of the search has ended.")));
    return thread;
  }
}

/** Keeps the process alive while a thread has queries to answer, or its connection to close. */
function keepAliveIfBusy({ worker, waiting, isClosing }: Thread): void {
  if (waiting.length > 0 || isClosing) worker.ref();
  else worker.unref();
}

function settle(question: Question | undefined, { rows, error }: Answer): void {
  if (rows === undefined) question?.reject(Object.assign(new Error(error?.message), error));
  else question?.resolve(rows);
}

interface Thread {
  readonly worker: Worker;
  /** Oldest first. */
  readonly waiting: Question[];
  /** Set until the thread has closed its connection and ended. */
  isClosing: boolean;
}

interface Question {
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
}
