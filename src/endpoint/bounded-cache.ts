/** Longer keys are not kept: they come from hostile input, and would make the bound meaningless. */
const LONGEST_KEY = 4096;

/** What was computed for a key, of the keys used last. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * Two generations of at most `limit` entries each: a full young generation becomes the old one,
 * and what is used again is carried over. No entry costs more than two look-ups.
 */
export function createBoundedCache<Value>(limit: number): BoundedCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (key.length > LONGEST_KEY) return;
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  function get(key: string): Value | undefined {
    const value = young.get(key);
    if (value !== undefined) return value;
    const kept = old.get(key);
    if (kept !== undefined) set(key, kept);
    return kept;
  }

  return { get, set };
}
