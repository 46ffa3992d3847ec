/** Collects the losses and decisions of an import, and lists them for users. */
import { groupBy } from "../../model/group-by.js";
import { count } from "../../model/messages.js";

const PARTS = ["route", "webhook", "detail"] as const;

/** Limit of locations in a line; the rest are counted. */
const MAX_LOCATIONS = 3;

/** Creates a list of notes, which begins with earlier ones. */
export function createNotes(earlier: Iterable<Note> = []): NoteList {
  const notes = [...earlier];
  const add = (kind: Note["kind"], what: string, location = "", part: Part = "detail"): void => {
    notes.push({ kind, what, location, part });
  };
  const group = (kind: Note["kind"]): readonly NoteGroup[] => [
    ...groupBy(
      notes.filter((note) => note.kind === kind),
      ({ what }) => what,
    ),
  ];
  // All losses of a kind belong to the part of the first one.
  const losses = (part: Part): readonly NoteGroup[] =>
    group("lost").filter(([, [first]]) => first?.part === part);
  return {
    copy: () => createNotes(notes),
    lose: (what, location, part) => add("lost", what, location, part),
    tell: (what, location) => add("told", what, location),
    advise: (what, location) => add("advised", what, location),
    skip: (what) => add("skipped", what),
    list: (isWhole = false) => [
      ...group("advised").map(([what, notes]) => `${what}: ${listLocations(notes, isWhole)}.`),
      ...PARTS.flatMap(losses).map(
        ([what, notes]) => `Not imported: ${what}: ${listLocations(notes, isWhole)}.`,
      ),
      ...group("told").map(([what, notes]) => `${what}: ${listLocations(notes, isWhole)}.`),
      ...(isWhole ? printIgnored(group("skipped")) : countIgnored(group("skipped"))),
    ],
    summarize: () => {
      const counts = PARTS.map(
        (part) => [losses(part).flatMap(([, lost]) => lost).length, part] as const,
      ).flatMap(([number, part]) => (number === 0 ? [] : [count(number, part)]));
      if (counts.length === 0) return undefined;
      return `Left out: ${counts.join(", ")} (${count(group("lost").length, "kind")}).`;
    },
  };
}

function printIgnored(groups: readonly NoteGroup[]): readonly string[] {
  const lines = groups.map(([what, { length }]) => ({
    what,
    line: `Ignored: ${what} (${length}).`,
  }));
  return lines.sort((a, b) => (a.what < b.what ? -1 : 1)).map(({ line }) => line);
}

/** Kinds of ignored keywords, by a pattern of their names. The last one matches any name. */
const IGNORED_KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["vendor extensions", /^(?:the section )?`x-/],
  ["schemas that nothing refers to", /^shared schemas/],
  ["texts, examples and the like", /^/],
];

/** Counts ignored keywords on one line, because the client does not depend on them. */
function countIgnored(groups: readonly NoteGroup[]): readonly string[] {
  const kindOf = ([what]: NoteGroup): string =>
    IGNORED_KINDS.find(([, pattern]) => pattern.test(what))?.[0] ?? "";
  const kinds = [...groupBy(groups, kindOf)].map(
    ([kind, ofKind]) => [kind, ofKind.flatMap(([, notes]) => notes).length] as const,
  );
  if (kinds.length === 0) return [];
  const list = kinds.sort(([, one], [, other]) => other - one);
  const text = list.map(([kind, number]) => `${kind} (${number})`).join("; ");
  return [`Ignored: ${text}. --verbose lists them.`];
}

/** Lists each location once, and counts all occurrences if some locations are repeated. */
function listLocations(notes: readonly Note[], isWhole: boolean): string {
  const distinct = [...new Set(notes.map(({ location }) => location))];
  const most = isWhole ? distinct.length : MAX_LOCATIONS;
  const shown = distinct.slice(0, most).join(", ");
  const unlisted = distinct.length - most;
  const times = notes.length > distinct.length ? ` (${notes.length} times)` : "";
  return (unlisted > 0 ? `${shown} and ${unlisted} more` : shown) + times;
}

/** Extensions with rules for retries, which `vendor.yaml` cannot express. */
const RETRY_EXTENSIONS: ReadonlySet<string> = new Set(["x-speakeasy-retries", "x-fern-retries"]);

/** Tests whether a keyword holds retry rules, of an operation or of the whole description. */
export function isRetryExtension(keyword: string): boolean {
  return RETRY_EXTENSIONS.has(keyword);
}

export function noteRetries(keyword: string, location: string, notes: Notes): void {
  notes.lose(
    `\`${keyword}\`: the client retries by its own rules and the option \`retry\``,
    location,
  );
}

// ---- Types

/** Collects the losses and decisions of an import, so that nothing is lost silently. */
export interface Notes {
  /** Notes a loss: something that the YAML formats cannot express. */
  lose(what: string, location: string, part?: Part): void;
  /** Counts a keyword that every import ignores. */
  skip(what: string): void;
  /** Notes a decision that users should know. */
  tell(what: string, location: string): void;
  /** Notes something that users should do, which comes before all other notes. */
  advise(what: string, location: string): void;
}

/** Subjects of losses, the most important first. */
export type Part = (typeof PARTS)[number];

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
  readonly part: Part;
}

/** The notes with the same text. */
type NoteGroup = readonly [what: string, notes: readonly Note[]];
