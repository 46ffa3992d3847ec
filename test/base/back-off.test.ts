/** The wait before a retry, which grows up to a longest one. */
import { describe, expect, it } from "vitest";
import { limitBackOff } from "../../src/base/back-off.js";

describe("a back-off", () => {
  it.each([
    { first: 100, factor: 2, longest: 1_000, retries: 0, wait: 100 },
    { first: 100, factor: 2, longest: 1_000, retries: 1, wait: 200 },
    { first: 100, factor: 3, longest: 1_000, retries: 2, wait: 900 },
    { first: 100, factor: 2, longest: 1_000, retries: 4, wait: 1_000 },
    { first: 100, factor: 2, longest: 50, retries: 0, wait: 50 },
    { first: 100, factor: 2, longest: 1_000, retries: 5_000, wait: 1_000 },
    { first: 0, factor: 2, longest: 1_000, retries: 5_000, wait: 0 },
    { first: 1, factor: 2, longest: 1_000, retries: 5_000, wait: 1_000 },
  ])(
    "from $first by $factor up to $longest is, after $retries retries, $wait",
    ({ first, factor, longest, retries, wait }) => {
      expect(limitBackOff(first, factor, longest, retries)).toBe(wait);
    },
  );
});
