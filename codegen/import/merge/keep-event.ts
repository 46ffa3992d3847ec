/** Merges an imported event with a present one, whose texts, actions and resource stay. */
import { isMap, itemsOf, type Json } from "../../model/json.js";
import { mergeOrder } from "./merge-order.js";

/** Keeps the texts, the actions and the resource of an event. Adds new actions. */
export function keepEvent(imported: Json, present: Json): Json {
  if (present === undefined || !isMap(imported)) return present ?? imported;
  const entry = isMap(present) ? present : {};
  const actions = mergeActions(entry["actions"], imported["actions"]);
  return {
    ...("description" in imported && { description: imported["description"] }),
    ...("resource" in imported && { resource: imported["resource"] }),
    ...entry,
    ...(actions !== undefined && { actions }),
  };
}

/**
 * Merges actions, which are a list of names or a map from names to texts: `[opened]` and `{ closed: The end. }`
 * become `{ opened: null, closed: The end. }`.
 */
function mergeActions(present: Json, imported: Json): Json {
  if (imported === undefined) return present;
  const order = mergeOrder(namesOfActions(present), namesOfActions(imported));
  if (!isMap(present) && !isMap(imported)) return order;
  return Object.fromEntries(
    order.map((name) => [name, textOfAction(present, name) ?? textOfAction(imported, name)]),
  );
}

function namesOfActions(actions: Json): readonly string[] {
  return isMap(actions) ? Object.keys(actions) : itemsOf(actions).map(String);
}

/** The text of an action; `null` if it has none. */
function textOfAction(actions: Json, name: string): Json {
  return isMap(actions) ? (actions[name] ?? null) : null;
}
