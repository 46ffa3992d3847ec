import { detach } from "./detach.js";

/** Longer keys are not kept: they come from hostile input, and would make the bound meaningless. */
const LONGEST_KEY = 4096;

/** As many characters as a key has when it is of a common length. */
const USUAL_KEY = 32;

/**
 * Remembers what was made of the texts used last, in two generations of at most `limit` each: a full
 * young generation becomes the old one, and what is used again is carried over. No text costs
 * more than two look-ups. Long ones, which are worth as much more, fill a generation sooner.
 * @param make What it returns must not keep the text, which may be a piece of a longer one;
 * `undefined` is not remembered.
 */
export function memoize<Value>(
  limit: number,
  make: (text: string) => Value | undefined,
): (text: string) => Value | undefined {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let characters = 0;

  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const value = old.get(text) ?? make(text);
    if (value === undefined || text.length > LONGEST_KEY) return value;
    characters += text.length;
    if (young.size >= limit || characters > limit * USUAL_KEY) {
      old = young;
      young = new Map();
      characters = text.length;
    }
    young.set(detach(text), value);
    return value;
  };
}
