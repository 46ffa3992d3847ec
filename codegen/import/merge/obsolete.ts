/** Finds entries of earlier imports that no description has any more, and those of them that can be removed. */
import { type Json, keysOf, mapOf } from "../../model/json.js";
import type { Label } from "../model/context.js";
import { type PresentFile, hasCommentAt } from "./divided-file.js";
import { type Entries, type Entry, eventEntryName } from "./entries.js";
import { leavesOf } from "./labels.js";
import { digestEntry, type Digests } from "./record.js";
import { withoutReferred } from "./referred-entries.js";
import { hasComment } from "./yaml-entries.js";

/**
 * Finds obsolete entries. One of them can be removed if it is as it was imported, no correction concerns its event, all
 * of its event goes with it, and no other entry refers to it.
 */
export function findObsolete(state: ImportedState): Obsolete {
  const { entries, digests, files } = state;
  const obsolete = listObsolete(state);
  const unchanged = obsolete.filter((entry) => isUnchanged(entry, digests.get(entry.name), files));
  const stayingEvents = new Set([
    ...listIncompleteEvents(obsolete, unchanged, entries),
    ...listCorrectedEvents(unchanged, files.get("corrections.yaml")?.value),
  ]);
  const unneeded = unchanged.filter(
    (entry) => !("event" in entry && stayingEvents.has(entry.event)),
  );
  const removable = withoutReferred(namesOf(unneeded), entries, files);
  const kept = obsolete.filter(({ name }) => !removable.has(name));
  return { removable, kept: namesOf(kept) };
}

function namesOf(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.map(({ name }) => name));
}

/** The entries that an import wrote, and that no description has any more. */
function listObsolete(state: ImportedState): readonly Entry[] {
  const ofOthers = listNamesOfOthers(state);
  const isOfOthers = (entry: Entry): boolean =>
    ofOthers.has(entry.name) ||
    (entry.kind === "action" && ofOthers.has(eventEntryName(entry.event)));
  return [...state.digests.keys()].flatMap((name) => {
    const entry = state.entries.get(name);
    return entry === undefined || state.described.has(name) || isOfOthers(entry) ? [] : [entry];
  });
}

/**
 * The names of entries that another description has. Its record names the entries that it wrote, and `leaves`
 * in `import.yaml` the others.
 */
function listNamesOfOthers({ record, label, mapping }: ImportedState): ReadonlySet<string> {
  const descriptions = mapOf(mapOf(mapping)["descriptions"]);
  return new Set(
    label.others.flatMap((other) => [
      ...(record.get(other)?.keys() ?? []),
      ...leavesOf(descriptions[other]),
    ]),
  );
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

/** The obsolete events that cannot go as a whole: they or some of their actions are described or changed. */
function listIncompleteEvents(
  obsolete: readonly Entry[],
  unchanged: readonly Entry[],
  entries: Entries,
): readonly string[] {
  const unchangedNames = namesOf(unchanged);
  const otherEntries = [...entries.values()].filter(({ name }) => !unchangedNames.has(name));
  const eventsOfOthers = new Set(
    otherEntries.flatMap((entry) => ("event" in entry ? entry.event : [])),
  );
  return obsolete.flatMap((entry) =>
    entry.kind === "event" && eventsOfOthers.has(entry.event) ? entry.event : [],
  );
}

/** The events with corrections, because a correction is a change by hand. It may concern an action, as `pet.created`. */
function listCorrectedEvents(entries: readonly Entry[], corrections: Json): readonly string[] {
  const corrected = keysOf(mapOf(corrections)["payloads"]);
  const isCorrected = (event: string): boolean =>
    corrected.some((each) => each === event || each.startsWith(`${event}.`));
  return entries.flatMap((entry) =>
    "event" in entry && isCorrected(entry.event) ? entry.event : [],
  );
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
