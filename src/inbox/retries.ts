import { expectInteger, readOptions } from "../webhooks/expect.js";

/** Retry `n` waits between a half and the whole of `delay * factor ** (n - 1)`, at most `maxDelay`. */
export interface RetryOptions {
  /** How many retries there are after the first attempt. Default: 8. */
  readonly limit?: number | undefined;
  /** Milliseconds before the first retry. Default: 5 seconds. */
  readonly delay?: number | undefined;
  /** How much longer each wait is than the one before. Default: 4. */
  readonly factor?: number | undefined;
  /** The longest wait, in milliseconds. Default: a day. */
  readonly maxDelay?: number | undefined;
}

/** When a failed delivery is tried again. */
export interface RetrySchedule {
  readonly limit: number;
  readonly longestDelay: number;
  /**
   * The milliseconds to wait after a failed attempt; `undefined` when none is left.
   * @param attempt counted from 1.
   * @param random from 0 up to 1: retries of many deliveries that failed together are spread.
   */
  waitAfter(attempt: number, random: number): number | undefined;
}

const DAY = 86_400_000;

/**
 * With the defaults: 5 s, 20 s, 80 s, 5 min, 21 min, 85 min, 6 h and 23 h at most; 23 hours on average.
 * @throws TypeError for anything but an object.
 * @throws RangeError for a number out of range.
 */
export function readRetries(options: RetryOptions = {}): RetrySchedule {
  const given = readOptions(options, "`retries`", "an object such as `{ limit: 8 }`");
  const limit = expectInteger(given.limit ?? 8, "`retries.limit`", 0);
  const delay = expectInteger(given.delay ?? 5_000, "`retries.delay`", 0);
  const factor = expectInteger(given.factor ?? 4, "`retries.factor`");
  const maxDelay = expectInteger(given.maxDelay ?? DAY, "`retries.maxDelay`", 0);
  /** Retries are counted from 1. A high power is infinite, and zero times infinity is not a number. */
  const longestWait = (retry: number): number =>
    delay === 0 || retry === 0 ? 0 : Math.min(maxDelay, delay * factor ** (retry - 1));
  return {
    limit,
    longestDelay: longestWait(limit),
    waitAfter: (attempt, random) =>
      attempt > limit ? undefined : Math.round((longestWait(attempt) * (1 + random)) / 2),
  };
}
