/** Finds entries of earlier imports that no description has any more, and those of them that can be removed. */
import { posix } from "node:path";
import { unescapeKey } from "../../../src/base/values.js";
import { type Json, keysOf, mapOf } from "../../model/json.js";
import type { Label } from "../model/context.js";
import { leavesOf } from "./labels.js";
import { hasCommentAt, type PresentFile } from "./merge-file.js";
import { digestEntry, type Digests, type Entries, type Entry } from "./record.js";
import { hasComment } from "./yaml-entries.js";

/** An entry can be removed if nobody has changed it, no correction concerns it and no other entry refers to it. */
export function findObsolete(state: ImportedState): Obsolete {
  const { entries, described, digests, files } = state;
  const isForeign = createForeignTest(state);
  const obsolete = [...digests.keys()].filter(
    (name) => entries.has(name) && !described.has(name) && !isForeign(name),
  );
  const unchanged = obsolete.filter((name) => {
    const entry = entries.get(name);
    return entry !== undefined && isUnchanged(entry, digests.get(name), files);
  });
  const ofWholeEvents = withoutIncompleteEvents(new Set(unchanged), obsolete, entries);
  const uncorrected = withoutCorrected(ofWholeEvents, files.get("corrections.yaml")?.value);
  const removable = withoutReferred(uncorrected, entries, files);
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

/** Tests whether an entry has its recorded digest, and no comment that would be lost. */
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

/** Leaves out an event with all its actions, unless all of them can be removed. */
function withoutIncompleteEvents(
  removable: ReadonlySet<string>,
  obsolete: readonly string[],
  entries: Entries,
): ReadonlySet<string> {
  const actions = [...entries.keys()].filter((name) => eventOf(name) !== undefined);
  const incomplete = new Set<string>();
  for (const name of obsolete) {
    if (!name.startsWith("events.yaml ") || eventOf(name) !== undefined) continue;
    const ofEvent = actions.filter((action) => eventOf(action) === name);
    if (![name, ...ofEvent].every((each) => removable.has(each))) incomplete.add(name);
  }
  return new Set([...removable].filter((name) => !incomplete.has(eventOf(name) ?? name)));
}

/** Leaves out events with corrections, because a correction is a change by hand. */
function withoutCorrected(removable: ReadonlySet<string>, corrections: Json): ReadonlySet<string> {
  const corrected = keysOf(mapOf(corrections)["payloads"]).map((key) => `events.yaml ${key}`);
  const isCorrected = (event: string): boolean =>
    corrected.some((each) => each === event || each.startsWith(`${event}.`));
  return new Set([...removable].filter((name) => !isCorrected(eventOf(name) ?? name)));
}

/** Leaves out components that remaining entries refer to, directly or through other components. */
function withoutReferred(
  removable: ReadonlySet<string>,
  entries: Entries,
  files: ReadonlyMap<string, PresentFile>,
): ReadonlySet<string> {
  if (![...removable].some((name) => name.startsWith("components/"))) return removable;
  const unreferred = new Set(removable);
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
      // Its own references stay as well.
      if (target !== undefined && unreferred.delete(name)) pending.push(target);
    }
  }
  return unreferred;
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

/** Describes the entries that `--prune` would remove; `undefined` if there are none. */
export function describeObsolete({ removable, kept }: Obsolete): string | undefined {
  if (removable.size === 0) return undefined;
  const total = removable.size + kept.size;
  const [obsolete, all] =
    total === 1 ? ["1 imported entry is", "it"] : [`${total} imported entries are`, "them"];
  const unchanged =
    removable.size === 1
      ? "the 1 that was not changed by hand and is not referred to"
      : `the ${removable.size} that were not changed by hand and are not referred to`;
  const removed = kept.size === 0 ? all : unchanged;
  return `${obsolete} in no description any more; --prune removes ${removed}.`;
}

/** Entries of earlier imports that no description has any more, by name. */
export interface Obsolete {
  /** Unchanged entries that nothing refers to. */
  readonly removable: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** The schema folder after an import, with the facts from which obsolete entries are found. */
export interface ImportedState {
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
