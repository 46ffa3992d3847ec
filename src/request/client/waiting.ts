/** Waits of a call: for its turn, for a time, and never longer than its timeout (contract F.5, F.10). */
import type { Slots } from "./call.js";
import { TimeoutError } from "./errors.js";

// ---- The deadline of a call

/**
 * Runs a task with its own signal. Rejects at once at the timeout (with a `TimeoutError`), or when the caller's signal
 * is aborted (with its reason). A stream is read after the task: the caller's signal still ends it then, the timeout
 * does not.
 * @param run Gets no signal if neither a timeout nor a signal is set.
 */
export function withDeadline<Result>(
  route: string,
  signal: AbortSignal | undefined,
  settings: DeadlineSettings,
  run: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const isEndless = settings.timeout === undefined && signal === undefined;
  return isEndless ? run() : runUntilStopped(route, signal, settings, run);
}

function runUntilStopped<Result>(
  route: string,
  signal: AbortSignal | undefined,
  { timeout, stream, choice }: DeadlineSettings,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted(); // rejects
    const controller = new AbortController();
    const finish = (): void => {
      clearTimeout(timer);
      if (!choice?.isKept()) signal?.removeEventListener("abort", stopWithSignal);
    };
    const stop = (reason: unknown): void => {
      finish();
      reject(reason);
      controller.abort(reason);
    };
    const stopWithSignal = (): void => stop(signal?.reason);
    signal?.addEventListener("abort", stopWithSignal);
    // The timer of `AbortSignal.timeout` cannot be cleared, and would outlive the task.
    const timer = timeout && setTimeout(() => stop(new TimeoutError(route, timeout)), timeout);
    const signals =
      stream && signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    // Not by `finally`, which makes two more promises.
    run(signals).then(
      (result) => {
        finish();
        resolve(result);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}

// ---- Turns

/** Creates slots for `limit` tasks at a time; the others wait in their order. */
export function createSlots(limit: number): Slots {
  const waiting = new Set<() => void>();
  let free = limit;
  return {
    take() {
      if (free < 1) return new Promise((resolve) => void waiting.add(resolve));
      free--;
      return undefined;
    },
    release() {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else free++;
    },
  };
}

// ---- A time

/**
 * Resolves after `delay` milliseconds. Stays pending after an abort; the caller has been rejected by
 * then. The signal is the call's own, so the listener ends with the call.
 */
export function sleep(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.throwIfAborted(); // rejects
    const timer = setTimeout(resolve, delay);
    signal?.addEventListener("abort", () => clearTimeout(timer));
  });
}

/** The longest time that a timer of the platform can wait, in milliseconds. */
export const MAX_DELAY = 2 ** 31 - 1;

// ---- Types

interface DeadlineSettings {
  readonly timeout?: number | undefined;
  readonly stream?: boolean | undefined;
  readonly choice?: { isKept(): boolean } | undefined;
}
