import { TimeoutError } from "./errors.js";

/** How long a call may take, and the caller's signal. */
export interface Limits {
  readonly route: string;
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The body is read after the call: the caller's signal still ends it then, the timeout does not. */
  readonly stream?: boolean | undefined;
}

/**
 * Runs a task that ends with the timeout (a `TimeoutError`) or with the caller's signal (its own
 * reason), whatever the task is waiting for.
 * @param run Gets a signal of its own; none if nothing can end the task.
 */
export function withDeadline<Result>(
  { route, timeout, signal, stream }: Limits,
  run: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeout === undefined && signal === undefined) return run();
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted(); // rejects
    const controller = new AbortController();
    const stop = (reason: unknown): void => {
      reject(reason);
      controller.abort(reason);
    };
    const stopWithSignal = (): void => stop(signal?.reason);
    signal?.addEventListener("abort", stopWithSignal);
    // The timer of `AbortSignal.timeout` cannot be cleared, and would outlive the task.
    const timer = timeout && setTimeout(() => stop(new TimeoutError(route, timeout)), timeout);
    const all = stream && signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stopWithSignal);
    };
    run(all).finally(finish).then(resolve, reject);
  });
}

/**
 * Waits until `done` is called, or rejects with the signal's reason. The listener stays, because
 * the signal is that of one task.
 * @param start Returns what ends the wait early.
 */
function waitFor(
  start: (done: () => void) => () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted(); // rejects
    const stop = start(resolve);
    signal?.addEventListener("abort", () => {
      stop();
      reject(signal.reason as Error); // the caller's own reason, whatever it is
    });
  });
}

/** Waits for milliseconds. */
export function sleep(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return waitFor((done) => {
    const timer = setTimeout(done, delay);
    return () => clearTimeout(timer);
  }, signal);
}

/** Bounds how many tasks run at a time; the others wait in their order. */
export interface Slots {
  /** `undefined` if there is a free slot. */
  take(signal: AbortSignal | undefined): Promise<void> | undefined;
  release(): void;
}

export function createSlots(limit: number): Slots {
  const waiting = new Set<() => void>();
  let free = limit;
  return {
    take(signal) {
      if (free < 1)
        return waitFor((done) => {
          waiting.add(done);
          return () => waiting.delete(done);
        }, signal);
      free--;
      return undefined;
    },
    /** Hands the slot on to whoever has waited longest. */
    release() {
      const [next] = waiting;
      if (next === undefined) free++;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}
