/** Waits between attempts: after failures, and after a worker that was lost. */
import { describe, expect, it } from "vitest";
import { readRetries } from "../../src/inbox/retries.js";
import { DAY, SECOND } from "./deliveries.js";

describe("retries", () => {
  it.each<[what: string, options: object, waits: readonly (number | undefined)[], longest: number]>(
    [
      [
        "by default",
        {},
        [5, 20, 80, 320, 1_280, 5_120, 20_480, 81_920, undefined].map(
          (seconds) => seconds && seconds * SECOND,
        ),
        81_920 * SECOND,
      ],
      ["once", { limit: 1, delay: 10 }, [10, undefined], 40],
      ["never", { limit: 0, delay: 10, factor: 3 }, [undefined], 30],
      ["at once", { limit: 2, delay: 0 }, [0, 0, undefined], 0],
      ["evenly", { limit: 3, delay: 7, factor: 1 }, [7, 7, 7, undefined], 7],
      ["up to a day", { limit: 9, delay: DAY }, Array<number>(9).fill(DAY), DAY],
      ["up to a limit", { limit: 3, delay: 10, maxDelay: 35 }, [10, 35, 35, undefined], 35],
      ["not longer than a limit before all", { limit: 1, delay: 10, maxDelay: 0 }, [0], 0],
    ],
  )("[G.5] wait at most so long: %s", (_, options, waits, longest) => {
    const { waitAfter, longestDelay } = readRetries(options);
    expect(waits.map((__, index) => waitAfter(index + 1, 1))).toEqual(waits);
    expect(longestDelay).toBe(longest);
  });

  it("[G.5] wait for half as long at least, in whole milliseconds", () => {
    const { waitAfter } = readRetries({ delay: 25 });
    expect([0, 0.2, 0.5, 1].map((random) => waitAfter(1, random))).toEqual([13, 15, 19, 25]);
  });

  it("[G.5] wait for a finite time, however many retries there are", () => {
    const atOnce = readRetries({ limit: 1_000, delay: 0 });
    expect([atOnce.longestDelay, atOnce.waitAfter(1_000, 0.5)]).toEqual([0, 0]);
    const growing = readRetries({ limit: 1_000, maxDelay: 60_000 });
    expect([growing.longestDelay, growing.waitAfter(1_000, 0)]).toEqual([60_000, 30_000]);
  });

  it.each<[limit: number, attempt: number, losses: number, wait: number | undefined]>([
    [2, 1, 1, 0],
    [2, 1, 2, 10],
    [2, 2, 3, 40],
    [2, 3, 3, 40],
    [2, 2, 4, 160],
    [2, 3, 4, undefined],
    [2, 9, 4, undefined],
    [0, 1, 3, 40],
    [0, 1, 4, undefined],
  ])(
    "[G.10] of %i, after the attempt %i whose worker was the %ith lost, wait for %s ms",
    (limit, attempt, losses, wait) => {
      const { waitAfterLoss } = readRetries({ limit, delay: 10 });
      expect(waitAfterLoss({ attempt, losses }, 1)).toBe(wait);
    },
  );

  it.each<{ limit: number; waits: readonly number[] }>([
    { limit: 0, waits: [0, 5, 20] },
    { limit: 2, waits: [0, 5, 20] },
    { limit: 3, waits: [0, 5, 20, 80] },
    { limit: 8, waits: [0, 5, 20, 80, 320, 1280, 5120, 20480, 81920] },
  ])(
    "[G.10] of $limit wait for as many seconds after losses, the longest of which is known: $waits",
    ({ limit, waits }) => {
      const { waitAfterLoss, longestDelay } = readRetries({ limit });
      const delays = waits.map((_, index) =>
        // The attempt of the first lost worker is made again under its number.
        waitAfterLoss({ attempt: Math.max(1, index), losses: index + 1 }, 1),
      );
      expect(delays).toEqual(waits.map((seconds) => seconds * SECOND));
      expect(longestDelay).toBe(Math.max(...waits) * SECOND);
    },
  );
});
