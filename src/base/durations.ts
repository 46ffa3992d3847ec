/** Durations in milliseconds, and how they are read from text such as `30s`. */

/** In milliseconds. */
export const HOUR = 3_600_000;

/** Milliseconds of each unit. */
const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: HOUR,
  d: 24 * HOUR,
};

/** Reads a text such as `30s`, `5m`, `12h` or `3d` as milliseconds; `undefined` for any other one. */
export function parseDuration(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const duration = Number(digits) * (UNITS[unit] ?? 0);
  return duration > 0 ? duration : undefined;
}
