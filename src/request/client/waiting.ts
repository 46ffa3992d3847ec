/**
 * Waits of a call: for its turn, before a retry, and never longer than its timeout (contract F.5, F.10); and the key
 * with which a request may be retried (contract F.12).
 */
import { limitBackOff } from "../../base/back-off.js";
import { readOwn } from "../endpoint/values.js";
import type { Attempt, DeclaredKey, ReadRateLimit, RetryDecision, Sender, Slots } from "./call.js";
import { TimeoutError } from "./errors.js";
import type { RateLimit } from "./types.js";

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

// ---- Retries

/**
 * Decides whether a request is sent again after an error; changes nothing. New credentials and the wait
 * for the reset of a limit do not count as a retry.
 * @param received The headers of the response; `undefined` for a lost connection.
 */
export function decideRetry(
  attempt: Attempt,
  status: number,
  received?: Headers,
  hasRenewed?: boolean,
): RetryDecision | undefined {
  const { request, sender, end } = attempt.call;
  if (request.body instanceof ReadableStream) return undefined; // read by the first attempt
  const decision: RetryDecision | undefined =
    hasRenewed && !attempt.isRenewed
      ? { reason: "credentials", delay: 0 }
      : decideWait(attempt, status, received);
  const isInTime = decision && sender.now() + decision.delay < end;
  return isInTime ? decision : undefined;
}

/** The wait before a retry, by the policy of a class or else by the rules below. */
function decideWait(
  { call, request, retries }: Attempt,
  status: number,
  received: Headers | undefined,
): RetryDecision | undefined {
  const { sender, settings, keyHeader } = call;
  const { onRateLimit, maxRetryDelay, policy } = sender;
  const { method, headers } = request; // a hook may have changed them
  const isLeft = retries < settings.retry;
  const resumeIn = received && findResumption(sender, received);
  // Some services answer 403 to a request that exceeds a limit.
  if (onRateLimit === "wait" && resumeIn !== undefined && (status === 429 || status === 403))
    return { reason: "limit", delay: Math.min(Math.max(MIN_WAIT, resumeIn), MAX_DELAY) };
  if (policy) {
    const delay = isLeft ? policy.findDelay(status, received, retries) : undefined;
    return delay === undefined ? undefined : { reason: "error", delay };
  }
  const isRetried =
    (RETRIED_WHEN_ASKED.includes(status) && resumeIn !== undefined) ||
    (RETRIED.includes(status) && (IDEMPOTENT.test(method) || Object.hasOwn(headers, keyHeader)));
  if (!isRetried || !isLeft) return undefined;
  const delay = resumeIn ?? backOff(retries);
  return delay > maxRetryDelay ? undefined : { reason: "error", delay };
}

/** Statuses after which a request is sent again if it may arrive twice (contract F.5); 0: no response. */
const RETRIED = [0, 408, 429, 500, 502, 503, 504];

/** Statuses after which any request is sent again, if the response says how long to wait. */
const RETRIED_WHEN_ASKED = [429, 503];

/** Methods whose requests may arrive twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(?:get|head|options|put|delete|QUERY)$/;

/** The least wait for a limit, in milliseconds: its reset may be past by the local clock. */
const MIN_WAIT = 1_000;

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

// ---- Back-off

/** A random wait before a retry, in milliseconds (contract F.5). */
export function backOff(retries: number): number {
  return Math.random() * longestBackOff(retries);
}

/** The longest random wait before a retry, in milliseconds. */
export function longestBackOff(retries: number): number {
  return limitBackOff(FIRST_LIMIT, 2, LAST_LIMIT, retries);
}

/** The first and the last limit of back-off, in milliseconds. */
const FIRST_LIMIT = 500;
const LAST_LIMIT = 8_000;

// ---- Waits that a service asks for

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

const DIGITS = /^\d+$/;

/** The time of a date; `NaN` for other text, because the platform would take even "-3" as a date. */
function parseDate(text: string, now: number): number {
  const match = DATE.exec(text) ?? ASCTIME.exec(text);
  const { day, month, year = "", time } = match?.groups ?? {};
  return Date.parse(
    `${day} ${month} ${year.length === 2 ? yearNear(year, now) : year} ${time} GMT`,
  );
}

/** A date in the current form or that of RFC 850 (RFC 9110, section 5.6.7). */
const DATE =
  /^[A-Z][a-z]+, (?<day>\d\d)[ -](?<month>[A-Z][a-z]{2})[ -](?<year>\d{4}|\d\d) (?<time>[\d:]{8}) GMT$/;

/** A date in the form of the C function `asctime` (RFC 9110, section 5.6.7). */
const ASCTIME =
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>[\d:]{8}) (?<year>\d{4})$/;

/** A year of two digits is at most 50 years in the future. */
function yearNear(digits: string, now: number): number {
  const century = Math.round((new Date(now).getUTCFullYear() - Number(digits)) / 100);
  return century * 100 + Number(digits);
}

// ---- Idempotency keys, with which a request may arrive twice

/** Finds the header for idempotency keys of a route, in lowercase (contract F.12). */
export function findKeyHeader(
  { idempotency, catalog }: Pick<Sender, "idempotency" | "catalog">,
  route: string,
  { declaredKey }: DeclaredKey = {},
): { readonly header: string; readonly isDeclared: boolean } {
  const declared = declaredKey ?? readOwn<string>(catalog.idempotencyOf ?? {}, route);
  const header = idempotency ?? declared ?? KEY_HEADER;
  return { header, isDeclared: header === declared };
}

/** The usual header for idempotency keys, which a caller may send to a service that declares none. */
const KEY_HEADER = "idempotency-key";

// ---- Types

/** The headers of a limit, and the clock. */
interface Limits extends Pick<Sender, "catalog" | "now"> {
  /** Absent from a client without the part `limits`. */
  readonly readRateLimit?: ReadRateLimit | undefined;
}

interface DeadlineSettings {
  readonly timeout?: number | undefined;
  readonly stream?: boolean | undefined;
  readonly choice?: { isKept(): boolean } | undefined;
}
