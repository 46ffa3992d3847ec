import { readRetryAfter } from "./retry.js";

/** The headers in which a service tells its limit, from `rateLimit` in the YAML. */
export interface RateLimitHeaders {
  readonly remaining: string;
  readonly reset: string;
  /**
   * How `reset` is written: seconds or milliseconds since 1970, seconds from now, or a date.
   * Default: `seconds`.
   */
  readonly unit?: "seconds" | "milliseconds" | "delay" | "date";
}

/** What the service said last about its limit. */
export interface RateLimit {
  /** How many requests are left. */
  readonly remaining: number;
  /** When there will be more. */
  readonly reset: Date | undefined;
}

/**
 * The limit that a response tells of; `undefined` if it tells nothing. The function reads the rest,
 * since hardly anybody asks for it.
 */
export function readRateLimit(
  headers: Headers,
  names: RateLimitHeaders,
  now: number,
): (() => RateLimit) | undefined {
  const text = headers.get(names.remaining);
  if (text === null || !/^\d+$/.test(text)) return undefined;
  return () => {
    const reset = readReset(headers.get(names.reset) ?? "", names.unit, now);
    return { remaining: Number(text), reset: Number.isNaN(reset) ? undefined : new Date(reset) };
  };
}

function readReset(text: string, unit: RateLimitHeaders["unit"], now: number): number {
  if (unit === "date") return Date.parse(text);
  const value = text === "" ? NaN : Number(text);
  if (unit === "milliseconds") return value;
  return (unit === "delay" ? now : 0) + value * 1_000;
}

/**
 * When the server takes requests again, in milliseconds since 1970: what `retry-after` says,
 * otherwise the reset of an exhausted limit.
 */
export function findResumeTime(
  headers: Headers,
  names: RateLimitHeaders | undefined,
  now: number,
): number | undefined {
  const limit = names && readRateLimit(headers, names, now)?.();
  return (
    readRetryAfter(headers, now) ?? (limit?.remaining === 0 ? limit.reset?.getTime() : undefined)
  );
}

/** Whether a response refuses a request for its limit: 429, or 403 with an exhausted one. */
export function isRateLimited(status: number, resumeAt: number | undefined): boolean {
  return status === 429 || (status === 403 && resumeAt !== undefined);
}

/** Lets at most `limit` tasks run at a time; the others wait in their order. */
export type Slots = <Result>(
  run: () => Promise<Result>,
  signal: AbortSignal | undefined,
) => Promise<Result>;

export function createSlots(limit: number): Slots {
  const waiting = new Set<() => void>();
  let free = limit;
  return async (run, signal) => {
    if (free === 0) await waitForSlot(waiting, signal);
    else free--;
    try {
      return await run();
    } finally {
      const [next] = waiting;
      if (next === undefined) free++;
      else next();
    }
  };
}

/** The one who leaves hands its slot on; an aborted task leaves the queue. */
function waitForSlot(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      waiting.delete(start);
      reject(signal?.reason as Error); // the caller's own reason
    };
    const start = (): void => {
      waiting.delete(start);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    waiting.add(start);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
