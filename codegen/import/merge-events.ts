import { isMap, itemsOf } from "./description.js";
import type { Json } from "./description.js";
import type { Keep } from "./keep-hand-made.js";
import { mergeOrder } from "./merge-order.js";

/** An event as the import knows it: its actions, or `null` for none. */
export function eventEntry(actions: Iterable<string>): Json {
  const list = [...actions];
  return list.length === 0 ? null : { actions: list };
}

/** An event keeps its description and its actions, in either form; new actions are added. */
export const keepEvent: Keep = (imported, present) => {
  const known = isMap(imported) ? (imported["actions"] as readonly string[]) : []; // made above
  if (present === undefined) return imported;
  if (known.length === 0) return present;
  const entry = isMap(present) ? present : {};
  return { ...entry, actions: mergeActions(entry["actions"], known) };
};

function mergeActions(present: Json, imported: readonly string[]): Json {
  if (!isMap(present)) return mergeOrder(itemsOf(present).map(String), imported);
  const order = mergeOrder(Object.keys(present), imported);
  return Object.fromEntries(order.map((action) => [action, present[action] ?? null]));
}
