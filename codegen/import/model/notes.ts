/** Collects the losses and decisions of an import, and lists them for users. */
import { groupBy } from "../../model/group-by.js";
import { count } from "../../model/messages.js";

const PARTS = ["route", "webhook", "detail"] as const;

/** Limit of locations in a line; the rest are counted. */
const MAX_LOCATIONS = 3;

/** Creates a list of notes, which begins with earlier ones. */
export function createNotes(earlier: Iterable<Note> = []): NoteList {
  const notes = [...earlier];
  const add = (note: Pick<Note, "kind" | "what"> & Partial<Note>): void => {
    notes.push({ location: "", part: "detail", ignored: "text", ...note });
  };
  const notesOf = (kind: Note["kind"]): readonly Note[] =>
    notes.filter((note) => note.kind === kind);
  const group = (kind: Note["kind"]): readonly NoteGroup[] =>
    [...groupBy(notesOf(kind), ({ what }) => what)].map(([what, same]) => ({ what, notes: same }));
  // All losses with the same text belong to the part of the first one.
  const losses = (part: Part): readonly NoteGroup[] =>
    group("lost").filter(({ notes: [first] }) => first?.part === part);
  return {
    copy: () => createNotes(notes),
    lose: (what, location, part = "detail") => add({ kind: "lost", what, location, part }),
    tell: (what, location) => add({ kind: "told", what, location }),
    advise: (what, location) => add({ kind: "advised", what, location }),
    skip: (what, ignored) => add({ kind: "skipped", what, ignored }),
    list: (isWhole = false) => {
      const print = (each: NoteGroup): string =>
        `${each.what}: ${listLocations(each.notes, isWhole)}.`;
      return [
        ...group("advised").map(print),
        ...PARTS.flatMap(losses).map((each) => `Not imported: ${print(each)}`),
        ...group("told").map(print),
        ...(isWhole ? printIgnored(group("skipped")) : countIgnored(notesOf("skipped"))),
      ];
    },
    summarize: () => {
      const counts = PARTS.flatMap((part) => {
        const lost = losses(part).flatMap((each) => each.notes);
        return lost.length === 0 ? [] : [count(lost.length, part)];
      });
      if (counts.length === 0) return undefined;
      return `Left out: ${counts.join(", ")} (${count(group("lost").length, "kind")}).`;
    },
  };
}

/** Prints a line for each text of what is ignored, in the order of the texts. */
function printIgnored(groups: readonly NoteGroup[]): readonly string[] {
  return [...groups]
    .sort((a, b) => (a.what < b.what ? -1 : 1))
    .map(({ what, notes }) => `Ignored: ${what} (${notes.length}).`);
}

/** Counts what is ignored on one line, because the client does not depend on it. */
function countIgnored(notes: readonly Note[]): readonly string[] {
  if (notes.length === 0) return [];
  const kinds = [...groupBy(notes, ({ ignored }) => ignored)];
  const list = kinds
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([kind, { length }]) => `${IGNORED_KINDS[kind]} (${length})`);
  return [`Ignored: ${list.join("; ")}. --verbose lists them.`];
}

/** The kind of an ignored keyword. */
export function kindOfKeyword(keyword: string): IgnoredKind {
  return keyword.startsWith("x-") ? "extension" : "text";
}

/** Kinds of what is ignored, as the line with their numbers calls them. */
const IGNORED_KINDS = {
  extension: "vendor extensions",
  schema: "schemas that nothing refers to",
  text: "texts, examples and the like",
} as const;

/** Lists each location once, and counts all occurrences if some locations are repeated. */
function listLocations(notes: readonly Note[], isWhole: boolean): string {
  const distinct = [...new Set(notes.map(({ location }) => location))];
  const most = isWhole ? distinct.length : MAX_LOCATIONS;
  const shown = distinct.slice(0, most).join(", ");
  const unlisted = distinct.length - most;
  const times = notes.length > distinct.length ? ` (${notes.length} times)` : "";
  return (unlisted > 0 ? `${shown} and ${unlisted} more` : shown) + times;
}

// ---- Types

/** Collects the losses and decisions of an import, so that nothing is lost silently. */
export interface Notes {
  /** Notes a loss: something that the YAML formats cannot express. */
  lose(what: string, location: string, part?: Part): void;
  /** Counts something that every import ignores. */
  skip(what: string, kind: IgnoredKind): void;
  /** Notes a decision that users should know. */
  tell(what: string, location: string): void;
  /** Notes something that users should do, which comes before all other notes. */
  advise(what: string, location: string): void;
}

/** Subjects of losses, the most important first. */
export type Part = (typeof PARTS)[number];

/** Kinds of what is ignored. */
export type IgnoredKind = keyof typeof IGNORED_KINDS;

export interface NoteList extends Notes {
  /**
   * Lists one line for each kind of note: advice; losses, the most important first; decisions; one line
   * with the numbers of ignored keywords.
   * @param isWhole Lists every location, and each ignored keyword on a line of its own.
   */
  list(isWhole?: boolean): readonly string[];
  /** Describes the numbers of losses; `undefined` if there are none. */
  summarize(): string | undefined;
  /** A copy, to which other notes can be added. */
  copy(): NoteList;
}

interface Note {
  readonly kind: "advised" | "lost" | "told" | "skipped";
  readonly what: string;
  readonly location: string;
  /** The subject of a loss. */
  readonly part: Part;
  /** The kind of what is skipped. */
  readonly ignored: IgnoredKind;
}

/** The notes with the same text. */
interface NoteGroup {
  readonly what: string;
  readonly notes: readonly Note[];
}
