/** Thread with a connection of its own, which searches while the main thread receives. */
import type { Worker } from "node:worker_threads";
import { findFallback, type Row, type SqlValue } from "./engine.js";

/**
 * Program of the thread, which answers queries one at a time, in their order.
 *
 * It is a text, because a file of its own would have to be found from the sources, from each package and from
 * every bundle.
 *
 * Options of the process decide whether the text runs as a script or as a module. Only a script has `require`,
 * and only a module may have import statements. So the program asks the process for modules of the platform, and
 * makes a `require` of its own for the engine that is a package. `fallback` is the absolute path of that engine; a
 * `require` made for any file can load it.
 *
 * `PRAGMA query_only` keeps the connection from writing. Opening the file for reading only would do the same, but
 * engines differ in the name of that option.
 */
const PROGRAM = `
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { createRequire } = process.getBuiltinModule("node:module");
  const { path, fallback } = workerData;
  // Lets threads that receive run first. Only on Linux does each thread have its own priority.
  if (process.platform === "linux")
    try {
      process.getBuiltinModule("node:os").setPriority(19);
    } catch {
      // A sandbox refuses it: the search competes with the other threads.
    }
  const findEngine = () => {
    if (fallback === undefined) return process.getBuiltinModule("node:sqlite").DatabaseSync;
    const require = createRequire(fallback);
    return require(fallback);
  };
  const Engine = findEngine();
  let db;
  const run = ({ sql, values }) => {
    if (db === undefined) {
      db = new Engine(path);
      db.exec("PRAGMA query_only = ON");
    }
    return db.prepare(sql).all(...values);
  };
  const answer = (query) => {
    try {
      return { rows: run(query) };
    } catch ({ message, code, errcode }) {
      // Sends the parts of the error: those of some engines lose them when they are copied to another thread.
      return { error: { message, code, errcode } };
    }
  };
  parentPort.on("message", (query) => {
    if (query !== "close") return parentPort.postMessage(answer(query));
    if (db !== undefined) db.close();
    parentPort.close();
  });
`;

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
      thread.worker.postMessage({ sql, values });
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
    worker.postMessage("close");
    await ended;
  }

  #start(): Thread {
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const workerData = { path: this.#path, fallback: findFallback() };
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

interface Answer {
  readonly rows?: readonly Row[];
  readonly error?: {
    readonly message: string;
    readonly code?: unknown;
    readonly errcode?: unknown;
  };
}
