/** Reads the headers by which a service asks for a wait, or reports a limit of requests (contract F.5). */
import type { ReadRateLimit, Sender } from "./call.js";
import type { RateLimit } from "./types.js";

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

/** The headers of a limit, and the clock. */
interface Limits extends Pick<Sender, "catalog" | "now"> {
  /** Absent from a client without the part `limits`. */
  readonly readRateLimit?: ReadRateLimit | undefined;
}
