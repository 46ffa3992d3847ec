import { Worker } from "node:worker_threads";

/** Code of the thread that counts the seconds. */
const CODE = `
  const { writeSync } = require("node:fs");
  const { workerData: { text, state, fd, second } } = require("node:worker_threads");
  let seconds = 0;
  setInterval(() => {
    seconds += 1;
    const line = "\\r  " + text + ": " + seconds + " s so far";
    // Claims the screen. The main thread erases the line only when the screen is free again.
    if (Atomics.compareExchange(state, 0, 0, 1) !== 0) return;
    writeSync(fd, line);
    Atomics.store(state, 1, line.length);
    Atomics.store(state, 0, 0);
    Atomics.notify(state, 0);
  }, second);
`;

const IDLE = 0;
const WRITING = 1;
const ENDED = 2;

/**
 * Shows on a terminal how long a step has been running, from the first second on. Counts in another
 * thread, because the generator blocks this one. Returns a function that ends the step and erases
 * the line.
 */
export function showProgress(
  text: string,
  { output = process.stderr, second = 1000 }: ProgressOptions = {},
): () => void {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(CODE, {
    eval: true,
    workerData: { text, state, fd: output.fd, second },
  });
  worker.unref();
  return () => {
    while (Atomics.compareExchange(state, 0, IDLE, ENDED) === WRITING) {
      Atomics.wait(state, 0, WRITING, 100);
    }
    const width = Atomics.load(state, 1);
    if (width > 0) output.write(`\r${" ".repeat(width)}\r`);
    void worker.terminate();
  };
}

interface ProgressOptions {
  /** Default: standard error. */
  readonly output?: ProgressOutput;
  /** Length of a second in milliseconds; tests use a shorter one. */
  readonly second?: number;
}

/** Stream with a descriptor, to which the other thread writes. */
export interface ProgressOutput {
  readonly fd: number;
  write(text: string): unknown;
}
