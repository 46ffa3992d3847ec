/** Texts of durations, such as `5m`, in milliseconds. */
import { describe, expect, it } from "vitest";
import { parseDuration } from "../../src/base/durations.js";

describe("a duration", () => {
  it.each([
    ["1s", 1_000],
    ["30s", 30_000],
    ["5m", 300_000],
    ["12h", 43_200_000],
    ["3d", 259_200_000],
    ["999999s", 999_999_000],
  ])("%j has %s milliseconds", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(["1000000s", "0s", "s", "", "5", "5w", "5M", "-5m", "5 m", "5m ", "1h5m", "1.5h"])(
    "%j is no duration",
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
