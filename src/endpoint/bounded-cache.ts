/** Longer keys are not kept: they come from hostile input, and would make the bound meaningless. */
const LONGEST_KEY = 4096;

/** What was computed for a key, of the keys used last. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** As many characters as that many keys have when they are of a common length. */
const USUAL_KEY = 32;

/**
 * Two generations of at most `limit` entries each: a full young generation becomes the old one,
 * and what is used again is carried over. No entry costs more than two look-ups. Long keys, whose
 * values are as long, fill a generation sooner.
 */
export function createBoundedCache<Value>(limit: number): BoundedCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let characters = 0;

  function set(key: string, value: Value): void {
    if (key.length > LONGEST_KEY) return;
    if (young.size >= limit || characters + key.length > limit * USUAL_KEY) {
      old = young;
      young = new Map();
      characters = 0;
    }
    young.set(key, value);
    characters += key.length;
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
