import { TimeoutError } from "./errors.js";

/** How long a call may take, and the caller's signal. */
export interface Limits {
  readonly route: string;
  readonly timeout: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** The body outlives the call: the caller's signal stays connected to it, the timeout does not. */
  readonly isStream: boolean;
}

/**
 * Runs a task that ends with the timeout (a `TimeoutError`) or with the caller's signal (its own
 * reason), whatever the task is waiting for.
 */
export function withDeadline<Result>(
  { route, timeout, signal, isStream }: Limits,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (timeout === undefined && signal === undefined) return run(undefined);
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown): void => {
      reject(reason);
      controller.abort(reason);
    };
    const stopWithSignal = (): void => stop(signal?.reason);
    if (signal?.aborted === true) {
      stopWithSignal();
      return;
    }
    signal?.addEventListener("abort", stopWithSignal, { once: true });
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => stop(new TimeoutError(route, timeout)), timeout);
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stopWithSignal);
    };
    const all =
      isStream && signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    run(all).finally(finish).then(resolve, reject);
  });
}

/** Waits, or rejects with the signal's reason. */
export function sleep(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error); // may be any value of the caller's
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, delay);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
