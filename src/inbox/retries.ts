import { expectInteger, readOptions } from "../expect.js";
import type { Loss } from "./store.js";

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
  readonly longestDelay: number;
  /**
   * The milliseconds to wait after a failed attempt; `undefined` when none is left.
   * @param attempt counted from 1.
   * @param random from 0 up to 1: retries of many deliveries that failed together are spread.
   */
  waitAfter(attempt: number, random: number): number | undefined;
  /** The milliseconds to wait after a worker was lost; `undefined` when the delivery is dead. */
  waitAfterLoss(loss: Loss, random: number): number | undefined;
}

/**
 * So many processes must stop while they handle a delivery alone before it is dead, even where there
 * are fewer retries: a deployment may have killed one or two of them.
 */
const MIN_LOSSES_ALONE = 3;

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
  const wait = (retry: number, random: number): number =>
    Math.round((longestWait(retry) * (1 + random)) / 2);
  return {
    longestDelay: longestWait(Math.max(limit, MIN_LOSSES_ALONE - 1)),
    waitAfter: (attempt, random) => (attempt > limit ? undefined : wait(attempt, random)),
    waitAfterLoss: ({ attempt, losses }, random) => {
      const alone = losses - 1; // the first time, it was handled beside others
      if (attempt > limit && alone >= MIN_LOSSES_ALONE) return undefined;
      // The first loss adds one short wait, so that the others come when failures would.
      return wait(Math.max(1, alone), random);
    },
  };
}
