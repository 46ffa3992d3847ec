/** Removes imported entries that no description has any more. */
import { posix } from "node:path";
import { entriesOf, isMap, type Json, keysOf, mapOf } from "../model/description.js";
import { type Digests, digestEntry, type Entries, type Entry, type Place } from "./record.js";
import { keepNothing } from "./keep.js";
import { leavesOf } from "./present-folder.js";
import type { Label } from "../model/context.js";
import {
  type FileImport,
  hasComment,
  hasCommentAt,
  mergeFile,
  type PresentFile,
} from "./merge-file.js";
import { unescapeToken } from "../../model/json-pointer.js";

/** Entries of earlier imports that no description has any more, by name. */
export interface Obsolete {
  /** Unchanged entries that nothing refers to. */
  readonly removable: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** The schema folder after an import, with everything by which obsolete entries are found. */
export interface ImportedState {
  readonly files: ReadonlyMap<string, PresentFile>;
  readonly entries: Entries;
  /** Names of the entries in the description. */
  readonly described: ReadonlySet<string>;
  readonly record: ReadonlyMap<string, Digests>;
  readonly label: Label;
  /** The value of `import.yaml`. */
  readonly mapping: Json;
}

/** The digests of a description: under its label, and under labels that `import.yaml` does not have. */
export function digestsOf(
  record: ReadonlyMap<string, Digests>,
  { others }: Pick<Label, "others">,
): Digests {
  const own = [...record].filter(([name]) => !others.includes(name));
  return new Map(own.flatMap(([, digests]) => [...digests]));
}

export function findObsolete(state: ImportedState): Obsolete {
  const { entries, described, record, label } = state;
  const digests = digestsOf(record, label);
  const isForeign = createForeignTest(state);
  const obsolete = [...digests.keys()].filter(
    (name) => entries.has(name) && !described.has(name) && !isForeign(name),
  );
  const removable = new Set(
    obsolete.filter((name) => {
      const entry = entries.get(name);
      return entry !== undefined && isUnchanged(entry, digests.get(name), state.files);
    }),
  );
  keepWholeEvents(removable, new Set(obsolete), entries);
  keepCorrected(removable, state.files.get("corrections.yaml")?.value);
  keepReferred(removable, entries, state.files);
  return { removable, kept: new Set(obsolete.filter((name) => !removable.has(name))) };
}

/**
 * Creates a test for entries that another description has, too. Its record names the entries that it
 * wrote, and `leaves` in `import.yaml` the others.
 */
function createForeignTest({ record, label, mapping }: ImportedState): (name: string) => boolean {
  const names = new Set<string>();
  for (const other of label.others) {
    for (const name of record.get(other)?.keys() ?? []) names.add(name);
    const entry = mapOf(mapOf(mapping)["descriptions"])[other];
    for (const name of leavesOf(entry)) names.add(name);
  }
  return (name) => names.has(name) || names.has(eventOf(name) ?? name);
}

/** The entry of the event that an action belongs to; `undefined` for an entry that is no action. */
function eventOf(name: string): string | undefined {
  return /^(events\.yaml [^ ]+) /.exec(name)?.[1];
}

function isUnchanged(
  { value, places }: Entry,
  recorded: string | undefined,
  files: ReadonlyMap<string, PresentFile>,
): boolean {
  if (digestEntry(value) !== recorded) return false;
  return !places.some(({ path, key, action }) => {
    const file = files.get(path);
    if (file === undefined) return false;
    if (!path.startsWith("payloads/")) return hasCommentAt(file, key);
    // The whole file is removed with the event, so any comment in it counts.
    if (action === undefined) return hasComment(file.text.replace(MODELINE, ""));
    return hasCommentAt(file, key, "actions");
  });
}

const MODELINE = /^# yaml-language-server:.*\n/;

/** Keeps an obsolete event and its actions, unless all of them can be removed. */
function keepWholeEvents(
  removable: Set<string>,
  obsolete: ReadonlySet<string>,
  entries: Entries,
): void {
  const actions = [...entries.keys()].filter((name) => eventOf(name) !== undefined);
  const incomplete = new Set<string>();
  for (const name of obsolete) {
    if (!name.startsWith("events.yaml ") || eventOf(name) !== undefined) continue;
    const own = actions.filter((action) => eventOf(action) === name);
    if (![name, ...own].every((each) => removable.has(each))) incomplete.add(name);
  }
  for (const name of [...removable]) {
    if (incomplete.has(eventOf(name) ?? name)) removable.delete(name);
  }
}

/** Keeps events with corrections, because a correction is a change by hand. */
function keepCorrected(removable: Set<string>, corrections: Json): void {
  for (const key of keysOf(mapOf(corrections)["payloads"])) {
    const corrected = `events.yaml ${key}`;
    for (const name of [...removable]) {
      const event = eventOf(name) ?? name;
      if (corrected === event || corrected.startsWith(`${event}.`)) removable.delete(name);
    }
  }
}

/** Keeps components that remaining entries refer to, directly or through other components. */
function keepReferred(
  removable: Set<string>,
  entries: Entries,
  files: ReadonlyMap<string, PresentFile>,
): void {
  if (![...removable].some((name) => name.startsWith("components/"))) return;
  const remaining = [...entries].filter(([name]) => !removable.has(name)).map(([, entry]) => entry);
  const others = ["corrections.yaml", "vendor.yaml"].flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ value: file.value, places: [{ path, key: "" }] }];
  });
  const pending: Entry[] = [...remaining, ...others];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    // References of an event are in its payload file, which is the last of its places.
    const path = entry.places.at(-1)?.path ?? "";
    for (const name of listReferences(entry.value, path)) {
      const target = entries.get(name);
      if (target !== undefined && removable.delete(name)) pending.push(target);
    }
  }
}

