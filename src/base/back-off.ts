/** Exponential back-off of client, relay and inbox. Each adds chance to it in its own way. */

/**
 * Computes the longest wait before a retry, in milliseconds: `first` before the first one, then `factor`
 * times the one before, up to `longest`.
 * @param retries Number of retries before this one.
 */
export function limitBackOff(
  first: number,
  factor: number,
  longest: number,
  retries: number,
): number {
  // A high power is infinite, and zero times infinity is NaN.
  return first === 0 ? 0 : Math.min(longest, first * factor ** retries);
}
