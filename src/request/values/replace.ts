/** Replaces values inside data that a caller passes, without changing that data. */
import { isPlainObject } from "../endpoint/values.js";
import { InvalidValue } from "./invalid-value.js";

/** Returns the value to be sent in place of one that is neither a list nor a plain object. */
type Replacer = (value: unknown) => unknown;

/**
 * Replaces values at any depth of lists and plain objects, and copies only those that change. An object that
 * occurs twice is copied once. One that contains itself contains its original in the copy.
 * @throws InvalidValue of `visit`, with the path to the value.
 */
export function replaceInside(root: unknown, visit: Replacer): unknown {
  const known = new Map<object, unknown>();
  const replace = (value: unknown): unknown => {
    const isList = Array.isArray(value);
    if (!isList && !isPlainObject(value)) return visit(value);
    const earlier = known.get(value);
    if (earlier !== undefined) return earlier;
    known.set(value, value);
    const replaced = isList ? replaceItems(value, replace) : replaceProperties(value, replace);
    known.set(value, replaced);
    return replaced;
  };
  return replace(root);
}

function replaceItems(items: readonly unknown[], replace: Replacer): unknown {
  const replaced = items.map((item, index) => replaceAt(index, item, replace));
  return replaced.every((item, index) => item === items[index]) ? items : replaced;
}

function replaceProperties(record: object, replace: Replacer): unknown {
  const entries = Object.entries(record) as [string, unknown][];
  const replaced = entries.map(([key, value]) => [key, replaceAt(key, value, replace)] as const);
  const isSame = replaced.every(([, value], index) => value === entries[index]?.[1]);
  return isSame ? record : Object.fromEntries(replaced);
}

function replaceAt(key: string | number, value: unknown, replace: Replacer): unknown {
  try {
    return replace(value);
  } catch (error) {
    throw error instanceof InvalidValue ? error.within(key) : error;
  }
}