function* listReferences(value: Json, path: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "$ref" && typeof child === "string") yield toName(child, path);
    else yield* listReferences(child as Json, path);
  }
}

/** Turns a reference such as `../components/api.yaml#/pet` into the name of its entry. */
function toName(reference: string, from: string): string {
  const [file = "", key = ""] = reference.split("#/");
  const path = file === "" ? from : posix.join(posix.dirname(from), file);
  return `${path} ${unescapeToken(key)}`;
}

/** Returns files without some of their entries: new texts by path, `undefined` for a file to remove. */
export function removeEntries(
  names: ReadonlySet<string>,
  entries: Entries,
  files: ReadonlyMap<string, PresentFile>,
): ReadonlyMap<string, string | undefined> {
  const places = [...names].flatMap((name) => entries.get(name)?.places ?? []);
  const paths = new Set(places.map(({ path }) => path));
  const texts = new Map<string, string | undefined>();
  for (const path of paths) {
    const file = files.get(path);
    const own = places.filter((place) => place.path === path);
    if (file !== undefined) texts.set(path, removeFromFile(path, file, own));
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
  if (!path.startsWith("payloads/")) {
    const isEmpty = keysOf(file.value).every((key) => keys.has(key));
    return isEmpty && path.startsWith("components/") ? undefined : omit(file, keys);
  }
  const removed = new Set(actions.map(({ key }) => key));
  const left = keysOf(mapOf(file.value)["actions"]).filter((key) => !removed.has(key));
  if (left.length > 0) return omit(file, removed, "actions");
  const others = keysOf(file.value).filter((key) => key !== "event" && key !== "actions");
  return keys.has("payload") || others.length === 0 ? undefined : omit(file, new Set(["actions"]));
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

function withoutAction(event: Json, action: string | undefined): Json {
  const { actions, ...rest } = mapOf(event);
  const left: Json = isMap(actions)
    ? Object.fromEntries(entriesOf(actions).filter(([name]) => name !== action))
    : Array.isArray(actions)
      ? (actions as readonly Json[]).filter((name) => String(name) !== action)
      : actions;
  const isEmpty = Array.isArray(left) ? left.length === 0 : keysOf(left).length === 0;
  if (isEmpty) return Object.keys(rest).length === 0 ? null : rest;
  return { ...rest, actions: left };
}

/** Removes keys from the text of a file. No comment is lost, because entries with comments are kept. */
function omit(
  file: PresentFile,
  keys: ReadonlySet<string>,
  under?: string,
  entries: ReadonlyMap<string, Json> = new Map(),
): string {
  const change: FileImport = {
    modeline: "",
    entries,
    keep: keepNothing,
    omit: keys,
    ...(under !== undefined && { under }),
  };
  return mergeFile(file, change, () => {});
}

/** Describes the entries that `--prune` would remove; `undefined` if there are none. */
export function describeObsolete({ removable, kept }: Obsolete): string | undefined {
  if (removable.size === 0) return undefined;
  const total = removable.size + kept.size;
  const obsolete = total === 1 ? "1 imported entry is" : `${total} imported entries are`;
  const removed =
    kept.size === 0
      ? total === 1
        ? "it"
        : "them"
      : `the ${removable.size} that were not changed by hand and are not referred to`;
  return `${obsolete} in no description any more; --prune removes ${removed}.`;
}
