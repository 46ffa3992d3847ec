import type { Sender } from "./sender.js";
import type { RateLimit } from "./types.js";

const DIGITS = /^\d+$/;

/**
 * Returns a function that reads the limit in a response's headers; `undefined` if they tell of none.
 * The function defers the work of reading it, because few programs ask for `client.rateLimit`.
 */
export function readRateLimit(
  { catalog, now }: Sender,
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
    // False for an invalid date: text that is none, or a number beyond what a `Date` can hold.
    return { remaining: Number(remaining), reset: Number(date) >= 0 ? date : undefined };
  };
}

/**
 * In how many milliseconds the server takes requests again, by `retry-after` (seconds or a date), or
 * else by the reset of a limit that is used up; `undefined` if it does not say.
 */
export function findResumption(sender: Sender, headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (DIGITS.test(text)) return Number(text) * 1_000;
  const limit = readRateLimit(sender, headers)?.();
  // A date of HTTP begins with a weekday; the platform would also take "-3" as a date.
  const isDate = /^[a-z]{3,9},? /i.test(text);
  const time = isDate ? Date.parse(text) : limit?.remaining === 0 ? Number(limit.reset) : NaN;
  return time >= 0 ? Math.max(0, time - sender.now()) : undefined;
}
