/** The schedule of retries (contract G.5, G.10): after failed attempts, and after workers that were lost. */
import { limitBackOff } from "../base/back-off.js";
import { expectInteger, readOptions } from "../base/expect.js";
import type { OptionNames } from "../base/nearest.js";
import type { Loss } from "./store.js";
import type { RetryOptions } from "./types.js";

const DAY = 86_400_000;

/**
 * Processes that must stop while they handle a delivery alone before it is dead, even with fewer retries:
 * a deployment may have killed one or two.
 */
const MIN_LOSSES_ALONE = 3;

const RETRY_OPTIONS: OptionNames<RetryOptions> = {
  limit: true,
  delay: true,
  factor: true,
  maxDelay: true,
};

/**
 * Checks the options of retries. By default, these wait 5 s, 20 s, 80 s, 5 min, 21 min, 85 min, 6 h and
 * 23 h at most; 23 hours on average.
 * @throws TypeError for anything but an object.
 * @throws RangeError for a number out of range.
 */
export function readRetries(options: RetryOptions = {}): RetrySchedule {
  const checked = readOptions(
    options,
    "`retries`",
    "an object such as `{ limit: 8 }`",
    RETRY_OPTIONS,
  );
  const limit = expectInteger(checked.limit ?? 8, "`retries.limit`", 0);
  const delay = expectInteger(checked.delay ?? 5_000, "`retries.delay`", 0);
  const factor = expectInteger(checked.factor ?? 4, "`retries.factor`");
  const maxDelay = expectInteger(checked.maxDelay ?? DAY, "`retries.maxDelay`", 0);

  const longestWait = (retry: number): number =>
    retry === 0 ? 0 : limitBackOff(delay, factor, maxDelay, retry - 1);
  const wait = (retry: number, random: number): number =>
    Math.round((longestWait(retry) * (1 + random)) / 2);
  return {
    // A delivery may lose more workers than it has retries.
    longestDelay: longestWait(Math.max(limit, MIN_LOSSES_ALONE - 1)),
    waitAfter: (attempt, random) => (attempt > limit ? undefined : wait(attempt, random)),
    waitAfterLoss: ({ attempt, losses }, random) => {
      const alone = losses - 1; // others were handled with it the first time
      if (attempt > limit && alone >= MIN_LOSSES_ALONE) return undefined;
      return wait(alone, random); // zero after the first loss: most are deployments
    },
  };
}

// ---- Types

/** Times of the retries of a delivery. */
export interface RetrySchedule {
  /** Milliseconds that no wait is longer than. */
  readonly longestDelay: number;
  /**
   * Returns the milliseconds to wait after a failed attempt; `undefined` when no retry is left.
   * @param attempt counted from 1.
   * @param random from 0 up to 1: spreads the retries of many deliveries that failed together.
   */
  waitAfter(attempt: number, random: number): number | undefined;
  /** Returns the milliseconds to wait after a lost worker; `undefined` when the delivery is dead. */
  waitAfterLoss(loss: Loss, random: number): number | undefined;
}
