/** The waits of a call: its deadline, the wait before a retry, the rate limit, and its turn. */
import type { ClientCatalog } from "../../catalog/client.js";
import { limitBackOff } from "../../base/back-off.js";
import { TimeoutError } from "./errors.js";

/** The longest time that a timer of the platform can wait, in milliseconds. */
export const MAX_DELAY = 2 ** 31 - 1;

// ---- Deadlines

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

interface DeadlineSettings {
  readonly timeout?: number | undefined;
  readonly stream?: boolean | undefined;
  readonly choice?: { isKept(): boolean } | undefined;
}

// ---- Retries

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
  return Math.random() * longestBackOff(retries);
}

/** The longest random wait before a retry, in milliseconds. */
export function longestBackOff(retries: number): number {
  return limitBackOff(FIRST_LIMIT, 2, LAST_LIMIT, retries);
}

// ---- Rate limits

/** The rate limit that the service reported last. */
export interface RateLimit {
  /** The number of requests that are left. */
  readonly remaining: number;
  /** The time at which the limit is reset. */
  readonly reset: Date | undefined;
}

/** The headers of a limit, and the clock. */
interface Limits {
  readonly catalog: ClientCatalog;
  readonly now: () => number;
  /** Absent from a client without the part `limits`. */
  readonly readRateLimit?: typeof readRateLimit | undefined;
}

const DIGITS = /^\d+$/;

/**
 * Returns a function that reads the limit in a response's headers; `undefined` if they report none.
 * The function defers the work of reading it, because few programs ask for `client.rateLimit`.
 */
export function readRateLimit(
  { catalog, now }: Limits,
  headers: Headers,
): (() => RateLimit) | undefined {
  const names = catalog.rateLimit;
  const remaining = (names && headers.get(names.remaining)) ?? "";
  if (!names || !DIGITS.test(remaining)) return undefined;
  const { reset, unit } = names;
  const start = unit === "delay" ? now() : 0;
  const scale = unit === "milliseconds" ? 1 : 1_000;
  return () => {
    const text = headers.get(reset) || "none";
    const date = new Date(unit === "date" ? text : start + Number(text) * scale);
    // False for an invalid date, such as a number beyond the range of `Date`.
    return { remaining: Number(remaining), reset: Number(date) >= 0 ? date : undefined };
  };
}

/**
 * The wait that a response asks for, in milliseconds: by `retry-after` (seconds or a date), or else until
 * the reset of a limit that is used up. `undefined` if the response has neither.
 */
export function findResumption(limits: Limits, headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (DIGITS.test(text)) return Number(text) * 1_000;
  const now = limits.now();
  const limit = limits.readRateLimit?.(limits, headers)?.();
  const date = parseDate(text, now);
  const time = date >= 0 ? date : limit?.remaining === 0 ? Number(limit.reset) : NaN;
  return time >= 0 ? Math.max(0, time - now) : undefined;
}

/** The forms of a date (RFC 9110, section 5.6.7): the current one and that of RFC 850; that of asctime. */
const DATE =
  /^[A-Z][a-z]+, (?<day>\d\d)[ -](?<month>[A-Z][a-z]{2})[ -](?<year>\d{4}|\d\d) (?<time>[\d:]{8}) GMT$/;
const ASCTIME =
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>[\d:]{8}) (?<year>\d{4})$/;

/** The time of a date; `NaN` for other text, because the platform would take even "-3" as a date. */
function parseDate(text: string, now: number): number {
  const found = DATE.exec(text) ?? ASCTIME.exec(text);
  const { day, month, year = "", time } = found?.groups ?? {};
  return Date.parse(
    `${day} ${month} ${year.length === 2 ? yearNear(year, now) : year} ${time} GMT`,
  );
}

/** A year of two digits is at most 50 years in the future. */
function yearNear(digits: string, now: number): number {
  const century = Math.round((new Date(now).getUTCFullYear() - Number(digits)) / 100);
  return century * 100 + Number(digits);
}

// ---- Slots

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
