import { isPlainObject } from "./plain-object.js";

/**
 * Copies lists, plain objects and dates, however deep and however tied together. Objects with a
 * class of their own (streams, signals, bytes) stay the same reference.
 * @param isFrozen Whether every copied list and object is frozen; what was passed in never is.
 */
export function copyPlain(root: unknown, isFrozen = false): unknown {
  if (typeof root !== "object" || root === null) return root;
  const copies = new Map<object, object>();

  function copyOf(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const copy = copies.get(value) ?? createCopy(value);
    if (copy !== value) copies.set(value, copy);
    return copy;
  }

  const result = copyOf(root);
  // Without recursion: values may be nested deeper than calls can be. A map's iteration takes in
  // what is added meanwhile, so that this ends when nothing new was met.
  for (const [source, copy] of copies) {
    for (const [key, value] of Object.entries(source)) {
      if (key !== "__proto__") Reflect.set(copy, key, copyOf(value));
    }
    if (isFrozen) Object.freeze(copy);
  }
  return result;
}

/** Empty; the value itself where it is not to be copied. */
function createCopy(value: object): object {
  if (Array.isArray(value)) return [];
  if (value instanceof Date) return new Date(value);
  return isPlainObject(value) ? {} : value;
}
