/**
 * Records the entries that an import wrote, and removes entries of earlier imports that no description
 * has any more.
 */
import type { Json } from "../../model/json.js";
import type { SchemaFile } from "../../read/documents/yaml-document.js";
import type { Label } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import { type Entries, listEntries } from "./entries.js";
import type { PresentFile } from "./divided-file.js";
import { type FileImport, printLater, valueOfFile } from "./file-import.js";
import {
  digestEntry,
  type Digests,
  printRecord,
  readRecord,
  RECORD_FILE,
  sortByKey,
} from "./record.js";
import { describeObsolete, findObsolete, type ImportedState, type Obsolete } from "./obsolete.js";
import { removeEntries } from "./remove-entries.js";

/** Records the entries that an import wrote. With `isPruning`, removes obsolete ones. */
export function recordImport(
  merge: MergedImport,
  isPruning: boolean,
  notes: Notes,
): RecordedImport {
  const state = readState(merge);
  const obsolete = findObsolete(state);
  return isPruning ? prune(merge, obsolete, state, notes) : keepAll(merge, obsolete, state);
}

/** Removes obsolete entries from the files, and notes each that goes or stays. */
function prune(
  merge: MergedImport,
  obsolete: Obsolete,
  state: ImportedState,
  notes: Notes,
): RecordedImport {
  noteObsolete(obsolete, notes);
  const texts = removeEntries(obsolete.removable, state);
  const untouched = [...merge.merged].filter(([path]) => !texts.has(path));
  const changed = [...texts].flatMap(([path, text]) => (text === undefined ? [] : { path, text }));
  return {
    files: [...listFiles(untouched), ...changed, ...createRecord(merge, obsolete.removable, state)],
    removed: [...texts].flatMap(([path, text]) => (text === undefined ? path : [])),
    noted: listPlaces(obsolete, state.entries),
  };
}

/** Leaves obsolete entries, and tells in one line that they are there. */
function keepAll(merge: MergedImport, obsolete: Obsolete, state: ImportedState): RecordedImport {
  const hint = describeObsolete(obsolete);
  return {
    files: [...listFiles([...merge.merged]), ...createRecord(merge, new Set(), state)],
    removed: [],
    noted: new Set(),
    ...(hint !== undefined && { obsolete: hint }),
  };
}

function listFiles(
  merged: readonly (readonly [path: string, file: PresentFile])[],
): readonly SchemaFile[] {
  return merged.map(([path, file]) => printLater({ path }, () => file.text));
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

// ---- Entries and their digests

/** Reads the folder as it is after the import, before anything is removed. */
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

/** The file of the record after the import; none if there is nothing to record. */
function createRecord(
  { imports, folder, label }: MergedImport,
  removed: ReadonlySet<string>,
  state: ImportedState,
): readonly SchemaFile[] {
  const imported = listEntries(valuesOfImports(imports));
  const remaining = [...state.digests.keys()].filter(
    (name) => state.entries.has(name) && !removed.has(name),
  );
  if (imported.size + remaining.length === 0 && !folder.has(RECORD_FILE)) return [];
  const print = (): string => {
    const digests = listDigests({ imported, remaining, present: folder }, state);
    const ofOtherLabels = [...state.record].filter(([name]) => label.others.includes(name));
    return printRecord(new Map(sortByKey([...ofOtherLabels, [label.name, digests]])));
  };
  return [printLater({ path: RECORD_FILE }, print)];
}

/** The values of files with the imported entries only. */
export function valuesOfImports(files: ReadonlyMap<string, FileImport>): ReadonlyMap<string, Json> {
  return new Map([...files].map(([path, file]) => [path, valueOfFile(file.entries, file)]));
}

/** The digests after an import. An obsolete entry keeps its digest as long as it is there. */
function listDigests(
  { imported, remaining, present: folder }: RecordedEntries,
  { entries, digests: known }: ImportedState,
): Digests {
  const before = listEntries(valuesOfFolder(folder));
  const digests = new Map<string, string>();
  for (const [name, { value }] of imported) {
    const present = before.get(name)?.value;
    const merged = entries.get(name)?.value;
    digests.set(name, chooseDigest(known.get(name), { present, merged, imported: value }));
  }
  for (const name of remaining) if (!digests.has(name)) digests.set(name, known.get(name) ?? "");
  return digests;
}

/**
 * The digest of an entry. If the entry was unchanged, its kept texts come from an earlier import and are
 * part of the digest; otherwise they count as changes by hand.
 */
function chooseDigest(
  recorded: string | undefined,
  { present, merged, imported }: EntryValues,
): string {
  const isFirstImport = recorded === undefined || present === undefined;
  if (isFirstImport) return digestEntry(imported);
  const before = digestEntry(present);
  const after = digestEntry(merged);
  const isLeft = after === before;
  if (isLeft) return recorded;
  const wasUnchanged = before === recorded;
  return wasUnchanged ? after : digestEntry(imported);
}

// ---- Types

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
  /** The paths of files that became empty. */
  readonly removed: readonly string[];
  /** Entries that have a note already, such as `path key`. */
  readonly noted: ReadonlySet<string>;
  /** A line about entries that pruning would remove. */
  readonly obsolete?: string;
}

interface RecordedEntries {
  readonly imported: Entries;
  /** Names of entries of earlier imports that stay. */
  readonly remaining: readonly string[];
  readonly present: ReadonlyMap<string, PresentFile>;
}

/** The values of an entry: before the import, after it with the kept parts, and in the description. */
type EntryValues = Readonly<Record<"present" | "merged" | "imported", Json>>;
