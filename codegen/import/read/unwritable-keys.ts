/** Removes keys that a schema file cannot contain. */
import type { Json, JsonMap } from "../../model/json.js";
import { isWritableKey, type UnwritableKey } from "../model/description.js";

/** A fast test: nearly all descriptions have none. */
export function hasUnwritable(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnwritable);
  const map = value as JsonMap; // no list
  return Object.keys(map).some((key) => !isWritableKey(key) || hasUnwritable(map[key]));
}

/** Removes keys that a schema file cannot contain. Copies only values that have one. */
export function withoutUnwritable(
  value: Json,
  path: UnwritableKey["path"],
  found: UnwritableKey[],
): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => withoutUnwritable(item, [...path, index], found));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value) as [string, Json][];
  const isKept = (key: string) => isWritableKey(key) || isRenamed(path);
  const writable = entries.filter(([key]) => isKept(key));
  for (const [key] of entries) if (!isKept(key)) found.push({ key, path });
  const copies = writable.map(
    ([key, child]) => [key, withoutUnwritable(child, [...path, key], found)] as const,
  );
  const isSame =
    writable.length === entries.length && copies.every(([, copy], i) => copy === writable[i]?.[1]);
  return isSame ? value : Object.fromEntries(copies);
}

/** Tests whether the keys of a map are converted later, so that any name is allowed. */
function isRenamed(path: UnwritableKey["path"]): boolean {
  if (path.at(-1) === "properties") return true;
  return path.length === 2 && path[0] === "components" && path[1] !== "securitySchemes";
}
