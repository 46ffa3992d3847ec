/**
 * Records the entries that an import wrote, and removes entries of earlier imports that no description
 * has any more.
 */
import { unescapeKey } from "../../../src/base/values.js";
import { posix } from "node:path";
import { groupBy } from "../../model/group-by.js";
import { entriesOf, isMap, type Json, keysOf, mapOf } from "../../model/json.js";
import type { SchemaFile } from "../../read/documents/yaml-document.js";
import type { Label } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import { keepNothing } from "./keep.js";
import {
  type FileImport,
  hasComment,
  hasCommentAt,
  mergeFile,
  type PresentFile,
  printLater,
  valueOfFile,
} from "./merge-file.js";
import { leavesOf } from "./present-folder.js";
import {
  type Digests,
  digestEntry,
  type Entries,
  type Entry,
  listEntries,
  type Place,
  printRecord,
  readRecord,
  RECORD_FILE,
  sortByKey,
} from "./record.js";

/** An import whose files are merged and not recorded yet. */
export interface MergedImport {
  /** The entries of the description for each file. */
  readonly described: ReadonlyMap<string, FileImport>;
  /** The same without refused entries. */
  readonly imports: ReadonlyMap<string, FileImport>;
  readonly merged: ReadonlyMap<string, PresentFile>;
  readonly folder: ReadonlyMap<string, PresentFile>;
  readonly label: Label;
  /** Entries that this description and another one have. */
  readonly skipped: ReadonlySet<string>;
}

export interface RecordedImport {
  /** The files after the import, with its record. */
  readonly files: readonly SchemaFile[];
  readonly removed: readonly string[];
  /** Entries that have a note already, such as `path key`. */
  readonly noted: ReadonlySet<string>;
  readonly obsolete?: string;
}

/** Records the entries that an import wrote. With `isPruning`, removes obsolete ones. */
export function recordImport(
  merge: MergedImport,
  isPruning: boolean,
  notes: Notes,
): RecordedImport {
  const { merged, folder, label } = merge;
  const state = readState(merge);
  const obsolete = findObsolete(state);
  const removable = isPruning ? obsolete.removable : new Set<string>();
  if (isPruning) noteObsolete(obsolete, notes);
  const texts = removeEntries(removable, state);
  const imported = listEntries(valuesOfImports(merge.imports));
  const left = [...state.digests.keys()].filter(
    (name) => state.entries.has(name) && !removable.has(name),
  );
  const hasRecord = imported.size + left.length > 0 || folder.has(RECORD_FILE);
  const record = printLater({ path: RECORD_FILE }, () => {
    const digests = updateDigests({ imported, left, present: folder }, state);
    const ofOtherLabels = [...state.record].filter(([name]) => label.others.includes(name));
    return printRecord(new Map(sortByKey([...ofOtherLabels, [label.name, digests]])));
  });
  const line = isPruning ? undefined : describeObsolete(obsolete);
  return {
    files: [
      ...[...merged].flatMap(([path, file]) =>
        texts.has(path) ? [] : [printLater({ path }, () => file.text)],
      ),
      ...[...texts].flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }])),
      ...(hasRecord ? [record] : []),
    ],
    removed: [...texts].flatMap(([path, text]) => (text === undefined ? [path] : [])),
    noted: isPruning ? listPlaces(obsolete, state.entries) : new Set(),
    ...(line !== undefined && { obsolete: line }),
  };
}

function noteObsolete({ removable, kept }: Obsolete, notes: Notes): void {
  for (const name of removable) notes.tell("Removed, since no description has it any more", name);
  const what = "Kept, though in no description any more: changed by hand, or still referred to";
  for (const name of kept) notes.tell(what, name);
}

function listPlaces({ removable, kept }: Obsolete, entries: Entries): ReadonlySet<string> {
  const places = [...removable, ...kept].flatMap((name) => entries.get(name)?.places ?? []);
  return new Set(places.map(({ path, key }) => `${path} ${key}`));
}

// ---- State

/** The schema folder after an import, with the facts from which obsolete entries are found. */
interface ImportedState {
  readonly files: ReadonlyMap<string, PresentFile>;
  readonly entries: Entries;
  /** Names of the entries in the description. */
  readonly described: ReadonlySet<string>;
  readonly record: ReadonlyMap<string, Digests>;
  /** The digests of the description: under its label, and under labels that `import.yaml` does not have. */
  readonly digests: Digests;
  readonly label: Label;
  /** The value of `import.yaml`. */
  readonly mapping: Json;
}

function readState({ described, merged, folder, label, skipped }: MergedImport): ImportedState {
  const files = new Map([...folder, ...merged]);
  const record = readRecord(folder.get(RECORD_FILE)?.value);
  const ofLabel = [...record].filter(([name]) => !label.others.includes(name));
  return {
    files,
    entries: listEntries(valuesOfFolder(files)),
    described: new Set([...listEntries(valuesOfImports(described)).keys(), ...skipped]),
    record,
    digests: new Map(ofLabel.flatMap(([, digests]) => [...digests])),
    label,
    mapping: folder.get("import.yaml")?.value,
  };
}

function valuesOfFolder(files: ReadonlyMap<string, PresentFile>): ReadonlyMap<string, Json> {
  return new Map([...files].map(([path, { value }]) => [path, value]));
}

