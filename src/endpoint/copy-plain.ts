import { isPlainObject } from "./plain-object.js";

/**
 * Copies lists, plain objects and dates, however deep and however tied together. Objects with a
 * class of their own (streams, signals, bytes) stay the same reference.
 */
export function copyPlain(root: unknown): unknown {
  return typeof root === "object" && root !== null ? copyAll(root).result : root;
}

/** As `copyPlain`, and every copied list and object is frozen; what was passed in is not. */
export function copyFrozen(root: unknown): unknown {
  const { result, copies } = copyAll(root);
  for (const copy of copies) Object.freeze(copy);
  return result;
}

/** Without recursion: values may be nested deeper than calls can be. */
function copyAll(root: unknown): { result: unknown; copies: Iterable<object> } {
  if (typeof root !== "object" || root === null) return { result: root, copies: [] };
  const copies = new Map<object, object>();

  function copyOf(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = createCopy(value);
    if (copy !== undefined) copies.set(value, copy);
    return copy ?? value;
  }

  const result = copyOf(root);
  // A map's iteration takes in what is added meanwhile: this ends when nothing new was met.
  for (const [source, copy] of copies) {
    for (const key of Object.keys(source)) {
      if (key !== "__proto__") Reflect.set(copy, key, copyOf(Reflect.get(source, key)));
    }
  }
  return { result, copies: copies.values() };
}

function createCopy(value: object): object | undefined {
  if (Array.isArray(value)) return [];
  if (value instanceof Date) return new Date(value);
  return isPlainObject(value) ? {} : undefined;
}
