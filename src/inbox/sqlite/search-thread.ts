/** Thread with a connection of its own, which searches while the main thread receives. */
import type { Worker } from "node:worker_threads";
import { findFallback, type Row, type SqlValue } from "./engine.js";

/**
 * Program of the thread. A text, because a file of its own would have to be found from the sources, from each
 * package and from every bundle. `query_only`, because engines differ in the option for reading only.
 */
const PROGRAM = `
  const { parentPort, workerData } = require("node:worker_threads");
  const builtIn = process.getBuiltinModule("node:sqlite");
  const Engine = builtIn === undefined ? require(workerData.fallback) : builtIn.DatabaseSync;
  let db;
  const run = (sql, values) => {
    if (db === undefined) {
      db = new Engine(workerData.path);
      db.exec("PRAGMA query_only = ON");
    }
    return db.prepare(sql).all(...values);
  };
  parentPort.on("message", ({ number, sql, values }) => {
    try {
      if (sql === undefined) {
        if (db !== undefined) db.close();
        parentPort.close();
      } else parentPort.postMessage({ number, rows: run(sql, values) });
    } catch ({ message, code, errcode }) {
      // Its parts, because errors of some engines lose them on the way.
      parentPort.postMessage({ number, error: { message, code, errcode } });
    }
  });
`;

interface Answer {
  readonly number: number;
  readonly rows?: readonly Row[];
  readonly error?: {
    readonly message: string;
    readonly code?: unknown;
    readonly errcode?: unknown;
  };
}

interface Waiting {
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds without a query after which the thread ends. */
const IDLE_TIME = 10_000;

/** Runs queries in a thread, which begins with the first one and ends when there are no more. */
export class SearchThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  /** @param path of the database, which the main thread has open with the same engine. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Rejects with the error of the engine, or of the thread. */
  query(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const number = ++this.#last;
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, sql, values });
    });
  }

  /** Waits until the thread has closed its connection. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    worker.ref();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage({});
    await ended;
  }

  #start(): Worker {
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const workerData = { path: this.#path, fallback: findFallback() };
    const worker = new Worker(PROGRAM, { eval: true, workerData });
    worker.on("message", (answer: Answer) => this.#settle(answer));
    const fail = (error: unknown): void => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("The thread of the search has ended.")));
    return worker;
  }

  #settle({ number, rows, error }: Answer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (rows === undefined) waiting?.reject(Object.assign(new Error(error?.message), error));
    else waiting?.resolve(rows);
    if (this.#waiting.size > 0) return;
    this.#worker?.unref(); // an idle thread keeps no process alive
    this.#idle = setTimeout(() => void this.close(), IDLE_TIME);
    this.#idle.unref();
  }
}
