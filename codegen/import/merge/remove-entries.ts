/** Removes entries from the files of a schema folder. */
import { groupBy } from "../../model/group-by.js";
import { entriesOf, isMap, itemsOf, type Json, keysOf, mapOf } from "../../model/json.js";
import type { Place } from "./entries.js";
import { keepNothing } from "./keep.js";
import type { PresentFile } from "./divided-file.js";
import { mergeFile } from "./merge-file.js";
import type { ImportedState } from "./obsolete.js";

/** The texts of files without some of their entries, by path; `undefined` for a file that becomes empty. */
export function removeEntries(
  names: ReadonlySet<string>,
  { entries, files }: ImportedState,
): ReadonlyMap<string, string | undefined> {
  const places = [...names].flatMap((name) => entries.get(name)?.places ?? []);
  const texts = new Map<string, string | undefined>();
  for (const [path, inFile] of groupBy(places, (place) => place.path)) {
    const file = files.get(path);
    if (file !== undefined) texts.set(path, removeFromFile(path, file, inFile));
  }
  return texts;
}

function removeFromFile(
  path: string,
  file: PresentFile,
  places: readonly Place[],
): string | undefined {
  const keys = new Set(places.flatMap(({ key, action }) => (action === undefined ? [key] : [])));
  const actions = places.filter(({ action }) => action !== undefined);
  if (path === "events.yaml") return removeFromEvents(file, keys, actions);
  if (path.startsWith("payloads/")) return removeFromPayload(file, keys, actions);
  const isEmpty = keysOf(file.value).every((key) => keys.has(key));
  return isEmpty && path.startsWith("components/") ? undefined : omit(file, keys);
}

function removeFromEvents(
  file: PresentFile,
  keys: ReadonlySet<string>,
  actions: readonly Place[],
): string {
  const events = mapOf(file.value);
  const changed = new Map<string, Json>();
  for (const { key, action } of actions) {
    if (!keys.has(key)) changed.set(key, withoutAction(changed.get(key) ?? events[key], action));
  }
  return omit(file, keys, undefined, changed);
}

/** An event of `events.yaml` without an action; `null` if nothing is left of it. */
function withoutAction(event: Json, action: string | undefined): Json {
  const { actions, ...withoutActions } = mapOf(event);
  const otherActions = isMap(actions)
    ? Object.fromEntries(entriesOf(actions).filter(([name]) => name !== action))
    : itemsOf(actions).filter((name) => String(name) !== action);
  if (Object.keys(otherActions).length > 0) return { ...withoutActions, actions: otherActions };
  return Object.keys(withoutActions).length === 0 ? null : withoutActions;
}

/** Removes actions from a payload file, or the payload. It becomes empty if nothing but `event` is left. */
function removeFromPayload(
  file: PresentFile,
  keys: ReadonlySet<string>,
  actions: readonly Place[],
): string | undefined {
  const removed = new Set(actions.map(({ key }) => key));
  const otherActions = keysOf(mapOf(file.value)["actions"]).filter((key) => !removed.has(key));
  if (otherActions.length > 0) return omit(file, removed, "actions");
  const otherKeys = keysOf(file.value).filter((key) => key !== "event" && key !== "actions");
  return keys.has("payload") || otherKeys.length === 0
    ? undefined
    : omit(file, new Set(["actions"]));
}

/** Removes keys from the text of a file. No comment is lost, because entries with comments are kept. */
function omit(
  file: PresentFile,
  keys: ReadonlySet<string>,
  under?: string,
  entries: ReadonlyMap<string, Json> = new Map(),
): string {
  const place = under === undefined ? {} : { under };
  const change = { modeline: "", entries, keep: keepNothing, omit: keys, ...place };
  return mergeFile(file, change, () => {}).text;
}
