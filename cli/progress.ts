import { Worker } from "node:worker_threads";

/** Times how long it has been running, and erases its line, in a thread of its own. */
const CODE = `
  const { writeSync } = require("node:fs");
  const { workerData: { text, state, fd, second } } = require("node:worker_threads");
  let seconds = 0;
  setInterval(() => {
    seconds += 1;
    const line = "\\r  " + text + ": " + seconds + " s so far";
    // Claims the screen: the main thread erases only what it finds unclaimed.
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
 * Shows on a terminal for how long something has been running, once that is more than a second.
 * The generator keeps its thread busy, so that a timer there would not fire. Returns a function that
 * ends and erases it.
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
  /** How many milliseconds a second takes; tests do not wait for real ones. */
  readonly second?: number;
}

/** A stream with a descriptor, which the other thread writes to. */
export interface ProgressOutput {
  readonly fd: number;
  write(text: string): unknown;
}
