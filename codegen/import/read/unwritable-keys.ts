/** Finds and removes keys that a schema file cannot contain. */
import { entriesOf, type Json, type JsonMap } from "../../model/json.js";
import { isWritableKey, type UnwritableKey } from "../model/description.js";

/** A fast test: nearly all descriptions have none. */
export function hasUnwritable(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnwritable);
  const map = value as JsonMap; // no list
  return Object.keys(map).some((key) => !isWritableKey(key) || hasUnwritable(map[key]));
}

/** Lists the keys that {@link withoutUnwritable} removes, with the paths of their maps. */
export function listUnwritable(value: Json, path: KeyPath = []): readonly UnwritableKey[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listUnwritable(item, [...path, index]));
  const entries = entriesOf(value);
  return [
    ...entries.flatMap(([key]) => (isKept(key, path) ? [] : [{ key, path }])),
    ...entries.flatMap(([key, child]) =>
      isKept(key, path) ? listUnwritable(child, [...path, key]) : [],
    ),
  ];
}

/** Removes keys that a schema file cannot contain. Copies only values that have one. */
export function withoutUnwritable(value: Json, path: KeyPath = []): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: Json, index) => withoutUnwritable(item, [...path, index]));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value) as [string, Json][];
  const kept = entries.filter(([key]) => isKept(key, path));
  const copies = kept.map(
    ([key, child]) => [key, withoutUnwritable(child, [...path, key])] as const,
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
