/** Finds and removes keys that a schema file cannot contain. */
import type { Json, JsonMap } from "../../model/json.js";
import { isWritableKey, type UnwritableKey } from "../model/description.js";

/** Removes keys that a schema file cannot contain, and lists them with the paths of their maps. */
export function removeUnwritable(root: Json): WritableValue {
  if (!hasUnwritable(root)) return { value: root, removed: [] };
  const removed: UnwritableKey[] = [];
  return { value: copyWritable(root, [], removed), removed };
}

/** A fast test: nearly all descriptions have none. */
function hasUnwritable(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnwritable);
  const map = value as JsonMap; // no list
  return Object.keys(map).some((key) => !isWritableKey(key) || hasUnwritable(map[key]));
}

/**
 * Copies only values that have such a key.
 * @param removed Receives the keys of a map before those of the values in it.
 */
function copyWritable(value: Json, path: KeyPath, removed: UnwritableKey[]): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: Json, index) => copyWritable(item, [...path, index], removed));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value) as [string, Json][];
  for (const [key] of entries) if (!isKept(key, path)) removed.push({ key, path });
  const kept = entries.filter(([key]) => isKept(key, path));
  const copies = kept.map(
    ([key, child]) => [key, copyWritable(child, [...path, key], removed)] as const,
  );
  const isSame =
    kept.length === entries.length && copies.every(([, copy], index) => copy === kept[index]?.[1]);
  return isSame ? value : Object.fromEntries(copies);
}

function isKept(key: string, path: KeyPath): boolean {
  return isWritableKey(key) || isRenamed(path);
}

/** Tests whether the keys of a map are converted later, so that any name is allowed. */
function isRenamed(path: KeyPath): boolean {
  if (path.at(-1) === "properties") return true;
  return path.length === 2 && path[0] === "components" && path[1] !== "securitySchemes";
}

type KeyPath = UnwritableKey["path"];

interface WritableValue {
  readonly value: Json;
  readonly removed: readonly UnwritableKey[];
}
