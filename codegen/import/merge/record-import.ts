import type { SchemaFile } from "../../read/documents/yaml-document.js";
import { type Json, mapOf } from "../model/description.js";
import {
  type Digests,
  digestEntry,
  type Entries,
  listEntries,
  printRecord,
  readRecord,
  RECORD_FILE,
  valueOfImport,
} from "./record.js";
import type { Label } from "../model/context.js";
import { type FileImport, mergeEntries, type PresentFile } from "./merge-file.js";
import type { Notes } from "../model/notes.js";
import {
  describeObsolete,
  digestsOf,
  findObsolete,
  type ImportedState,
  type Obsolete,
  removeEntries,
} from "./prune.js";

/** An import whose files are merged and not recorded yet. */
export interface MergedImport {
  /** The entries of the description for each file. */
  readonly described: ReadonlyMap<string, FileImport>;
  /** The same without refused entries. */
  readonly imports: ReadonlyMap<string, FileImport>;
  readonly merged: readonly SchemaFile[];
  readonly folder: ReadonlyMap<string, PresentFile>;
  readonly label: Label;
  /** Entries of other descriptions, which this one has too. */
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

/** Records the entries that an import wrote. With `prune`, removes obsolete ones. */
export function recordImport(
  merge: MergedImport,
  {
    prune: isPruning = false,
    notes,
  }: { readonly prune: boolean | undefined; readonly notes: Notes },
): RecordedImport {
  const state = readState(merge);
  const { entries, record, label } = state;
  const obsolete = findObsolete(state);
  const removable = isPruning ? obsolete.removable : new Set<string>();
  if (isPruning) noteObsolete(obsolete, notes);
  const texts = removeEntries(removable, entries, state.files);
  const digests = updateDigests(merge, state, removable);
  const others = [...record].filter(([name]) => label.others.includes(name));
  const updated = new Map([...others, [label.name, digests] as const].sort(byName));
  const hasRecord = digests.size > 0 || merge.folder.has(RECORD_FILE);
  const recordFile = { path: RECORD_FILE, text: printRecord(updated) };
  const changed = [...texts].flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, text }],
  );
  const line = isPruning ? undefined : describeObsolete(obsolete);
  return {
    files: [
      ...merge.merged.filter(({ path }) => !texts.has(path)),
      ...changed,
      ...(hasRecord ? [recordFile] : []),
    ],
    removed: [...texts].flatMap(([path, text]) => (text === undefined ? [path] : [])),
    noted: isPruning ? listPlaces(obsolete, entries) : new Set(),
    ...(line !== undefined && { obsolete: line }),
  };
}

function readState(merge: MergedImport): ImportedState {
  const { described, imports, merged, folder, label, skipped } = merge;
  const files = new Map(folder);
  for (const { path, text } of merged) {
    const file = imports.get(path);
    if (file !== undefined) files.set(path, { text, value: mergedValue(folder.get(path), file) });
  }
  const values = new Map([...described].map(([path, file]) => [path, valueOfImport(file)]));
  return {
    files,
    entries: listEntries(valuesOf(files)),
    described: new Set([...listEntries(values).keys(), ...skipped]),
    record: readRecord(folder.get(RECORD_FILE)?.value),
    label,
    mapping: folder.get("import.yaml")?.value,
  };
}

function mergedValue(present: PresentFile | undefined, file: FileImport): Json {
  const entries = Object.fromEntries(mergeEntries(present?.value, file));
  if (file.under === undefined) return entries;
  const top = present === undefined ? Object.fromEntries(file.top ?? []) : mapOf(present.value);
  return { ...top, [file.under]: entries };
}

function valuesOf(files: ReadonlyMap<string, PresentFile>): ReadonlyMap<string, Json> {
  return new Map([...files].map(([path, { value }]) => [path, value]));
}

/** The digests after an import. Those of obsolete entries stay as long as the entries. */
function updateDigests(
  { imports, folder }: MergedImport,
  { entries, record, label }: ImportedState,
  removed: ReadonlySet<string>,
): Digests {
  const before = listEntries(valuesOf(folder));
  const values = new Map([...imports].map(([path, file]) => [path, valueOfImport(file)]));
  const known = digestsOf(record, label);
  const digests = new Map<string, string>();
  for (const [name, { value }] of listEntries(values)) {
    const states = {
      recorded: known.get(name),
      present: before.get(name)?.value,
      merged: entries.get(name)?.value,
      imported: value,
    };
    digests.set(name, updateDigest(states));
  }
  for (const [name, recorded] of known) {
    const isLeft = entries.has(name) && !removed.has(name);
    if (isLeft && !digests.has(name)) digests.set(name, recorded);
  }
  return digests;
}

interface EntryStates {
  readonly recorded: string | undefined;
  readonly present: Json;
  /** The value after the import, with the kept parts. */
  readonly merged: Json;
  /** The value in the description. */
  readonly imported: Json;
}

/**
 * The digest of an entry. If the entry was unchanged, its kept texts come from an earlier import and are
 * part of the digest; otherwise they count as changes by hand.
 */
function updateDigest({ recorded, present, merged, imported }: EntryStates): string {
  if (recorded === undefined || present === undefined) return digestEntry(imported);
  const before = digestEntry(present);
  const after = digestEntry(merged);
  if (after === before) return recorded;
  return before === recorded ? after : digestEntry(imported);
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

function byName([a]: readonly [string, Digests], [b]: readonly [string, Digests]): number {
  return a < b ? -1 : 1;
}