/** The values of files with the imported entries only. */
export function valuesOfImports(files: ReadonlyMap<string, FileImport>): ReadonlyMap<string, Json> {
  return new Map([...files].map(([path, file]) => [path, valueOfFile(file.entries, file)]));
}

/** The digests after an import. Those of obsolete entries stay as long as the entries. */
function updateDigests(
  { imported, left, present: folder }: RecordedEntries,
  { entries, digests: known }: ImportedState,
): Digests {
  const before = listEntries(valuesOfFolder(folder));
  const digests = new Map<string, string>();
  for (const [name, { value }] of imported) {
    const [present, merged] = [before, entries].map((each) => each.get(name)?.value);
    digests.set(name, updateDigest(known.get(name), { present, merged, imported: value }));
  }
  for (const name of left) if (!digests.has(name)) digests.set(name, known.get(name) ?? "");
  return digests;
}

interface RecordedEntries {
  readonly imported: Entries;
  /** Names of entries of earlier imports that stay. */
  readonly left: readonly string[];
  readonly present: ReadonlyMap<string, PresentFile>;
}

/** The values of an entry: before the import, after it with the kept parts, and in the description. */
type EntryValues = Readonly<Record<"present" | "merged" | "imported", Json>>;

/**
 * The digest of an entry. If the entry was unchanged, its kept texts come from an earlier import and are
 * part of the digest; otherwise they count as changes by hand.
 */
function updateDigest(
  recorded: string | undefined,
  { present, merged, imported }: EntryValues,
): string {
  if (recorded === undefined || present === undefined) return digestEntry(imported);
  const before = digestEntry(present);
  const after = digestEntry(merged);
  if (after === before) return recorded;
  return before === recorded ? after : digestEntry(imported);
}

// ---- Obsolete entries

/** Entries of earlier imports that no description has any more, by name. */
interface Obsolete {
  /** Unchanged entries that nothing refers to. */
  readonly removable: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

function findObsolete(state: ImportedState): Obsolete {
  const { entries, described, digests } = state;
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
    if (action === undefined) return hasComment(file.text.replace(ANY_MODELINE, ""));
    return hasCommentAt(file, key, "actions");
  });
}

const ANY_MODELINE = /^# yaml-language-server:.*\n/;

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
    const ofEvent = actions.filter((action) => eventOf(action) === name);
    if (![name, ...ofEvent].every((each) => removable.has(each))) incomplete.add(name);
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
  const otherFiles = ["corrections.yaml", "vendor.yaml"].flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ value: file.value, places: [{ path, key: "" }] }];
  });
  const pending: Entry[] = [...remaining, ...otherFiles];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    // References of an event are in its payload file, which is the last of its places.
    const path = entry.places.at(-1)?.path ?? "";
    for (const name of listReferredEntries(entry.value, path)) {
      const target = entries.get(name);
      if (target !== undefined && removable.delete(name)) pending.push(target);
    }
  }
}

function* listReferredEntries(value: Json, path: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "$ref" && typeof child === "string") yield entryNameOf(child, path);
    else yield* listReferredEntries(child as Json, path);
  }
}

/** Turns a reference such as `../components/api.yaml#/pet` into the name of its entry. */
function entryNameOf(reference: string, from: string): string {
  const [file = "", key = ""] = reference.split("#/");
  const path = file === "" ? from : posix.join(posix.dirname(from), file);
  return `${path} ${unescapeKey(key)}`;
}

/** Returns files without some of their entries: new texts by path, `undefined` for a file to remove. */
function removeEntries(
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
  if (!path.startsWith("payloads/")) {
    const isEmpty = keysOf(file.value).every((key) => keys.has(key));
    return isEmpty && path.startsWith("components/") ? undefined : omit(file, keys);
  }
  const removed = new Set(actions.map(({ key }) => key));
  const left = keysOf(mapOf(file.value)["actions"]).filter((key) => !removed.has(key));
  if (left.length > 0) return omit(file, removed, "actions");
  const otherKeys = keysOf(file.value).filter((key) => key !== "event" && key !== "actions");
  return keys.has("payload") || otherKeys.length === 0
    ? undefined
    : omit(file, new Set(["actions"]));
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
  const { actions, ...withoutActions } = mapOf(event);
  const left: Json = isMap(actions)
    ? Object.fromEntries(entriesOf(actions).filter(([name]) => name !== action))
    : Array.isArray(actions)
      ? (actions as readonly Json[]).filter((name) => String(name) !== action)
      : actions;
  const isEmpty = Array.isArray(left) ? left.length === 0 : keysOf(left).length === 0;
  if (isEmpty) return Object.keys(withoutActions).length === 0 ? null : withoutActions;
  return { ...withoutActions, actions: left };
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

/** Describes the entries that `--prune` would remove; `undefined` if there are none. */
function describeObsolete({ removable, kept }: Obsolete): string | undefined {
  if (removable.size === 0) return undefined;
  const total = removable.size + kept.size;
  const [obsolete, all] =
    total === 1 ? ["1 imported entry is", "it"] : [`${total} imported entries are`, "them"];
  const some = `the ${removable.size} that were not changed by hand and are not referred to`;
  const removed = kept.size === 0 ? all : some;
  return `${obsolete} in no description any more; --prune removes ${removed}.`;
}
