import { describe } from "../endpoint/errors.js";
import { TimeoutError } from "./errors.js";

/** The longest time that a timer of the platform can wait, in milliseconds. */
export const MAX_DELAY = 2 ** 31 - 1;

/** @throws TypeError for a value of another type than a number, RangeError for one out of range. */
export function checkNumber(name: string, value: unknown, minimum: number): void {
  const isNumber = typeof value === "number";
  if (isNumber && value >= minimum && value <= MAX_DELAY) return;
  const got = isNumber ? value : describe(value);
  const message = `Option "${name}" is ${got}; expected a number from ${minimum} to ${MAX_DELAY}.`;
  throw isNumber ? new RangeError(message) : new TypeError(message);
}

/**
 * Runs a task, and rejects at once at the timeout (with a `TimeoutError`) or when the caller's signal is
 * aborted (with its reason). A stream is read after the task: the caller's signal still ends it then,
 * the timeout does not.
 * @param run Gets a signal of its own; none if neither a timeout nor a signal is set.
 */
export function withDeadline<Result>(
  route: string,
  signal: AbortSignal | undefined,
  { timeout, stream, choice }: DeadlineSettings,
  run: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeout === undefined && signal === undefined) return run();
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted(); // rejects
    const controller = new AbortController();
    const finish = (): void => {
      clearTimeout(timer);
      if (!choice?.isKept) signal?.removeEventListener("abort", stopWithSignal);
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
    const all = stream && signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    run(all).finally(finish).then(resolve, reject);
  });
}

interface DeadlineSettings {
  readonly timeout?: number | undefined;
  readonly stream?: boolean | undefined;
  readonly choice?: { readonly isKept: boolean } | undefined;
}

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

/** The first and the last limit of back-off, in milliseconds. */
const FIRST_LIMIT = 500;
const LAST_LIMIT = 8_000;

/** A random wait before a retry, in milliseconds (contract F.5). */
export function backOff(retries: number): number {
  return Math.random() * Math.min(LAST_LIMIT, FIRST_LIMIT * 2 ** retries);
}

/** Limits the number of tasks that run at a time; the others wait in their order. */
export interface Slots {
  /** Takes a slot: at once (`undefined`), or once the promise resolves. */
  take(): Promise<void> | undefined;
  /** Passes the slot to the task that has waited longest. */
  release(): void;
}

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
